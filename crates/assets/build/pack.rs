//! Files compressed once, and the table of them that the crate includes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// A file of the page.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) kind: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_immutable: bool,
    /// Whether browsers open it as a page, or as a worker.
    pub(crate) is_page: bool,
    /// What a browser may load before it has read this.
    pub(crate) links: String,
    /// The hash of the style sheet that is in it.
    pub(crate) style: String,
}

/// Under so many bytes nothing is gained.
const SMALL: usize = 300;

/// A short hash of some bytes.
pub(crate) fn tag(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).iter().take(5).fold(String::new(), |mut tag, byte| {
        let _ = write!(tag, "{byte:02x}"); // a string takes everything
        tag
    })
}

/// How the policy of a page names something that is in it.
pub(crate) fn named_by_policy(text: &str) -> String {
    use base64::Engine as _;
    use sha2::Digest as _;
    let hash = sha2::Sha256::digest(text.as_bytes());
    format!("sha256-{}", base64::engine::general_purpose::STANDARD.encode(hash))
}

pub(crate) fn brotli(bytes: &[u8]) -> Vec<u8> {
    use brotli::enc::backward_references::BrotliEncoderMode::{BROTLI_MODE_FONT, BROTLI_MODE_GENERIC};
    let pack = |(mode, near)| {
        let mut packed = Vec::new();
        let mut parameters =
            brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, mode, ..Default::default() };
        parameters.dist.num_direct_distance_codes = near;
        brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters).expect("memory can be written");
        packed
    };
    // Where much is repeated from nearby, names of their own for short distances are worth it; a mode for fonts has more of them.
    let ways = [(BROTLI_MODE_GENERIC, 0), (BROTLI_MODE_GENERIC, 12), (BROTLI_MODE_FONT, 0)];
    ways.into_iter().map(pack).min_by_key(Vec::len).expect("there are three")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).and_then(|()| packed.finish()).expect("memory can be written")
}

/// Media types of what is packed already.
fn is_packed(kind: &str) -> bool {
    kind.starts_with("image/png") || kind.starts_with("font/")
}

/// The size of a file, for [`crate::report`].
pub(crate) struct Weight {
    pub(crate) name: String,
    pub(crate) plain: usize,
    /// With Brotli; the plain size where nothing is compressed.
    pub(crate) packed: usize,
}

/// Writes the table and what it includes, and all files as they are to a folder, from where `serve --dev` reads them.
pub(crate) fn write(files: &[File], out: &Path, dist: &Path, is_packing: bool) -> Vec<Weight> {
    let mut weights = Vec::new();
    let _ = std::fs::remove_dir_all(dist); // there may be none
    let mut table = "&[\n".to_owned();
    for (number, file) in files.iter().enumerate() {
        let save = |folder: &Path, name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            std::fs::write(path, bytes).expect("the folder for output can be written");
        };
        save(dist, file.path.trim_start_matches('/'), &file.bytes);
        let name = format!("{number}.plain");
        save(out, &name, &file.bytes);
        let packed = |ending: &str, pack: fn(&[u8]) -> Vec<u8>| {
            if !is_packing || file.bytes.len() < SMALL || is_packed(file.kind) {
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
        .expect("a string takes everything");
    }
    table.push(']');
    std::fs::write(out.join("files.rs"), table).expect("the folder for output can be written");
    weights
}
