//! The grammar of ini files.

use loxo_value::number::{self, Numeric};
use loxo_value::{PhpStr, Value};

pub use super::scan::IniMode;
use super::scan::{Scanner, Token};
use loxo_base::quantity::leading_int;

/// A value in a file.
#[derive(Clone, PartialEq, Debug)]
pub enum IniValue {
    Text(Vec<u8>),
    Int(i64),
    Float(f64),
    Bool(bool),
    Null,
}

impl IniValue {
    /// As settings store it.
    pub fn into_text(self) -> Vec<u8> {
        match self {
            IniValue::Text(text) => text,
            IniValue::Int(n) => n.to_string().into_bytes(),
            IniValue::Float(d) => number::double_to_string(d, 17).to_vec(),
            IniValue::Bool(true) => b"1".to_vec(),
            IniValue::Bool(false) | IniValue::Null => Vec::new(),
        }
    }

    pub fn into_value(self) -> Value {
        match self {
            IniValue::Text(text) => Value::string(PhpStr::from_vec(text)),
            IniValue::Int(n) => Value::int(n),
            IniValue::Float(d) => Value::float(d),
            IniValue::Bool(b) => Value::bool(b),
            IniValue::Null => Value::NULL,
        }
    }
}

/// What a file says, in its order.
#[derive(Clone, PartialEq, Debug)]
pub enum IniEvent {
    /// `[name]`
    Section(Vec<u8>),
    /// `name = value`; a name alone has no value.
    Entry { name: Vec<u8>, value: Option<IniValue> },
    /// `name[offset] = value`; the offset may be empty.
    Element { name: Vec<u8>, offset: Vec<u8>, value: IniValue },
}

/// What names in values stand for.
pub trait IniNames {
    /// A constant as text.
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>>;
    /// `${name}`: a setting or an environment variable.
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>>;
}

/// "syntax error, unexpected ..." without the file, which the caller knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IniSyntaxError {
    pub message: String,
    pub line: u32,
}

/// Reads a file's text. What precedes an error has been reported to `sink`.
pub fn parse(text: &[u8], mode: IniMode, names: &mut dyn IniNames, sink: &mut dyn FnMut(IniEvent)) -> Result<(), IniSyntaxError> {
    let mut parser = Parser { scanner: Scanner::new(text, mode), mode, names, token: Token::Eol, depth: 0 };
    parser.advance();
    while parser.token != Token::End {
        if let Some(event) = parser.statement()? {
            sink(event);
        }
    }
    Ok(())
}

struct Parser<'a, 'n> {
    scanner: Scanner<'a>,
    mode: IniMode,
    names: &'n mut dyn IniNames,
    token: Token,
    depth: u32,
}

/// A value under construction; a number if its first part is one.
#[derive(Default)]
struct Part {
    text: Vec<u8>,
    number: bool,
    /// The outcome of an operator.
    int: Option<i32>,
}

type Parsed<T> = Result<T, IniSyntaxError>;

/// Parentheses and operators nest no deeper than this.
const MAX_DEPTH: u32 = 500;

impl Parser<'_, '_> {
    fn advance(&mut self) -> Vec<u8> {
        let text = std::mem::take(&mut self.scanner.value);
        self.token = self.scanner.next();
        text
    }

    fn unexpected(&self, expecting: &str) -> IniSyntaxError {
        let expecting = if expecting.is_empty() { String::new() } else { format!(", expecting {expecting}") };
        IniSyntaxError { message: format!("syntax error, unexpected {}{expecting}", self.token.describe()), line: self.scanner.line }
    }

    fn expect(&mut self, b: u8) -> Parsed<()> {
        if self.token != Token::Char(b) {
            return Err(self.unexpected(&format!("'{}'", char::from(b))));
        }
        self.advance();
        Ok(())
    }

    fn statement(&mut self) -> Parsed<Option<IniEvent>> {
        match self.token {
            Token::Eol => {
                self.advance();
                Ok(None)
            }
            Token::Section => {
                self.advance();
                let name = self.list(false)?.map_or_else(Vec::new, |part| part.text);
                self.expect(b']')?;
                Ok(Some(IniEvent::Section(name)))
            }
            Token::Label => {
                let name = self.advance();
                if self.token != Token::Char(b'=') {
                    return Ok(Some(IniEvent::Entry { name, value: None }));
                }
                self.advance();
                let value = Some(self.value()?);
                Ok(Some(IniEvent::Entry { name, value }))
            }
            Token::Offset => {
                let name = self.advance();
                let offset = self.list(true)?.map_or_else(Vec::new, |part| part.text);
                self.expect(b']')?;
                self.expect(b'=')?;
                let value = self.value()?;
                Ok(Some(IniEvent::Element { name, offset, value }))
            }
            _ => Err(self.unexpected("")),
        }
    }

