//! The classes of directives that files of folders may have.

/// The classes of `AllowOverride`: which directives files of folders may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allow {
    pub auth_config: bool,
    pub file_info: bool,
    pub indexes: bool,
    pub limit: bool,
    pub options: bool,
}

impl Allow {
    pub const ALL: Allow = Allow { auth_config: true, file_info: true, indexes: true, limit: true, options: true };
    pub const NONE: Allow = Allow { auth_config: false, file_info: false, indexes: false, limit: false, options: false };

    /// Names as Apache has them, `All` and `None` among them. The error is the name that is none.
    pub fn parse<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Allow, &'n str> {
        let mut allow = Allow::NONE;
        for name in names {
            match name.to_ascii_lowercase().as_str() {
                "all" => allow = Allow::ALL,
                "none" => {}
                "authconfig" => allow.auth_config = true,
                "fileinfo" => allow.file_info = true,
                "indexes" => allow.indexes = true,
                "limit" => allow.limit = true,
                "options" => allow.options = true,
                _ => return Err(name),
            }
        }
        Ok(allow)
    }

    /// The names of the classes, with commas between them; `None` for none.
    pub fn names(self) -> String {
        let all = [
            (self.auth_config, "AuthConfig"),
            (self.file_info, "FileInfo"),
            (self.indexes, "Indexes"),
            (self.limit, "Limit"),
            (self.options, "Options"),
        ];
        let names: Vec<&str> = all.iter().filter(|(is_allowed, _)| *is_allowed).map(|(_, name)| *name).collect();
        if names.is_empty() { "None".into() } else { names.join(",") }
    }

    pub fn is_none(self) -> bool {
        self == Allow::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for text in ["None", "FileInfo,Limit", "AuthConfig,FileInfo,Indexes,Limit,Options"] {
            assert_eq!(Allow::parse(text.split(',')).map(Allow::names).as_deref(), Ok(text));
        }
        assert_eq!(Allow::parse(["all"]), Ok(Allow::ALL));
        assert_eq!(Allow::parse(["all", "some"]), Err("some"));
    }
}
