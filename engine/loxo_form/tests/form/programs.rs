//! Generated programs give the same by their forms as by a model of the interpreter, whatever is guessed of them and wherever they leave.
//! `LOXO_FORMS=SEED,COUNT` runs others than the usual ones.

use std::panic::{AssertUnwindSafe, catch_unwind};

use loxo_bytecode::disasm;
use loxo_form::{Input, Supported, Tags, build_with, verify};

use crate::calls::Calls;
use crate::evaluator::{Random, agree};
use crate::machine::V;
use crate::program;

/// Makes the text of a function.
struct Generator<'r> {
    random: &'r mut Random,
    out: String,
    loops: u32,
    /// What is made is called by the function, and calls no more than one other.
    is_called: bool,
}

const VARIABLES: &[&str] = &["$a", "$b", "$c", "$d", "$e", "$f"];

impl Generator<'_> {
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.random.below(from.len() as u64) as usize]
    }

    fn variable(&mut self) -> &'static str {
        self.pick(VARIABLES)
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(8) {
                0 => self.pick(&["0", "1", "2", "-1", "7", "100", "9223372036854775807"]).into(),
                1 => self.pick(&["0.0", "1.5", "-2.25", "1e300"]).into(),
                2 => self.pick(&["null", "true", "false", "'s'"]).into(),
                _ => self.variable().into(),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        let variable = self.variable();
        match self.random.below(17) {
            0..=4 => {
                let op = self.pick(&["+", "-", "*", "+", "-", "%", "&", "|", "^", "/", "<<", ">>"]);
                format!("({left} {op} {right})")
            }
            5 | 6 => {
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!=", "===", "!=="]);
                format!("({left} {op} {right})")
            }
            7 => format!("({left} {} {right})", self.pick(&["&&", "||"])),
            8 => format!("({left} ? {right} : {variable})"),
            9 => match self.random.below(4) {
                _ if self.is_called => format!("i({left}, {right})"),
                0 => format!("g({left}, {right})"),
                1 => format!("i({left}, {right})"),
                2 => format!("h({left}, {right})"),
                _ => format!("h({variable})"),
            },
            10 => format!("{}{variable}", self.pick(&["++", "--"])),
            11 => format!("{variable}{}", self.pick(&["++", "--"])),
            12 => format!("({}{left})", self.pick(&["!", "-", "(int)", "(float)", "(bool)", "~"])),
            13 => format!("{}({variable})", self.pick(&["isset", "empty"])),
            14 if self.random.one_in(6) => {
                format!("({variable}{} ? {left} : {right})", self.pick(&["['x']", "->p['x']", "[$b]", "[1][$a]"]))
            }
            14 if self.random.one_in(3) => {
                let (what, reads) =
                    (self.pick(&["isset", "empty", ""]), self.pick(&["['x']['y']", "->p['x']", "['x'][$b]", "[1][$a]['y']"]));
                if what.is_empty() { format!("({variable}{reads} ?? {left})") } else { format!("{what}({variable}{reads})") }
            }
            14 => format!("{variable}{}", self.pick(&["['k']", "->p", "[3]", "['x']['y']", "->p->q"])),
            15 if self.random.one_in(2) => format!("isset({variable}{})", self.pick(&["['k']", "->p", "[$a]", "[g($b, 1)]"])),
            15 => format!("{variable}[{left}]"),
            _ => format!("({left} ?? {right})"),
        }
    }

    fn condition(&mut self) -> String {
        let (variable, right) = (self.variable(), self.expression(1));
        match self.random.below(7) {
            0 | 1 => format!("{variable} === {}", self.pick(&["null", "false", "true", "3", "'s'"])),
            2 => format!("g({variable}, {right}) {}", self.pick(&["", "< 3", "=== null", "=== 's'", "=== 2", "== 3"])),
            3 => self.expression(2),
            _ => format!("{variable} {} {right}", self.pick(&["<", "<=", ">", ">=", "==", "!=="])),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (variable, value) = (self.variable(), self.expression(2));
        match self.random.below(if depth == 0 { 7 } else { 13 }) {
            0..=2 => self.out += &format!("{variable} = {value};\n"),
            3 => {
                let op = self.pick(&["+=", "-=", "*=", "+=", ".=", "^="]);
                self.out += &format!("{variable} {op} {value};\n");
            }
            4 => {
                let op = self.pick(&["++", "--"]);
                self.out += &format!("{variable}{op};\n");
            }
            5 if self.random.one_in(2) => self.out += &format!("echo {value};\n"),
            5 => self.out += &format!("g({variable}, {value});\n"),
            6 if self.random.one_in(3) => {
                let other = self.variable();
                self.out += &format!("{variable} = &{other};\n");
            }
            6 if self.random.one_in(3) => self.out += &format!("unset({variable});\n"),
            6 => self.out += &format!("{variable} = {value};\n"),
            7 => {
                self.out += "try {\n";
                self.block(depth - 1);
                self.out += &format!("}} catch (E {variable}) {{\n");
                self.block(depth - 1);
                self.out += "}\n";
            }
            8 | 9 => {
                let condition = self.condition();
                self.out += &format!("if ({condition}) {{\n");
                self.block(depth - 1);
                if self.random.one_in(2) {
                    self.out += "} else {\n";
                    self.block(depth - 1);
                }
                self.out += "}\n";
            }
            10 => {
                self.out += &format!("switch ({variable}) {{\n");
                for case in 0..9 {
                    self.out += &format!("case {case}:\n");
                    if self.random.one_in(3) {
                        self.statement(depth - 1);
                        self.out += "break;\n";
                    }
                }
                self.out += "}\n";
            }
            _ => self.a_loop(depth),
        }
    }

    fn a_loop(&mut self, depth: u32) {
        self.loops += 1;
        let counter = format!("$i{}", self.loops);
        let condition = if self.random.one_in(3) { self.condition() } else { "true".into() };
        if self.random.one_in(3) {
            self.out += &format!("{counter} = 0;\nwhile ({condition}) {{\nif ({counter}++ > 3) break;\n");
        } else {
            self.out += &format!("for ({counter} = 0; {counter} < 4 && {condition}; {counter}++) {{\n");
        }
        self.block(depth - 1);
        if self.random.one_in(4) {
            let condition = self.condition();
            let leaves = self.pick(&["continue", "break"]);
            self.out += &format!("if ({condition}) {leaves};\n");
        }
        self.block(depth - 1);
        self.out += "}\n";
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..=self.random.below(3) {
            self.statement(depth);
        }
        if self.random.one_in(20) {
            let value = self.expression(1);
            self.out += &format!("return {value};\n");
        }
    }

    fn program(mut self) -> String {
        let (test, first, second) = (self.expression(1), self.expression(2), self.expression(2));
        self.is_called = false;
        self.out = format!(
            "<?php function g($x, $y) {{ return $x; }} function i($a, $b) {{ return $a + $b; }}
function h($a, $b = 2) {{ $c = $d = $e = $f = $b; if ({test}) {{ return {first}; }} $a = {second}; return $a; }} function f($a, $b, $c) {{\n"
        );
        for _ in 0..2 {
            self.block(3);
        }
        let value = self.expression(1);
        self.out += &format!("return {value};\n}}\n");
        self.out
    }
}

fn a_value(random: &mut Random) -> V {
    match random.below(8) {
        0 => V::Null,
        1 => V::Bool(random.one_in(2)),
        2 | 3 => V::Float(random.below(100) as f64 / 4.0),
        4 => V::Str(0),
        5 => V::Int(i64::MAX - random.below(3) as i64),
        _ => V::Int(random.below(20) as i64 - 5),
    }
}

fn some_tags(random: &mut Random) -> Tags {
    match random.below(6) {
        0 => Tags::INT,
        1 => Tags::FLOAT,
        2 => Tags::BOOL,
        3 => Tags::INT.with(Tags::NULL),
        _ => Tags::ANY,
    }
}

fn observed_tags(random: &mut Random) -> Tags {
    match random.below(8) {
        0 => Tags::INT,
        1 => Tags::FLOAT,
        2 => Tags::STRING,
        3 => Tags::ARRAY,
        4 => Tags::INT.with(Tags::FLOAT),
        5 => Tags::REFERENCE,
        _ => Tags::NONE,
    }
}

/// Builds and runs one program in several ways.
fn try_program(seed: u64) -> Result<(usize, usize), String> {
    let mut random = Random(seed);
    let source = Generator { random: &mut random, out: String::new(), loops: 0, is_called: true }.program();
    // Some constant expressions are errors.
    let Some(unit) = program::compile(&source) else { return Ok((0, 0)) };
    let function = unit.functions.iter().find(|function| *function.name == *b"f").ok_or("no function")?;
    let mut total = (0, 0);
    for _ in 0..6 {
        let hints: Vec<Tags> = function.code.iter().map(|_| some_tags(&mut random)).collect();
        let params: Vec<Tags> = (0..3).map(|_| some_tags(&mut random)).collect();
        let avoided: Vec<bool> = function.code.iter().map(|_| random.one_in(4)).collect();
        let hint = |at: u32| hints.get(at as usize).copied().unwrap_or(Tags::ANY);
        let avoid = |at: u32| avoided.get(at as usize).is_some_and(|avoided| *avoided);
        let looked: Vec<[Tags; 4]> = function.code.iter().map(|_| [(); 4].map(|()| observed_tags(&mut random))).collect();
        let observed = |at: u32| looked.get(at as usize).copied().unwrap_or([Tags::NONE; 4]);
        let calls = Calls::of(&unit, function);
        let [called, inlinable] = if random.one_in(4) { [0; 2] } else { [calls.called.len(), calls.functions.len()] };
        let input = Input {
            function,
            on_object: false,
            params: &params,
            elements: &[],
            hint: &hint,
            observed: &observed,
            finds: &|_| false,
            seen: &|_| None,
            reached: &|_| None,
            taken: &|_| None,
            refers: &|_| false,
            intrinsic: &|_| None,
            avoid: &avoid,
            called: &calls.called[..called],
            inlinable: &calls.functions[..inlinable],
            is_text: &|k| program::is_text(function, k),
            first: [0; 2],
            only: None,
        };
        let supported = if random.one_in(3) { Supported::default() } else { Supported::ALL };
        let form = build_with(&input, supported).map_err(|refusal| format!("{refusal:?}"))?;
        let report = |what: String| format!("{what}\n{source}\n{}\n{form}", disasm::function(function));
        verify(&form, function).map_err(|error| report(error.to_string()))?;
        let values = [a_value(&mut random), a_value(&mut random), a_value(&mut random)];
        let ran = catch_unwind(AssertUnwindSafe(|| agree(&unit, function, &calls, &form, &values, &mut random)));
        let ran = ran.unwrap_or_else(|panic| Err(panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".into())));
        let done = ran.map_err(|what| report(format!("seed {seed}, {values:?}: {what}")))?;
        total = (total.0 + done.0, total.1 + done.1);
    }
    Ok(total)
}

#[test]
fn forms_do_what_the_interpreter_does() {
    let asked = std::env::var("LOXO_FORMS").ok();
    let asked = asked.as_deref().and_then(|asked| asked.split_once(','));
    let (seed, count) = asked.and_then(|(seed, count)| Some((seed.parse().ok()?, count.parse().ok()?))).unwrap_or((1u64, 150u64));
    let mut total = (0, 0);
    for seed in seed..seed + count {
        match try_program(seed) {
            Ok(done) => total = (total.0 + done.0, total.1 + done.1),
            Err(what) => panic!("{what}"),
        }
    }
    println!("{} instructions of forms, {} ops left to the interpreter", total.0, total.1);
    assert!(total.0 > total.1, "forms hardly did anything");
}
