//! Reads forms from text.

use loxo_bytecode::THIS;

use super::{COMPARISONS, FLOAT_OPS, INT_OPS, SETS, TAGS, named};
use crate::intrinsics::INTRINSICS;
use crate::{Block, BlockId, End, Entry, Form, FrameState, Inst, Kind, Owned, Place, StateId, Tags, Type, ValueId};

/// Where a text is no form, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Counted from 1.
    pub line: usize,
    pub what: String,
}

type Parsed<T> = Result<T, String>;

/// Reads a form. Blocks and states stand in the order of their numbers; whether it means something is asked by [`crate::verify`].
pub fn parse(text: &str) -> Result<Form, SyntaxError> {
    let mut form = Form::default();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        let code = line.split(';').next().unwrap_or_default();
        let words = Words::of(code);
        if words.is_empty() {
            continue;
        }
        read_line(&mut form, &mut open, words).map_err(|what| SyntaxError { line: number + 1, what })?;
    }
    match open {
        Some(_) => Err(SyntaxError { line: text.lines().count(), what: "the last block has no end".into() }),
        None => Ok(form),
    }
}

fn read_line(form: &mut Form, open: &mut Option<Block>, mut words: Words<'_>) -> Parsed<()> {
    if let Some(block) = open {
        if let Some(end) = read_end(&mut words)? {
            words.finish()?;
            let mut block = open.take().ok_or("no block")?;
            block.end = end;
            form.blocks.push(block);
            return Ok(());
        }
        block.insts.push(read_inst(form, &mut words)?);
        return words.finish();
    }
    if words.take("entry") {
        let op = words.number()?;
        words.expect(":")?;
        form.entries.push(Entry { op, block: words.block()? });
        return words.finish();
    }
    if words.take("inlined") {
        form.inlined[0] = words.number()?;
        words.expect(",")?;
        form.inlined[1] = words.number()?;
        return words.finish();
    }
    if words.take("frameless") {
        form.frameless = Some(read_type(&mut words)?);
        return words.finish();
    }
    if words.starts('s') {
        let StateId(id) = words.state()?;
        in_order(id, form.states.len())?;
        words.expect(":")?;
        form.states.push(read_state(&mut words)?);
        return words.finish();
    }
    let BlockId(id) = words.block()?;
    in_order(id, form.blocks.len())?;
    words.expect("(")?;
    let mut params = Vec::new();
    while !words.take(")") {
        params.push(read_definition(form, &mut words)?);
        words.take(",");
    }
    let cold = words.take("cold");
    words.expect(":")?;
    *open = Some(Block { params, insts: Vec::new(), end: End::Leave(StateId(u32::MAX)), cold });
    words.finish()
}

fn in_order(id: u32, next: usize) -> Parsed<()> {
    if id as usize == next { Ok(()) } else { Err(format!("number {next} comes next, not {id}")) }
}

fn read_end(words: &mut Words<'_>) -> Parsed<Option<End>> {
    Ok(Some(match words.peek() {
        "jump" => {
            words.next();
            let (to, arguments) = words.target()?;
            End::Jump(to, arguments)
        }
        "branch" => {
            words.next();
            let on = words.value()?;
            let then = words.target()?;
            words.expect("else")?;
            End::Branch { on, then, otherwise: words.target()? }
        }
        "switch" => {
            words.next();
            let on = words.value()?;
            let mut cases = Vec::new();
            while !words.take("else") {
                let case = words.number()?;
                words.expect(":")?;
                cases.push((case, words.block()?));
                words.expect(",")?;
            }
            End::Switch { on, cases, otherwise: words.block()? }
        }
        "return" => {
            words.next();
            let value = words.value()?;
            words.expect("[")?;
            let mut slots = Vec::new();
            while !words.take("]") {
                let is_reference = words.take("&");
                slots.push(Owned { slot: words.slot()?, is_reference });
                words.take(",");
            }
            End::Return(value, slots)
        }
        "leave" => {
            words.next();
            End::Leave(words.state()?)
        }
        _ => return Ok(None),
    }))
}

fn read_state(words: &mut Words<'_>) -> Parsed<FrameState> {
    words.expect("op")?;
    let op = words.number()?;
    let mut slots = Vec::new();
    while words.starts('$') {
        let slot = words.slot()?;
        words.expect("=")?;
        slots.push((slot, words.value()?));
        words.take(",");
    }
    let mut before = Vec::new();
    if words.take("after") {
        before.push(words.number()?);
        while words.take(",") {
            before.push(words.number()?);
        }
    }
    Ok(FrameState { op, slots, before, guessed: words.take("guessed") })
}

