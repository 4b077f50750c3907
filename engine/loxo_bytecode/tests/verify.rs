//! The verifier's rules: each case breaks one of them in a unit that is well-formed otherwise, and must be refused with that rule's message.

use loxo_bytecode::{
    BinaryOp, ClassDecl, ClassFetch, ClassOperand, Const, ConstKey, FRAME_HEADER_SLOTS, FnFlags, Function, IncludeKind, Init, LiveKind,
    LiveRange, NONE, NullsafeResult, Op, OpCode, Param, PropDecl, RefNoticeKind, SwitchTable, THIS, Try, Unit, verify,
};

/// Slots of the function that is broken: one local, and the slots of a call window without arguments behind it.
const SLOTS: u32 = 1 + FRAME_HEADER_SLOTS;

fn op(code: OpCode, operands: [u32; 4]) -> Op {
    let [a, b, c, x] = operands;
    Op { a, b, c, x, ..Op::new(code) }
}

/// A unit with one of everything that operands name: two functions, a class, a string and an int constant, a cache, a jump table.
fn unit() -> Unit {
    let function = Function {
        name: b"f".as_slice().into(),
        locals: vec![b"x".as_slice().into()],
        frame_slots: SLOTS,
        code: vec![Op::new(OpCode::Nop), op(OpCode::ReturnK, [0; 4])],
        consts: vec![Const::Str(b"name".as_slice().into()), Const::Int(1)],
        caches: 1,
        switches: vec![SwitchTable { cases: vec![(ConstKey::Int(0), 1)], miss: 1, strict: false }],
        ..Function::default()
    };
    let main = Function { name: b"main".as_slice().into(), ..function.clone() };
    let class = ClassDecl { methods: vec![1], properties: vec![property(Some(1), Some(1))], ..ClassDecl::default() };
    Unit { functions: vec![main, function], classes: vec![class], hoisted_functions: vec![1], hoisted_classes: vec![0], ..Unit::default() }
}

fn property(get: Option<u32>, set: Option<u32>) -> PropDecl {
    PropDecl {
        name: b"p".as_slice().into(),
        flags: loxo_bytecode::MemberFlags::default(),
        ty: None,
        default: Init::None,
        default_text: None,
        get,
        set,
        attributes: Vec::new(),
        doc: None,
        line: 1,
    }
}

fn param() -> Param {
    Param {
        name: b"x".as_slice().into(),
        ty: None,
        by_ref: false,
        variadic: false,
        promoted: false,
        default: Init::None,
        default_text: None,
        attributes: Vec::new(),
    }
}

fn try_at(start: u32, catch: Option<u32>, finally: Option<u32>, finally_end: u32) -> Try {
    Try { start, catch, finally, finally_end, ret: 0 }
}

fn live(slot: u32, start: u32, end: u32) -> LiveRange {
    LiveRange { slot, kind: LiveKind::Tmp, start, end }
}

/// The unit with `op` in front of its last op.
fn with(code: OpCode, operands: [u32; 4]) -> Unit {
    let mut unit = unit();
    unit.functions[1].code[0] = op(code, operands);
    unit
}

/// The unit with a change.
fn changed(change: impl FnOnce(&mut Unit)) -> Unit {
    let mut unit = unit();
    change(&mut unit);
    unit
}

/// The unit with a change of its second function.
fn function(change: impl FnOnce(&mut Function)) -> Unit {
    changed(|unit| change(&mut unit.functions[1]))
}

fn name(k: u32) -> u32 {
    ClassOperand::Name(k).encode()
}

const RANGE: &str = "operand out of range";
const NUMBER: &str = "number out of range";

