//! Where the catalogue of a language is: as the C library looks for it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use loxo_runtime::Cx;
use loxo_runtime::locale::{self, CATEGORIES};
use loxo_runtime::paths;

use crate::catalogue::Catalogue;

/// The languages that are wanted, best first. `None`: messages stay what they are.
pub fn languages(cx: &mut Cx, category: i64) -> Option<Vec<String>> {
    let locale = locale::name(cx, category)?;
    if locale == "C" || locale.starts_with("C.") {
        return None;
    }
    let listed = loxo_runtime::environment::variable(cx, b"LANGUAGE").and_then(|list| String::from_utf8(list).ok());
    let list = listed.filter(|list| !list.is_empty()).unwrap_or(locale);
    let names = list.split(':').filter(|name| !name.is_empty()).take_while(|name| !matches!(*name, "C" | "POSIX"));
    // A language is no path.
    Some(names.filter(|name| !name.contains('/') && !name.contains("..")).map(str::to_string).collect())
}

/// An encoding's name as directories may have it: `utf8` of `UTF-8`, `iso88591` of `ISO-8859-1`.
fn normalized(encoding: &str) -> String {
    let name: String = encoding.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    if name.bytes().all(|byte| byte.is_ascii_digit()) { format!("iso{name}") } else { name }
}

/// The name, then what is less exact: `de_DE.UTF-8`, `de_DE.utf8`, `de_DE`, `de.UTF-8`, `de.utf8`, `de`; those with a modifier first.
fn variants(name: &str) -> Vec<String> {
    let (rest, modifier) = name.split_once('@').map_or((name, None), |(rest, modifier)| (rest, Some(modifier)));
    let (rest, encoding) = rest.split_once('.').map_or((rest, None), |(rest, encoding)| (rest, Some(encoding)));
    let (language, territory) = rest.split_once('_').map_or((rest, None), |(language, territory)| (language, Some(territory)));
    let mut encodings = Vec::new();
    if let Some(encoding) = encoding {
        encodings.push(format!(".{encoding}"));
        encodings.push(format!(".{}", normalized(encoding)));
        encodings.dedup();
    }
    encodings.push(String::new());
    let with = |part: Option<&str>, mark: char| part.map(|part| format!("{mark}{part}")).into_iter().chain([String::new()]);
    let mut out = Vec::new();
    for modifier in with(modifier, '@') {
        for territory in with(territory, '_') {
            out.extend(encodings.iter().map(|encoding| format!("{language}{territory}{encoding}{modifier}")));
        }
    }
    out
}

/// Paths at which a language's catalogue may be, best first.
pub fn files(directory: &[u8], language: &str, category: i64, domain: &[u8]) -> Vec<Vec<u8>> {
    let Some((category, _)) = CATEGORIES.iter().find(|(_, number)| i64::from(*number) == category) else { return Vec::new() };
    let path = |variant: String| [directory, b"/", variant.as_bytes(), b"/", category.as_bytes(), b"/", domain, b".mo"].concat();
    variants(language).into_iter().map(path).collect()
}

/// A file as it was when it was read.
struct Known {
    changed: Option<SystemTime>,
    length: u64,
    catalogue: Option<Arc<Catalogue>>,
}

/// All requests share what was read.
static KNOWN: LazyLock<Mutex<HashMap<PathBuf, Known>>> = LazyLock::new(Mutex::default);

/// The catalogue in a file, if there is one.
pub fn load(path: &[u8]) -> Option<Arc<Catalogue>> {
    let path = paths::path_of(path).to_path_buf();
    let about = loxo_files::about(&path).ok().filter(loxo_files::About::is_file)?;
    let (changed, length) = (Some(about.modified), about.size);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = known.get(&path)
        && (file.changed, file.length) == (changed, length)
    {
        return file.catalogue.clone();
    }
    let catalogue = loxo_files::read(&path).ok().and_then(Catalogue::new).map(Arc::new);
    known.insert(path, Known { changed, length, catalogue: catalogue.clone() });
    catalogue
}

#[cfg(test)]
mod tests {
    use super::variants;

    #[test]
    fn languages_become_less_exact() {
        assert_eq!(variants("de_DE.UTF-8"), ["de_DE.UTF-8", "de_DE.utf8", "de_DE", "de.UTF-8", "de.utf8", "de"]);
        assert_eq!(variants("de@euro"), ["de@euro", "de"]);
        assert_eq!(variants("x.8859"), ["x.8859", "x.iso8859", "x"]);
    }
}
