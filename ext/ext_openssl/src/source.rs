//! Where certificates, keys and files come from: objects, text, paths.

use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::openssl::stack::Stack;
use loxo_openssl_sys::openssl::x509::{X509, X509Req};
use loxo_openssl_sys::store::Store;
use loxo_openssl_sys::{Key, cert, keep, key};
use loxo_runtime::paths;
use loxo_runtime::{Cx, ErrorLevel, PhpArray, PhpResult, PhpStr, Value, convert};

use crate::{errors, objects, settings};

const FILE: &[u8] = b"file://";

/// What a path belongs to, for messages: the number of the argument (0: an option of no argument), the option, and whether it is an element.
#[derive(Clone, Copy, Default)]
pub(crate) struct PathOrigin<'a> {
    pub argument: usize,
    pub option: Option<&'a str>,
    pub element: bool,
}

impl PathOrigin<'_> {
    pub(crate) fn argument(argument: usize) -> PathOrigin<'static> {
        PathOrigin { argument, ..PathOrigin::default() }
    }
}

/// The absolute path of a file that may be used; `None`: it may not, and a warning said so.
pub(crate) fn path(cx: &mut Cx, path: &[u8], place: PathOrigin<'_>) -> PhpResult<Option<Vec<u8>>> {
    if path.is_empty() {
        return Ok(Some(Vec::new()));
    }
    if path.contains(&0) {
        const WHY: &str = "must not contain any null bytes";
        return match (place.argument, place.option) {
            (0, option) => {
                let kind = if place.element { "array item" } else { "option" };
                warn(cx, format!("Path for {} {kind} {WHY}", option.unwrap_or("unknown")))?;
                Ok(None)
            }
            (number, Some(option)) if place.element => Err(cx.argument_value_error(number, format!("option {option} array item {WHY}"))),
            (number, None) if place.element => Err(cx.argument_value_error(number, format!("array item {WHY}"))),
            (number, Some(option)) => Err(cx.argument_value_error(number, format!("option {option} {WHY}"))),
            (number, None) => Err(cx.argument_value_error(number, WHY)),
        };
    }
    let expanded = paths::expand(cx, path);
    if expanded.len() >= paths::MAX_PATH {
        const WHY: &str = "must be a valid file path";
        let name = place.argument.checked_sub(1).and_then(|index| Some(cx.active?.params.get(index)?.name));
        match name {
            Some(name) => cx.builtin_raise_about(ErrorLevel::Warning, name.as_bytes(), WHY),
            None => cx.builtin_warning(format!("Path for {} option {WHY}", place.option.unwrap_or("unknown"))),
        }
        cx.check()?;
        return Ok(None);
    }
    let allowed = paths::check_open_basedir(cx, &expanded, true);
    cx.check()?;
    Ok(allowed.then_some(expanded))
}

/// A warning of the running builtin.
pub(crate) fn warn(cx: &mut Cx, message: impl AsRef<[u8]>) -> PhpResult<()> {
    cx.builtin_warning(message);
    cx.check()
}

/// Text to read from: the file that `file://` names, or the text itself.
fn input(cx: &mut Cx, text: &[u8], place: PathOrigin<'_>) -> PhpResult<Option<Bio>> {
    if text.len() <= FILE.len() || !text.starts_with(FILE) {
        return Ok(Bio::of_bytes(text));
    }
    let Some(path) = path(cx, &text[FILE.len()..], place)? else { return Ok(None) };
    Ok(errors::noted(cx, Bio::open(&path, true)))
}

/// A certificate in text.
fn cert_of_text(cx: &mut Cx, text: &[u8], place: PathOrigin<'_>) -> PhpResult<Option<X509>> {
    let Some(input) = input(cx, text, place)? else { return Ok(None) };
    Ok(errors::noted(cx, cert::read(&input)))
}

/// A certificate: an object, or text.
pub(crate) fn certificate(cx: &mut Cx, value: &Value, place: PathOrigin<'_>) -> PhpResult<Option<X509>> {
    let value = value.deref();
    if let Some(cert) = value.as_object().and_then(objects::certificate) {
        return Ok(Some(cert));
    }
    let text = convert::to_string(cx, value)?;
    cert_of_text(cx, &text, place)
}

