//! The page, built to WebAssembly and packed: what a server hands to browsers.
//!
//! The build script compiles `mazzo-page`, names every file by its content and compresses it once. It does so in a release
//! build, and wherever the environment says `MAZZO_PAGE=on`; in other builds, so that checks and tests stay quick, there is
//! no page in here. `MAZZO_PAGE=off` leaves it out of a release as well; `MAZZO_PAGE=fast` builds one that is large and slow, but
//! soon there, for who works on it.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its address, which for most holds a hash of what is in it.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub plain: &'static [u8],
    /// The same, packed with Brotli, if that is worth it.
    pub brotli: Option<&'static [u8]>,
    /// The same, packed with gzip, if that is worth it.
    pub gzip: Option<&'static [u8]>,
    /// A hash of what is in it.
    pub tag: &'static str,
    /// Whether what is at this address never changes.
    pub is_immutable: bool,
    /// Whether browsers open it as a page or as a worker, and want to be told what it may do.
    pub is_page: bool,
    /// What a browser may load before it has read this, as the header `Link` has it.
    pub links: &'static str,
    /// The hash of the style sheet that is in it, as the policy of the page has to name it; empty if there is none.
    pub style: &'static str,
}

/// All files of the page; none if it was not built.
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
