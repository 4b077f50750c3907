//! What a site has besides its folder: which files folders show, and what stands in for paths that mean nothing.

/// Names of the file that a folder shows, unless somebody says otherwise.
pub(crate) const INDEX: [&[u8]; 3] = [b"index.php", b"index.html", b"index.htm"];

/// What `loxo serve` looks for besides the path itself.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Names of the file that a folder shows.
    pub(crate) index: Vec<Vec<u8>>,
    /// The script for paths that mean nothing else; it begins with a slash. `None`: they are not found.
    pub(crate) front_controller: Option<Vec<u8>>,
    /// What the pool answers itself, as its status, without there being a file.
    pub(crate) pool_pages: Vec<Vec<u8>>,
    /// Whose files may be sent though they lie outside the root. `None`: links are followed wherever they lead.
    pub(crate) owner: Option<u32>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            index: INDEX.iter().map(|name| name.to_vec()).collect(),
            front_controller: Some(b"/index.php".to_vec()),
            pool_pages: Vec::new(),
            owner: None,
        }
    }
}