/// `v3: int[0..9]`, and enters the type.
fn read_definition(form: &mut Form, words: &mut Words<'_>) -> Parsed<ValueId> {
    let value = words.value()?;
    let ty = if words.take(":") { read_type(words)? } else { Type::ANY };
    let index = value.0 as usize;
    if index >= 1 << 20 {
        return Err("a number of a value that is too large".into());
    }
    if form.values.len() <= index {
        form.values.resize(index + 1, Type::ANY);
    }
    form.values[index] = ty;
    Ok(value)
}

fn read_type(words: &mut Words<'_>) -> Parsed<Type> {
    let mut ty = Type::tagged(read_tags(words)?);
    if words.take("[") {
        let range = words.next();
        let (low, high) = range.split_once("..").ok_or_else(|| format!("a range, not {range}"))?;
        ty.range = (number(low)?, number(high)?);
        words.expect("]")?;
    }
    Ok(ty)
}

fn read_tags(words: &mut Words<'_>) -> Parsed<Tags> {
    if words.take("none") {
        return Ok(Tags::NONE);
    }
    let mut tags = Tags::NONE;
    loop {
        let text = words.next();
        let set = named(SETS, text).or_else(|| named(TAGS, text).map(Tags::of));
        tags = tags.with(set.ok_or_else(|| format!("a tag, not {text}"))?);
        if !words.take("|") {
            return Ok(tags);
        }
    }
}

fn read_inst(form: &mut Form, words: &mut Words<'_>) -> Parsed<Inst> {
    let result = if words.starts('v') {
        let value = read_definition(form, words)?;
        words.expect("=")?;
        Some(value)
    } else {
        None
    };
    let kind = read_kind(words)?;
    let mut args = Vec::new();
    loop {
        words.take(",");
        if !words.starts('v') {
            break;
        }
        args.push(words.value()?);
    }
    let exit = if words.take("!") { Some(words.state()?) } else { None };
    let at = if words.take("@") { words.number()? } else { 0 };
    Ok(Inst { kind, args, result, exit, at })
}

fn read_kind(words: &mut Words<'_>) -> Parsed<Kind> {
    let text = words.next();
    Ok(match text {
        "int" => Kind::Int(words.number()?),
        "float" => Kind::Float(read_float(words.next())?),
        "bool" => Kind::Bool(words.next() == "true"),
        "null" => Kind::Null,
        "constant" => Kind::Constant(words.number()?),
        "load" => Kind::Load(words.slot()?),
        "store" => Kind::Store(words.slot()?),
        "replace" => Kind::Replace(words.slot()?),
        "release" => Kind::Release(words.slot()?),
        "guard" => Kind::Guard(read_tags(words)?),
        "box" => Kind::Box,
        "unbox" => Kind::Unbox,
        "builtin" => Kind::Intrinsic(named(INTRINSICS, words.next()).ok_or("a builtin")?),
        "divide_ints" => Kind::DivideInts,
        "power" => Kind::Power,
        "bool_to_int" => Kind::BoolToInt,
        "int_to_float" => Kind::IntToFloat,
        "float_to_int" => Kind::FloatToInt,
        "not" => Kind::Not,
        "truth" => Kind::Truth,
        "has" => Kind::HasTags(read_tags(words)?),
        "truth_of" => Kind::TruthOf,
        "same_string" => Kind::SameString(words.number()?),
        "case_of" => Kind::CaseOf,
        "element" => Kind::Element(words.number()?),
        "element_at" => Kind::ElementAt,
        "property" => Kind::Property,
        "property_at" => Kind::PropertyAt(words.number()?),
        "store_property_at" => Kind::StorePropertyAt(words.number()?),
        "promote_in" => Kind::PromoteIn(Place { distance: words.number()?, accepts: read_tags(words)? }),
        "set_property_in" | "move_to_property_in" => {
            let place = Place { distance: words.number()?, accepts: read_tags(words)? };
            Kind::SetPropertyIn(place, text == "move_to_property_in")
        }
        "place_in" => Kind::PlaceIn(words.number()?),
        "set_property_at" => Kind::SetPropertyAt(words.number()?),
        "deref" => Kind::Deref,
        "is_untyped" => Kind::IsUntyped,
        "store_inside" => Kind::StoreInside,
        "replace_inside" => Kind::ReplaceInside,
        "place_of" => Kind::PlaceOf(words.slot()?),
        "place_inside" => Kind::PlaceInside,
        "set_property" | "move_to_property" => Kind::SetProperty(text == "move_to_property"),
        "property_place" => Kind::PropertyPlace,
        "static_place" => Kind::StaticPlace,
        "element_place" => Kind::ElementPlace,
        "value_at" => Kind::ValueAt,
        "set_element" | "move_to_element" => Kind::SetElement(text == "move_to_element"),
        "remove_element" => Kind::RemoveElement,
        "append_element" | "move_to_end" => Kind::AppendElement(text == "move_to_end"),
        "bind_element" => Kind::BindElement(words.slot()?),
        "change_at" => Kind::ChangeAt(named(INT_OPS, words.next()).ok_or("an operation on ints")?),
        "or_null" => Kind::OrNull,
        "array_length" => Kind::ArrayLength,
        "array_positions" => Kind::ArrayPositions,
        "value_in_order" => Kind::ValueInOrder,
        "key_in_order" => Kind::KeyInOrder,
        "string_length" => Kind::StringLength,
        "is_call_of" => Kind::IsCallOf(words.number()?),
        "is_method_call_of" => Kind::IsMethodCallOf(words.number()?),
        "is_closure_of" => Kind::IsClosureOf(words.number()?),
        "closure_this" => Kind::ClosureThis,
        "captured" => Kind::Captured(words.number()?),
        "takes_references" => Kind::TakesReferences(words.slot()?),
        "count" => Kind::Count,
        "run" => Kind::Run,
        "run_jump" => Kind::RunJump,
        "call" => Kind::Call,
        "call_frameless" => Kind::CallFrameless,
        "guard_callee" => Kind::GuardCallee,
        "guard_bool" => Kind::GuardBool(words.next() == "true"),
        "start_constructor" => Kind::StartConstructor(words.number()?),
        "end_window" => Kind::EndWindow(words.slot()?),
        "new_object" => Kind::NewObject(words.number()?),
        "guard_class" => Kind::GuardClass(words.number()?),
        "poll" => Kind::Poll,
        _ => {
            let ints = named(INT_OPS, text).map(Kind::Ints);
            let floats = named(FLOAT_OPS, text).map(Kind::Floats);
            let compare = |prefix| text.strip_prefix(prefix).and_then(|rest| named(COMPARISONS, rest));
            let compares = compare("int.").map(Kind::CompareInts).or_else(|| compare("float.").map(Kind::CompareFloats));
            ints.or(floats).or(compares).ok_or_else(|| format!("an instruction, not {text}"))?
        }
    })
}

