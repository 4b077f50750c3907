//! What the extensions of a file's name say: type, handler, coding, language, character set.

use std::collections::HashMap;
use std::sync::Arc;

use crate::merge::put;

/// `AddType` and its kin, by extension in lower case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mime {
    by_extension: HashMap<Vec<u8>, Extension>,
    /// `DefaultLanguage`
    pub(crate) language: Option<Arc<[u8]>>,
    /// `ModMimeUsePathInfo`
    pub(crate) uses_path_info: Option<bool>,
}

/// What one extension says. The inner `None`: it is taken away again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extension {
    pub(crate) kind: Option<Option<Arc<[u8]>>>,
    pub(crate) handler: Option<Option<Arc<[u8]>>>,
    pub(crate) coding: Option<Option<Arc<[u8]>>>,
    pub(crate) language: Option<Option<Arc<[u8]>>>,
    pub(crate) charset: Option<Option<Arc<[u8]>>>,
}

/// What is known of a file by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) kind: Option<Arc<[u8]>>,
    pub(crate) handler: Option<Arc<[u8]>>,
    pub(crate) coding: Option<Vec<u8>>,
    pub(crate) language: Option<Vec<u8>>,
    pub(crate) charset: Option<Arc<[u8]>>,
}

fn key(extension: &[u8]) -> Vec<u8> {
    extension.strip_prefix(b".").unwrap_or(extension).to_ascii_lowercase()
}

impl Mime {
    pub(crate) fn edit(&mut self, extension: &[u8]) -> &mut Extension {
        self.by_extension.entry(key(extension)).or_default()
    }

    pub(crate) fn merge(&mut self, over: &Mime) {
        for (extension, new) in &over.by_extension {
            let old = self.by_extension.entry(extension.clone()).or_default();
            put(&mut old.kind, &new.kind);
            put(&mut old.handler, &new.handler);
            put(&mut old.coding, &new.coding);
            put(&mut old.language, &new.language);
            put(&mut old.charset, &new.charset);
        }
        put(&mut self.language, &over.language);
        put(&mut self.uses_path_info, &over.uses_path_info);
    }

    /// Each extension counts; of two that say the same thing the later one. `usual`: the type that an extension stands for where nothing is said
    /// of it.
    pub(crate) fn of_name(&self, name: &[u8], usual: &dyn Fn(&[u8]) -> Option<&'static str>) -> Typed {
        let base = name.rsplit(|b| *b == b'/').next().unwrap_or_default();
        // A name that begins with dots has its first part behind them.
        let dots = base.iter().take_while(|b| **b == b'.').count();
        let mut parts = base[dots..].split(|b| *b == b'.');
        parts.next();
        let mut typed = Typed::default();
        for part in parts.filter(|part| !part.is_empty()) {
            let said = self.by_extension.get(&part.to_ascii_lowercase());
            let kind = match said.and_then(|said| said.kind.clone()) {
                Some(kind) => kind,
                None => usual(part).map(|kind| Arc::from(kind.as_bytes())),
            };
            typed.kind = kind.or(typed.kind);
            let Some(said) = said else { continue };
            if let Some(Some(charset)) = &said.charset {
                typed.charset = Some(charset.clone());
            }
            if let Some(Some(language)) = &said.language {
                add(&mut typed.language, language);
            }
            if let Some(Some(coding)) = &said.coding {
                add(&mut typed.coding, coding);
            }
            if let Some(Some(handler)) = &said.handler {
                typed.handler = Some(handler.clone());
            }
        }
        typed
    }
}

fn add(list: &mut Option<Vec<u8>>, item: &[u8]) {
    match list {
        Some(list) => list.extend([b", ", item].concat()),
        None => *list = Some(item.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_count_together() {
        let mut mime = Mime::default();
        mime.edit(b".gz").coding = Some(Some(Arc::from(&b"x-gzip"[..])));
        mime.edit(b"PHP5").handler = Some(Some(Arc::from(&b"application/x-httpd-php"[..])));
        let usual = |extension: &[u8]| (extension == b"html").then_some("text/html");
        let typed = mime.of_name(b"/a/b.html.gz", &usual);
        assert_eq!((typed.kind.as_deref(), typed.coding.as_deref()), (Some(&b"text/html"[..]), Some(&b"x-gzip"[..])));
        assert_eq!(mime.of_name(b"x.html.nobody", &usual).kind.as_deref(), Some(&b"text/html"[..]));
        assert!(mime.of_name(b"x.php5", &usual).handler.is_some());
        assert_eq!(mime.of_name(b".html", &usual), Typed::default());
    }
}