/// As [`certificate`] of an argument, with a warning if there is none.
pub(crate) fn needed_certificate(cx: &mut Cx, value: &Value, argument: usize) -> PhpResult<Option<X509>> {
    let found = certificate(cx, value, PathOrigin::argument(argument));
    // PHP says so even when an exception is on its way, though not to a handler, which does not run then.
    let heard = found.is_ok() || cx.errors.handler.is_none();
    if heard && !matches!(found, Ok(Some(_))) {
        cx.builtin_warning("X.509 Certificate cannot be retrieved");
        cx.check()?;
    }
    found
}

/// A request: an object, or text.
pub(crate) fn request(cx: &mut Cx, value: &Value, argument: usize) -> PhpResult<Option<Rc<X509Req>>> {
    let value = value.deref();
    if let Some(request) = value.as_object().and_then(objects::request) {
        return Ok(Some(request));
    }
    let text = convert::to_string(cx, value)?;
    let Some(input) = input(cx, &text, PathOrigin::argument(argument))? else { return Ok(None) };
    Ok(errors::noted(cx, cert::read_request(&input)).map(Rc::new))
}

/// Certificates of one value or of an array of them. `None`: one of them is none.
pub(crate) fn certificates(cx: &mut Cx, value: &Value, place: PathOrigin<'_>) -> PhpResult<Option<Stack<X509>>> {
    let Some(mut stack) = keep(Stack::new()) else { return Ok(None) };
    let value = value.deref();
    let (list, element) = match value.as_array() {
        Some(list) => (list.clone(), true),
        None => (PhpArray::from_values([value.clone()]), false),
    };
    for member in list.values() {
        let Some(cert) = certificate(cx, member, PathOrigin { element, ..place })? else { return Ok(None) };
        let _ = stack.push(cert);
    }
    Ok(Some(stack))
}

/// A private key, with the passphrase that goes with it unless an array brings its own.
pub(crate) fn private_key(cx: &mut Cx, value: &Value, passphrase: Option<&[u8]>, argument: usize) -> PhpResult<Option<Key>> {
    any_key(cx, value, passphrase, argument, false)
}

/// A public key: of a key, or of a certificate.
pub(crate) fn public_key(cx: &mut Cx, value: &Value, argument: usize) -> PhpResult<Option<Key>> {
    any_key(cx, value, None, argument, true)
}

fn any_key(cx: &mut Cx, value: &Value, passphrase: Option<&[u8]>, argument: usize, public: bool) -> PhpResult<Option<Key>> {
    const FORM: &str = "Key array must be of the form array(0 => key, 1 => phrase)";
    let value = value.deref();
    let Some(pair) = value.as_array() else { return one_key(cx, value, passphrase, argument, public) };
    let Some(own) = pair.get_int(1).map(Value::clone_deref) else { return Err(cx.value_error(FORM)) };
    let own = convert::to_string(cx, &own)?;
    let Some(inner) = pair.get_int(0).map(Value::clone_deref) else { return Err(cx.value_error(FORM)) };
    one_key(cx, &inner, Some(&own), argument, public)
}

fn one_key(cx: &mut Cx, value: &Value, passphrase: Option<&[u8]>, argument: usize, public: bool) -> PhpResult<Option<Key>> {
    if let Some((key, private)) = value.as_object().and_then(objects::key) {
        return match (public, private) {
            (false, false) => warn(cx, "Supplied key param is a public key").map(|()| None),
            (true, true) => warn(cx, "Don't know how to get public key from this private key").map(|()| None),
            _ => Ok(Some(key)),
        };
    }
    if let Some(cert) = value.as_object().and_then(objects::certificate) {
        return Ok(if public { errors::noted(cx, cert::key_of(&cert)) } else { None });
    }
    if !value.is_string() && !value.is_object() {
        return Ok(None);
    }
    let text = convert::to_string(cx, value)?;
    let place = PathOrigin::argument(argument);
    if !public {
        let Some(input) = input(cx, &text, place)? else { return Ok(None) };
        return Ok(errors::noted(cx, key::read_private(&input, passphrase)));
    }
    // A file that may not be read is reported once.
    if let Some(name) = text.strip_prefix(FILE).filter(|name| !name.is_empty())
        && path(cx, name, place)?.is_none()
    {
        return Ok(None);
    }
    let mark = errors::mark(cx);
    if let Some(cert) = cert_of_text(cx, &text, place)? {
        return Ok(errors::noted(cx, cert::key_of(&cert)));
    }
    // No certificate: that is no error if it is a key.
    errors::restore(cx, mark);
    let Some(input) = input(cx, &text, place)? else { return Ok(None) };
    Ok(errors::noted(cx, key::read_public(&input)))
}

