//! Runs facts.txt. `LOXO_BLESS=1` asks the reference (`LOXO_REFERENCE`, or where xtask installs it) for it again.

use std::cmp::Ordering;

use loxo_value::{PhpArray, PhpStr, Value};

use super::literal::{escape, read, show};
use super::{context, thrown};
use crate::ini::{self, IniEvent, IniMode, IniNames};
use crate::{Cx, PhpResult, compare, convert, link, operators, types};

#[test]
fn facts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/facts.txt");
    if std::env::var_os("LOXO_BLESS").is_some() {
        bless(path);
    }
    let facts = std::fs::read_to_string(path).expect("facts.txt");
    let mut failures = Vec::new();
    for line in facts.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let (&expected, fields) = fields.split_last().expect("fields");
        let found = check(fields, expected);
        if found != expected {
            failures.push(format!("{}\n   php: {expected}\n  loxo: {found}", fields.join("  ")));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} facts differ:\n{}",
        failures.len(),
        facts.lines().count(),
        failures[..failures.len().min(60)].join("\n")
    );
}

fn bless(path: &str) {
    let home = std::env::var("HOME").unwrap_or_default();
    let php = std::env::var("LOXO_REFERENCE").unwrap_or_else(|_| format!("{home}/.cache/loxo-reference/bin/php84"));
    let script = path.replace("facts.txt", "facts.php");
    let output = std::process::Command::new(php).args(["-n", &script]).output().expect("the reference runs");
    std::fs::write(path, output.stdout).expect("facts.txt is writable");
}

/// What we make of a fact, in the words of facts.php.
fn check(fields: &[&str], expected: &str) -> String {
    let (mut cx, seen) = context(false);
    cx.ini_set(b"display_errors", b"0").expect("a setting");
    cx.ini_set(b"log_errors", b"1").expect("a setting");
    let result = match fields {
        [kind @ ("nat" | "natcase" | "ini" | "quantity"), rest @ ..] => return check_text(&mut cx, kind, rest, expected),
        ["weak", ty, v] => weak(&mut cx, ty, v),
        [op, v] => unary(&mut cx, op, v),
        [op, l, r] => binary(&mut cx, op, l, r),
        _ => panic!("{fields:?}"),
    };
    let outcome = match result {
        Ok(Some(v)) => show(&v),
        Ok(None) => "no".into(),
        Err(_) => thrown(&mut cx).map_or("?".into(), |(class, message)| format!("{class}! {message}")),
    };
    let notes = seen.borrow().log.iter().map(|line| note(line)).collect::<Vec<_>>();
    let all: Vec<String> = notes.into_iter().chain([outcome]).collect();
    escape_controls(&all.join(" | "))
}

fn escape_controls(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_control() { escape(&[c as u8], false) } else { c.to_string() }).collect()
}

/// The level and message out of a line of the log.
fn note(line: &str) -> String {
    let line = line.strip_prefix("PHP ").unwrap_or(line);
    line.strip_suffix(" in t.php on line 7").unwrap_or(line).replacen(":  ", ": ", 1)
}

fn binary(cx: &mut Cx, op: &str, l: &str, r: &str) -> PhpResult<Option<Value>> {
    use operators as o;
    let (l, r) = (&read(cx, l), &read(cx, r));
    let v = match op {
        "+" => o::add(cx, l, r),
        "-" => o::sub(cx, l, r),
        "*" => o::mul(cx, l, r),
        "/" => o::div(cx, l, r),
        "%" => o::modulo(cx, l, r),
        "**" => o::pow(cx, l, r),
        "." => o::concat(cx, l, r),
        "&" => o::bit_and(cx, l, r),
        "|" => o::bit_or(cx, l, r),
        "^" => o::bit_xor(cx, l, r),
        "<<" => o::shl(cx, l, r),
        ">>" => o::shr(cx, l, r),
        "==" => compare::loose_equal(cx, l, r).map(Value::bool),
        "===" => compare::strict_equal(cx, l, r).map(Value::bool),
        "<" => compare::less(cx, l, r).map(Value::bool),
        "<=" => compare::less_equal(cx, l, r).map(Value::bool),
        "<=>" => compare::compare(cx, l, r).map(|n| Value::int(i64::from(n))),
        _ => panic!("{op}"),
    };
    v.map(Some)
}

