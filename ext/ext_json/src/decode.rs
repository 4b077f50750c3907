//! Text to values. Nesting is kept in a vector, so it costs memory and no stack.

use loxo_runtime::value::number;
use loxo_runtime::{Class, Cx, Key, PhpArray, PhpObject, PhpStr, Value};

use crate::json::{JsonError, flag};
use crate::scan::{Scanner, Token};

pub(crate) fn decode(cx: &mut Cx, text: &[u8], flags: i64, max_depth: usize) -> Result<Value, JsonError> {
    let assoc = flags & flag::OBJECT_AS_ARRAY != 0;
    let class = cx.builtin_class("stdClass");
    let sink = Values { cx, class, assoc, big_strings: flags & flag::BIGINT_AS_STRING != 0, recent: [const { None }; RECENT] };
    Parser { scanner: Scanner::new(text, flags), sink, open: Vec::new(), max_depth }.run()
}

pub(crate) fn validate(text: &[u8], flags: i64, max_depth: usize) -> Result<(), JsonError> {
    Parser { scanner: Scanner::new(text, flags), sink: Nothing, open: Vec::new(), max_depth }.run()
}

/// What is made of the text.
trait Sink {
    type Value;
    type Key;
    type Container;

    fn scalar(&mut self, token: &Token<'_>) -> Self::Value;
    fn string(&mut self, text: &[u8]) -> Self::Value;
    fn key(&mut self, text: &[u8]) -> Self::Key;
    fn open(&mut self) -> Self::Container;
    fn push(&mut self, container: &mut Self::Container, value: Self::Value);
    fn insert(&mut self, container: &mut Self::Container, key: Self::Key, value: Self::Value) -> Result<(), JsonError>;
    fn close(&mut self, container: Self::Container, object: bool) -> Self::Value;
}

/// An array or object that is not complete.
struct Open<S: Sink> {
    container: S::Container,
    /// Objects: the key of the value that comes next.
    key: Option<S::Key>,
    object: bool,
}

struct Parser<'a, S: Sink> {
    scanner: Scanner<'a>,
    sink: S,
    open: Vec<Open<S>>,
    max_depth: usize,
}

impl<S: Sink> Parser<'_, S> {
    fn run(mut self) -> Result<S::Value, JsonError> {
        let mut token = self.scanner.next()?;
        loop {
            // A value begins here.
            let value = match token {
                Token::OpenArray | Token::OpenObject => {
                    let object = matches!(token, Token::OpenObject);
                    match self.begin(object)? {
                        Begun::Inside(first) => {
                            token = first;
                            continue;
                        }
                        Begun::Empty(value) => value,
                    }
                }
                Token::Str(text) => self.sink.string(text),
                Token::Escaped => self.sink.string(&self.scanner.buffer),
                Token::Null | Token::True | Token::False | Token::Int(_) | Token::Float(_) | Token::BigInt(_) => self.sink.scalar(&token),
                Token::CloseArray | Token::CloseObject | Token::Comma | Token::Colon | Token::End => return Err(JsonError::Syntax),
            };
            match self.end(value)? {
                Ended::Next(next) => token = next,
                Ended::Whole(value) => return Ok(value),
            }
        }
    }
}

/// After an opening bracket.
enum Begun<'a, V> {
    /// The first token of the first value.
    Inside(Token<'a>),
    Empty(V),
}

/// After a value.
enum Ended<'a, V> {
    /// The first token of the next value.
    Next(Token<'a>),
    /// There is nothing more.
    Whole(V),
}

impl<'a, S: Sink> Parser<'a, S> {
    fn begin(&mut self, object: bool) -> Result<Begun<'a, S::Value>, JsonError> {
        // What is not in any array has depth 1 already.
        if self.open.len() + 1 >= self.max_depth {
            return Err(JsonError::Depth);
        }
        let mut open = Open { container: self.sink.open(), key: None, object };
        if self.scanner.take(closing(object)) {
            return Ok(Begun::Empty(self.sink.close(open.container, object)));
        }
        let token = self.scanner.next()?;
        if matches!(token, Token::CloseArray | Token::CloseObject) {
            return Err(JsonError::StateMismatch);
        }
        let first = if object { member(&mut self.scanner, &mut self.sink, &mut open, token)? } else { token };
        self.open.push(open);
        Ok(Begun::Inside(first))
    }

    /// Puts a complete value where it belongs, closing what ends with it.
    fn end(&mut self, mut value: S::Value) -> Result<Ended<'a, S::Value>, JsonError> {
        loop {
            let Some(open) = self.open.last_mut() else {
                let ends = matches!(self.scanner.next()?, Token::End);
                return if ends { Ok(Ended::Whole(value)) } else { Err(JsonError::Syntax) };
            };
            match open.key.take() {
                Some(key) => self.sink.insert(&mut open.container, key, value)?,
                None => self.sink.push(&mut open.container, value),
            }
            if self.scanner.take(b',') {
                let token = self.scanner.next()?;
                let next = if open.object { member(&mut self.scanner, &mut self.sink, open, token)? } else { token };
                return Ok(Ended::Next(next));
            }
            if !self.scanner.take(closing(open.object)) {
                let closes = matches!(self.scanner.next()?, Token::CloseArray | Token::CloseObject);
                return Err(if closes { JsonError::StateMismatch } else { JsonError::Syntax });
            }
            let Some(open) = self.open.pop() else { return Err(JsonError::Syntax) };
            value = self.sink.close(open.container, open.object);
        }
    }
}

