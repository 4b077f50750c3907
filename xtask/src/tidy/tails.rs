//! `cargo xtask tidy --tails`: the interpreter's handlers end in jumps. One that calls the next handler instead grows the native stack with
//! every instruction, which no test notices until a program runs long enough.

use crate::{Result, paths};
use std::collections::HashSet;
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

/// Lines between the load of an instruction's first word and the jump or call to it, at most.
const WINDOW: usize = 14;

/// Handlers that enter machine code and then jump to where the interpreter goes on.
const ENTRIES: &[&str] =
    &["loops::enter", "loops::count", "loops::settle", "functions::enter", "functions::enter_start", "functions::count"];

/// Names of those whose last step is no jump through a register.
fn entries_without_jumps(listing: &str) -> Vec<String> {
    let is_entry = |name: &str| name.strip_prefix("loxo_tiering::").is_some_and(|name| ENTRIES.contains(&name));
    let jumps = |line: &&str| line.split_once("jmp ").is_some_and(|(_, target)| target.trim_start().starts_with("*%r"));
    let entries = functions(listing, is_entry);
    entries.iter().filter(|(_, lines)| !lines.iter().any(jumps)).map(|(name, _)| (*name).to_string()).collect()
}

/// Names of the handlers that call what they should jump to: an instruction's first word (`call *(%rax)`, `call *0x18(%rax)` for the one behind it,
/// or through a register that was loaded from there), or a function that goes on to the next instruction itself. `0x18(%rax)` may also be a method
/// of a trait object in a function that a handler calls, so that counts in handlers alone, which are named like ops. What is outlined from a handler,
/// and methods, are no handlers: what they call like that is the destructor of a trait object.
fn find(listing: &str) -> Vec<String> {
    let is_handler = |name: &str| name.contains("loxo_vm::handlers::") && !name.contains("::outlined") && !name.contains("<impl ");
    let functions = functions(listing, is_handler);
    let going_on: HashSet<&str> = functions.iter().filter(|(_, lines)| goes_on(lines)).map(|(name, _)| *name).collect();
    let calls_on = |name: &str, lines: &[&str]| {
        lines.iter().enumerate().any(|(at, line)| {
            let Some((_, target)) = line.split_once("call ") else { return false };
            let target = target.trim_start();
            match target.strip_prefix("*%") {
                Some(register) => is_next_word(register, &lines[at.saturating_sub(WINDOW)..at]),
                None if target.starts_with('*') => target.starts_with("*(%r") || target.starts_with("*0x18(%r") && is_op(name),
                None => target.split_once('<').is_some_and(|(_, called)| going_on.contains(called.trim_end_matches('>'))),
            }
        })
    };
    let mut found: Vec<String> =
        functions.iter().filter(|(name, lines)| calls_on(name, lines)).map(|(name, _)| (*name).to_string()).collect();
    found.extend(entries_without_jumps(listing));
    found
}

/// Those functions of a listing whose names are wanted, and their lines.
fn functions(listing: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<(&str, Vec<&str>)> {
    let mut functions: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in listing.lines() {
        if let Some((_, rest)) = line.split_once(" <").filter(|_| line.ends_with(">:")) {
            let name = rest.trim_end_matches(">:");
            inside = is_wanted(name);
            if inside {
                functions.push((name, Vec::new()));
            }
        } else if inside && let Some((_, lines)) = functions.last_mut() {
            lines.push(line);
        }
    }
    functions
}

/// Does it end in a jump to the next instruction?
fn goes_on(lines: &[&str]) -> bool {
    let is_jump = |line: &str| line.split_once("jmp ").is_some_and(|(_, target)| target.trim_start().starts_with("*%r"));
    lines
        .iter()
        .enumerate()
        .any(|(at, line)| is_jump(line) && lines[at.saturating_sub(WINDOW)..at].iter().any(|line| line.contains("0x18(%r")))
}

/// Was the register loaded with an instruction's first word? `before`: the lines before its use.
fn is_next_word(register: &str, before: &[&str]) -> bool {
    let written =
        before.iter().rev().find(|line| line.ends_with(&format!(",%{register}")) || line.ends_with(&format!("pop    %{register}")));
    let source = written.and_then(|line| line.split_once("mov ")?.1.trim_start().split_once(',')).map(|(source, _)| source);
    // What lies on the native stack is no instruction.
    source.is_some_and(|source| (source.starts_with("0x18(%r") || source.starts_with("(%r")) && !source.ends_with("(%rsp)"))
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

    #[test]
    fn calls_of_what_goes_on_are_found() {
        let listing = "\
0000000000a01000 <loxo_vm::handlers::slow_path::settle>:
  a01000:\tmov    0x18(%rdi),%rax
  a01004:\tadd    $0x18,%rdi
  a01008:\tjmp    *%rax
0000000000a01010 <loxo_vm::handlers::calls::call_and_go>:
  a01010:\tcall   a01000 <loxo_vm::handlers::slow_path::settle>
  a01014:\tcall   a02000 <loxo_vm::call::run>
0000000000a01020 <loxo_vm::handlers::calls::method_and_go>:
  a01020:\tmov    0x18(%rbp),%rax
  a01024:\tmov    %rbp,%rdi
  a01028:\tcall   *%rax
0000000000a01030 <loxo_vm::handlers::calls::collect>:
  a01030:\tmov    (%rsp),%rax
  a01034:\tcall   *%rax
0000000000a01040 <loxo_vm::handlers::calls::thunk_called>:
  a01040:\tmov    0x48(%rbp),%rax
  a01044:\tcall   *%rax
";
        assert_eq!(find(listing), ["loxo_vm::handlers::calls::call_and_go", "loxo_vm::handlers::calls::method_and_go"]);
    }

    #[test]
    fn entries_end_in_jumps() {
        let listing = "\
0000000000a01000 <loxo_tiering::loops::enter>:
  a01000:\tcall   *0x18(%rax)
  a01004:\tcall   *%r12
0000000000a01010 <loxo_tiering::functions::enter>:
  a01010:\tcall   *0x18(%rax)
  a01014:\tjmp    *%rcx
";
        assert_eq!(find(listing), ["loxo_tiering::loops::enter"]);
    }
}
