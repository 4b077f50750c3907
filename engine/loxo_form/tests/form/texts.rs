//! Tests of forms: `text/*.form` are read and printed again, `text/*.malformed` are refused by the verifier for the reason in their first line, and
//! passes change those in `passes`.

use loxo_bytecode::{Const, Function, NONE, Op, OpCode};
use loxo_form::{Form, passes};

/// Cases of the files with this extension: the file's name, and one case.
fn cases(extension: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for file in loxo_cases::files(env!("CARGO_MANIFEST_DIR"), "text", extension) {
        let text = std::fs::read_to_string(&file).expect("a readable case");
        out.extend(text.split("-----\n").map(|case| (file.display().to_string(), case.to_owned())));
    }
    out
}

/// What the cases are forms of: four locals and four more slots, ops `Nop`, `Strlen`, `Call`, `JumpIf`, `Return`, and one constant.
fn function() -> Function {
    let op = |code, a, c, x| Op { a, c, x, ..Op::new(code) };
    Function {
        locals: vec![Box::default(); 4],
        frame_slots: 8,
        code: vec![
            Op::new(OpCode::Nop),
            op(OpCode::Strlen, 4, 0, 0),
            op(OpCode::Call, 4, 0, NONE),
            op(OpCode::JumpIf, 0, 1, 0),
            op(OpCode::Return, 0, 0, 0),
        ],
        consts: vec![Const::Null],
        ..Function::default()
    }
}

#[test]
fn text_is_read_and_printed_again() {
    for (file, case) in cases("form") {
        let form = loxo_form::parse(&case).unwrap_or_else(|error| panic!("{file}: {error:?}"));
        assert_eq!(form.to_string(), case, "{file}");
        loxo_form::verify(&form, &function()).unwrap_or_else(|error| panic!("{file}: {error}\n{case}"));
    }
}

#[test]
fn malformed_forms_are_refused() {
    for (file, case) in cases("malformed") {
        let (reason, text) = case.split_once('\n').expect("a reason");
        let form = loxo_form::parse(text).unwrap_or_else(|error| panic!("{file}: {error:?}\n{case}"));
        let refused = loxo_form::verify(&form, &function()).err().map(|error| error.to_string());
        assert_eq!(refused.as_deref(), reason.strip_prefix("; "), "{file}:\n{case}");
    }
}

#[test]
fn what_is_no_form_is_not_read() {
    for text in [
        "b1():\n  leave s0\n",
        "b0():\n",
        "b0():\n  v0 = lode $1\n",
        "b0():\n  v0: inte = load $1\n",
        "entry x: b0\n",
        "b0():\n  leave s0 s1\n",
    ] {
        assert!(loxo_form::parse(text).is_err(), "{text}");
    }
}

/// `passes/PASS.form` holds forms for a pass, `passes/PASS.out` what it makes of them. `LOXO_BLESS=1` writes the latter anew.
#[test]
fn passes_do_what_they_did() {
    let passes: [(&str, fn(&mut Form)); 5] = [
        ("blocks", passes::thread),
        ("dead", passes::drop_dead),
        ("parameters", passes::drop_parameters),
        ("ranges", passes::narrow),
        ("redundant", passes::drop_redundant),
    ];
    let files = loxo_cases::files(env!("CARGO_MANIFEST_DIR"), "passes", "form");
    assert_eq!(files.len(), passes.len(), "a file for each pass");
    for (name, pass) in passes {
        let file: Vec<_> = files.iter().filter(|file| file.file_stem().is_some_and(|stem| stem == name)).cloned().collect();
        let after = |case: &str| {
            let mut form = loxo_form::parse(case).unwrap_or_else(|error| panic!("{name}: {error:?}\n{case}"));
            loxo_form::verify(&form, &function()).unwrap_or_else(|error| panic!("{name}: {error}\n{case}"));
            pass(&mut form);
            loxo_form::verify(&form, &function()).unwrap_or_else(|error| panic!("{name}: {error}\n{case}\n{form}"));
            form.to_string()
        };
        loxo_cases::check(&file, "out", loxo_cases::each_part(after));
    }
}
