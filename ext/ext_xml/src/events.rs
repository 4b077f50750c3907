//! What libxml2 finds in a document, for the handlers: as expat would tell it.

use loxo_libxml_sys::{Found, Name};
use loxo_runtime::{Callable, Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value, convert};

use crate::functions::{Encoding, Hook, Parser, parser};
use crate::structure;

/// Text in the target encoding.
fn encoded(target: Encoding, text: &[u8]) -> PhpStr {
    let limit = match target {
        Encoding::Utf8 => return PhpStr::new(text),
        Encoding::Latin1 => 0xff,
        Encoding::Ascii => 0x7f,
    };
    let byte = |c: char| u8::try_from(u32::from(c)).ok().filter(|b| *b <= limit).unwrap_or(b'?');
    PhpStr::from_vec(String::from_utf8_lossy(text).chars().map(byte).collect())
}

/// A name of an element or attribute.
fn tag(state: &Parser, name: &Name<'_>) -> PhpStr {
    let whole = match (name.uri, &state.separator) {
        (Some(uri), Some(separator)) => &[uri, separator, name.local].concat(),
        _ => name.local,
    };
    let whole = encoded(state.target, whole);
    if state.fold { whole.to_ascii_upper() } else { whole }
}

/// An element's name without what shall be skipped.
fn element(state: &Parser, name: &Name<'_>) -> PhpStr {
    let name = tag(state, name);
    if state.skip_start == 0 { name } else { PhpStr::new(name.get(state.skip_start..).unwrap_or_default()) }
}

/// What the handler returns; `None`: there is none.
fn call(cx: &mut Cx, object: &PhpObject, hook: Hook, args: Vec<Value>) -> PhpResult<Option<Value>> {
    let Some(callee) = parser(object).hooks[hook as usize].clone() else { return Ok(None) };
    let callable: Option<Callable> = (cx.hooks.callable)(cx, &callee)?.ok();
    let Some(callable) = callable else { return Ok(None) };
    let active = cx.active;
    let result = match <[Value; 1]>::try_from(args) {
        Ok([one]) => cx.call_vec(&callable, [Value::from(object.clone()), one]),
        Err(mut args) => {
            args.insert(0, Value::from(object.clone()));
            cx.call_vec(&callable, args)
        }
    };
    cx.active = active;
    result.map(Some)
}

fn to_default(cx: &mut Cx, object: &PhpObject, text: &[u8]) -> PhpResult<()> {
    let state = parser(object);
    if state.hooks[Hook::Default as usize].is_none() {
        return Ok(());
    }
    let text = encoded(state.target, text);
    call(cx, object, Hook::Default, vec![text.into()]).map(drop)
}

fn characters(cx: &mut Cx, object: &PhpObject, bytes: &[u8]) -> PhpResult<()> {
    let state = parser(object);
    if state.hooks[Hook::Characters as usize].is_none() && state.structure.is_none() {
        return Ok(());
    }
    let shown = Value::from(encoded(state.target, bytes));
    call(cx, object, Hook::Characters, vec![shown.clone()])?;
    let skip_white = parser(object).skip_white;
    structure::characters(cx, object, shown.as_bytes().unwrap_or_default(), skip_white)
}

/// False: the parser is to stop.
fn dispatch(cx: &mut Cx, object: &PhpObject, found: Found<'_>) -> PhpResult<bool> {
    let state = parser(object);
    let target = state.target;
    let taken = |hook: Hook| state.taken[hook as usize];
    let text = |bytes: &[u8]| Value::from(encoded(target, bytes));
    let maybe = |bytes: Option<&[u8]>| bytes.map_or(Value::FALSE, text);
    match found {
        Found::Start { name, attributes, namespaces } => {
            for (prefix, uri) in namespaces {
                call(cx, object, Hook::NamespaceStart, vec![maybe(*prefix), text(uri)])?;
            }
            // A handler may have set others.
            let state = parser(object);
            if !state.taken[Hook::Start as usize] {
                let source = state.push.as_ref().map(|push| push.tag()).unwrap_or_default();
                to_default(cx, object, &source)?;
                return Ok(true);
            }
            let shown = element(state, &name);
            let mut array = PhpArray::new();
            for attribute in attributes {
                array.set_sym(&tag(state, &attribute.name)[..], text(attribute.value));
            }
            call(cx, object, Hook::Start, vec![(&shown).into(), array.clone().into()])?;
            structure::start(cx, object, &shown, array)?;
        }
        Found::End(name) if taken(Hook::End) => {
            let shown = element(state, &name);
            call(cx, object, Hook::End, vec![(&shown).into()])?;
            structure::end(object, &shown);
        }
        Found::End(name) => {
            let prefix = name.prefix.map(|prefix| [prefix, b":"].concat()).unwrap_or_default();
            to_default(cx, object, &[b"</", &prefix[..], name.local, b">"].concat())?;
        }
        Found::Characters(bytes) if taken(Hook::Characters) => characters(cx, object, bytes)?,
        Found::Characters(bytes) => to_default(cx, object, bytes)?,
        Found::Entity { name, predefined, .. } if taken(Hook::Default) && !(predefined && taken(Hook::Characters)) => {
            to_default(cx, object, &[b"&", name, b";"].concat())?;
        }
        Found::Entity { value: Some(value), .. } if taken(Hook::Characters) => characters(cx, object, value)?,
        Found::Entity { .. } => {}
        Found::ExternalEntity { name, public, system } if taken(Hook::ExternalEntity) => {
            let args = vec![text(name), "".into(), maybe(system), maybe(public)];
            let Some(result) = call(cx, object, Hook::ExternalEntity, args)? else { return Ok(false) };
            return Ok(convert::to_int(cx, &result)? != 0);
        }
        Found::ExternalEntity { .. } => {}
        Found::Notation { name, public, system } => {
            call(cx, object, Hook::Notation, vec![text(name), Value::FALSE, maybe(system), maybe(public)])?;
        }
        Found::UnparsedEntity { name, public, system, notation } => {
            let args = vec![text(name), Value::FALSE, maybe(system), maybe(public), text(notation)];
            call(cx, object, Hook::UnparsedEntity, args)?;
        }
        Found::Instruction { target, data } if taken(Hook::Instruction) => {
            call(cx, object, Hook::Instruction, vec![text(target), maybe(data)])?;
        }
        // PHP formats what is not there so.
        Found::Instruction { target, data } => to_default(cx, object, &[b"<?", target, b" ", data.unwrap_or(b"(null)"), b"?>"].concat())?,
        Found::Comment(text) => to_default(cx, object, &[b"<!--", text, b"-->"].concat())?,
    }
    Ok(true)
}

/// Reads a piece; whether all is well so far.
pub(crate) fn read(cx: &mut Cx, object: &PhpObject, data: &[u8], is_final: bool) -> PhpResult<bool> {
    let state = parser(object);
    let Some(push) = state.push.clone() else { return Ok(false) };
    push.set_huge(state.huge);
    state.parsing = true;
    let mut result = Ok(());
    let well = push.feed(data, is_final, &mut |found| {
        // Nobody is called while something is thrown.
        if result.is_err() {
            return true;
        }
        dispatch(cx, object, found).unwrap_or_else(|thrown| {
            result = Err(thrown);
            true
        })
    });
    parser(object).parsing = false;
    let told = ext_libxml::report_plain(cx);
    result.and(told)?;
    Ok(well)
}
