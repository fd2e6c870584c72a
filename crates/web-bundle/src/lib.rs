//! The web page, compiled to WebAssembly, compressed and embedded for the server.
//!
//! The build script compiles `mazzo-web`, names every file by a hash of its content and compresses it once. It does so in release
//! builds and with `MAZZO_PAGE=on` in the environment. Other builds contain no page, which keeps checks and tests fast.
//! `MAZZO_PAGE=off` omits the page from a release too. `MAZZO_PAGE=fast` builds an unoptimized page quickly, for development.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path. Most paths contain a hash of the content.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub plain: &'static [u8],
    /// The content compressed with Brotli, if that is worth it.
    pub brotli: Option<&'static [u8]>,
    /// The content compressed with gzip, if that is worth it.
    pub gzip: Option<&'static [u8]>,
    /// A hash of the content.
    pub tag: &'static str,
    /// Whether the content at this path never changes.
    pub is_immutable: bool,
    /// Whether browsers open it as a page or a worker, so that it needs a content security policy.
    pub is_page: bool,
    /// The value of its `Link` header: files to preload.
    pub links: &'static str,
    /// The hash of its inline style sheet for the content security policy; empty if there is none.
    pub style: &'static str,
}

/// All files of the page; empty if it was not built.
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
