//! Archives whose bytes follow from what is in them, and from nothing else.

use std::fs::File;
use std::path::Path;

/// How much work goes into an archive.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// It is made seldom and fetched often.
    Much,
    /// It is looked at once.
    Little,
}

impl Effort {
    const fn level(self) -> i32 {
        match self {
            Self::Much => 19,
            Self::Little => 1,
        }
    }
}

/// A file in an archive.
pub(crate) struct Packed {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    is_program: bool,
}

impl Packed {
    pub(crate) fn file(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into(), is_program: false }
    }

    pub(crate) fn program(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { is_program: true, ..Self::file(name, bytes) }
    }
}

/// The bytes of a `.tar.zst`: files by name, all of the same age (seconds since 1970), of no user in particular.
pub(crate) fn pack(mut files: Vec<Packed>, age: u64, effort: Effort) -> anyhow::Result<Vec<u8>> {
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let mut archive = tar::Builder::new(Vec::new());
    for file in &files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(if file.is_program { 0o755 } else { 0o644 });
        header.set_mtime(age);
        archive.append_data(&mut header, &file.name, file.bytes.as_slice())?;
    }
    Ok(zstd::bulk::compress(&archive.into_inner()?, effort.level())?)
}

pub(crate) fn unpack(archive: &Path, folder: &Path) -> anyhow::Result<()> {
    tar::Archive::new(zstd::Decoder::new(File::open(archive)?)?).unpack(folder)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_files_makes_no_difference() {
        let (a, b) = (|| Packed::file("a", "1"), || Packed::program("b", "2"));
        let packed = |files, age| pack(files, age, Effort::Much).expect("it can be packed");
        let one = packed(vec![a(), b()], 5);
        assert_eq!(one, packed(vec![b(), a()], 5));
        assert_ne!(one, packed(vec![a(), b()], 6));
    }
}