fn unary(cx: &mut Cx, op: &str, v: &str) -> PhpResult<Option<Value>> {
    let mut v = read(cx, v);
    let v = match op {
        "(int)" => convert::to_int(cx, &v).map(Value::int),
        "(float)" => convert::to_float(cx, &v).map(Value::float),
        "(string)" => convert::to_string(cx, &v).map(Value::string),
        "(bool)" => convert::to_bool(cx, &v).map(Value::bool),
        "(array)" => convert::to_array(cx, &v).map(Value::array),
        "-" => operators::neg(cx, &v),
        "+" => operators::plus(cx, &v),
        "~" => operators::bit_not(cx, &v),
        "!" => operators::not(cx, &v).map(Value::bool),
        "++" => operators::increment(cx, &mut v).map(|()| v),
        "--" => operators::decrement(cx, &mut v).map(|()| v),
        "key" => convert::offset_key(cx, &v).map(Value::from),
        _ => panic!("{op}"),
    };
    v.map(Some)
}

fn weak(cx: &mut Cx, ty: &str, v: &str) -> PhpResult<Option<Value>> {
    let ty = link::parse_type(ty).expect("a type");
    let v = read(cx, v);
    Ok(types::coerce_value(cx, &ty, v, false)?.ok())
}

fn check_text(cx: &mut Cx, kind: &str, fields: &[&str], expected: &str) -> String {
    let text = |cx: &mut Cx, literal| -> PhpStr { read(cx, literal).as_str().cloned().unwrap_or_default() };
    match (kind, fields) {
        ("nat", [a, b]) | ("natcase", [a, b]) => {
            let (a, b) = (text(cx, a), text(cx, b));
            match compare::natural_compare(&a, &b, kind == "natcase") {
                Ordering::Less => "-1".into(),
                Ordering::Equal => "0".into(),
                Ordering::Greater => "1".into(),
            }
        }
        ("quantity", [q]) => {
            let quantity = ini::parse_quantity(&text(cx, q));
            let note = quantity.error.map_or(String::new(), |error| format!("Warning: {error} | "));
            escape_controls(&format!("{note}{}", quantity.value))
        }
        ("ini", [mode, source]) => {
            let mode = [IniMode::Normal, IniMode::Raw, IniMode::Typed][mode.parse::<usize>().expect("a mode")];
            let source = text(cx, source);
            escape_controls(&ini_text(&source, mode))
        }
        _ => panic!("{kind} {fields:?} {expected}"),
    }
}

struct Names;

impl IniNames for Names {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        match name {
            b"E_ALL" => Some(b"30719".to_vec()),
            b"E_NOTICE" => Some(b"8".to_vec()),
            b"PHP_INT_SIZE" => Some(b"8".to_vec()),
            _ => None,
        }
    }
    fn variable(&mut self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }
}

/// `parse_ini_string()` with sections.
fn ini_text(source: &[u8], mode: IniMode) -> String {
    let mut all = PhpArray::new();
    let mut section: Option<Vec<u8>> = None;
    let result = ini::parse(source, mode, &mut Names, &mut |event| {
        let mut put = |name: &[u8], f: &mut dyn FnMut(&mut Value)| match &section {
            None => {
                let mut slot = all.get_sym(name).cloned().unwrap_or(Value::NULL);
                f(&mut slot);
                all.set_sym(name, slot);
            }
            Some(section) => {
                let mut inner = all.get_sym(section).and_then(|v| v.as_array().cloned()).unwrap_or_default();
                let mut slot = inner.get_sym(name).cloned().unwrap_or(Value::NULL);
                f(&mut slot);
                inner.set_sym(name, slot);
                all.set_sym(section, Value::array(inner));
            }
        };
        match event {
            IniEvent::Section(name) => {
                all.set_sym(&name, Value::EMPTY_ARRAY);
                section = Some(name);
            }
            IniEvent::Entry { value: None, .. } => {}
            IniEvent::Entry { name, value: Some(value) } => {
                let value = value.into_value();
                put(&name, &mut |slot| *slot = value.clone());
            }
            IniEvent::Element { name, offset, value } => {
                let value = value.into_value();
                put(&name, &mut |slot| {
                    let mut list = slot.as_array().cloned().unwrap_or_default();
                    if offset.is_empty() {
                        list.push(value.clone()).expect("room");
                    } else {
                        list.set_sym(&offset, value.clone());
                    }
                    *slot = Value::array(list);
                });
            }
        }
    });
    match result {
        Ok(()) => show(&Value::array(all)),
        Err(error) => format!("Warning: {} in Unknown on line {}\n | false", error.message, error.line),
    }
}
