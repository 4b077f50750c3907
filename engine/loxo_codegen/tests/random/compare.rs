//! Compiles a function by Cranelift and by this crate and compares what both do.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard};

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::entity::PrimaryMap;
use cranelift_codegen::ir::{ExternalName, Function, UserExternalName, UserExternalNameRef};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, FinalizedRelocTarget};
use loxo_codegen::{Code, Features, generate};

use crate::memory;
use crate::random::Random;
use crate::run::{Input, run};

/// Names of functions in this space are numbers of those that are called; in the other it is the function itself.
const CALLED: u32 = 0;

pub struct Comparison {
    pub isa: OwnedTargetIsa,
    features: Features,
    _alone: MutexGuard<'static, ()>,
}

/// There is one stack, one set of data, and one place for code: who has this uses them.
static ALONE: Mutex<()> = Mutex::new(());

pub enum Verdict {
    Same,
    /// This crate leaves it to Cranelift.
    Left,
    /// It is no function that could be compared.
    Invalid(String),
    Wrong(String),
    /// This crate panics.
    Panics(String),
}

/// As the engine compiles whole functions.
pub fn isa() -> OwnedTargetIsa {
    let mut flags = settings::builder();
    for (name, value) in [("opt_level", "none"), ("is_pic", "false"), ("enable_verifier", "true")] {
        flags.set(name, value).expect("a setting");
    }
    cranelift_native::builder().expect("a machine that code can be made for").finish(settings::Flags::new(flags)).expect("settings")
}

type Names = PrimaryMap<UserExternalNameRef, UserExternalName>;

fn address(names: &Names, name: UserExternalNameRef, which: usize) -> usize {
    let name = &names[name];
    if name.namespace == CALLED { memory::callee(name.index as usize) } else { memory::space(which) }
}

impl Comparison {
    pub fn new() -> Comparison {
        let alone = ALONE.lock().unwrap_or_else(|poison| poison.into_inner());
        Comparison { isa: isa(), features: Features::detect(), _alone: alone }
    }

    /// Cranelift's code, in the first space; and as text, if asked for.
    fn reference(&self, function: &Function, with_text: bool) -> Result<(Vec<u8>, String), String> {
        let mut context = Context::for_function(function.clone());
        context.set_disasm(with_text);
        let compiled = context.compile(&*self.isa, &mut ControlPlane::default());
        if let Err(error) = compiled {
            return Err(format!("{:?}", error.inner));
        }
        let compiled = context.compiled_code().expect("what was just compiled");
        let mut bytes = compiled.code_buffer().to_vec();
        let start = memory::space(0);
        for reloc in compiled.buffer.relocs() {
            let FinalizedRelocTarget::ExternalName(ExternalName::User(name)) = &reloc.target else {
                return Err(format!("{:?}", reloc.target));
            };
            let at = reloc.offset as usize;
            let to = address(function.params.user_named_funcs(), *name, 0).wrapping_add_signed(reloc.addend as isize);
            match reloc.kind {
                Reloc::X86CallPCRel4 => bytes[at..at + 4].copy_from_slice(&(to.wrapping_sub(start + at) as i32).to_le_bytes()),
                Reloc::Abs8 => bytes[at..at + 8].copy_from_slice(&to.to_le_bytes()),
                other => return Err(format!("{other:?}")),
            }
        }
        memory::place(0, &bytes);
        Ok((bytes, compiled.vcode.clone().unwrap_or_default()))
    }

    /// This crate's, in the second.
    fn generated(&self, function: &Function) -> Result<Option<Code>, String> {
        let made = catch_unwind(AssertUnwindSafe(|| generate(function, self.features)));
        let text = |panic: Box<dyn std::any::Any + Send>| {
            let text = panic.downcast_ref::<String>().cloned();
            text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
        };
        let Some(mut code) = made.map_err(text)? else { return Ok(None) };
        let start = memory::space(1);
        for call in &code.calls {
            let to = address(function.params.user_named_funcs(), call.name, 1);
            if call.is_relative {
                let distance = to.wrapping_sub(start + call.at + 4) as i32;
                code.bytes[call.at..call.at + 4].copy_from_slice(&distance.to_le_bytes());
            } else {
                code.bytes[call.at..call.at + 8].copy_from_slice(&to.to_le_bytes());
            }
        }
        memory::place(1, &code.bytes);
        Ok(Some(code))
    }

    /// With inputs from a seed.
    pub fn compare(&self, function: &Function, seed: u64, inputs: usize) -> Verdict {
        if let Err(why) = self.reference(function, false) {
            return Verdict::Invalid(why);
        }
        let code = match self.generated(function) {
            Ok(Some(code)) => code,
            Ok(None) => return Verdict::Left,
            Err(what) => return Verdict::Panics(what),
        };
        let random = &mut Random(seed);
        for _ in 0..inputs {
            let input = Input::random(&function.signature, random);
            let expected = run(0, &function.signature, &input, None);
            if expected.fault != 0 || !expected.wrongs.is_empty() {
                return Verdict::Invalid(format!("signal {}, {:?}", expected.fault, expected.wrongs));
            }
            let found = run(1, &function.signature, &input, Some(&code.frame));
            if found != expected {
                return Verdict::Wrong(difference(&input, &expected, &found));
            }
        }
        Verdict::Same
    }

    /// All that one wants to know of a function that is compiled wrongly. Its code is left in files.
    pub fn report(&self, function: &Function, what: &str) -> String {
        let mut out = format!("{what}\n{}", function.display());
        if let Ok((_, text)) = self.reference(function, true) {
            let _ = writeln!(out, "Cranelift makes\n{text}");
        }
        if let Ok(Some(code)) = self.generated(function) {
            let path = std::env::temp_dir().join(format!("generated-{}.bin", std::process::id()));
            let listing = std::fs::write(&path, &code.bytes).and_then(|()| {
                let arguments = ["-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel"];
                std::process::Command::new("objdump").args(arguments).arg(&path).output()
            });
            let _ = std::fs::remove_file(&path);
            let listing =
                listing.map_or_else(|_| format!("{:02x?}", code.bytes), |listing| String::from_utf8_lossy(&listing.stdout).into_owned());
            let _ = writeln!(out, "generated is\n{listing}");
        }
        out
    }
}

fn difference(input: &Input, expected: &crate::run::Outcome, found: &crate::run::Outcome) -> String {
    let mut out = format!("for {:x?}", input.params);
    if found.fault != 0 {
        let _ = write!(out, ", it ends by signal {}", found.fault);
    }
    for wrong in &found.wrongs {
        let _ = write!(out, ", {wrong}");
    }
    if found.fault == 0 && found.results != expected.results {
        let _ = write!(out, ", it gives {:x?}, not {:x?}", found.results, expected.results);
    }
    if let Some(at) = expected.log.iter().zip(&found.log).position(|(a, b)| a != b) {
        let _ = write!(out, ", word {at} that calls get is {:x}, not {:x}", found.log[at], expected.log[at]);
    } else if expected.log.len() != found.log.len() {
        let _ = write!(out, ", calls get {} words, not {}", found.log.len(), expected.log.len());
    }
    let words = expected.data.iter().zip(&found.data).enumerate().filter(|(_, (a, b))| a != b);
    for (at, (a, b)) in words.take(4) {
        let _ = write!(out, ", {} is {b:x}, not {a:x}", (at as i64 - memory::BASE as i64) * 8);
    }
    out
}
