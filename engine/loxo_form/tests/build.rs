//! Builds the forms of the functions in every `build/*.php` and compares them with the `.out` file beside it. `LOXO_BLESS=1` writes the files anew.
//!
//! A file holds several programs, separated by lines of dashes. The comment in front of one says what the parameters of its functions hold:
//! `// int, float|null`. `any` says nothing of a parameter. With the comment `// all kinds`, instructions are used that not every lowering has;
//! with `// guesses failed`, no op guesses.

mod common;

use std::fmt::Write;
use std::path::Path;

use loxo_bytecode::{Function, disasm};
use loxo_form::{Input, Supported, Tags, build_with};

/// What the comment says of the parameters.
fn params(source: &str) -> Vec<Tags> {
    let comment = source.lines().find_map(|line| line.strip_prefix("// ")).unwrap_or_default();
    comment.split(", ").map(|name| common::tags(name).unwrap_or(Tags::ANY)).collect()
}

fn show(function: &Function, params: &[Tags], supported: Supported, failed: bool) -> String {
    let input = Input { function, params, hint: &|_| Tags::ANY, avoid: &|_| failed };
    match build_with(&input, supported) {
        Err(refusal) => format!("{refusal:?}\n"),
        Ok(form) => {
            let text = form.to_string();
            loxo_form::verify(&form, function).unwrap_or_else(|error| panic!("{error}\n{}\n{text}", disasm::function(function)));
            text
        }
    }
}

fn run(source: &str) -> String {
    let unit = common::compile(source);
    let params = params(source);
    let supported = if source.contains("// all kinds") { Supported::ALL } else { Supported::default() };
    let mut out = String::new();
    for function in unit.functions.iter().skip(1) {
        let _ =
            write!(out, "{}\n{}\n", disasm::function(function), show(function, &params, supported, source.contains("// guesses failed")));
    }
    out
}

#[test]
fn forms_are_built() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/build");
    let bless = std::env::var_os("LOXO_BLESS").is_some();
    let files = std::fs::read_dir(&folder).expect("the folder of cases").flatten().map(|entry| entry.path());
    let mut wrong = Vec::new();
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "php")) {
        let text = std::fs::read_to_string(&file).expect("a readable case");
        let out: Vec<String> = text.split("\n-----\n").map(run).collect();
        let out = out.join("-----\n");
        let expected = file.with_extension("out");
        if bless {
            std::fs::write(&expected, &out).expect("a writable case");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != out {
            wrong.push(format!("{}:\n{out}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
