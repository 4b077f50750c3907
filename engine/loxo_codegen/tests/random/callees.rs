//! Functions that are called by the code under test: they write what they get to a log, change memory, and overwrite every register that they may.

use std::arch::naked_asm;
use std::ptr::addr_of_mut;

use cranelift_codegen::ir::{AbiParam, Signature, Type, types};
use cranelift_codegen::isa::CallConv;

use crate::frames;
use crate::memory::{WORDS, data};
use crate::random::{Random, mix};

/// Functions of words: of up to six that give back up to two.
pub const OF_WORDS: usize = 21;
/// And those of words and floats that leave no register alone.
pub const ALL: usize = OF_WORDS + 24;

/// Of the function with this number.
pub fn signature(number: usize) -> Signature {
    if number < OF_WORDS {
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params = vec![AbiParam::new(types::I64); number / 3];
        signature.returns = vec![AbiParam::new(types::I64); number % 3];
        return signature;
    }
    frameless(number as u64)
}

/// Two words, then words and floats, seldom more than there are registers for.
pub fn frameless(seed: u64) -> Signature {
    let mut random = Random(seed);
    let number = |random: &mut Random| if random.one_in(2) { types::I64 } else { types::F64 };
    let more = if random.one_in(10) { 8 + random.below(12) } else { random.below(7) };
    let mut signature = Signature::new(CallConv::Winch);
    let params: Vec<Type> = (0..more).map(|_| number(&mut random)).collect();
    signature.params = [types::I64; 2].into_iter().chain(params).map(AbiParam::new).collect();
    signature.returns = vec![AbiParam::new(number(&mut random))];
    signature
}

/// Words that functions were called with. It stays whole where a run is ended in the middle of one.
struct Log {
    words: [u64; MOST_WORDS],
    count: usize,
}

/// Who calls more than this does not end.
const MOST_WORDS: usize = 1 << 17;

static mut LOG: Log = Log { words: [0; MOST_WORDS], count: 0 };

/// What functions were called with since this was asked last.
pub fn take_log() -> Vec<u64> {
    // SAFETY: whoever runs code does so alone, and takes this behind it.
    let log = unsafe { &mut *addr_of_mut!(LOG) };
    log.words[..std::mem::take(&mut log.count)].to_vec()
}

/// Registers as they are when a function is entered, and what it gives back.
#[repr(C)]
struct Frame {
    ints: [u64; 6],
    floats: [u64; 8],
    results: [u64; 3],
    /// Words that were passed on the stack.
    stack: *mut u64,
}

/// Called by [`of_words`] and [`of_numbers`] with what is on their stack.
extern "sysv64" fn record(number: u64, frame: &mut Frame) {
    let signature = signature(number as usize);
    frames::check(frame.stack as usize);
    // SAFETY: the code under test is the only one that runs such functions, on one thread.
    let log = unsafe { &mut *addr_of_mut!(LOG) };
    if log.count + 64 > MOST_WORDS {
        crate::run::end_run();
    }
    let mut words = [0; 64];
    // The second would not be 0 where the stack is not aligned at a call.
    words[..2].copy_from_slice(&[number, frame.stack as u64 % 16]);
    let (mut count, mut ints, mut floats, mut stack) = (2, 0, 0, 0);
    for param in &signature.params {
        let (registers, used) =
            if param.value_type == types::F64 { (&frame.floats[..], &mut floats) } else { (&frame.ints[..], &mut ints) };
        words[count] = match registers.get(*used) {
            Some(value) => *value,
            None => {
                stack += 1;
                // SAFETY: the caller has put a word there for each argument that has no register, and they are the callee's.
                unsafe { frame.stack.add(stack - 1).replace(mix(number)) }
            }
        };
        *used += 1;
        count += 1;
    }
    let mut hash = words[..count].iter().fold(log.count as u64, |hash, word| mix(hash ^ word));
    log.words[log.count..log.count + count].copy_from_slice(&words[..count]);
    log.count += count;
    let mut random = Random(hash);
    // Every other call changes memory.
    if random.one_in(2) {
        hash = mix(hash);
        // SAFETY: they are as long, and the code that called this is the only one that uses them.
        unsafe { *data().add(hash as usize % WORDS) ^= hash };
    }
    frame.results = [random.int() as u64, random.int() as u64, random.float().to_bits()];
}

/// Takes the number of the function in `rax`.
macro_rules! entered {
    ($($behind:literal),*) => {
        naked_asm!(
            "push rbp",
            "mov rbp, rsp",
            "push rbx",
            "sub rsp, 184",
            "mov [rsp], rdi",
            "mov [rsp + 8], rsi",
            "mov [rsp + 16], rdx",
            "mov [rsp + 24], rcx",
            "mov [rsp + 32], r8",
            "mov [rsp + 40], r9",
            "movsd [rsp + 48], xmm0",
            "movsd [rsp + 56], xmm1",
            "movsd [rsp + 64], xmm2",
            "movsd [rsp + 72], xmm3",
            "movsd [rsp + 80], xmm4",
            "movsd [rsp + 88], xmm5",
            "movsd [rsp + 96], xmm6",
            "movsd [rsp + 104], xmm7",
            "lea rcx, [rbp + 16]",
            "mov [rsp + 136], rcx",
            "mov rdi, rax",
            "mov rsi, rsp",
            "mov rbx, rsp",
            "and rsp, -16",
            "call {record}",
            "mov rax, [rbx + 112]",
            "mov rdx, [rbx + 120]",
            "movsd xmm0, [rbx + 128]",
            "movabs rcx, 0xdeadbeefdead0001",
            "lea rsi, [rcx + 1]",
            "lea rdi, [rcx + 2]",
            "lea r8, [rcx + 3]",
            "lea r9, [rcx + 4]",
            "lea r10, [rcx + 5]",
            "lea r11, [rcx + 6]",
            "movq xmm1, rcx",
            "movq xmm2, rcx",
            "movq xmm3, rcx",
            "movq xmm4, rcx",
            "movq xmm5, rcx",
            "movq xmm6, rcx",
            "movq xmm7, rcx",
            "movq xmm8, rcx",
            "movq xmm9, rcx",
            "movq xmm10, rcx",
            "movq xmm11, rcx",
            "movq xmm12, rcx",
            "movq xmm13, rcx",
            "movq xmm14, rcx",
            "movq xmm15, rcx",
            $($behind,)*
            "mov rsp, rbp",
            "pop rbp",
            "ret",
            record = sym record,
        )
    };
}

#[unsafe(naked)]
pub extern "sysv64" fn of_words() {
    entered!("mov rbx, [rbp - 8]")
}

#[unsafe(naked)]
pub extern "sysv64" fn of_numbers() {
    entered!("lea rbx, [rcx + 7]", "lea r12, [rcx + 8]", "lea r13, [rcx + 9]", "lea r14, [rcx + 10]", "lea r15, [rcx + 11]")
}