#[test]
fn refuses() {
    use OpCode as O;
    let cases: Vec<(&str, Unit, &str)> = vec![
        // What a unit declares.
        ("no functions", changed(|u| u.functions.clear()), "no main function"),
        ("a method", changed(|u| u.classes[0].methods.push(2)), "class member out of range"),
        ("a get hook", changed(|u| u.classes[0].properties.push(property(Some(2), None))), "class member out of range"),
        ("a set hook", changed(|u| u.classes[0].properties.push(property(None, Some(2)))), "class member out of range"),
        ("a default", changed(|u| u.classes[0].properties[0].default = Init::Thunk(2)), "declared value out of range"),
        ("a nested function", function(|f| f.nested.push(2)), "declared value out of range"),
        ("a hoisted function", changed(|u| u.hoisted_functions.push(2)), "hoisted declaration out of range"),
        ("a hoisted class", changed(|u| u.hoisted_classes.push(1)), "hoisted declaration out of range"),
        // The frame.
        ("more locals than slots", function(|f| f.frame_slots = 0), "locals do not fit the frame"),
        ("more parameters than locals", function(|f| f.params = vec![param(), param()]), "locals do not fit the frame"),
        ("more uses than locals", function(|f| f.uses = vec![false, true]), "locals do not fit the frame"),
        // The end of the code.
        ("no code", function(|f| f.code.clear()), "code can run off its end"),
        ("a last op that goes on", function(|f| f.code.push(Op::new(O::Nop))), "code can run off its end"),
        ("a last op that may jump", function(|f| f.code.push(op(O::JumpIf, [0; 4]))), "code can run off its end"),
        ("a last op that comes back", function(|f| f.code.push(op(O::FastCall, [1, NONE, 0, 0]))), "code can run off its end"),
        // Operands, by kind.
        ("Dst", with(O::LoadK, [SLOTS, 0, 0, 0]), RANGE),
        ("Var", with(O::AssignK, [SLOTS, 0, 0, 0]), RANGE),
        ("Src", with(O::Echo, [SLOTS, 0, 0, 0]), RANGE),
        ("Src in c", with(O::Add, [0, 0, SLOTS, 0]), RANGE),
        ("Tmp", with(O::EndSilence, [SLOTS, 0, 0, 0]), RANGE),
        ("Dst in x", with(O::Call, [1, 0, 0, SLOTS]), RANGE),
        ("K", with(O::LoadK, [0, 2, 0, 0]), RANGE),
        ("Str", with(O::ThrowError, [2, 0, 0, 0]), RANGE),
        ("Str that is an int", with(O::ThrowError, [1, 0, 0, 0]), RANGE),
        ("FnName", with(O::InitFn, [1, 2, 0, 0]), RANGE),
        ("FnName that is an int", with(O::InitFn, [1, 1, 0, 0]), RANGE),
        ("ConstName", with(O::FetchConst, [0, 2, 0, 0]), RANGE),
        ("ConstName that is an int", with(O::FetchConst, [0, 1, 0, 0]), RANGE),
        ("Class by name", with(O::FetchClassName, [0, name(2), 0, 0]), RANGE),
        ("Class by name that is an int", with(O::FetchClassName, [0, name(1), 0, 0]), RANGE),
        ("Class in a slot", with(O::FetchClassName, [0, ClassOperand::Slot(SLOTS).encode(), 0, 0]), RANGE),
        ("Win", with(O::Call, [2, 0, 0, NONE]), RANGE),
        ("Win that overflows", with(O::Call, [u32::MAX, 0, 0, NONE]), RANGE),
        ("Jump", with(O::Jump, [0, 0, 2, 0]), RANGE),
        ("Jump to nowhere", with(O::Jump, [0, 0, NONE, 0]), RANGE),
        ("the end of an early Free", with(O::Free, [0, 0, 2, 0]), RANGE),
        ("Fn", with(O::DeclareFn, [2, 0, 0, 0]), RANGE),
        ("ClassDecl", with(O::DeclareClass, [1, 0, 0, 0]), RANGE),
        ("Cache", with(O::FetchConst, [0, 0, 0, 1]), RANGE),
        // Numbers that mean something.
        ("a parameter to check", with(O::CheckParam, [0, 0, 0, 0]), NUMBER),
        ("a variadic parameter", with(O::CollectVariadic, [0, 0, 0, 0]), NUMBER),
        ("a parameter with a default", with(O::DefaultK, [0, 0, 0, 0]), NUMBER),
        ("a static variable to look at", with(O::JumpIfStatic, [0, 0, 1, 0]), NUMBER),
        ("a static variable to set", with(O::InitStatic, [0, 0, 0, 0]), NUMBER),
        ("a try statement", with(O::FastRet, [1, 0, 0, 0]), NUMBER),
        ("attributes of a constant", with(O::DeclareConst, [0, 0, 0, 1]), NUMBER),
        ("temporaries to concatenate", with(O::ConcatN, [0, 1, SLOTS, 0]), NUMBER),
        ("temporaries to append", with(O::AppendN, [0, 1, SLOTS, 0]), NUMBER),
        ("temporaries to keep", with(O::Yield, [0, 0, 0, SLOTS]), NUMBER),
        ("arguments of a call", with(O::Call, [1, 1, 0, NONE]), NUMBER),
        ("arguments of a function", with(O::CallFn, [1, 1, 1, NONE]), NUMBER),
        ("arguments of a builtin", with(O::CallBuiltin, [1, 0, u32::MAX, NONE]), NUMBER),
        ("a jump table", with(O::Switch, [0, 1, 1, 0]), "no jump table 1"),
        ("RefNotice", with(O::RefNotice, [0, 0, 0, 0]), "unknown kind 0"),
        ("FetchClass", with(O::FetchClass, [0, 0, 0, 3]), "unknown kind 3"),
        ("Include", with(O::Include, [0, 0, 0, 5]), "unknown kind 5"),
        ("JumpIfNullTo", with(O::JumpIfNullTo, [0, NONE, 1, 3]), "unknown kind 3"),
        ("an operator", with(O::AssignOp, [0, 0, 0, 12]), "unknown kind 12"),
        // Tables of a function.
        ("the start of a try", function(|f| f.tries.push(try_at(2, None, None, 2))), "bad try"),
        ("a catch", function(|f| f.tries.push(try_at(0, Some(2), None, 2))), "bad try"),
        ("a finally", function(|f| f.tries.push(try_at(0, None, Some(2), 2))), "bad try"),
        ("the end of a finally", function(|f| f.tries.push(try_at(0, None, Some(1), 3))), "bad try"),
        ("the start of a live range", function(|f| f.live.push(live(1, 2, 2))), "bad live range"),
        ("the end of a live range", function(|f| f.live.push(live(1, 0, 3))), "bad live range"),
        ("the slot of a live range", function(|f| f.live.push(live(SLOTS, 0, 2))), "bad live range"),
        ("a case", function(|f| f.switches[0].cases.push((ConstKey::Int(7), 2))), "bad jump table"),
        ("a miss", function(|f| f.switches[0].miss = 2), "bad jump table"),
    ];
    for (what, unit, message) in cases {
        match verify::unit(&unit) {
            Ok(()) => panic!("{what}: accepted"),
            Err(error) => assert!(error.0.contains(message), "{what}: {error:?}"),
        }
    }
}

