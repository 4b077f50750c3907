//! `curl_setopt()`: which kind of value each option of a transfer takes, and how it is handed to libcurl.

use std::ffi::CString;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;

use loxo_curl_sys::{Hook, OK};
use loxo_runtime::paths;
use loxo_runtime::{Callable, Cx, ErrorLevel, KeyRef, PhpArray, PhpObject, PhpResource, PhpResult, Value, convert};
use loxo_streams::{StreamRef, plain};

use crate::handle::{PROTOCOL_FILE, Target, set_text, set_url, state};
use crate::{form, numbers};

const HEADER_OUT: i64 = 2;
const VERBOSE: u32 = 41;
const SSL_VERIFYHOST: u32 = 81;
const PROTOCOLS: u32 = 181;
const REDIR_PROTOCOLS: u32 = 182;
const URL: u32 = 10002;
const CAINFO: u32 = 10065;
const PROTOCOLS_STR: u32 = 10318;
const REDIR_PROTOCOLS_STR: u32 = 10319;
const COOKIELIST: u32 = 10135;
const UNKNOWN_OPTION: i32 = 48;

/// `curl_setopt()`
pub(crate) fn curl_setopt(cx: &mut Cx, handle: &PhpObject, option: i64, value: &Value) -> PhpResult<bool> {
    set(cx, handle, option, value, false)
}

