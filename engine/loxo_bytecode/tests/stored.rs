//! Units as bytes: damaged ones are refused, and none brings the reader down. That all of a unit comes back is tested where there are units, in
//! `loxo_compiler`.

use loxo_bytecode::{
    ArgumentKind, Attribute, CallSite, ClassDecl, Const, ConstDecl, ConstKey, Function, Init, LiveKind, LiveRange, MemberFlags, Op, OpCode,
    SwitchTable, THIS, TraitRule, Try, TypeMask, TypeSpec, Unit, stored,
};

fn bytes(text: &str) -> Box<[u8]> {
    text.as_bytes().into()
}

/// A unit with parts that few programs have.
fn unit() -> Unit {
    let attribute = Attribute {
        name: bytes("A"),
        args: vec![(None, Init::Const(Const::Null)), (Some(bytes("named")), Init::Thunk(1))],
        texts: vec![bytes("1 + X")],
        line: 300,
    };
    let consts = vec![
        Const::Int(i64::MIN),
        Const::Float(-0.0),
        Const::Float(f64::NAN),
        Const::Array(vec![
            (Some(ConstKey::Str(bytes("k"))), Const::Array(vec![(None, Const::True)])),
            (Some(ConstKey::Int(-1)), Const::False),
        ]),
    ];
    let code = vec![
        Op { flags: 9, a: THIS, b: u32::MAX - 1, c: 0x00ff_ffff, x: 1, ..Op::new(OpCode::Call) },
        Op { c: 64, ..Op::new(OpCode::Jump) },
        Op::new(OpCode::ReturnK),
    ];
    let function = Function {
        name: bytes("f"),
        return_type: Some(TypeSpec { mask: TypeMask::NULL, classes: vec![vec![bytes("A"), bytes("B")]], text: bytes("(A&B)|null") }),
        uses: vec![true, false],
        code,
        consts,
        lines: vec![(0, 1), (2, 70000)],
        tries: vec![Try { start: 0, catch: Some(1), finally: None, finally_end: 2, ret: 0 }],
        live: vec![LiveRange { slot: 1, kind: LiveKind::Silence, start: 0, end: 2 }],
        switches: vec![SwitchTable { cases: vec![(ConstKey::Str(bytes("f")), 1)], miss: 2, strict: true }],
        call_sites: vec![CallSite { pc: 0, kinds: vec![ArgumentKind::CallResult, ArgumentKind::CallUserFunc].into() }],
        attributes: vec![attribute.clone()],
        doc: Some(bytes("/** */")),
        ..Function::default()
    };
    let constant =
        ConstDecl { name: bytes("C"), flags: MemberFlags::FINAL, ty: None, value: Init::None, attributes: Vec::new(), doc: None, line: 1 };
    let rules = vec![
        TraitRule::Precedence { class: bytes("A"), method: bytes("m"), instead_of: vec![bytes("B")] },
        TraitRule::Alias { class: None, method: bytes("m"), flags: MemberFlags::PRIVATE, alias: Some(bytes("n")) },
    ];
    let class = ClassDecl { trait_rules: rules, constants: vec![constant], ..ClassDecl::default() };
    Unit {
        path: bytes("/a/b.php"),
        functions: vec![function.clone(), function],
        classes: vec![class],
        const_attrs: vec![vec![attribute]],
        halt_offset: Some(1 << 40),
        ..Unit::default()
    }
}

#[test]
fn all_of_a_unit_comes_back() {
    let unit = unit();
    let read = stored::read(&stored::write(&unit).expect("can be written")).expect("can be read");
    assert_eq!(format!("{read:?}"), format!("{unit:?}"));
}

#[test]
fn a_part_of_a_unit_is_none() {
    let bytes = stored::write(&unit()).expect("can be written");
    for end in 0..bytes.len() {
        assert!(stored::read(&bytes[..end]).is_none(), "the first {end} bytes");
    }
    assert!(stored::read(&[&bytes[..], b"\0"].concat()).is_none(), "a byte more");
}

#[test]
fn changed_bytes_are_refused_or_another_unit() {
    let bytes = stored::write(&unit()).expect("can be written");
    for at in 0..bytes.len() {
        for change in [1, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            if let Some(unit) = stored::read(&changed) {
                let again = stored::write(&unit).and_then(|bytes| stored::read(&bytes)).expect("what was read can be written");
                assert_eq!(format!("{again:?}"), format!("{unit:?}"));
            }
        }
    }
}

#[test]
fn constants_that_are_nested_too_deeply_are_not_written() {
    let nest = |depth| (0..depth).fold(Const::Null, |inner, _| Const::Array(vec![(None, inner)]));
    let with = |value| Unit { functions: vec![Function { consts: vec![value], ..Function::default() }], ..Unit::default() };
    assert!(stored::write(&with(nest(64))).is_some_and(|bytes| stored::read(&bytes).is_some()));
    assert!(stored::write(&with(nest(65))).is_none());
}
