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

    pub fn is_none(self) -> bool {
        self == Allow::NONE
    }
}
