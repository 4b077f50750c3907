//! `getopt()`: the options of the command line as an array.

use crate::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Takes {
    Nothing,
    Value,
    Maybe,
}

struct Spec {
    short: Vec<(u8, Takes)>,
    long: Vec<(Vec<u8>, Takes)>,
}

fn takes(colons: usize) -> Takes {
    match colons {
        0 => Takes::Nothing,
        1 => Takes::Value,
        _ => Takes::Maybe,
    }
}

impl Spec {
    fn read(cx: &mut Cx, short: &[u8], long: &PhpArray) -> PhpResult<Spec> {
        let mut spec = Spec { short: Vec::new(), long: Vec::new() };
        for (i, c) in short.iter().enumerate().filter(|(_, c)| c.is_ascii_alphanumeric()) {
            let colons = short[i + 1..].iter().take(2).take_while(|c| **c == b':').count();
            spec.short.push((*c, takes(colons)));
        }
        for name in long.clone().values() {
            let name = cx.str_of(name)?;
            let end = name.iter().rposition(|c| *c != b':').map_or(0, |at| at + 1);
            spec.long.push((name[..end].to_vec(), takes((name.len() - end).min(2))));
        }
        Ok(spec)
    }
}

/// `getopt()`
pub(crate) fn getopt(cx: &mut Cx, short_options: &PhpStr, long_options: &PhpArray, rest_index: Option<&RefArg>) -> PhpResult<Value> {
    let args = cx.info.argv.clone();
    if args.is_empty() && cx.sapi.is_web() {
        return Ok(Value::FALSE);
    }
    let spec = Spec::read(cx, short_options, long_options)?;
    let mut found = PhpArray::new();
    let mut at = 1;
    while let Some(arg) = args.get(at) {
        match arg.as_slice() {
            b"--" => {
                at += 1;
                break;
            }
            [b'-', b'-', name @ ..] => long_option(&spec, &mut found, name, &args, &mut at),
            [b'-', letters @ ..] if !letters.is_empty() => short_group(&spec, &mut found, letters, &args, &mut at),
            _ => break,
        }
        at += 1;
    }
    if let Some(rest) = rest_index {
        rest.set(cx, Value::int(at as i64))?;
    }
    Ok(found.into())
}

fn long_option(spec: &Spec, found: &mut PhpArray, text: &[u8], args: &[Vec<u8>], at: &mut usize) {
    let (name, attached) = match memchr::memchr(b'=', text) {
        Some(split) => (&text[..split], Some(&text[split + 1..])),
        None => (text, None),
    };
    let Some((name, takes)) = spec.long.iter().find(|(known, _)| known == name) else { return };
    note(found, name, *takes, attached, args, at);
}

fn short_group(spec: &Spec, found: &mut PhpArray, letters: &[u8], args: &[Vec<u8>], at: &mut usize) {
    for (i, letter) in letters.iter().enumerate() {
        let Some((letter, takes)) = spec.short.iter().find(|(known, _)| known == letter) else { continue };
        let rest = &letters[i + 1..];
        if *takes == Takes::Nothing {
            note(found, &[*letter], *takes, None, args, at);
            continue;
        }
        let attached = (!rest.is_empty()).then(|| rest.strip_prefix(b"=").unwrap_or(rest));
        return note(found, &[*letter], *takes, attached, args, at);
    }
}

/// Records an option; a second mention makes a list. An option without its required value does not count.
fn note(found: &mut PhpArray, name: &[u8], takes: Takes, attached: Option<&[u8]>, args: &[Vec<u8>], at: &mut usize) {
    let v = match (takes, attached) {
        (Takes::Nothing, _) | (Takes::Maybe, None) => Value::FALSE,
        (_, Some(text)) => Value::bytes(text),
        (Takes::Value, None) => match args.get(*at + 1) {
            Some(next) => {
                *at += 1;
                Value::bytes(next)
            }
            None => return,
        },
    };
    let key = Key::from_bytes_numeric(name);
    match found.get_mut(&key) {
        None => found.set(&key, v),
        Some(old) => {
            if !old.is_array() {
                let first = old.take();
                *old = PhpArray::from_values([first]).into();
            }
            if let Some(list) = old.as_array_mut() {
                let _ = list.push(v);
            }
        }
    }
}
