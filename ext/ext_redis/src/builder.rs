//! Putting commands together from the arguments of methods.

use loxo_redis::{Command, slot_of};
use loxo_runtime::value::number;
use loxo_runtime::{Cx, Key, KeyRef, PhpArray, PhpResult, PhpStr, Value, args, convert};

use crate::pack::Packing;
use crate::reply_conversion::ReplyKind;

/// Floats are written with this many digits.
const PRECISION: i32 = 17;

pub(crate) struct Builder<'a> {
    pub cx: &'a mut Cx,
    args: &'a mut [Value],
    /// The first argument's number, less one: some methods have one in front that says where to go.
    first: usize,
    pub command: Command,
    pub packing: Packing,
    prefix: Option<PhpStr>,
    pub answer: ReplyKind,
    /// In a cluster all keys must be in one slot.
    pub is_cluster: bool,
    pub slot: Option<u16>,
    crosses: bool,
}

/// Whether a command can be sent; false: the method answers false.
pub(crate) type Built = PhpResult<bool>;

impl<'a> Builder<'a> {
    pub(crate) fn new(cx: &'a mut Cx, args: &'a mut [Value], keyword: &str, packing: Packing, prefix: Option<PhpStr>) -> Builder<'a> {
        Builder {
            cx,
            args,
            first: 0,
            command: Command::new(keyword),
            packing,
            prefix,
            answer: ReplyKind::Bool,
            is_cluster: false,
            slot: None,
            crosses: false,
        }
    }

    pub(crate) fn skip_first(&mut self) {
        self.first = 1;
    }

    /// Starts again with another keyword.
    pub(crate) fn keyword(&mut self, keyword: &str) -> &mut Self {
        self.command = Command::new(keyword);
        self
    }

    /// How many arguments there are.
    pub(crate) fn count(&self) -> usize {
        self.args.len().saturating_sub(self.first)
    }

    /// Was an argument passed?
    pub(crate) fn has(&self, at: usize) -> bool {
        self.args.get(self.first + at).is_some_and(|value| !value.is_undef())
    }

    /// Was one passed that is not null?
    pub(crate) fn given(&self, at: usize) -> bool {
        self.has(at) && !self.raw(at).is_null()
    }

    /// An argument as it was passed.
    pub(crate) fn raw(&self, at: usize) -> Value {
        match self.args.get(self.first + at) {
            Some(value) if !value.is_undef() => value.clone_deref(),
            _ => Value::NULL,
        }
    }

    /// All arguments from one on.
    pub(crate) fn rest(&self, at: usize) -> Vec<Value> {
        self.args.iter().skip(self.first + at).map(Value::clone_deref).collect()
    }

    /// An argument that must be a string.
    pub(crate) fn str(&mut self, at: usize) -> PhpResult<PhpStr> {
        let number = self.first + at;
        match self.args.get_mut(number) {
            Some(value) => args::string(self.cx, number + 1, value).cloned(),
            None => Ok(PhpStr::empty()),
        }
    }

    pub(crate) fn opt_str(&mut self, at: usize) -> PhpResult<Option<PhpStr>> {
        if self.given(at) { self.str(at).map(Some) } else { Ok(None) }
    }

    pub(crate) fn int(&mut self, at: usize, default: i64) -> PhpResult<i64> {
        if !self.has(at) {
            return Ok(default);
        }
        let number = self.first + at;
        match self.args.get_mut(number) {
            Some(value) => args::int(self.cx, number + 1, value),
            None => Ok(default),
        }
    }

    pub(crate) fn float(&mut self, at: usize) -> PhpResult<f64> {
        let number = self.first + at;
        match self.args.get_mut(number) {
            Some(value) => args::float(self.cx, number + 1, value),
            None => Ok(0.0),
        }
    }

    pub(crate) fn bool(&mut self, at: usize) -> PhpResult<bool> {
        let number = self.first + at;
        match self.args.get_mut(number) {
            Some(value) if !value.is_undef() => args::bool(self.cx, number + 1, value),
            _ => Ok(false),
        }
    }

    pub(crate) fn array(&mut self, at: usize) -> PhpResult<PhpArray> {
        let number = self.first + at;
        match self.args.get_mut(number) {
            Some(value) => args::array(self.cx, number + 1, value).cloned(),
            None => Ok(PhpArray::new()),
        }
    }

    /// An array of options; empty if there is none.
    pub(crate) fn options(&mut self, at: usize) -> PhpResult<PhpArray> {
        if self.given(at) { self.array(at) } else { Ok(PhpArray::new()) }
    }

    /// A value as a string, whatever it is.
    pub(crate) fn text_of(&mut self, value: &Value) -> PhpResult<PhpStr> {
        convert::to_string(self.cx, value.deref())
    }

    pub(crate) fn int_of(&mut self, value: &Value) -> PhpResult<i64> {
        convert::to_int(self.cx, value.deref())
    }

    pub(crate) fn bool_of(&mut self, value: &Value) -> PhpResult<bool> {
        convert::to_bool(self.cx, value.deref())
    }

    pub(crate) fn word(&mut self, word: &str) -> &mut Self {
        self.command.word(word);
        self
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.command.arg(bytes);
        self
    }

    pub(crate) fn push_int(&mut self, number: i64) -> &mut Self {
        self.command.int(number);
        self
    }

    pub(crate) fn push_float(&mut self, value: f64) -> &mut Self {
        let mut text = Vec::new();
        number::write_double(&mut text, value, PRECISION);
        self.command.arg(&text);
        self
    }

    /// A key: with the prefix in front of it, and a place in the cluster.
    pub(crate) fn key(&mut self, key: &[u8]) -> &mut Self {
        let key = self.prefixed(key);
        self.claim_slot(slot_of(&key));
        self.command.arg(&key);
        self
    }

    pub(crate) fn prefixed(&self, key: &[u8]) -> Vec<u8> {
        match &self.prefix {
            Some(prefix) => [prefix.as_bytes(), key].concat(),
            None => key.to_vec(),
        }
    }

    fn claim_slot(&mut self, slot: u16) {
        self.crosses |= self.slot.is_some_and(|other| other != slot);
        self.slot = Some(slot);
    }

    pub(crate) fn key_arg(&mut self, at: usize) -> PhpResult<()> {
        let key = self.str(at)?;
        self.key(&key);
        Ok(())
    }

    pub(crate) fn key_of(&mut self, value: &Value) -> PhpResult<()> {
        let key = self.text_of(value)?;
        self.key(&key);
        Ok(())
    }

    pub(crate) fn keys_of(&mut self, list: &PhpArray) -> PhpResult<()> {
        list.values().try_for_each(|key| self.key_of(key))
    }

    /// A key or field that an array names.
    pub(crate) fn name_of(&self, key: KeyRef<'_>) -> Vec<u8> {
        match key {
            KeyRef::Int(number) => number.to_string().into_bytes(),
            KeyRef::Str(name) => name.as_bytes().to_vec(),
        }
    }

    pub(crate) fn str_arg(&mut self, at: usize) -> PhpResult<()> {
        let text = self.str(at)?;
        self.command.arg(&text);
        Ok(())
    }

    pub(crate) fn text(&mut self, value: &Value) -> PhpResult<()> {
        let text = self.text_of(value)?;
        self.command.arg(&text);
        Ok(())
    }

    pub(crate) fn int_arg(&mut self, at: usize) -> PhpResult<()> {
        let number = self.int(at, 0)?;
        self.command.int(number);
        Ok(())
    }

    pub(crate) fn float_arg(&mut self, at: usize) -> PhpResult<()> {
        let value = self.float(at)?;
        self.push_float(value);
        Ok(())
    }

    /// A value, packed.
    pub(crate) fn value(&mut self, value: &Value) -> PhpResult<()> {
        let packed = self.packing.pack(self.cx, value)?;
        self.command.arg(&packed);
        Ok(())
    }

    pub(crate) fn value_arg(&mut self, at: usize) -> PhpResult<()> {
        let value = self.raw(at);
        self.value(&value)
    }

    /// `WORD number`, if the number is wanted.
    pub(crate) fn option_int(&mut self, word: &str, value: Option<i64>) -> &mut Self {
        if let Some(value) = value {
            self.word(word).push_int(value);
        }
        self
    }

    pub(crate) fn flag(&mut self, word: &str, on: bool) -> &mut Self {
        if on {
            self.word(word);
        }
        self
    }

    /// Warns, and gives up.
    pub(crate) fn refuse(&mut self, message: impl AsRef<[u8]>) -> Built {
        self.warn(message)?;
        Ok(false)
    }

    pub(crate) fn warn(&mut self, message: impl AsRef<[u8]>) -> PhpResult<()> {
        self.cx.builtin_warning(message);
        self.cx.check()
    }

    /// Warns if keys are in several places of a cluster. True: they are.
    pub(crate) fn crosses_slots(&mut self) -> PhpResult<bool> {
        if self.is_cluster && self.crosses {
            self.warn("Not all keys hash to the same slot!")?;
            return Ok(true);
        }
        Ok(false)
    }
}

/// The name of an entry, if it is a string.
pub(crate) fn named<'a>(key: &'a KeyRef<'_>) -> Option<&'a [u8]> {
    match key {
        KeyRef::Str(name) => Some(name.as_bytes()),
        KeyRef::Int(_) => None,
    }
}

/// Is it this word, in any case?
pub(crate) fn is(text: &[u8], word: &str) -> bool {
    text.eq_ignore_ascii_case(word.as_bytes())
}

/// Is it one of these words?
pub(crate) fn is_any(text: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| is(text, word))
}

/// An element by number.
pub(crate) fn element(list: &PhpArray, at: i64) -> Option<Value> {
    list.get(&Key::Int(at)).map(Value::clone_deref)
}
