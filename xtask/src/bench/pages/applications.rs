//! The list of applications.

use super::ground::Ground;
use super::site::Site;
use super::{classes, dokuwiki, frameworks, mediawiki, phpmyadmin, wordpress};
use crate::Result;

pub struct Application {
    /// Names of its pages begin with it.
    pub name: &'static str,
    pub prepare: fn(&Ground) -> Result<Site>,
}

/// A new application is a line here and a function that sets it up.
pub const APPLICATIONS: &[Application] = &[
    Application { name: "wordpress", prepare: wordpress::prepare },
    Application { name: "classes", prepare: classes::prepare },
    Application { name: "laravel", prepare: frameworks::laravel },
    Application { name: "symfony", prepare: frameworks::symfony },
    Application { name: "dokuwiki", prepare: dokuwiki::prepare },
    Application { name: "mediawiki", prepare: mediawiki::prepare },
    Application { name: "phpmyadmin", prepare: phpmyadmin::prepare },
];

impl Application {
    /// Whether a name that was asked for can be of one of its pages: one that names no application can be of any.
    pub fn is_wanted(&self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| self.is_named_by(name) || !APPLICATIONS.iter().any(|other| other.is_named_by(name)))
    }

    fn is_named_by(&self, name: &str) -> bool {
        name.contains(self.name) || self.name.contains(name)
    }
}