fn read_float(text: &str) -> Parsed<u64> {
    match text.strip_prefix('#') {
        Some(bits) => u64::from_str_radix(bits, 16).map_err(|_| format!("bits, not {bits}")),
        None => Ok(number::<f64>(text)?.to_bits()),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Parsed<T> {
    text.parse().map_err(|_| format!("a number, not {text}"))
}

/// The words of a line.
struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    fn of(line: &'a str) -> Words<'a> {
        let mut words = Vec::new();
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = if is_single(first) {
                first.len_utf8()
            } else {
                rest.find(|c: char| c.is_whitespace() || is_single(c)).unwrap_or(rest.len())
            };
            let (word, behind) = rest.split_at(end);
            words.push(word);
            rest = behind.trim_start();
        }
        Words { words, next: 0 }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn peek(&self) -> &'a str {
        self.words.get(self.next).copied().unwrap_or("")
    }

    fn next(&mut self) -> &'a str {
        let word = self.peek();
        self.next += 1;
        word
    }

    fn starts(&self, with: char) -> bool {
        self.peek().strip_prefix(with).is_some_and(|rest| rest == "this" || rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn take(&mut self, word: &str) -> bool {
        let is = self.peek() == word;
        self.next += usize::from(is);
        is
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { Err(format!("{word} should stand here, not {:?}", self.peek())) }
    }

    fn finish(&self) -> Parsed<()> {
        if self.next >= self.words.len() { Ok(()) } else { Err(format!("nothing should follow, not {:?}", self.peek())) }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        number(self.next())
    }

    fn numbered(&mut self, prefix: char) -> Parsed<u32> {
        let word = self.next();
        let digits = word.strip_prefix(prefix).ok_or_else(|| format!("{prefix} and a number, not {word:?}"))?;
        number(digits)
    }

    fn value(&mut self) -> Parsed<ValueId> {
        self.numbered('v').map(ValueId)
    }

    fn block(&mut self) -> Parsed<BlockId> {
        self.numbered('b').map(BlockId)
    }

    fn state(&mut self) -> Parsed<StateId> {
        self.numbered('s').map(StateId)
    }

    fn slot(&mut self) -> Parsed<u32> {
        if self.take("$this") { Ok(THIS) } else { self.numbered('$') }
    }

    /// `b1(v2, v3)`
    fn target(&mut self) -> Parsed<(BlockId, Vec<ValueId>)> {
        let to = self.block()?;
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.take(")") {
            arguments.push(self.value()?);
            self.take(",");
        }
        Ok((to, arguments))
    }
}

/// Stands for itself, without spaces around it.
fn is_single(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | ':' | ',' | '=' | '|' | '!' | '@' | '&')
}
