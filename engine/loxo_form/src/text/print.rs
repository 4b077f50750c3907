//! Writes forms as text.

use std::fmt::{self, Display, Formatter};

use loxo_bytecode::THIS;

use super::{COMPARISONS, FLOAT_OPS, INT_OPS, SETS, TAGS, name};
use crate::intrinsics::INTRINSICS;
use crate::{Block, BlockId, End, Form, FrameState, Inst, Kind, Place, StateId, Tags, Type, ValueId};

impl Display for ValueId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl Display for BlockId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl Display for StateId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// A slot of the frame.
struct Slot(u32);

impl Display for Slot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == THIS { f.write_str("$this") } else { write!(f, "${}", self.0) }
    }
}

impl Display for Tags {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if *self == Tags::NONE {
            return f.write_str("none");
        }
        let mut rest = *self;
        let mut separator = "";
        for (set, name) in SETS {
            if set.within(rest) {
                write!(f, "{separator}{name}")?;
                rest = rest.without(*set);
                separator = "|";
            }
        }
        for (tag, name) in TAGS {
            if rest.has(*tag) {
                write!(f, "{separator}{name}")?;
                separator = "|";
            }
        }
        Ok(())
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tags)?;
        let (low, high) = self.range;
        if self.range == Type::ANY.range { Ok(()) } else { write!(f, "[{low}..{high}]") }
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Int(i) => write!(f, "int {i}"),
            Kind::Float(bits) => {
                let float = f64::from_bits(*bits);
                if float.is_nan() { write!(f, "float #{bits:x}") } else { write!(f, "float {float:?}") }
            }
            Kind::Bool(bool) => write!(f, "bool {bool}"),
            Kind::Null => f.write_str("null"),
            Kind::Constant(k) => write!(f, "constant {k}"),
            Kind::Load(slot) => write!(f, "load {}", Slot(*slot)),
            Kind::Store(slot) => write!(f, "store {}", Slot(*slot)),
            Kind::Replace(slot) => write!(f, "replace {}", Slot(*slot)),
            Kind::Release(slot) => write!(f, "release {}", Slot(*slot)),
            Kind::Guard(tags) => write!(f, "guard {tags}"),
            Kind::Box => f.write_str("box"),
            Kind::Unbox => f.write_str("unbox"),
            Kind::Ints(op) => f.write_str(name(INT_OPS, op)),
            Kind::Floats(op) => f.write_str(name(FLOAT_OPS, op)),
            Kind::Intrinsic(which) => write!(f, "builtin {}", name(INTRINSICS, which)),
            Kind::DivideInts => f.write_str("divide_ints"),
            Kind::Power => f.write_str("power"),
            Kind::BoolToInt => f.write_str("bool_to_int"),
            Kind::IntToFloat => f.write_str("int_to_float"),
            Kind::FloatToInt => f.write_str("float_to_int"),
            Kind::CompareInts(how) => write!(f, "int.{}", name(COMPARISONS, how)),
            Kind::CompareFloats(how) => write!(f, "float.{}", name(COMPARISONS, how)),
            Kind::Not => f.write_str("not"),
            Kind::Truth => f.write_str("truth"),
            Kind::HasTags(tags) => write!(f, "has {tags}"),
            Kind::TruthOf => f.write_str("truth_of"),
            Kind::SameString(k) => write!(f, "same_string {k}"),
            Kind::CaseOf => f.write_str("case_of"),
            Kind::Element(k) => write!(f, "element {k}"),
            Kind::ElementAt => f.write_str("element_at"),
            Kind::Property => f.write_str("property"),
            Kind::PropertyAt(distance) => write!(f, "property_at {distance}"),
            Kind::StorePropertyAt(distance) => write!(f, "store_property_at {distance}"),
            Kind::PromoteIn(Place { distance, accepts }) => write!(f, "promote_in {distance} {accepts}"),
            Kind::SetPropertyIn(Place { distance, accepts }, moves) => {
                write!(f, "{} {distance} {accepts}", if *moves { "move_to_property_in" } else { "set_property_in" })
            }
            Kind::PlaceIn(distance) => write!(f, "place_in {distance}"),
            Kind::SetPropertyAt(distance) => write!(f, "set_property_at {distance}"),
            Kind::Deref => f.write_str("deref"),
            Kind::IsUntyped => f.write_str("is_untyped"),
            Kind::StoreInside => f.write_str("store_inside"),
            Kind::ReplaceInside => f.write_str("replace_inside"),
            Kind::PlaceOf(slot) => write!(f, "place_of {}", Slot(*slot)),
            Kind::PlaceInside => f.write_str("place_inside"),
            Kind::SetProperty(moves) => f.write_str(if *moves { "move_to_property" } else { "set_property" }),
            Kind::PropertyPlace => f.write_str("property_place"),
            Kind::StaticPlace => f.write_str("static_place"),
            Kind::ElementPlace => f.write_str("element_place"),
            Kind::ValueAt => f.write_str("value_at"),
            Kind::SetElement(moves) => f.write_str(if *moves { "move_to_element" } else { "set_element" }),
            Kind::AppendElement(moves) => f.write_str(if *moves { "move_to_end" } else { "append_element" }),
            Kind::RemoveElement => f.write_str("remove_element"),
            Kind::BindElement(slot) => write!(f, "bind_element {}", Slot(*slot)),
            Kind::ChangeAt(op) => write!(f, "change_at {}", name(INT_OPS, op)),
            Kind::OrNull => f.write_str("or_null"),
            Kind::ArrayLength => f.write_str("array_length"),
            Kind::ArrayPositions => f.write_str("array_positions"),
            Kind::ValueInOrder => f.write_str("value_in_order"),
            Kind::KeyInOrder => f.write_str("key_in_order"),
            Kind::StringLength => f.write_str("string_length"),
            Kind::IsCallOf(function) => write!(f, "is_call_of {function}"),
            Kind::IsMethodCallOf(function) => write!(f, "is_method_call_of {function}"),
            Kind::IsClosureOf(function) => write!(f, "is_closure_of {function}"),
            Kind::ClosureThis => f.write_str("closure_this"),
            Kind::Captured(index) => write!(f, "captured {index}"),
            Kind::TakesReferences(window) => write!(f, "takes_references {}", Slot(*window)),
            Kind::Count => f.write_str("count"),
            Kind::Run => f.write_str("run"),
            Kind::RunJump => f.write_str("run_jump"),
            Kind::Call => f.write_str("call"),
            Kind::CallFrameless => f.write_str("call_frameless"),
            Kind::GuardCallee => f.write_str("guard_callee"),
            Kind::GuardBool(wanted) => write!(f, "guard_bool {wanted}"),
            Kind::NewObject(function) => write!(f, "new_object {function}"),
            Kind::StartConstructor(function) => write!(f, "start_constructor {function}"),
            Kind::EndWindow(window) => write!(f, "end_window {}", Slot(*window)),
            Kind::GuardClass(classes) => write!(f, "guard_class {classes}"),
            Kind::Poll => f.write_str("poll"),
        }
    }
}

