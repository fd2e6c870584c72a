//! Compresses the files, and writes the table that the crate includes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// A file of the page.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) kind: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_immutable: bool,
    /// Whether browsers open it as a page or a worker.
    pub(crate) is_page: bool,
    /// The value of its `Link` header.
    pub(crate) links: String,
    /// The hash of its inline style sheet.
    pub(crate) style: String,
}

/// Smaller files are not worth compressing.
const MIN_BYTES: usize = 300;

/// A short hash of some bytes.
pub(crate) fn tag(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).iter().take(5).fold(String::new(), |mut tag, byte| {
        let _ = write!(tag, "{byte:02x}"); // cannot fail
        tag
    })
}

/// The hash of an inline text, in the form of a content security policy.
pub(crate) fn named_by_policy(text: &str) -> String {
    use base64::Engine as _;
    use sha2::Digest as _;
    let hash = sha2::Sha256::digest(text.as_bytes());
    format!("sha256-{}", base64::engine::general_purpose::STANDARD.encode(hash))
}

/// Compresses with Brotli, with the parameters that give the smallest result.
pub(crate) fn brotli(bytes: &[u8]) -> Vec<u8> {
    use brotli::enc::backward_references::BrotliEncoderMode::{BROTLI_MODE_FONT, BROTLI_MODE_GENERIC};
    let pack = |(mode, near)| {
        let mut packed = Vec::new();
        let mut parameters =
            brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, mode, ..Default::default() };
        parameters.dist.num_direct_distance_codes = near;
        brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters)
            .expect("writing to memory cannot fail");
        packed
    };
    // Direct distance codes pay off for content with many short-range repetitions; the font mode has more of them.
    let variants = [(BROTLI_MODE_GENERIC, 0), (BROTLI_MODE_GENERIC, 12), (BROTLI_MODE_FONT, 0)];
    variants.into_iter().map(pack).min_by_key(Vec::len).expect("the list is not empty")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).and_then(|()| packed.finish()).expect("writing to memory cannot fail")
}

/// Whether files of this media type are already compressed.
fn is_compressed(kind: &str) -> bool {
    kind.starts_with("image/png") || kind.starts_with("font/")
}

/// The size of a file, for [`crate::report`].
pub(crate) struct Weight {
    pub(crate) name: String,
    pub(crate) plain: usize,
    /// With Brotli; the plain size if it is not compressed.
    pub(crate) packed: usize,
}

/// Writes the table and the files that it includes to `out`, and the plain files to `dist`, where `serve --dev` reads them.
pub(crate) fn write(files: &[File], out: &Path, dist: &Path, is_packing: bool) -> Vec<Weight> {
    let mut weights = Vec::new();
    let _ = std::fs::remove_dir_all(dist); // it may not exist
    let mut table = "&[\n".to_owned();
    for (number, file) in files.iter().enumerate() {
        let save = |folder: &Path, name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a file has a folder"))
                .expect("the output folder is writable");
            std::fs::write(path, bytes).expect("the output folder is writable");
        };
        save(dist, file.path.trim_start_matches('/'), &file.bytes);
        let name = format!("{number}.plain");
        save(out, &name, &file.bytes);
        let packed = |ending: &str, pack: fn(&[u8]) -> Vec<u8>| {
            if !is_packing || file.bytes.len() < MIN_BYTES || is_compressed(file.kind) {
                return ("None".to_owned(), file.bytes.len());
            }
            let bytes = pack(&file.bytes);
            save(out, &format!("{number}.{ending}"), &bytes);
            (format!("Some(include_bytes!({:?}))", format!("{number}.{ending}")), bytes.len())
        };
        let ((brotli, size), (gzip, _)) = (packed("br", brotli), packed("gz", gzip));
        weights.push(Weight { name: file.path.clone(), plain: file.bytes.len(), packed: size });
        let File { path, kind, bytes, is_immutable, is_page, links, style } = file;
        let tag = tag(bytes);
        writeln!(
            table,
            "File {{ path: {path:?}, kind: {kind:?}, plain: include_bytes!({name:?}), brotli: {brotli}, gzip: {gzip}, \
             tag: {tag:?}, is_immutable: {is_immutable}, is_page: {is_page}, links: {links:?}, \
             style: {style:?} }},"
        )
        .expect("writing to a string cannot fail");
    }
    table.push(']');
    std::fs::write(out.join("files.rs"), table).expect("OUT_DIR is writable");
    weights
}
