//! `$_GET` and its sisters.

use loxo_base::base64;
use loxo_value::{PhpArray, PhpStr, Value};

use super::form::{Form, refusal, startup_warning};
use super::variables::Refused;
use super::{BodyRules, VariableRules, parse_body, parse_cookies, parse_query};
use crate::Cx;

/// The superglobals of a request, by name and in the order in which they come about. Reads the body of a POST. `$argv` and `$argc` are
/// among them if the program is to have them.
pub fn superglobals(cx: &mut Cx) -> Vec<(&'static str, Value)> {
    let order = cx.ini_str("variables_order").to_ascii_uppercase();
    let has = |letter: u8| order.contains(&letter);
    let rules = VariableRules::of(cx);
    let mut get = PhpArray::new();
    let query = cx.info.web.query.clone().unwrap_or_default();
    let form = posted(cx, has(b'P'));
    if has(b'G') && !query.is_empty() {
        let parsed = parse_query(&mut get, &query, &cx.ini_str("arg_separator.input"), &rules);
        report(cx, parsed, &rules);
    }
    let mut cookie = PhpArray::new();
    if has(b'C') {
        let header = std::mem::take(&mut cx.info.web.cookie);
        let parsed = parse_cookies(&mut cookie, &header, &rules);
        cx.info.web.cookie = header;
        report(cx, parsed, &rules);
    }
    let env = if has(b'E') { environment() } else { PhpArray::new() };
    let (server, argv) = server(cx, has(b'S'));
    let request_order = cx.ini_str("request_order");
    let request = merged(if request_order.is_empty() { &order } else { &request_order }, &get, &form.post, &cookie);
    let mut all = vec![
        ("_GET", Value::array(get)),
        ("_POST", Value::array(form.post)),
        ("_COOKIE", Value::array(cookie)),
        ("_FILES", Value::array(form.files)),
    ];
    if let Some(argv) = argv {
        let count = Value::int(argv.len() as i64);
        all.extend([("argv", Value::array(argv)), ("argc", count)]);
    }
    all.extend([("_SERVER", Value::array(server)), ("_ENV", Value::array(env)), ("_REQUEST", Value::array(request))]);
    all
}

fn report(cx: &mut Cx, parsed: Result<(), Refused>, rules: &VariableRules) {
    if let Some(message) = refusal(cx, parsed, rules) {
        startup_warning(cx, message.as_bytes());
    }
}

/// A POST's body is read even if nobody wants its variables.
fn posted(cx: &mut Cx, wanted: bool) -> Form {
    let web = &cx.info.web;
    let Some(content_type) = web.content_type.clone() else { return Form::default() };
    if web.method != b"POST" || !cx.ini_bool("enable_post_data_reading") {
        return Form::default();
    }
    let length = web.content_length;
    let rules = BodyRules::of(cx);
    // A handler that throws has nobody to throw to yet.
    let form = parse_body(cx, &content_type, length, &rules).unwrap_or_default();
    if wanted { form } else { Form { files: form.files, ..Form::default() } }
}

/// `$_ENV`: the same for all requests, so it is made once for each thread.
fn environment() -> PhpArray {
    thread_local!(static ENVIRONMENT: PhpArray = process_environment().into_immortal().unwrap_or_default());
    ENVIRONMENT.with(PhpArray::clone)
}

fn process_environment() -> PhpArray {
    let mut env = PhpArray::new();
    let is_plain = |name: &[u8]| !name.is_empty() && !name.iter().any(|b| matches!(b, b' ' | b'.' | b'['));
    for (name, value) in crate::environment::VARIABLES.iter().filter(|(name, _)| is_plain(name)) {
        env.set_sym(name, Value::bytes(value));
    }
    env
}

/// A `Proxy:` header must not pass for the environment variable that many programs obey.
fn guard_proxy(array: &mut PhpArray) {
    use std::os::unix::ffi::OsStrExt;
    let name = b"HTTP_PROXY";
    if array.get_bytes(name).is_some() {
        match std::env::var_os("HTTP_PROXY") {
            Some(value) => array.set_bytes(name, Value::bytes(value.as_bytes())),
            None => drop(array.remove_bytes(name)),
        }
    }
}

/// `$_SERVER`, and `$argv` for the command line.
fn server(cx: &mut Cx, wanted: bool) -> (PhpArray, Option<PhpArray>) {
    let with_args = cx.ini_bool("register_argc_argv");
    let on_command_line = !cx.info.argv.is_empty();
    let words = |text: &[u8]| PhpArray::from_values(text.split(|b| *b == b'+').map(Value::bytes));
    let args = match &cx.info.web.query {
        _ if on_command_line => PhpArray::from_values(cx.info.argv.iter().map(|arg| Value::bytes(arg))),
        Some(query) if !query.is_empty() => words(query),
        _ => PhpArray::new(),
    };
    let globals = (with_args && on_command_line).then(|| args.clone());
    if !wanted {
        return (PhpArray::new(), globals);
    }
    let mut server = PhpArray::hash_with_capacity(cx.info.server.len() + 8);
    for (name, value) in cx.info.server.iter() {
        server.set_sym(name, Value::bytes(value));
    }
    authentication(&mut server, &cx.info.web.authorization);
    let time = cx.info.start_time;
    server.set_bytes(b"REQUEST_TIME_FLOAT", Value::float(time));
    server.set_bytes(b"REQUEST_TIME", Value::int(time as i64));
    if with_args {
        let count = args.len() as i64;
        server.set_bytes(b"argv", Value::array(args));
        server.set_bytes(b"argc", Value::int(count));
    }
    if !on_command_line {
        guard_proxy(&mut server);
    }
    (server, globals)
}

/// `PHP_AUTH_USER` and the like.
fn authentication(server: &mut PhpArray, header: &[u8]) {
    let prefix = |name: &[u8]| header.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    if prefix(b"Basic ") {
        let decoded = base64::decode_lenient(&header[6..]);
        if let Some(colon) = decoded.iter().position(|b| *b == b':') {
            server.set_bytes(b"PHP_AUTH_USER", Value::bytes(&decoded[..colon]));
            server.set_bytes(b"PHP_AUTH_PW", Value::bytes(&decoded[colon + 1..]));
        }
    } else if prefix(b"Digest ") {
        server.set_bytes(b"PHP_AUTH_DIGEST", Value::string(PhpStr::new(&header[7..])));
    }
}

/// `$_REQUEST`
fn merged(order: &[u8], get: &PhpArray, post: &PhpArray, cookie: &PhpArray) -> PhpArray {
    let mut all = PhpArray::new();
    let mut done = Vec::new();
    for letter in order.to_ascii_uppercase() {
        let source = match letter {
            b'G' => get,
            b'P' => post,
            b'C' => cookie,
            _ => continue,
        };
        if !done.contains(&letter) {
            done.push(letter);
            merge(&mut all, source);
        }
    }
    all
}

/// Arrays under one key are merged, other values replaced. Recursion is bounded by `max_input_nesting_level`, or by the native stack.
fn merge(into: &mut PhpArray, from: &PhpArray) {
    for (key, value) in from.iter() {
        match value.as_array() {
            Some(inner) if !loxo_base::stack::exhausted() => {
                let slot = into.entry_ref(key);
                match slot.as_array_mut() {
                    Some(existing) => merge(existing, inner),
                    None => *slot = value.clone(),
                }
            }
            _ => into.set_ref(key, value.clone()),
        }
    }
}
