//! `Dom\TokenList`: the words of an element's `class`.

use loxo_runtime::convert::OffsetUse;
use loxo_runtime::{Key, internal_iterator};

use crate::errors::dom_error_saying;
use crate::list;
use crate::prelude::*;

const CLASS: &str = "Dom\\TokenList";

/// The native part.
struct Tokens {
    element: Option<Node>,
}

impl Native for Tokens {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Tokens { element: None })),
        read_property: Some(|_, this, name| Ok(read(this, name.as_bytes()))),
        write_property: Some(write),
        has_property: Some(|cx, this, name, not_empty| match read(this, name.as_bytes()) {
            Some(value) if not_empty => convert::to_bool(cx, &value).map(Some),
            value => Ok(value.map(|_| true)),
        }),
        unset_property: Some(|cx, this, name| match name.as_bytes() {
            b"length" | b"value" => Err(crate::properties::readonly(cx, this, name, "unset")),
            _ => Ok(false),
        }),
        debug_info: Some(|_, this| {
            let mut shown = crate::properties::own_members(this);
            shown.set_sym("length", Value::from(words(this).len() as i64));
            shown.set_sym("value", text(attribute(this).unwrap_or_default()));
            Ok(shown)
        }),
        count: Some(|_, this| Ok(words(this).len() as i64)),
        read_dim: Some(|cx, this, key, _| {
            let Some(key) = key else { return Err(cx.throw_error("Cannot append to Dom\\TokenList")) };
            let at = position(cx, key, OffsetUse::Access)?;
            Ok(word_at(this, at))
        }),
        has_dim: Some(|cx, this, key, not_empty| {
            let at = position(cx, key, OffsetUse::Isset)?;
            let word = word_at(this, at);
            if not_empty { convert::to_bool(cx, &word) } else { Ok(!word.is_null()) }
        }),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            Ok(Box::new(Walk::new(this)))
        }),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// Truth values and resources are positions too.
fn position(cx: &mut Cx, key: &Value, how: OffsetUse) -> PhpResult<i64> {
    let own = key.deref();
    if own.is_bool() || own.as_resource().is_some() {
        if let Key::Int(at) = convert::offset_key_for(cx, own, how)? {
            return Ok(at);
        }
    }
    list::position(cx, key, CLASS, how)
}

/// The list of an element.
pub(crate) fn create(cx: &mut Cx, element: &Node) -> PhpResult<PhpObject> {
    let new = object::instantiate_raw(cx, cx.builtin_class("Dom\\TokenList"))?;
    new.set_native(Box::new(Tokens { element: Some(element.clone()) }));
    Ok(new)
}

/// White space of ASCII.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}

fn element(this: &PhpObject) -> Option<Node> {
    this.native::<Tokens>().and_then(|tokens| tokens.element.clone())
}

fn attribute(this: &PhpObject) -> Option<Vec<u8>> {
    Some(element(this)?.attribute_ns(None, b"class")?.content())
}

/// The words, each once.
fn words(this: &PhpObject) -> Vec<Vec<u8>> {
    let value = attribute(this).unwrap_or_default();
    let mut seen = std::collections::HashSet::new();
    let all = value.split(|byte| is_space(*byte)).filter(|word| !word.is_empty());
    all.filter(|word| seen.insert(word.to_vec())).map(<[u8]>::to_vec).collect()
}

fn update(this: &PhpObject, words: &[Vec<u8>]) {
    let Some(element) = element(this) else { return };
    if words.is_empty() && element.attribute_ns(None, b"class").is_none() {
        return;
    }
    set(&element, &words.join(&b' '));
}

fn set(element: &Node, value: &[u8]) {
    match element.attribute_ns(None, b"class") {
        Some(attr) => attr.set_text(value),
        None => {
            if let Some(attr) = element.document().new_attribute(b"class", value) {
                element.insert_attribute(&attr);
            }
        }
    }
}

fn read(this: &PhpObject, name: &[u8]) -> Option<Value> {
    match name {
        b"length" => Some(Value::from(words(this).len() as i64)),
        b"value" => Some(text(attribute(this).unwrap_or_default())),
        _ => None,
    }
}

