//! Calls of the methods of `ArrayAccess` and `Countable` that ops about elements of objects make. For objects of the class that an op has met, machine code
//! of the method is entered in a window above all that the frame uses; for others the engine finds the method.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{FnFlags, NONE, Op, OpCode, THIS, flag};
use loxo_form::Inst;
use loxo_value::Tag;

use crate::function::{FunctionEmitter, SLOT, WORD, offset};
use crate::function_calls::Entered;

/// From so many bytes of frames on the engine makes the calls, as calls from Rust: a method that calls itself without end is to meet their Error.
const DEEP: i64 = (1 << 16) * SLOT as i64;

/// What a method is passed.
#[derive(Clone, Copy)]
enum Argument {
    /// What is in a slot, which may be a temporary that goes.
    Slot(u32, bool),
    Constant(u32),
    Null,
}

/// What an op calls a method on, and with: the slot of the object, whether that is a temporary, and the arguments; and the slot of the result.
fn operands(op: &Op) -> Option<(u32, bool, Vec<Argument>, Option<u32>)> {
    use Argument::{Constant, Null, Slot};
    let [b, c] = [Slot(op.b, op.flags & flag::CONSUME_B != 0), Slot(op.c, op.flags & flag::CONSUME_C != 0)];
    let is_temporary = op.flags & flag::CONSUME_B != 0;
    Some(match op.code {
        OpCode::FetchDim | OpCode::IssetDim => (op.b, is_temporary, vec![c], Some(op.a)),
        OpCode::FetchDimK | OpCode::IssetDimK => (op.b, is_temporary, vec![Constant(op.c)], Some(op.a)),
        OpCode::Count => (op.b, is_temporary, Vec::new(), Some(op.a)),
        OpCode::AssignDim => (op.a, false, vec![b, c], None),
        OpCode::AssignDimK => (op.a, false, vec![Constant(op.b), c], None),
        OpCode::AssignDimAppend => (op.a, false, vec![Null, c], None),
        OpCode::UnsetDim => (op.a, false, vec![b], None),
        _ => return None,
    })
}

impl FunctionEmitter<'_, '_> {
    /// Calls the method that an op has called so far, and goes on behind the op; the engine comes next where the object is of another class. False: nothing
    /// was done.
    pub fn call_element_method(&mut self, inst: &Inst, on: Block) -> bool {
        let op = self.what.function.code[inst.at as usize];
        let Some((place, is_temporary, arguments, result)) = operands(&op) else { return false };
        if self.what.compact || arguments.iter().any(|argument| matches!(argument, Argument::Slot(THIS, _))) {
            return false;
        }
        let Some((class, callee)) = (self.what.element_method)(inst.at) else { return false };
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        // The window lies above all that the frame uses.
        let call = Op { a: self.what.function.frame_slots, x: result.unwrap_or(NONE), ..op };
        let count = arguments.len() as u32;
        let object = self.object_in(place, general);
        let found = self.load(types::I64, object, offsets.object_class);
        let wanted = self.address(class);
        let other = self.b.ins().icmp(IntCC::NotEqual, found, wanted);
        self.unless(other, general);
        let values: Vec<(Ir, Ir)> = arguments.iter().map(|argument| self.words_passed(*argument, general)).collect();
        let limit = self.load(types::I64, self.vm, offsets.native_limit);
        let here = self.b.ins().get_stack_pointer(types::I64);
        let exhausted = self.b.ins().icmp(IntCC::UnsignedLessThan, here, limit);
        self.unless(exhausted, general);
        let native = self.native_code(&callee, &call, count, general);
        let window = self.window(&call);
        let base = self.load(types::I64, self.vm, offsets.stack_base);
        let depth = self.b.ins().isub(window, base);
        let is_deep = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, depth, DEEP);
        self.unless(is_deep, general);
        let func = self.address(callee.func);
        self.open_window(func, window);
        self.store(wanted, window, offsets.class);
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(place) + WORD);
        self.store(object, window, offsets.this);
        self.store(word, window, offsets.this + WORD);
        for (index, (argument, (payload, word))) in arguments.iter().zip(values).enumerate() {
            self.store(payload, window, index as i32 * SLOT);
            self.store(word, window, index as i32 * SLOT + WORD);
            if let Argument::Slot(_, false) = argument {
                self.count(payload, word);
            }
        }
        // A variable of the function keeps the object meanwhile, one of a file may be written by functions.
        let is_kept = !is_temporary && (place == THIS || !self.what.function.flags.any(FnFlags::MAIN.with(FnFlags::DYNAMIC_VARS)));
        if !is_kept && !is_temporary {
            self.add_owners(object, 1);
        }
        let header = self.header_word(&call, count, offsets.bare);
        let done = self.b.create_block();
        if result.is_some() {
            self.b.append_block_param(done, types::I64);
            self.b.append_block_param(done, types::I64);
        }
        let entered = Entered { native, header, object: (!is_kept).then_some(object) };
        self.call_in_window(inst, window, entered, done, result);
        self.b.switch_to_block(done);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
        true
    }

    /// The two words of an argument; goes to a block if that is undefined or a reference.
    fn words_passed(&mut self, argument: Argument, general: Block) -> (Ir, Ir) {
        match argument {
            Argument::Slot(slot, _) => {
                let word = self.b.ins().uload32(MemFlags::trusted(), self.fp, offset(slot) + WORD);
                self.unless_plain(word, general);
                (self.load(types::I64, self.fp, offset(slot)), word)
            }
            Argument::Constant(index) => {
                let [payload, word] = (self.what.constant)(index).map(|half| self.address(half as usize));
                (payload, word)
            }
            Argument::Null => {
                let word = self.word(Tag::Null);
                (word, word)
            }
        }
    }
}
