//! Errors as they are shown, handled and chained.

use loxo_value::{PhpStr, Value};

use super::{Seen, context, thrown};
use crate::{Cx, Ending, ErrorLevel, throwable_slot, throwable_to_string};

fn body(cx: &mut Cx, seen: &std::cell::RefCell<Seen>) -> String {
    cx.flush_output();
    String::from_utf8_lossy(&seen.borrow().body).into_owned()
}

fn with_settings(settings: &[(&str, &str)]) -> (Cx, std::rc::Rc<std::cell::RefCell<Seen>>) {
    let (mut cx, seen) = context(false);
    cx.ini_set(b"html_errors", b"0").expect("a setting");
    for (name, value) in settings {
        cx.ini_set(name.as_bytes(), value.as_bytes()).expect("a setting");
    }
    (cx, seen)
}

#[test]
fn displayed() {
    let cases: [(&[(&str, &str)], &str); 6] = [
        (&[], "\nWarning: a<b in t.php on line 7\n"),
        (&[("html_errors", "1")], "<br />\n<b>Warning</b>:  a<b in <b>t.php</b> on line <b>7</b><br />\n"),
        (&[("error_prepend_string", "<<"), ("error_append_string", ">>")], "<<\nWarning: a<b in t.php on line 7\n>>"),
        (&[("display_errors", "0")], ""),
        (&[("display_errors", "off")], ""),
        (&[("error_reporting", "8")], ""),
    ];
    for (settings, expected) in cases {
        let (mut cx, seen) = with_settings(settings);
        cx.warning("a<b");
        assert_eq!(body(&mut cx, &seen), expected, "{settings:?}");
        assert_eq!(cx.errors.last.as_ref().map(|last| last.message.to_string()), Some("a<b".into()));
    }
}

#[test]
fn links_to_the_manual() {
    let (mut cx, seen) = with_settings(&[("html_errors", "1"), ("docref_root", "/m/"), ("docref_ext", ".html")]);
    cx.construct_raise(ErrorLevel::Warning, "require_once", "a<b", "No \"such\" file");
    let expected = "<br />\n<b>Warning</b>:  require_once(a&lt;b) [<a href='/m/function.require-once.html'>function.require-once.html</a>]: \
                    No &quot;such&quot; file in <b>t.php</b> on line <b>7</b><br />\n";
    assert_eq!(body(&mut cx, &seen), expected);
}

#[test]
fn logged() {
    let (mut cx, seen) = with_settings(&[("display_errors", "0"), ("log_errors", "1")]);
    cx.raise(ErrorLevel::UserDeprecated, "old");
    assert_eq!(seen.borrow().log, ["PHP Deprecated:  old in t.php on line 7"]);
}

#[test]
fn fatal_errors_end_the_request() {
    let (mut cx, seen) = with_settings(&[("display_errors", "0")]);
    cx.fatal("end");
    assert_eq!((cx.ending, cx.info.exit_status, cx.info.status), (Some(Ending::Fatal), 255, 500));
    assert_eq!(body(&mut cx, &seen), "");
}

#[test]
fn handlers() {
    let cases = [
        ("print_error", u32::MAX, "<2 m t.php 7>"),
        ("print_error", 8, "\nWarning: m in t.php on line 7\n"),
        ("refuse", u32::MAX, "\nWarning: m in t.php on line 7\n"),
        ("warns", u32::MAX, "\nWarning: inner in t.php on line 7\n"),
        ("no_such", u32::MAX, "\nWarning: m in t.php on line 7\n"),
    ];
    for (handler, levels, expected) in cases {
        let (mut cx, seen) = with_settings(&[]);
        cx.errors.handler = Some((Value::bytes(handler.as_bytes()), levels));
        cx.warning("m");
        assert_eq!(body(&mut cx, &seen), expected, "{handler}");
        assert!(cx.errors.handler.is_some() && !cx.errors.in_handler);
    }
}

#[test]
fn handlers_that_throw() {
    let (mut cx, _) = with_settings(&[]);
    cx.errors.handler = Some((Value::bytes(b"throws"), u32::MAX));
    cx.notice("n");
    assert!(cx.check().is_err());
    assert_eq!(thrown(&mut cx), Some(("Error".into(), "thrown for: n".into())));
}

