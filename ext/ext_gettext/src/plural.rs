//! Which of several forms a number takes: `Plural-Forms: nplurals=2; plural=n != 1;` in the head of a catalogue. The expression is C's, of
//! unsigned numbers (manual of gettext, "Plural forms").

/// Expressions that are deeper are nobody's.
const DEEPEST: usize = 100;

#[derive(Debug, PartialEq)]
enum Expression {
    N,
    Number(u64),
    Not(Box<Expression>),
    Binary(Operator, Box<(Expression, Expression)>),
    Choice(Box<(Expression, Expression, Expression)>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
    And,
    Or,
}

/// Operators by how strongly they bind, the weakest first; longer ones stand before their beginnings.
const LEVELS: [&[(&[u8], Operator)]; 6] = [
    &[(b"||", Operator::Or)],
    &[(b"&&", Operator::And)],
    &[(b"==", Operator::Equal), (b"!=", Operator::Unequal)],
    &[(b"<=", Operator::LessOrEqual), (b">=", Operator::GreaterOrEqual), (b"<", Operator::Less), (b">", Operator::Greater)],
    &[(b"+", Operator::Add), (b"-", Operator::Subtract)],
    &[(b"*", Operator::Multiply), (b"/", Operator::Divide), (b"%", Operator::Remainder)],
];

pub struct Plurals {
    count: u64,
    form: Expression,
}

/// English: one, and the others.
impl Default for Plurals {
    fn default() -> Plurals {
        let form = Expression::Binary(Operator::Unequal, Box::new((Expression::N, Expression::Number(1))));
        Plurals { count: 2, form }
    }
}

impl Plurals {
    /// What the head of a catalogue says.
    pub fn of(head: &[u8]) -> Plurals {
        let read = || {
            let count = field(head, b"nplurals=")?.trim_ascii_start();
            let digits = count.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let count = std::str::from_utf8(&count[..digits]).ok()?.parse().ok()?;
            // "nplurals=" ends with the same letters, but not with "plural=".
            let mut parser = Parser { rest: field(head, b"plural=")?, depth: 0 };
            let form = parser.choice()?;
            parser.skip_blanks();
            matches!(parser.rest.first(), None | Some(b';' | b'\n')).then_some(Plurals { count, form })
        };
        read().unwrap_or_default()
    }

    /// The number of the form, from 0.
    pub fn form(&self, n: u64) -> usize {
        let form = self.form.value(n);
        if form < self.count { form as usize } else { 0 }
    }
}

impl Expression {
    fn value(&self, n: u64) -> u64 {
        match self {
            Expression::N => n,
            Expression::Number(number) => *number,
            Expression::Not(inner) => (inner.value(n) == 0).into(),
            Expression::Choice(parts) => if parts.0.value(n) != 0 { &parts.1 } else { &parts.2 }.value(n),
            Expression::Binary(Operator::And, parts) => (parts.0.value(n) != 0 && parts.1.value(n) != 0).into(),
            Expression::Binary(Operator::Or, parts) => (parts.0.value(n) != 0 || parts.1.value(n) != 0).into(),
            Expression::Binary(operator, parts) => {
                let (a, b) = (parts.0.value(n), parts.1.value(n));
                match operator {
                    Operator::Multiply => a.wrapping_mul(b),
                    Operator::Divide => a.checked_div(b).unwrap_or(0),
                    Operator::Remainder => a.checked_rem(b).unwrap_or(0),
                    Operator::Add => a.wrapping_add(b),
                    Operator::Subtract => a.wrapping_sub(b),
                    Operator::Less => (a < b).into(),
                    Operator::LessOrEqual => (a <= b).into(),
                    Operator::Greater => (a > b).into(),
                    Operator::GreaterOrEqual => (a >= b).into(),
                    Operator::Equal => (a == b).into(),
                    Operator::Unequal | Operator::And | Operator::Or => (a != b).into(),
                }
            }
        }
    }
}

struct Parser<'a> {
    rest: &'a [u8],
    depth: usize,
}

impl Parser<'_> {
    fn skip_blanks(&mut self) {
        // A backslash before the end of a line goes on.
        while let Some((b' ' | b'\t' | b'\\', rest)) = self.rest.split_first() {
            self.rest = rest;
        }
    }

    fn eat(&mut self, token: &[u8]) -> bool {
        self.skip_blanks();
        let found = self.rest.strip_prefix(token);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn choice(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let condition = self.binary(0)?;
        let read = if self.eat(b"?") {
            let one = self.choice()?;
            if !self.eat(b":") {
                return None;
            }
            Expression::Choice(Box::new((condition, one, self.choice()?)))
        } else {
            condition
        };
        self.depth -= 1;
        Some(read)
    }

    fn binary(&mut self, level: usize) -> Option<Expression> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(token, _)| self.eat(token)) {
            left = Expression::Binary(*operator, Box::new((left, self.binary(level + 1)?)));
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expression> {
        if self.eat(b"!") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
            return Some(Expression::Not(Box::new(self.unary()?)));
        }
        if self.eat(b"(") {
            let inner = self.choice()?;
            return self.eat(b")").then_some(inner);
        }
        if self.eat(b"n") {
            return Some(Expression::N);
        }
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        std::str::from_utf8(number).ok()?.parse().ok().map(Expression::Number)
    }
}

/// What follows a word in the head of a catalogue.
pub fn field<'a>(head: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    head.windows(word.len()).position(|window| window == word).map(|at| &head[at + word.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(plural: &str, numbers: &[u64]) -> Vec<usize> {
        let plurals = Plurals::of(format!("Plural-Forms: nplurals=4; plural={plural};\n").as_bytes());
        numbers.iter().map(|n| plurals.form(*n)).collect()
    }

    #[test]
    fn numbers_take_forms() {
        assert_eq!(forms("(n != 1)", &[0, 1, 2]), [1, 0, 1]);
        let polish = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2";
        assert_eq!(forms(polish, &[1, 2, 5, 12, 22, 112]), [0, 1, 2, 2, 1, 2]);
        assert_eq!(forms("!n + n * 2 - 1 / 0", &[0, 1]), [1, 2]);
        assert_eq!(forms("n", &[3, 4]), [3, 0]);
    }

    #[test]
    fn what_is_no_expression_is_english() {
        for bad in ["", "n +", "(n", "m", "n n", "1 ? 2", &"(".repeat(10_000), &"!".repeat(10_000), &"1+".repeat(10_000)] {
            assert_eq!(forms(bad, &[0, 1, 2]), [1, 0, 1], "{bad:.20}");
        }
        assert_eq!(Plurals::of(b"").form(1), 0);
    }
}