fn closing(object: bool) -> u8 {
    if object { b'}' } else { b']' }
}

/// The key that begins with `token`, and the colon; the first token of the value.
#[inline]
fn member<'a, S: Sink>(scanner: &mut Scanner<'a>, sink: &mut S, open: &mut Open<S>, token: Token<'a>) -> Result<Token<'a>, JsonError> {
    let key = match token {
        Token::Str(text) => sink.key(text),
        Token::Escaped => sink.key(&scanner.buffer),
        _ => return Err(JsonError::Syntax),
    };
    if !scanner.take(b':') {
        scanner.next()?;
        return Err(JsonError::Syntax);
    }
    open.key = Some(key);
    scanner.next()
}

/// Keys come again and again: that many are kept, so that their strings and hashes are made once.
const RECENT: usize = 64;

struct Values<'c> {
    cx: &'c mut Cx,
    class: &'static Class,
    assoc: bool,
    big_strings: bool,
    recent: [Option<PhpStr>; RECENT],
}

/// An array or the properties of an object. The object is made when its first property is complete: its handle shows when.
struct Table {
    elements: PhpArray,
    object: Option<PhpObject>,
}

impl Sink for Values<'_> {
    type Value = Value;
    type Key = PhpStr;
    type Container = Table;

    #[inline]
    fn scalar(&mut self, token: &Token<'_>) -> Value {
        match token {
            Token::True => Value::TRUE,
            Token::False => Value::FALSE,
            Token::Int(n) => Value::int(*n),
            Token::Float(d) => Value::float(*d),
            Token::BigInt(text) if self.big_strings => Value::bytes(text),
            Token::BigInt(text) => Value::float(number::strtod(text).0),
            _ => Value::NULL,
        }
    }

    #[inline]
    fn string(&mut self, text: &[u8]) -> Value {
        Value::bytes(text)
    }

    fn key(&mut self, text: &[u8]) -> PhpStr {
        let ends = text.first().zip(text.last()).map_or(0, |(first, last)| usize::from(*first) * 7 + usize::from(*last) * 3);
        let place = &mut self.recent[(ends + text.len()) % RECENT];
        match place {
            Some(known) if known.as_bytes() == text => known.clone(),
            _ => place.insert(PhpStr::name_in_data(text)).clone(),
        }
    }

    #[inline]
    fn open(&mut self) -> Table {
        Table { elements: PhpArray::new(), object: None }
    }

    #[inline]
    fn push(&mut self, table: &mut Table, value: Value) {
        // A list is never too long for its keys.
        let _ = table.elements.push(value);
    }

    #[inline]
    fn insert(&mut self, table: &mut Table, key: PhpStr, value: Value) -> Result<(), JsonError> {
        if self.assoc {
            table.elements.set(&Key::from_str(key), value);
            return Ok(());
        }
        if table.object.is_none() {
            table.object = Some(self.cx.new_object_raw(self.class));
        }
        // Such names are mangled ones.
        if key.first() == Some(&0) {
            return Err(JsonError::InvalidPropertyName);
        }
        table.elements.set_str(&key, value);
        Ok(())
    }

    fn close(&mut self, table: Table, object: bool) -> Value {
        if !object || self.assoc {
            return Value::array(table.elements);
        }
        let Some(object) = table.object else { return Value::object(self.cx.new_object_raw(self.class)) };
        object.set_dynamic(Some(table.elements));
        Value::object(object)
    }
}

/// Makes nothing.
struct Nothing;

impl Sink for Nothing {
    type Value = ();
    type Key = ();
    type Container = ();

    fn scalar(&mut self, _: &Token<'_>) {}
    fn string(&mut self, _: &[u8]) {}
    fn key(&mut self, _: &[u8]) {}
    fn open(&mut self) {}
    fn push(&mut self, (): &mut (), (): ()) {}
    fn insert(&mut self, (): &mut (), (): (), (): ()) -> Result<(), JsonError> {
        Ok(())
    }
    fn close(&mut self, (): (), _: bool) {}
}