/// `(v1, v2)`
struct Arguments<'a>(&'a [ValueId]);

impl Display for Arguments<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, argument) in self.0.iter().enumerate() {
            write!(f, "{}{argument}", if i == 0 { "" } else { ", " })?;
        }
        f.write_str(")")
    }
}

impl Display for End {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            End::Jump(to, arguments) => write!(f, "jump {to}{}", Arguments(arguments)),
            End::Branch { on, then, otherwise } => {
                write!(f, "branch {on} {}{} else {}{}", then.0, Arguments(&then.1), otherwise.0, Arguments(&otherwise.1))
            }
            End::Switch { on, cases, otherwise } => {
                write!(f, "switch {on}")?;
                for (case, to) in cases {
                    write!(f, " {case}: {to},")?;
                }
                write!(f, " else {otherwise}")
            }
            End::Return(value, slots) => {
                write!(f, "return {value} [")?;
                for (i, owned) in slots.iter().enumerate() {
                    let (comma, and) = (if i == 0 { "" } else { ", " }, if owned.is_reference { "&" } else { "" });
                    write!(f, "{comma}{and}{}", Slot(owned.slot))?;
                }
                f.write_str("]")
            }
            End::Leave(state) => write!(f, "leave {state}"),
        }
    }
}

impl Display for FrameState {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "op {}", self.op)?;
        for (i, (slot, value)) in self.slots.iter().enumerate() {
            write!(f, "{} {} = {value}", if i == 0 { "" } else { "," }, Slot(*slot))?;
        }
        for (i, op) in self.before.iter().enumerate() {
            write!(f, "{} {op}", if i == 0 { " after" } else { "," })?;
        }
        f.write_str(if self.guessed { " guessed" } else { "" })
    }
}

impl Form {
    /// A value where it is defined: with its type, if something is known.
    fn definition(&self, value: ValueId) -> String {
        match self.values.get(value.0 as usize) {
            Some(ty) if *ty != Type::ANY => format!("{value}: {ty}"),
            _ => value.to_string(),
        }
    }

    fn print_inst(&self, inst: &Inst, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("  ")?;
        if let Some(result) = inst.result {
            write!(f, "{} = ", self.definition(result))?;
        }
        write!(f, "{}", inst.kind)?;
        for argument in &inst.args {
            write!(f, " {argument}")?;
        }
        if let Some(exit) = inst.exit {
            write!(f, " ! {exit}")?;
        }
        writeln!(f, " @ {}", inst.at)
    }

    fn print_block(&self, id: BlockId, block: &Block, f: &mut Formatter<'_>) -> fmt::Result {
        let params: Vec<String> = block.params.iter().map(|param| self.definition(*param)).collect();
        writeln!(f, "{id}({}){}:", params.join(", "), if block.cold { " cold" } else { "" })?;
        for inst in &block.insts {
            self.print_inst(inst, f)?;
        }
        writeln!(f, "  {}", block.end)
    }
}

impl Display for Form {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [ops, constants] = self.inlined;
        if ops + constants > 0 {
            writeln!(f, "inlined {ops}, {constants}")?;
        }
        if let Some(result) = self.frameless {
            writeln!(f, "frameless {result}")?;
        }
        for entry in &self.entries {
            writeln!(f, "entry {}: {}", entry.op, entry.block)?;
        }
        for (block, id) in self.blocks.iter().zip(0..) {
            self.print_block(BlockId(id), block, f)?;
        }
        for (state, id) in self.states.iter().zip(0..) {
            writeln!(f, "{}: {state}", StateId(id))?;
        }
        Ok(())
    }
}