#[test]
fn accepts() {
    use OpCode as O;
    let cases: Vec<(&str, Unit)> = vec![
        ("the unit that the other test breaks", unit()),
        (
            "an abstract method without code",
            function(|f| {
                f.code.clear();
                f.flags = FnFlags::ABSTRACT;
            }),
        ),
        ("$this", with(O::Echo, [THIS, 0, 0, 0])),
        ("no result", with(O::Call, [1, 0, 0, NONE])),
        ("a window at the end of the frame", with(O::InitFn, [1, 0, 0, 0])),
        ("a Free that is not early", with(O::Free, [0, 0, NONE, 0])),
        ("the last clause of a try", with(O::Catch, [name(0), NONE, NONE, 0])),
        ("static", with(O::FetchClassName, [0, ClassOperand::Static.encode(), 0, 0])),
        ("a class temporary", with(O::FetchClassName, [0, ClassOperand::Slot(0).encode(), 0, 0])),
        ("a jump table", with(O::Switch, [0, 0, 1, 0])),
        ("a try", function(|f| f.tries.push(try_at(0, Some(1), Some(1), 2)))),
        ("a live range", function(|f| f.live.push(live(1, 0, 2)))),
    ];
    for (what, unit) in cases {
        if let Err(error) = verify::unit(&unit) {
            panic!("{what}: {error:?}");
        }
    }
}

#[test]
fn kinds_go_through_operands_unchanged() {
    /// Every value comes back from its number, and no other number means anything.
    macro_rules! check {
        ($($kind:ident)*) => {$(
            $kind::ALL.iter().for_each(|kind| assert_eq!($kind::decode(kind.encode()), Some(*kind)));
            assert_eq!((0..256).filter(|&number| $kind::decode(number).is_some()).count(), $kind::ALL.len());
        )*};
    }
    check!(RefNoticeKind ClassFetch IncludeKind NullsafeResult BinaryOp);
}
