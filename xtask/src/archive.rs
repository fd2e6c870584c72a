//! Reproducible archives.

use std::fs::File;
use std::path::Path;

/// Compression effort.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// For releases.
    High,
    /// For tests.
    Low,
}

impl Effort {
    const fn level(self) -> i32 {
        match self {
            Self::High => 19,
            Self::Low => 1,
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

/// The bytes of a `.tar.zst`: files sorted by name, all with the same time (seconds since 1970) and no owner.
pub(crate) fn pack(mut files: Vec<Packed>, mtime: u64, effort: Effort) -> anyhow::Result<Vec<u8>> {
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let mut archive = tar::Builder::new(Vec::new());
    for file in &files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(if file.is_program { 0o755 } else { 0o644 });
        header.set_mtime(mtime);
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
    fn the_order_of_files_does_not_matter() {
        let (a, b) = (|| Packed::file("a", "1"), || Packed::program("b", "2"));
        let packed = |files, mtime| pack(files, mtime, Effort::High).expect("an archive");
        let one = packed(vec![a(), b()], 5);
        assert_eq!(one, packed(vec![b(), a()], 5));
        assert_ne!(one, packed(vec![a(), b()], 6));
    }
}