/// As [`private_key`] without passphrase, with a warning if there is none.
pub(crate) fn needed_private_key(cx: &mut Cx, value: &Value, argument: usize, message: &str) -> PhpResult<Option<Key>> {
    let key = private_key(cx, value, Some(b""), argument)?;
    if key.is_none() {
        warn(cx, message)?;
    }
    Ok(key)
}

/// Opens the file of an argument for reading.
pub(crate) fn open(cx: &mut Cx, name: &[u8], argument: usize, binary: bool) -> PhpResult<Option<Bio>> {
    let Some(path) = path(cx, name, PathOrigin::argument(argument))? else { return Ok(None) };
    Ok(errors::noted(cx, Bio::open(&path, binary)))
}

/// Opens the file of an argument for writing.
pub(crate) fn create(cx: &mut Cx, name: &[u8], argument: usize, binary: bool) -> PhpResult<Option<Bio>> {
    let Some(path) = path(cx, name, PathOrigin::argument(argument))? else { return Ok(None) };
    Ok(errors::noted(cx, Bio::create(&path, binary)))
}

/// All certificates of a file; warnings tell why there are none.
pub(crate) fn all_certificates(cx: &mut Cx, name: &[u8], argument: usize) -> PhpResult<Option<Stack<X509>>> {
    let Some(path) = path(cx, name, PathOrigin::argument(argument))? else { return Ok(None) };
    let Some(input) = errors::noted(cx, Bio::open(&path, true)) else {
        warn(cx, [b"Error opening the file, ", &path[..]].concat())?;
        return Ok(None);
    };
    let Some(certs) = errors::noted(cx, cert::read_all(&input)) else {
        warn(cx, [b"Error reading the file, ", &path[..]].concat())?;
        return Ok(None);
    };
    if certs.is_empty() {
        warn(cx, [b"No certificates in file, ", &path[..]].concat())?;
        return Ok(None);
    }
    Ok(Some(certs))
}

/// The certificates that are trusted: those of files and directories of an array, or the system's.
pub(crate) fn store(cx: &mut Cx, list: &PhpArray, argument: usize) -> PhpResult<Option<Store>> {
    let Some(store) = errors::noted(cx, Store::new()) else { return Ok(None) };
    let (mut files, mut directories) = (0, 0);
    for item in list.values() {
        let name = convert::to_string(cx, item.deref())?;
        let Some(path) = path(cx, &name, PathOrigin { argument, element: true, option: None })? else { continue };
        match loxo_files::about(paths::path_of(&path)) {
            Err(_) => warn(cx, [b"Unable to stat ", &path[..]].concat())?,
            Ok(about) if about.is_file() => match store.add_file(loxo_files::system_path(paths::path_of(&path)).as_os_str().as_bytes()) {
                true => files += 1,
                false => {
                    errors::store(cx);
                    warn(cx, [b"Error loading file ", &path[..]].concat())?;
                }
            },
            Ok(_) => match store.add_directory(&path) {
                true => directories += 1,
                false => {
                    errors::store(cx);
                    warn(cx, [b"Error loading directory ", &path[..]].concat())?;
                }
            },
        }
    }
    if files == 0 && !store.add_file(&settings::trusted_file()) {
        errors::store(cx);
    }
    if directories == 0 && !store.add_directory(&settings::trusted_directory()) {
        errors::store(cx);
    }
    Ok(Some(store))
}

/// The string of an option, if it is one.
pub(crate) fn text_option(options: &PhpArray, name: &str) -> Option<PhpStr> {
    options.get_bytes(name.as_bytes()).and_then(|value| value.deref().as_str().cloned())
}