/// `curl_setopt_array()`
pub(crate) fn curl_setopt_array(cx: &mut Cx, handle: &PhpObject, options: &PhpArray) -> PhpResult<bool> {
    for (key, value) in options.iter() {
        let KeyRef::Int(option) = key else { return Err(cx.argument_value_error(2, "contains an invalid cURL option")) };
        if !set(cx, handle, option, value, true)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn set(cx: &mut Cx, handle: &PhpObject, option: i64, value: &Value, of_array: bool) -> PhpResult<bool> {
    let value = value.clone_deref();
    let status = match option {
        HEADER_OUT => header_out(cx, handle, &value)?,
        -1 => {
            if !convert::to_bool(cx, &value)? {
                let name = crate::function_name(cx);
                return Err(cx.value_error(format!("{name}(): Disabling safe uploads is no longer supported")));
            }
            Some(OK)
        }
        10001 | 10009 | 10029 | 10037 => file(cx, handle, option, &value)?,
        10015 => form::set(cx, handle, &value)?,
        10100 => match value.as_object().and_then(|object| Some((object, crate::share::of(object)?))) {
            Some((object, share)) => {
                let own = state(cx, handle)?;
                let status = own.easy.set_share(&share);
                own.share = Some(object.clone());
                Some(status)
            }
            None => Some(OK),
        },
        10103 => {
            let old = std::mem::replace(&mut state(cx, handle)?.private, value);
            drop(old);
            Some(OK)
        }
        19913 => {
            let target = if convert::to_bool(cx, &value)? { Target::Text } else { Target::Output };
            state(cx, handle)?.write = target;
            Some(OK)
        }
        19914 => Some(OK),
        20000..30000 => callback(cx, handle, option, &value, of_array)?,
        _ => match u32::try_from(option).ok() {
            Some(option) => plain_option(cx, handle, option, &value)?,
            None => None,
        },
    };
    // Without a status something has been said already, unless nobody knows the option.
    let Some(status) = status else {
        cx.check()?;
        if is_known(option) {
            return Ok(false);
        }
        state(cx, handle)?.status = UNKNOWN_OPTION;
        let message = if of_array { "must contain only valid cURL options" } else { "is not a valid cURL option" };
        return Err(cx.argument_value_error(2, message));
    };
    state(cx, handle)?.status = status;
    Ok(status == OK)
}

fn is_known(option: i64) -> bool {
    let Ok(number) = u32::try_from(option) else { return false };
    let tables = [numbers::NUMBERS, numbers::TEXTS, numbers::BLOBS];
    tables.iter().any(|table| table.binary_search(&number).is_ok())
        || numbers::LISTS.iter().any(|(known, _)| *known == number)
        || number == 10015
}

/// Options whose values libcurl takes as they are.
fn plain_option(cx: &mut Cx, handle: &PhpObject, option: u32, value: &Value) -> PhpResult<Option<i32>> {
    if numbers::NUMBERS.binary_search(&option).is_ok() {
        return number(cx, handle, option, value);
    }
    if numbers::TEXTS.binary_search(&option).is_ok() {
        return text(cx, handle, option, value);
    }
    if numbers::BLOBS.binary_search(&option).is_ok() {
        let data = if value.is_null() { None } else { Some(convert::to_string(cx, value)?) };
        return Ok(Some(state(cx, handle)?.easy.set_blob(option, data.as_deref())));
    }
    if let Some((_, name)) = numbers::LISTS.iter().find(|(known, _)| *known == option) {
        return list(cx, handle, option, name, value);
    }
    Ok(None)
}

fn number(cx: &mut Cx, handle: &PhpObject, option: u32, value: &Value) -> PhpResult<Option<i32>> {
    let mut number = convert::to_int(cx, value)?;
    if option == SSL_VERIFYHOST && number == 1 {
        cx.builtin_raise(ErrorLevel::Notice, "CURLOPT_SSL_VERIFYHOST no longer accepts the value 1, value 2 will be used instead");
        cx.check()?;
        number = 2;
    }
    let opens_files = (option == PROTOCOLS || option == REDIR_PROTOCOLS) && number & PROTOCOL_FILE != 0;
    if opens_files && !may_open_files(cx, "CURLPROTO_FILE") {
        return Ok(None);
    }
    Ok(Some(state(cx, handle)?.easy.set_number(option, number)))
}

/// `file://` is off where `open_basedir` is on.
fn may_open_files(cx: &mut Cx, name: &str) -> bool {
    let free = cx.ini_str("open_basedir").is_empty();
    if !free {
        cx.builtin_warning(format!("{name} cannot be activated when an open_basedir is set"));
    }
    free
}

fn text(cx: &mut Cx, handle: &PhpObject, option: u32, value: &Value) -> PhpResult<Option<i32>> {
    let easy = state(cx, handle)?.easy.clone();
    if value.is_null() && numbers::NEVER_NULL.binary_search(&option).is_err() && option != COOKIELIST {
        return Ok(Some(easy.set_text(option, None)));
    }
    let text = convert::to_string(cx, value)?;
    if numbers::FILES.binary_search(&option).is_ok() && !text.is_empty() && !paths::check_open_basedir(cx, &text, true) {
        return Ok(None);
    }
    if option == PROTOCOLS_STR || option == REDIR_PROTOCOLS_STR {
        let mut names = text.split(|b| *b == b',').map(<[u8]>::trim_ascii);
        if names.any(|name| name.eq_ignore_ascii_case(b"all") || name.eq_ignore_ascii_case(b"file"))
            && !may_open_files(cx, "The FILE protocol")
        {
            return Ok(None);
        }
    }
    if option == URL {
        return set_url(cx, &easy, &text).map(Some);
    }
    if option == CAINFO || numbers::FILES.binary_search(&option).is_ok() {
        // The library opens it, and sees nothing but the disk.
        let full = paths::absolute(cx, &text);
        let seen = loxo_files::system_path(paths::path_of(&full));
        if seen.as_os_str().as_bytes() != full {
            return set_text(cx, &easy, option, seen.as_os_str().as_bytes()).map(Some);
        }
    }
    set_text(cx, &easy, option, &text).map(Some)
}

fn list(cx: &mut Cx, handle: &PhpObject, option: u32, name: &str, value: &Value) -> PhpResult<Option<i32>> {
    let Some(given) = value.as_array() else {
        let function = crate::function_name(cx);
        return Err(cx.type_error(format!("{function}(): The {name} option must have an array value")));
    };
    let mut items = Vec::with_capacity(given.len());
    for item in given.values() {
        let item = convert::to_string(cx, item.deref())?;
        items.push(CString::new(item.split(|b| *b == 0).next().unwrap_or_default()).unwrap_or_default());
    }
    Ok(Some(state(cx, handle)?.easy.set_list(option, &items)))
}

/// `CURLINFO_HEADER_OUT`
fn header_out(cx: &mut Cx, handle: &PhpObject, value: &Value) -> PhpResult<Option<i32>> {
    let on = convert::to_bool(cx, value)?;
    let own = state(cx, handle)?;
    if own.debug.is_some() {
        return Err(cx.value_error("CURLINFO_HEADER_OUT option must not be set when the CURLOPT_DEBUGFUNCTION option is set"));
    }
    own.wants_sent = on;
    own.easy.hook(Hook::Debug, on);
    Ok(Some(own.easy.set_number(VERBOSE, i64::from(on))))
}

fn opened(cx: &mut Cx, resource: &PhpResource) -> PhpResult<StreamRef> {
    if let Some(stream) = loxo_streams::of_resource(resource).filter(|stream| !stream.is_closed()) {
        return Ok(stream);
    }
    let function = crate::function_name(cx);
    Err(cx.type_error(format!("{function}(): supplied resource is not a valid File-Handle resource")))
}

/// `r` alone is what cannot be written to.
fn may_write(stream: &StreamRef) -> bool {
    let mode = stream.mode.borrow();
    !mode.starts_with(b"r") || mode.get(1) == Some(&b'+')
}

/// Options that are streams.
fn file(cx: &mut Cx, handle: &PhpObject, option: i64, value: &Value) -> PhpResult<Option<i32>> {
    let resource = match value.as_resource() {
        Some(resource) => Some(resource.clone()),
        None if value.is_null() => None,
        None => {
            let function = crate::function_name(cx);
            return Err(cx.type_error(format!("{function}(): supplied argument is not a valid File-Handle resource")));
        }
    };
    let stream = match &resource {
        Some(resource) => Some(opened(cx, resource)?),
        None => None,
    };
    if let Some(stream) = &stream
        && option != 10009
        && !may_write(stream)
    {
        let function = crate::function_name(cx);
        return Err(cx.value_error(format!("{function}(): The provided file handle must be writable")));
    }
    let descriptor = match &stream {
        Some(stream) if option == 10037 => stream.fd(cx, false),
        _ => None,
    };
    let own = state(cx, handle)?;
    let mut status = OK;
    match option {
        10001 => own.write = resource.map_or(Target::Output, Target::Stream),
        10029 => own.header = resource.map_or(Target::Nowhere, Target::Stream),
        10009 => own.read_stream = resource,
        _ => {
            let copy = descriptor.and_then(|descriptor| plain::duplicate(&*descriptor).ok());
            if resource.is_some() && copy.is_none() {
                return Ok(Some(UNKNOWN_OPTION));
            }
            own.stderr = resource;
            status = own.easy.set_stderr(copy.map(File::from));
        }
    }
    Ok(Some(status))
}

/// Options that are callables.
fn callback(cx: &mut Cx, handle: &PhpObject, option: i64, value: &Value, of_array: bool) -> PhpResult<Option<i32>> {
    let name = match option {
        20011 => "CURLOPT_WRITEFUNCTION",
        20012 => "CURLOPT_READFUNCTION",
        20056 => "CURLOPT_PROGRESSFUNCTION",
        20079 => "CURLOPT_HEADERFUNCTION",
        20094 => "CURLOPT_DEBUGFUNCTION",
        20200 => "CURLOPT_FNMATCH_FUNCTION",
        20219 => "CURLOPT_XFERINFOFUNCTION",
        20312 => "CURLOPT_PREREQFUNCTION",
        20316 => "CURLOPT_SSH_HOSTKEYFUNCTION",
        _ => return Ok(None),
    };
    let callable: Option<Callable> = match value.is_null() {
        true => None,
        false => match (cx.hooks.callable)(cx, value)? {
            Ok(callable) => Some(callable),
            Err(why) => {
                let number = if of_array { 2 } else { 3 };
                return Err(cx.argument_type_error(number, format!("must be a valid callback for option {name}, {why}")));
            }
        },
    };
    let own = state(cx, handle)?;
    let on = callable.is_some();
    let easy = own.easy.clone();
    let status = match option {
        20011 => {
            own.write = callable.map_or(Target::Output, Target::Call);
            OK
        }
        20012 => {
            own.read_call = callable;
            OK
        }
        20056 => {
            own.progress = callable;
            // Without a callback of ours libcurl would show a meter.
            easy.hook(Hook::Progress, true)
        }
        20079 => {
            own.header = callable.map_or(Target::Nowhere, Target::Call);
            OK
        }
        20094 => {
            own.debug = callable;
            easy.hook(Hook::Debug, on)
        }
        20200 => {
            own.fnmatch = callable;
            easy.hook(Hook::Fnmatch, on)
        }
        20219 => {
            own.transfer_info = callable;
            easy.hook(Hook::TransferInfo, true)
        }
        20312 => {
            own.prereq = callable;
            easy.hook(Hook::Prereq, on)
        }
        // libcurl is built without SSH.
        _ => UNKNOWN_OPTION,
    };
    Ok(Some(status))
}