#[test]
fn uncaught() {
    let (mut cx, seen) = with_settings(&[]);
    cx.throw_error("first");
    // An error of the engine does not join it, what a program throws does.
    cx.throw_error("unheard");
    let class = cx.builtin_class("ValueError");
    let second = cx.new_exception(class, b"second", 0);
    cx.throw_object(second);
    cx.handle_uncaught();
    let expected = "PHP_EOL_Fatal error: Uncaught Error: first in t.php:7\nStack trace:\n#0 {main}\n\nNext ValueError: second in t.php:7\nStack trace:\n\
                    #0 {main}\n  thrown in t.php on line 7\n";
    assert_eq!(body(&mut cx, &seen), expected.replace("PHP_EOL_", "\n"));
    assert!(cx.exception.is_none());
    assert_eq!(cx.ending, Some(Ending::Exit));
}

#[test]
fn exception_handlers() {
    let (mut cx, seen) = with_settings(&[]);
    cx.errors.exception_handler = Some(Value::bytes(b"handles"));
    cx.throw_error("it");
    cx.handle_uncaught();
    assert_eq!(body(&mut cx, &seen), "handled it");
    assert!(cx.errors.exception_handler.is_some() && cx.exception.is_none());
}

#[test]
fn parse_errors_look_like_errors() {
    let (mut cx, seen) = with_settings(&[]);
    cx.throw_at("ParseError", "syntax error", "p.php", 3);
    cx.handle_uncaught();
    assert_eq!(body(&mut cx, &seen), "\nParse error: syntax error in p.php on line 3\n");
}

#[test]
fn previous_exceptions_form_no_circle() {
    let (mut cx, _) = with_settings(&[]);
    let class = cx.builtin_class("Exception");
    let (a, b) = (cx.new_exception(class, b"a", 0), cx.new_exception(class, b"b", 0));
    cx.throw_object(a.clone());
    cx.throw_object(b.clone());
    cx.throw_object(a.clone());
    assert!(a.slot(throwable_slot::PREVIOUS).is_null());
    assert_eq!(b.slot(throwable_slot::PREVIOUS).as_object(), Some(&a));
    cx.exception = None;
    a.slot_mut(throwable_slot::PREVIOUS).assign(Value::object(b.clone()));
    let text = throwable_to_string(&mut cx, &a).expect("text");
    assert_eq!(text.to_str_lossy().matches("Stack trace").count(), 2);
}

#[test]
fn repeated_errors() {
    let (mut cx, seen) = with_settings(&[("ignore_repeated_errors", "1")]);
    cx.warning("m");
    cx.warning("m");
    cx.warning("n");
    assert_eq!(body(&mut cx, &seen), "\nWarning: m in t.php on line 7\n\nWarning: n in t.php on line 7\n");
}

#[test]
fn settings_are_restored() {
    let (mut cx, _) = with_settings(&[]);
    assert_eq!(cx.precision, 14);
    let old = cx.ini_set(b"precision", b"5").expect("a setting");
    assert_eq!((old.as_deref(), cx.precision), (Some(&b"14"[..]), 5));
    assert!(cx.ini_set(b"precision", b"-2").is_err() && cx.ini_set(b"no.such", b"1").is_err());
    assert!(cx.ini_set(b"post_max_size", b"1M").is_err(), "per directory only");
    cx.ini_restore(b"precision");
    assert_eq!((cx.precision, cx.ini.is_changed(b"precision")), (14, false));
    cx.set_error_reporting(8);
    assert_eq!((&cx.ini_str("error_reporting")[..], cx.errors.reporting), (&b"8"[..], 8));
    assert_eq!(cx.ini.get(b"auto_prepend_file"), Some(&None));
    let names: Vec<&str> = cx.ini.all().map(|row| row.0).collect();
    assert!(names.is_sorted_by_key(|name| name.to_ascii_lowercase()) && names.len() > 80);
}

#[test]
fn quoting_in_traces() {
    let (mut cx, _) = with_settings(&[]);
    let frame: loxo_value::PhpArray = {
        let mut frame = loxo_value::PhpArray::new();
        frame.set_bytes(b"function", Value::bytes(b"f"));
        let args: Vec<Value> = vec![
            Value::int(1),
            Value::float(1.5),
            Value::NULL,
            Value::TRUE,
            Value::bytes(b"a long string with\nmore"),
            Value::EMPTY_ARRAY,
            Value::string(PhpStr::from("x\ty\\z\u{1}")),
        ];
        frame.set_bytes(b"args", Value::array(loxo_value::PhpArray::from_values(args)));
        frame
    };
    let trace = loxo_value::PhpArray::from_values([Value::array(frame)]);
    let text = crate::trace_to_string(&mut cx, &trace, true);
    let expected = "#0 [internal function]: f(1, 1.5, NULL, true, 'a long string w...', Array, 'x\\ty\\\\z\\x01')\n#1 {main}";
    assert_eq!(text.to_str_lossy(), expected);
}
