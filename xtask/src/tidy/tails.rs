//! `cargo xtask tidy --tails`: the interpreter's handlers end in jumps. One that calls the next handler instead grows the native stack with
//! every instruction, which no test notices until a program runs long enough.

use crate::{Result, paths};
use std::path::Path;
use std::process::{Command, Stdio};

/// Handlers of a release binary that call through an instruction's first word. Empty without `objdump`.
pub fn calling_handlers(binary: &Path) -> Result<Vec<String>> {
    let output = Command::new("objdump")
        .args(["--disassemble", "--demangle", "--no-show-raw-insn"])
        .arg(binary)
        .current_dir(paths::root())
        .stderr(Stdio::null())
        .output();
    let Ok(output) = output else {
        eprintln!("objdump (binutils) is not there: whether handlers end in jumps is not checked");
        return Ok(Vec::new());
    };
    Ok(find(&String::from_utf8_lossy(&output.stdout)))
}

/// Names of the handlers with an indirect call through an instruction: `call *(%rax)`, or `call *0x18(%rax)` for the one behind it. The latter may
/// be a method of a trait object in a function that a handler calls, so it counts in handlers alone, which are named like ops. What is outlined from
/// a handler, and methods, are no handlers: what they call like that is the destructor of a trait object.
fn find(listing: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut name = "";
    for line in listing.lines() {
        if let Some((_, rest)) = line.split_once(" <").filter(|_| line.ends_with(">:")) {
            name = rest.trim_end_matches(">:");
        } else if line.contains("call ")
            && name.contains("loxo_vm::handlers::")
            && !name.contains("::outlined")
            && !name.contains("<impl ")
            && (line.contains("*(%r") || line.contains("*0x18(%r") && is_op(name))
            && found.last().is_none_or(|n| n != name)
        {
            found.push(name.to_string());
        }
    }
    found
}

/// `loxo_vm::handlers::calls::Call` with or without a hash behind it.
fn is_op(name: &str) -> bool {
    let last = name.rsplit("::").find(|part| !(part.len() == 17 && part.starts_with('h')));
    last.is_some_and(|part| part.starts_with(|c: char| c.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_the_next_handler_are_found() {
        let listing = "\
0000000000a01000 <loxo_vm::handlers::moves::Nop::h1>:
  a01000:\tjmp    *0x18(%rdi)
  a01004:\tcall   *0x20(%rax)
0000000000a01008 <loxo_vm::handlers::props::name_of>:
  a01008:\tcall   *0x18(%rax)
0000000000a01010 <loxo_vm::handlers::calls::Call::h2>:
  a01010:\tcall   *(%rax)
0000000000a01018 <loxo_vm::handlers::calls::New>:
  a01018:\tcall   *0x18(%r14)
0000000000a0101c <loxo_vm::handlers::calls::init_dyn_slow::outlined>:
  a0101c:\tcall   *(%rax)
0000000000a01020 <ext_spl::walk::h3>:
  a01020:\tcall   *(%rax)
";
        assert_eq!(find(listing), ["loxo_vm::handlers::calls::Call::h2", "loxo_vm::handlers::calls::New"]);
    }
}