fn write(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &Value) -> PhpResult<bool> {
    match name.as_bytes() {
        b"length" => Err(crate::properties::readonly(cx, this, name, "modify readonly property")),
        b"value" => {
            let Some(property) = object::declared_property(class_of(this), b"value") else { return Ok(false) };
            let strict = (cx.hooks.strict)(cx);
            let value = object::coerce_property(cx, property, value.clone_deref(), strict)?;
            let value = value.as_bytes().unwrap_or_default();
            if value.contains(&0) {
                return Err(cx.value_error("Value must not contain any null bytes"));
            }
            if let Some(element) = element(this) {
                set(&element, value);
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn word_at(this: &PhpObject, at: i64) -> Value {
    usize::try_from(at).ok().and_then(|at| words(this).get(at).map(text)).unwrap_or(Value::NULL)
}

/// Is it a word?
fn check(cx: &mut Cx, word: &[u8]) -> PhpResult<()> {
    if word.is_empty() {
        return Err(dom_error_saying(cx, Code::Syntax, "The empty string is not a valid token"));
    }
    if word.iter().any(|byte| is_space(*byte)) {
        return Err(dom_error_saying(cx, Code::InvalidCharacter, "The token must not contain any ASCII whitespace"));
    }
    Ok(())
}

fn check_all(cx: &mut Cx, given: &[Value]) -> PhpResult<Vec<Vec<u8>>> {
    let mut all = Vec::with_capacity(given.len());
    for (at, value) in given.iter().enumerate() {
        let Some(word) = value.deref().as_bytes() else {
            let name = convert::value_name(value.deref());
            return Err(cx.argument_type_error(at + 1, format!("must be of type string, {name} given")));
        };
        no_nul(cx, at + 1, word)?;
        all.push(word.to_vec());
    }
    for word in &all {
        check(cx, word)?;
    }
    Ok(all)
}

fn no_nul(cx: &mut Cx, number: usize, word: &[u8]) -> PhpResult<()> {
    match word.contains(&0) {
        true => Err(cx.argument_value_error(number, "must not contain any null bytes")),
        false => Ok(()),
    }
}

/// `Dom\TokenList::item()`
pub(crate) fn item(_: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<Value> {
    Ok(word_at(this, index))
}

/// `Dom\TokenList::contains()`
pub(crate) fn contains(cx: &mut Cx, this: &PhpObject, token: &PhpStr) -> PhpResult<bool> {
    no_nul(cx, 1, token.as_bytes())?;
    Ok(words(this).iter().any(|word| word == token.as_bytes()))
}

/// `Dom\TokenList::add()`
pub(crate) fn add(cx: &mut Cx, this: &PhpObject, tokens: &[Value]) -> PhpResult<()> {
    let new = check_all(cx, tokens)?;
    let mut own = words(this);
    for word in new {
        if !own.contains(&word) {
            own.push(word);
        }
    }
    update(this, &own);
    Ok(())
}

/// `Dom\TokenList::remove()`
pub(crate) fn remove(cx: &mut Cx, this: &PhpObject, tokens: &[Value]) -> PhpResult<()> {
    let gone = check_all(cx, tokens)?;
    let mut own = words(this);
    own.retain(|word| !gone.contains(word));
    update(this, &own);
    Ok(())
}

/// `Dom\TokenList::toggle()`
pub(crate) fn toggle(cx: &mut Cx, this: &PhpObject, token: &PhpStr, force: Option<bool>) -> PhpResult<bool> {
    no_nul(cx, 1, token.as_bytes())?;
    check(cx, token.as_bytes())?;
    let mut own = words(this);
    let there = own.iter().any(|word| word == token.as_bytes());
    match (there, force) {
        (true, Some(true)) => Ok(true),
        (true, _) => {
            own.retain(|word| word != token.as_bytes());
            update(this, &own);
            Ok(false)
        }
        (false, Some(false)) => Ok(false),
        (false, _) => {
            own.push(token.as_bytes().to_vec());
            update(this, &own);
            Ok(true)
        }
    }
}

/// `Dom\TokenList::replace()`
pub(crate) fn replace(cx: &mut Cx, this: &PhpObject, token: &PhpStr, new: &PhpStr) -> PhpResult<bool> {
    no_nul(cx, 1, token.as_bytes())?;
    no_nul(cx, 2, new.as_bytes())?;
    for word in [token, new] {
        if word.is_empty() {
            check(cx, word.as_bytes())?;
        }
    }
    check(cx, token.as_bytes())?;
    check(cx, new.as_bytes())?;
    let mut own = words(this);
    let Some(at) = own.iter().position(|word| word == token.as_bytes()) else { return Ok(false) };
    match own.iter().position(|word| word == new.as_bytes()) {
        Some(other) if other != at => {
            let first = other.min(at);
            own[first] = new.as_bytes().to_vec();
            own.remove(other.max(at));
        }
        _ => own[at] = new.as_bytes().to_vec(),
    }
    update(this, &own);
    Ok(true)
}

/// `Dom\TokenList::supports()`
pub(crate) fn supports(cx: &mut Cx, _: &PhpObject, _: &PhpStr) -> PhpResult<bool> {
    Err(cx.type_error("Attribute \"class\" does not define any supported tokens"))
}

/// `Dom\TokenList::count()`
pub(crate) fn count(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(words(this).len() as i64)
}

/// `Dom\TokenList::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    internal_iterator::create(cx, Box::new(Walk::new(this)))
}

/// A foreach. It stands at a word, and finds it again where words in front of it have gone.
struct Walk {
    list: PhpObject,
    index: usize,
    /// The words as they were when the walk last looked, and where in them it stands.
    seen: Vec<Vec<u8>>,
    at: usize,
}

impl Walk {
    fn new(list: &PhpObject) -> Walk {
        Walk { list: list.clone(), index: 0, seen: words(list), at: 0 }
    }

    /// Looks at the words as they are now: where some have gone, for the one that the walk stood at, or the next one that is left; among
    /// others it stays at its number.
    fn look(&mut self) -> bool {
        let now = words(&self.list);
        if now == self.seen {
            return false;
        }
        let mut before = self.seen.iter();
        if !now.iter().all(|word| before.any(|known| known == word)) {
            self.seen = now;
            return false;
        }
        let left = self.seen[self.at.min(self.seen.len())..].iter().position(|word| now.contains(word));
        let moved = left != Some(0);
        let at = left.and_then(|ahead| now.iter().position(|word| *word == self.seen[self.at + ahead]));
        self.at = at.unwrap_or(now.len());
        self.index = self.at;
        self.seen = now;
        moved
    }
}

impl ForeachIterator for Walk {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        *self = Walk::new(&self.list);
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        self.look();
        Ok(self.at < self.seen.len())
    }

    fn current(&mut self, _: &mut Cx) -> PhpResult<Value> {
        self.look();
        Ok(self.seen.get(self.at).map_or(Value::NULL, text))
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(Value::from(self.index))
    }

    fn next(&mut self, _: &mut Cx) -> PhpResult<()> {
        // A word that has gone has made space for the next one already.
        if !self.look() {
            self.at = (self.at + 1).min(self.seen.len());
            self.index += 1;
        }
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.list);
    }
}
