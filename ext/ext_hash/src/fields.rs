//! Serialized states: lists of 32-bit numbers and strings of bytes, laid out as the state of PHP's algorithm lies in memory.

use loxo_runtime::{PhpArray, Value};

/// What visits the fields of a state, in their order in memory.
pub(crate) trait Fields {
    fn byte(&mut self, field: &mut u8);
    fn bytes(&mut self, field: &mut [u8]);
    fn word(&mut self, field: &mut u32);
    /// Two numbers, the low half first.
    fn long(&mut self, field: &mut u64);
    /// Memory that is not serialized.
    fn skip(&mut self, words: usize);

    fn words(&mut self, fields: &mut [u32]) {
        fields.iter_mut().for_each(|field| self.word(field));
    }
    fn longs(&mut self, fields: &mut [u64]) {
        fields.iter_mut().for_each(|field| self.long(field));
    }
}

/// Writes.
#[derive(Default)]
pub(crate) struct Writer(Vec<Value>);

impl Writer {
    pub fn finish(self) -> PhpArray {
        PhpArray::from_values(self.0)
    }
}

fn number(word: u32) -> Value {
    Value::int(i64::from(word as i32))
}

impl Fields for Writer {
    fn byte(&mut self, field: &mut u8) {
        self.0.push(Value::int(i64::from(*field)));
    }
    fn bytes(&mut self, field: &mut [u8]) {
        self.0.push(Value::bytes(field));
    }
    fn word(&mut self, field: &mut u32) {
        self.0.push(number(*field));
    }
    fn long(&mut self, field: &mut u64) {
        self.0.push(number(*field as u32));
        self.0.push(number((*field >> 32) as u32));
    }
    fn skip(&mut self, _: usize) {}
}

/// Reads. What is wrong is reported as PHP does: 1000 and the place in memory, below zero.
pub(crate) struct Reader<'a> {
    stored: &'a PhpArray,
    next: i64,
    place: usize,
    error: Option<i64>,
}

impl Reader<'_> {
    pub fn new(stored: &PhpArray) -> Reader<'_> {
        Reader { stored, next: 0, place: 0, error: None }
    }

    /// The error code, if there was an error.
    pub fn error(&self) -> Option<i64> {
        self.error
    }

    fn align(&mut self, size: usize) {
        self.place = self.place.next_multiple_of(size);
    }

    fn take<T>(&mut self, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
        if self.error.is_some() {
            return None;
        }
        let found = self.stored.get_int(self.next).and_then(read);
        self.next += 1;
        if found.is_none() {
            self.error = Some(-1000 - self.place as i64);
        }
        found
    }

    fn number(&mut self) -> Option<u32> {
        self.take(|value| value.as_int()).map(|number| number as u32)
    }
}

impl Fields for Reader<'_> {
    fn byte(&mut self, field: &mut u8) {
        if let Some(number) = self.number() {
            *field = number as u8;
        }
        self.place += 1;
    }

    fn bytes(&mut self, field: &mut [u8]) {
        let stored = self.take(|value| value.as_str().filter(|bytes| bytes.len() == field.len()).cloned());
        if let Some(bytes) = stored {
            field.copy_from_slice(&bytes);
        }
        self.place += field.len();
    }

    fn word(&mut self, field: &mut u32) {
        self.align(4);
        if let Some(number) = self.number() {
            *field = number;
        }
        self.place += 4;
    }

    fn long(&mut self, field: &mut u64) {
        self.align(8);
        if let Some(low) = self.number()
            && let Some(high) = self.number()
        {
            *field = u64::from(low) | u64::from(high) << 32;
        }
        self.place += 8;
    }

    fn skip(&mut self, words: usize) {
        self.align(4);
        self.place += 4 * words;
    }
}
