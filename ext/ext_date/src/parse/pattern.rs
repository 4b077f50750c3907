//! The notation of the grammar's patterns, and machines made of them.
//!
//! `'text'` in any case, `"text"` as it stands, `[a-z]` one of these bytes, `<name>` a pattern by its name, and the usual `|`, `?`, `*`, `+`,
//! `{n}`, `{n,m}` and parentheses; spaces mean nothing. `\x00` to `\xff`, `\t`, `\n` and `\\` are bytes. The patterns are our own, so a
//! mistake in one is a panic of the first test.

use std::collections::HashMap;

/// A set of bytes.
pub(super) type Bytes = [u64; 4];

pub(super) fn has(set: &Bytes, byte: u8) -> bool {
    set[usize::from(byte >> 6)] & (1 << (byte & 63)) != 0
}

fn add(set: &mut Bytes, byte: u8) {
    set[usize::from(byte >> 6)] |= 1 << (byte & 63);
}

/// One state of a nondeterministic machine.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// One of the bytes, then that state.
    Byte(Bytes, usize),
    /// Either.
    Fork(usize, usize),
    /// This rule has matched.
    Match(usize),
}

impl Step {
    pub(super) fn bytes(&self) -> Option<&Bytes> {
        match self {
            Step::Byte(set, _) => Some(set),
            _ => None,
        }
    }
}

/// A nondeterministic machine for many rules.
pub(super) struct Machine {
    pub steps: Vec<Step>,
    /// Where each rule begins.
    pub starts: Vec<usize>,
}

/// A pattern as a tree.
enum Node {
    Bytes(Bytes),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
}

impl Machine {
    pub(super) fn new(definitions: &[(&str, &str)], rules: &[&str]) -> Machine {
        let definitions: HashMap<&str, &str> = definitions.iter().copied().collect();
        let mut machine = Machine { steps: Vec::new(), starts: Vec::new() };
        for (index, rule) in rules.iter().enumerate() {
            let node = Reader { text: rule.as_bytes(), at: 0, definitions: &definitions }.all();
            let end = machine.push(Step::Match(index));
            let start = machine.build(&node, end);
            machine.starts.push(start);
        }
        machine
    }

    fn push(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    /// States for a node that go on to `next`; answers the first.
    fn build(&mut self, node: &Node, next: usize) -> usize {
        match node {
            Node::Bytes(set) => self.push(Step::Byte(*set, next)),
            Node::Sequence(nodes) => nodes.iter().rev().fold(next, |next, node| self.build(node, next)),
            Node::Choice(nodes) => {
                let mut starts = nodes.iter().map(|node| self.build(node, next)).collect::<Vec<_>>().into_iter();
                let first = starts.next().unwrap_or(next);
                starts.fold(first, |all, start| self.push(Step::Fork(all, start)))
            }
            Node::Repeat(node, min, max) => {
                let mut start = next;
                match max {
                    Some(max) => {
                        for _ in *min..*max {
                            let body = self.build(node, start);
                            start = self.push(Step::Fork(body, next));
                        }
                    }
                    None => {
                        let fork = self.push(Step::Fork(next, next));
                        let body = self.build(node, fork);
                        self.steps[fork] = Step::Fork(body, next);
                        start = fork;
                    }
                }
                (0..*min).fold(start, |next, _| self.build(node, next))
            }
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    definitions: &'a HashMap<&'a str, &'a str>,
}

impl<'a> Reader<'a> {
    fn all(mut self) -> Node {
        let node = self.choice();
        assert!(self.at == self.text.len(), "rubbish in {}", String::from_utf8_lossy(self.text));
        node
    }

    fn peek(&mut self) -> Option<u8> {
        while matches!(self.text.get(self.at), Some(b' ' | b'\n')) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn choice(&mut self) -> Node {
        let mut choices = vec![self.sequence()];
        while self.accept(b'|') {
            choices.push(self.sequence());
        }
        if choices.len() == 1 { choices.remove(0) } else { Node::Choice(choices) }
    }

    fn sequence(&mut self) -> Node {
        let mut nodes = Vec::new();
        while self.peek().is_some_and(|byte| byte != b'|' && byte != b')') {
            let node = self.item();
            let node = self.repeated(node);
            nodes.push(node);
        }
        Node::Sequence(nodes)
    }

    fn repeated(&mut self, node: Node) -> Node {
        let (min, max) = match self.peek() {
            Some(b'?') => (0, Some(1)),
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'{') => {
                self.at += 1;
                let min = self.number();
                let max = if self.accept(b',') { self.number() } else { min };
                assert!(self.peek() == Some(b'}'), "a brace is missing");
                (min, Some(max))
            }
            _ => return node,
        };
        self.at += 1;
        Node::Repeat(Box::new(node), min, max)
    }

    fn number(&mut self) -> usize {
        let start = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).ok().and_then(|digits| digits.parse().ok()).expect("a number")
    }

    fn item(&mut self) -> Node {
        let byte = self.text[self.at];
        self.at += 1;
        match byte {
            b'(' => {
                let node = self.choice();
                assert!(self.accept(b')'), ") is missing");
                node
            }
            b'<' => {
                let name = std::str::from_utf8(self.until(b'>')).expect("a name");
                let text = self.definitions.get(name).unwrap_or_else(|| panic!("there is no pattern {name}"));
                Reader { text: text.as_bytes(), at: 0, definitions: self.definitions }.all()
            }
            b'\'' | b'"' => {
                let text = self.until(byte);
                let mut literal = Reader { text, at: 0, definitions: self.definitions };
                let mut nodes = Vec::new();
                while literal.at < text.len() {
                    let letter = literal.byte();
                    let mut set = [0; 4];
                    add(&mut set, letter);
                    if byte == b'\'' {
                        add(&mut set, letter.to_ascii_lowercase());
                        add(&mut set, letter.to_ascii_uppercase());
                    }
                    nodes.push(Node::Bytes(set));
                }
                Node::Sequence(nodes)
            }
            b'[' => Node::Bytes(self.class()),
            _ => panic!("what is {} in {}?", char::from(byte), String::from_utf8_lossy(self.text)),
        }
    }

    fn until(&mut self, end: u8) -> &'a [u8] {
        let text = self.text;
        let start = self.at;
        let length = text[start..].iter().position(|&b| b == end).expect("an end");
        self.at = start + length + 1;
        &text[start..start + length]
    }

    /// One byte of a literal or class.
    fn byte(&mut self) -> u8 {
        let byte = self.text[self.at];
        self.at += 1;
        if byte != b'\\' {
            return byte;
        }
        let escape = self.text[self.at];
        self.at += 1;
        match escape {
            b't' => b'\t',
            b'n' => b'\n',
            b'x' => {
                let digits = std::str::from_utf8(&self.text[self.at..self.at + 2]).expect("digits");
                self.at += 2;
                u8::from_str_radix(digits, 16).expect("two hexadecimal digits")
            }
            other => other,
        }
    }

    fn class(&mut self) -> Bytes {
        let mut set = [0; 4];
        while self.text[self.at] != b']' {
            let first = self.byte();
            let range = self.text[self.at] == b'-' && self.text[self.at + 1] != b']';
            self.at += usize::from(range);
            let last = if range { self.byte() } else { first };
            (first..=last).for_each(|byte| add(&mut set, byte));
        }
        self.at += 1;
        set
    }
}
