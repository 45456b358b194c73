//! The built files of the page, for programs that serve them.

include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// The content security policy: the page may run its own scripts and modules and connect to its own
/// origin, and nothing more.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     connect-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// A file by its name.
pub fn file(name: &str) -> Option<&'static [u8]> {
    let found = PAGE_FILES.iter().find(|(known, _)| *known == name);
    found.map(|(_, bytes)| *bytes)
}

/// `index.html` for a server that answers questions itself.
pub fn served_index() -> Option<String> {
    let text = String::from_utf8(file("index.html")?.to_vec()).ok()?;
    Some(text.replace("data-engine=\"worker\"", "data-engine=\"served\""))
}

/// The media type of a file, by its name.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
