//! An application that is installed and can be served, and the pages of it that are asked for.

use std::path::{Path, PathBuf};

/// What stands in `Host`: pages name it, so that they are the same on every port.
pub const HOST: &str = "pages.test";

/// Pairs of an expression and what stands in place of what it finds.
pub type Masks = &'static [(&'static str, &'static str)];

pub struct Site {
    /// The folder that is served.
    pub root: PathBuf,
    /// Environment variables that the application reads.
    pub environment: Vec<(String, String)>,
    /// Ini settings beyond those that all have.
    pub settings: Vec<String>,
    /// What differs between two answers of the same server.
    pub masks: Masks,
    pub pages: Vec<Page>,
}

pub struct Page {
    pub name: String,
    /// With the query.
    pub path: String,
    /// Beyond `Host`.
    pub headers: Vec<(String, String)>,
}

/// The CGI variables that a web server finds out from the path.
#[derive(Debug, PartialEq, Eq)]
pub struct Script {
    pub file: PathBuf,
    pub name: String,
    pub path_info: String,
}

impl Page {
    pub fn new(name: &str, path: &str) -> Page {
        Page { name: name.into(), path: path.into(), headers: Vec::new() }
    }

    pub fn with_cookie(mut self, cookie: &str) -> Page {
        self.headers.push(("Cookie".into(), cookie.into()));
        self
    }

    pub fn all_headers(&self) -> Vec<(String, String)> {
        let mut headers = vec![("Host".to_string(), HOST.to_string()), ("User-Agent".into(), "bench".into())];
        headers.extend(self.headers.iter().cloned());
        headers
    }

    /// The environment in which a CGI program answers this page.
    pub fn cgi(&self, root: &Path) -> Vec<(String, String)> {
        let (path, query) = self.path.split_once('?').unwrap_or((&self.path, ""));
        let script = Script::find(root, path);
        let mut variables: Vec<(String, String)> = [
            ("REDIRECT_STATUS", "200"),
            ("GATEWAY_INTERFACE", "CGI/1.1"),
            ("SERVER_SOFTWARE", "bench"),
            ("SERVER_PROTOCOL", "HTTP/1.1"),
            ("SERVER_NAME", HOST),
            ("SERVER_PORT", "80"),
            ("SERVER_ADDR", "127.0.0.1"),
            ("REMOTE_ADDR", "127.0.0.1"),
            ("REMOTE_PORT", "50000"),
            ("REQUEST_METHOD", "GET"),
            ("QUERY_STRING", query),
            ("REQUEST_URI", &self.path),
            ("SCRIPT_NAME", &script.name),
            ("DOCUMENT_URI", &script.name),
            ("PATH_INFO", &script.path_info),
            ("DOCUMENT_ROOT", &root.to_string_lossy()),
            ("SCRIPT_FILENAME", &script.file.to_string_lossy()),
        ]
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
        for (name, value) in self.all_headers() {
            variables.push((format!("HTTP_{}", name.to_uppercase().replace('-', "_")), value));
        }
        variables
    }
}

impl Script {
    /// A file, the index of a folder, or the front controller; what follows `.php/` is for the script.
    fn find(root: &Path, path: &str) -> Script {
        let (name, path_info) = match path.find(".php/") {
            Some(at) => path.split_at(at + 4),
            None => (path, ""),
        };
        let file = root.join(name.trim_start_matches('/'));
        let name = if file.is_file() {
            name.to_string()
        } else if file.join("index.php").is_file() {
            format!("{}/index.php", name.trim_end_matches('/'))
        } else {
            "/index.php".to_string()
        };
        Script { file: root.join(&name[1..]), name, path_info: path_info.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts() {
        let root = std::env::temp_dir().join(format!("loxo-scripts-{}", std::process::id()));
        std::fs::create_dir_all(root.join("admin")).unwrap();
        for file in ["index.php", "api.php", "admin/index.php"] {
            std::fs::write(root.join(file), "").unwrap();
        }
        let find = |path: &str| {
            let script = Script::find(&root, path);
            (script.name, script.path_info)
        };
        let expected = |name: &str, path_info: &str| (name.to_string(), path_info.to_string());
        assert_eq!(find("/"), expected("/index.php", ""));
        assert_eq!(find("/api.php"), expected("/api.php", ""));
        assert_eq!(find("/index.php/Main_Page"), expected("/index.php", "/Main_Page"));
        assert_eq!(find("/admin/"), expected("/admin/index.php", ""));
        assert_eq!(find("/2025/post/"), expected("/index.php", ""));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
