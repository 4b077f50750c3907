//! Settings that are read too often to be looked up by name: worked out when they are asked for after any setting has changed.

use crate::Cx;
use crate::paths::basedir;

/// Some settings as they are now.
#[derive(Clone, Copy, Default)]
pub struct Settings {
    /// [`super::Ini::changes`] when they were read.
    read_at: Option<u32>,
    /// Texts are UTF-8 unless they say otherwise: `internal_encoding`, or else `default_charset`.
    pub texts_are_utf8: bool,
    /// Seconds that paths are remembered: not at all where `open_basedir` must see every link.
    pub paths_remembered: u64,
    /// `open_basedir` is set.
    pub is_confined: bool,
    /// `auto_detect_line_endings`
    pub detects_line_endings: bool,
    /// `zend.exception_ignore_args`
    pub traces_without_args: bool,
}

impl Cx {
    /// The settings that are read often.
    #[inline]
    pub fn settings(&self) -> Settings {
        let known = self.settings.get();
        if known.read_at == Some(self.ini.changes) { known } else { self.read_settings() }
    }

    #[cold]
    fn read_settings(&self) -> Settings {
        let internal = self.ini_str("internal_encoding");
        let charset = if internal.is_empty() { self.ini_str("default_charset") } else { internal };
        let is_confined = !basedir(self).is_empty();
        let remembers = self.ini_int("realpath_cache_size") > 0 && !is_confined;
        let settings = Settings {
            read_at: Some(self.ini.changes),
            texts_are_utf8: charset.is_empty() || charset.eq_ignore_ascii_case(b"utf-8"),
            paths_remembered: if remembers { u64::try_from(self.ini_int("realpath_cache_ttl")).unwrap_or(0) } else { 0 },
            is_confined,
            detects_line_endings: self.ini_bool("auto_detect_line_endings"),
            traces_without_args: self.ini_bool("zend.exception_ignore_args"),
        };
        self.settings.set(settings);
        settings
    }
}
