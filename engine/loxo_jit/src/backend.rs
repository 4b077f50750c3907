//! Cranelift IR to machine code that can be run: in one pass where that can be done, or else by Cranelift.

use std::io::Write;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::entity::PrimaryMap;
use cranelift_codegen::ir::{ExternalName, UserExternalName, UserExternalNameRef, UserFuncName};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::{Context, FinalizedMachReloc, FinalizedRelocTarget};
use loxo_codegen::{Code, Features};

use crate::memory::{Call, CodeMemory, frame_description, frame_of_steps, register_unwinding};
use crate::options::Options;

/// Machine code is printed so many bytes to a line.
const BYTES_IN_LINE: usize = 32;

/// What compiling needs from one function to the next.
pub(crate) struct Backend {
    pub isa: OwnedTargetIsa,
    pub context: Context,
    pub scratch: loxo_lower::Scratch,
    pub memory: CodeMemory,
    count: u32,
}

/// Code that can be run.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    pub code: *const u8,
    pub size: usize,
}

impl Backend {
    /// `None`: the system has no memory for code.
    pub fn new(isa: OwnedTargetIsa) -> Option<Backend> {
        Some(Backend { isa, context: Context::new(), scratch: loxo_lower::Scratch::default(), memory: CodeMemory::new()?, count: 0 })
    }

    /// Forgets the function that was compiled last.
    pub fn begin(&mut self) -> Option<()> {
        if !self.memory.is_own() {
            // Code that was made before the fork stays where it is.
            self.memory = CodeMemory::new()?;
        }
        self.context.clear();
        self.context.func.name = UserFuncName::user(0, self.count);
        self.context.func.signature.call_conv = CallConv::SystemV;
        self.count += 1;
        Some(())
    }

    /// Machine code of the IR. `dump`: it is printed.
    pub fn compile(&mut self, name: &str, dump: bool) -> Option<Placed> {
        let cranelift = Options::get().cranelift;
        let generated = if cranelift { None } else { loxo_codegen::generate(&self.context.func, Features::detect()) };
        match generated {
            Some(made) => self.place_generated(&made, dump),
            None => self.compile_by_cranelift(name, dump),
        }
    }

    fn place_generated(&mut self, made: &Code, dump: bool) -> Option<Placed> {
        if dump {
            for line in made.bytes.chunks(BYTES_IN_LINE) {
                eprintln!("{}", line.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "));
            }
        }
        let names = self.context.func.params.user_named_funcs();
        let call = |call: &loxo_codegen::Call| {
            let to = loxo_lower::named_address(names.get(call.name)?);
            Some(Call {
                at: call.at,
                to: to.wrapping_sub(if call.is_relative { 4 } else { 0 }),
                is_relative: call.is_relative,
                is_own: to == 0,
            })
        };
        let calls: Vec<Call> = made.calls.iter().map(call).collect::<Option<_>>()?;
        let code = self.memory.place(&made.bytes, &calls)?;
        register_unwinding(&*self.isa, frame_of_steps(made, code)).then_some(Placed { code, size: made.bytes.len() })
    }

    fn compile_by_cranelift(&mut self, name: &str, dump: bool) -> Option<Placed> {
        self.context.set_disasm(dump);
        let compiled = self.context.compile(&*self.isa, &mut ControlPlane::default());
        if let Err(error) = &compiled {
            debug_assert!(false, "{name}: {error:?}");
        }
        let compiled = compiled.ok()?;
        if dump {
            eprintln!("{}", compiled.vcode.as_deref().unwrap_or_default());
        }
        self.context.set_disasm(false);
        let compiled = self.context.compiled_code()?;
        let (buffer, names) = (&compiled.buffer, self.context.func.params.user_named_funcs());
        let calls: Vec<Call> = buffer.relocs().iter().map(|reloc| called_from(reloc, names)).collect::<Option<_>>()?;
        let code = self.memory.place(compiled.code_buffer(), &calls)?;
        let info = compiled.create_unwind_info(&*self.isa).ok()??;
        register_unwinding(&*self.isa, frame_description(&info, code)?).then_some(Placed { code, size: compiled.code_buffer().len() })
    }
}

/// A place in code that names a function of the engine. `None`: it is another one than lowering makes.
fn called_from(reloc: &FinalizedMachReloc, names: &PrimaryMap<UserExternalNameRef, UserExternalName>) -> Option<Call> {
    let FinalizedRelocTarget::ExternalName(ExternalName::User(name)) = &reloc.target else { return None };
    let named = loxo_lower::named_address(names.get(*name)?);
    let (at, to, is_own) = (reloc.offset as usize, named.wrapping_add_signed(reloc.addend as isize), named == 0);
    match reloc.kind {
        Reloc::X86CallPCRel4 => Some(Call { at, to, is_relative: true, is_own }),
        Reloc::Abs8 => Some(Call { at, to, is_relative: false, is_own }),
        _ => None,
    }
}

/// Writes a function's name to where `perf` looks for it. What can't be written is not named.
pub(crate) fn name_for_perf(Placed { code, size }: Placed, name: &str) {
    let path = format!("/tmp/perf-{}.map", std::process::id());
    if let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path) {
        _ = writeln!(file, "{:x} {size:x} php:{name}", code as usize);
    }
}