    fn value(&mut self) -> Parsed<IniValue> {
        let typed = self.mode == IniMode::Typed;
        let word = |typed_value, text: &[u8]| if typed { typed_value } else { IniValue::Text(text.to_vec()) };
        let value = match self.token {
            Token::True => word(IniValue::Bool(true), b"1"),
            Token::False => word(IniValue::Bool(false), b""),
            Token::Null => word(IniValue::Null, b""),
            Token::Eol => IniValue::Text(Vec::new()),
            _ => {
                let part = self.expression()?;
                return Ok(self.finish(part));
            }
        };
        self.advance();
        Ok(value)
    }

    fn finish(&self, part: Part) -> IniValue {
        if self.mode == IniMode::Typed {
            if let Some(n) = part.int {
                return IniValue::Int(i64::from(n));
            }
            let parsed = number::parse_numeric(&part.text).filter(|p| part.number && !p.trailing_data && p.overflow == 0);
            match parsed.map(|p| p.number) {
                Some(Numeric::Int(n)) => return IniValue::Int(n),
                Some(Numeric::Float(d)) => return IniValue::Float(d),
                None => {}
            }
        }
        IniValue::Text(part.text)
    }

    /// `|`, `&` and `^` bind alike, from left to right.
    fn expression(&mut self) -> Parsed<Part> {
        let mut left = self.operand()?;
        while let Token::Char(op @ (b'|' | b'&' | b'^')) = self.token {
            self.advance();
            let right = self.operand()?;
            let (a, b) = (int_of(&left), int_of(&right));
            left = part_of(match op {
                b'|' => a | b,
                b'&' => a & b,
                _ => a ^ b,
            });
        }
        Ok(left)
    }

    fn operand(&mut self) -> Parsed<Part> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(IniSyntaxError { message: "memory exhausted".into(), line: self.scanner.line });
        }
        let part = match self.token {
            Token::Char(op @ (b'~' | b'!')) => {
                self.advance();
                let n = int_of(&self.operand()?);
                part_of(if op == b'~' { !n } else { i32::from(n == 0) })
            }
            Token::Char(b'(') => {
                self.advance();
                let inner = self.expression()?;
                if self.token != Token::Char(b')') {
                    return Err(self.unexpected("'^' or '|' or '&' or ')'"));
                }
                self.advance();
                inner
            }
            _ => self.list(true)?.ok_or_else(|| self.unexpected(""))?,
        };
        self.depth -= 1;
        Ok(part)
    }

    /// Literals, strings and variables side by side; `None`: there are none.
    fn list(&mut self, constants: bool) -> Parsed<Option<Part>> {
        let mut list: Option<Part> = None;
        loop {
            let number = self.token == Token::Number;
            let text = match self.token {
                Token::Constant if constants => {
                    let name = self.advance();
                    self.names.constant(&name).unwrap_or(name)
                }
                Token::Constant | Token::Raw | Token::Number | Token::Str | Token::White => self.advance(),
                Token::DollarCurly => self.variable()?,
                Token::Char(b'"') => self.quoted()?,
                _ => return Ok(list),
            };
            match &mut list {
                Some(part) => part.text.extend_from_slice(&text),
                None => list = Some(Part { text, number, int: None }),
            }
        }
    }

    fn quoted(&mut self) -> Parsed<Vec<u8>> {
        self.advance();
        let mut text = Vec::new();
        loop {
            match self.token {
                Token::Quoted => text.extend(self.advance()),
                Token::DollarCurly => text.extend(self.variable()?),
                Token::Char(b'"') => {
                    self.advance();
                    return Ok(text);
                }
                _ => return Err(self.unexpected("TC_DOLLAR_CURLY or TC_QUOTED_STRING or '\"'")),
            }
        }
    }

    /// `${name}` or `${name:-fallback}`
    fn variable(&mut self) -> Parsed<Vec<u8>> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(IniSyntaxError { message: "memory exhausted".into(), line: self.scanner.line });
        }
        self.advance();
        if self.token != Token::VarName {
            return Err(self.unexpected("TC_VARNAME"));
        }
        let name = self.advance();
        let fallback = match self.token {
            Token::Fallback => {
                self.advance();
                self.list(true)?.map_or_else(Vec::new, |part| part.text)
            }
            Token::Char(b'}') => Vec::new(),
            _ => return Err(self.unexpected("TC_FALLBACK or '}'")),
        };
        self.expect(b'}')?;
        self.depth -= 1;
        Ok(self.names.variable(&name).unwrap_or(fallback))
    }
}

fn int_of(part: &Part) -> i32 {
    part.int.unwrap_or_else(|| leading_int(&part.text))
}

fn part_of(n: i32) -> Part {
    Part { text: n.to_string().into_bytes(), number: false, int: Some(n) }
}
