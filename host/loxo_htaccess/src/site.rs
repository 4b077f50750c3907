//! What a site lets the files of its folders do, and where those come from.

use std::sync::Arc;

use crate::allow::Allow;
use crate::read::FolderFile;
use crate::rules::Rules;

/// A site as the rules see it.
#[derive(Debug)]
pub struct Site {
    /// Without a slash at the end, and without links.
    pub root: Vec<u8>,
    /// Names of the file that a folder shows, unless a rule says otherwise.
    pub index: Vec<Vec<u8>>,
    /// The name of the files: `.htaccess`.
    pub file_name: Vec<u8>,
    pub allow: Allow,
    /// Endings of names of scripts.
    pub scripts: Vec<Vec<u8>>,
    /// The type that an extension stands for, where no rule says so.
    pub type_of: fn(&[u8]) -> Option<&'static str>,
    /// Rules of the site itself.
    pub(crate) own: Arc<Rules>,
    /// Nobody has written rules for the site itself.
    pub(crate) has_no_rules: bool,
}

impl Site {
    pub fn new(root: Vec<u8>, allow: Allow, type_of: fn(&[u8]) -> Option<&'static str>) -> Site {
        Site {
            root,
            index: [&b"index.php"[..], b"index.html", b"index.htm"].map(<[u8]>::to_vec).into(),
            file_name: b".htaccess".to_vec(),
            allow,
            scripts: [&b".php"[..], b".phar"].map(<[u8]>::to_vec).into(),
            type_of,
            own: Arc::new(Rules::of_site()),
            has_no_rules: true,
        }
    }

    /// The rules of the site itself, which no `AllowOverride` bounds.
    pub fn set_rules(&mut self, text: &[u8]) -> Result<(), crate::text::Fault> {
        self.own = Arc::new(Rules::of_site_with(&crate::read::server(text)?));
        self.has_no_rules = false;
        Ok(())
    }

    /// What stands in for paths that mean nothing: `/index.php`.
    pub fn set_fallback(&mut self, path: &[u8]) {
        Arc::make_mut(&mut self.own).folder.fallback = Some(Some(path.to_vec()));
        self.has_no_rules = false;
    }

    /// Whether such a name is that of a script.
    pub(crate) fn is_script(&self, name: &[u8]) -> bool {
        self.scripts.iter().any(|end| name.ends_with(end))
    }
}

/// Where the files of folders come from, parsed.
pub trait Folders {
    /// The file of a folder, whose path ends with a slash. `None`: it has none.
    fn get(&self, folder: &[u8]) -> Option<Arc<FolderFile>>;
}
