//! Runs code so that nothing it does wrong goes unseen: registers that it does not get are filled with nonsense, those that it must leave alone are
//! compared behind it, and where it faults or does not end, the test goes on.

use std::arch::naked_asm;
use std::mem::offset_of;
use std::ptr::{addr_of, addr_of_mut};
use std::sync::Once;

use cranelift_codegen::ir::{Signature, types};
use cranelift_codegen::isa::CallConv;

use loxo_codegen::FrameStep;

use crate::memory::{self, ABOVE, BASE, DIRTY, FUEL, LIMITS, TABLE, TOTAL};
use crate::random::Random;
use crate::{callees, frames};

/// Registers before and behind the code.
#[repr(C)]
struct Registers {
    entry: usize,
    ints: [u64; 6],
    floats: [u64; 8],
    /// Of the code, and of who calls it.
    stack: usize,
    own_stack: usize,
    /// Behind it.
    results: [u64; 3],
    kept: [u64; 6],
    stack_behind: usize,
    /// The signal that ended it.
    fault: i32,
    thread: libc::pthread_t,
    is_running: bool,
    ticks: u32,
    /// It is to end here.
    is_ended: bool,
}

static mut REGISTERS: Registers = Registers {
    entry: 0,
    ints: [0; 6],
    floats: [0; 8],
    stack: 0,
    own_stack: 0,
    results: [0; 3],
    kept: [0; 6],
    stack_behind: 0,
    fault: 0,
    thread: 0,
    is_running: false,
    ticks: 0,
    is_ended: false,
};

const KEPT: [u64; 6] = [
    0x7e57_0000_0000_0003,
    0x7e57_0000_0000_0005,
    0x7e57_0000_0000_000c,
    0x7e57_0000_0000_000d,
    0x7e57_0000_0000_000e,
    0x7e57_0000_0000_000f,
];
/// A run takes so many hundredths of a second at most.
const MOST_TICKS: u32 = 20;
const ABOVE_STACK: u64 = 0x5afe_5afe_5afe_5afe;

/// Enters the code with what [`REGISTERS`] says.
#[unsafe(naked)]
unsafe extern "sysv64" fn enter() {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rip + {registers} + {own_stack}], rsp",
        "mov rsp, [rip + {registers} + {stack}]",
        "lea rax, [rip + {registers} + {floats}]",
        "movsd xmm0, [rax]",
        "movsd xmm1, [rax + 8]",
        "movsd xmm2, [rax + 16]",
        "movsd xmm3, [rax + 24]",
        "movsd xmm4, [rax + 32]",
        "movsd xmm5, [rax + 40]",
        "movsd xmm6, [rax + 48]",
        "movsd xmm7, [rax + 56]",
        "lea rax, [rip + {registers} + {ints}]",
        "mov rdi, [rax]",
        "mov rsi, [rax + 8]",
        "mov rdx, [rax + 16]",
        "mov rcx, [rax + 24]",
        "mov r8, [rax + 32]",
        "mov r9, [rax + 40]",
        "movabs rbx, 0x7e57000000000003",
        "lea rbp, [rbx + 2]",
        "lea r12, [rbx + 9]",
        "lea r13, [rbx + 10]",
        "lea r14, [rbx + 11]",
        "lea r15, [rbx + 12]",
        "movabs rax, 0xbadbadbadbad0000",
        "lea r10, [rax + 10]",
        "lea r11, [rax + 11]",
        "movq xmm8, rax",
        "movq xmm9, rax",
        "movq xmm10, rax",
        "movq xmm11, rax",
        "movq xmm12, rax",
        "movq xmm13, rax",
        "movq xmm14, rax",
        "movq xmm15, rax",
        "call [rip + {registers} + {entry}]",
        "mov [rip + {registers} + {stack_behind}], rsp",
        "mov [rip + {registers} + {results}], rax",
        "mov [rip + {registers} + {results} + 8], rdx",
        "movsd [rip + {registers} + {results} + 16], xmm0",
        "mov [rip + {registers} + {kept}], rbx",
        "mov [rip + {registers} + {kept} + 8], rbp",
        "mov [rip + {registers} + {kept} + 16], r12",
        "mov [rip + {registers} + {kept} + 24], r13",
        "mov [rip + {registers} + {kept} + 32], r14",
        "mov [rip + {registers} + {kept} + 40], r15",
        "jmp {leave}",
        registers = sym REGISTERS,
        own_stack = const offset_of!(Registers, own_stack),
        stack = const offset_of!(Registers, stack),
        floats = const offset_of!(Registers, floats),
        ints = const offset_of!(Registers, ints),
        entry = const offset_of!(Registers, entry),
        stack_behind = const offset_of!(Registers, stack_behind),
        results = const offset_of!(Registers, results),
        kept = const offset_of!(Registers, kept),
        leave = sym leave,
    )
}

/// Returns from [`enter`], whatever the registers are.
#[unsafe(naked)]
extern "sysv64" fn leave() {
    naked_asm!(
        "mov rsp, [rip + {registers} + {own_stack}]",
        "cld",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "ret",
        registers = sym REGISTERS,
        own_stack = const offset_of!(Registers, own_stack),
    )
}

/// Ends the code that runs.
extern "C" fn on_signal(signal: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: only the thread that runs the generated code goes on behind the checks; on other threads the handler sends it the signal and returns.
    // The kernel passes a context that may be written until the handler returns.
    unsafe {
        let registers = addr_of_mut!(REGISTERS);
        let machine = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let at = machine[libc::REG_RIP as usize] as usize;
        if signal == libc::SIGVTALRM {
            if !(*registers).is_running {
                return;
            }
            if libc::pthread_self() != (*registers).thread {
                libc::pthread_kill((*registers).thread, signal);
                return;
            }
            (*registers).ticks += 1;
            let is_over = (*registers).ticks > MOST_TICKS && memory::is_code(at) || (*registers).is_ended;
            if !is_over {
                return;
            }
        } else if !(*registers).is_running || libc::pthread_self() != (*registers).thread {
            libc::signal(signal, libc::SIG_DFL);
            return;
        }
        (*registers).fault = signal;
        machine[libc::REG_RIP as usize] = leave as *const () as i64;
    }
}

/// Does not return to the code that runs, as if it had taken too long.
pub fn end_run() {
    // SAFETY: called by what the code calls, on its thread, with nothing left to be dropped.
    unsafe {
        (*addr_of_mut!(REGISTERS)).is_ended = true;
        libc::raise(libc::SIGVTALRM);
    }
}

fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: handlers that do no more than is allowed in them.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
            for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP, libc::SIGVTALRM] {
                assert_eq!(libc::sigaction(signal, &action, std::ptr::null_mut()), 0);
            }
            let tick = libc::timeval { tv_sec: 0, tv_usec: 10_000 };
            let timer = libc::itimerval { it_interval: tick, it_value: tick };
            assert_eq!(libc::setitimer(libc::ITIMER_VIRTUAL, &timer, std::ptr::null_mut()), 0);
        }
    });
}

/// What a function gets.
pub struct Input {
    pub words: Vec<u64>,
    pub fuel: u64,
    pub params: Vec<u64>,
}

impl Input {
    pub fn random(signature: &Signature, random: &mut Random) -> Input {
        let words = (0..memory::WORDS).map(|_| if random.one_in(3) { random.float().to_bits() } else { random.int() as u64 }).collect();
        let param = |ty| if ty == types::F64 { random.float().to_bits() } else { random.int() as u64 };
        let mut params: Vec<u64> = signature.params.iter().map(|param| param.value_type).map(param).collect();
        let base = memory::data() as u64 + BASE as u64 * 8;
        params.iter_mut().take(if signature.call_conv == CallConv::Winch { 2 } else { 1 }).for_each(|param| *param = base);
        Input { words, fuel: 10 + random.below(40) as u64, params }
    }
}

/// What came of it.
#[derive(PartialEq, Eq, Debug)]
pub struct Outcome {
    pub results: Vec<u64>,
    pub log: Vec<u64>,
    pub data: Vec<u64>,
    /// Registers that must be as they were are not, or other memory than its own was written.
    pub wrongs: Vec<String>,
    /// The signal that ended it.
    pub fault: i32,
}

/// Whoever calls this must be the only one. `frame`: how the code says that it makes its frame.
pub fn run(which: usize, signature: &Signature, input: &Input, frame: Option<&[(u32, FrameStep)]>) -> Outcome {
    watch();
    let is_winch = signature.call_conv == CallConv::Winch;
    // SAFETY: nobody else uses this memory now, and all of it is there.
    unsafe {
        let data = std::slice::from_raw_parts_mut(memory::data(), TOTAL);
        data[..memory::WORDS].copy_from_slice(&input.words);
        data[FUEL] = input.fuel;
        data[LIMITS[0]] = 0;
        data[LIMITS[1]] = u64::MAX;
        data[TABLE..].iter_mut().enumerate().for_each(|(number, at)| *at = memory::callee(number) as u64);
        let (mut ints, mut floats, mut passed) = (Vec::new(), Vec::new(), Vec::new());
        for (param, value) in signature.params.iter().zip(&input.params) {
            match param.value_type {
                types::F64 if floats.len() < 8 => floats.push(*value),
                types::F64 => passed.push(*value),
                _ if ints.len() < 6 => ints.push(*value),
                _ => passed.push(*value),
            }
        }
        let end = memory::stack();
        let size = (passed.len() * 8).next_multiple_of(16);
        let start = end.byte_sub(size);
        std::slice::from_raw_parts_mut(end.byte_sub(DIRTY), (DIRTY + ABOVE) / 8).fill(ABOVE_STACK);
        std::slice::from_raw_parts_mut(start, passed.len()).copy_from_slice(&passed);
        let registers = addr_of_mut!(REGISTERS);
        (*registers).entry = memory::space(which);
        (*registers).stack = start as usize;
        (*registers).fault = 0;
        (*registers).ticks = 0;
        (*registers).is_ended = false;
        (*registers).thread = libc::pthread_self();
        let fill = |from: &[u64], i: usize| from.get(i).copied().unwrap_or(0xbad0_0000_0000 + i as u64);
        (*registers).ints = std::array::from_fn(|i| fill(&ints, i));
        (*registers).floats = std::array::from_fn(|i| fill(&floats, i));
        callees::take_log();
        frames::expect(frame.unwrap_or_default(), start as usize, if is_winch { &[] } else { &KEPT });
        (*registers).is_running = true;
        enter();
        (*registers).is_running = false;
        let behind = &*addr_of!(REGISTERS);
        let mut wrongs = Vec::new();
        if behind.fault == 0 {
            const NAMES: [&str; 6] = ["rbx", "rbp", "r12", "r13", "r14", "r15"];
            for (i, name) in NAMES.iter().enumerate().filter(|(i, _)| !is_winch || *i == 1) {
                if behind.kept[i] != KEPT[i] {
                    wrongs.push(format!("{name} is {:x} behind it", behind.kept[i]));
                }
            }
            if behind.stack_behind != start as usize {
                wrongs.push(format!("rsp is {} from where it was", behind.stack_behind.wrapping_sub(start as usize) as isize));
            }
        }
        if std::slice::from_raw_parts(end, ABOVE / 8).iter().any(|word| *word != ABOVE_STACK) {
            wrongs.push("it has written over its caller's stack".into());
        }
        let results = match &signature.returns[..] {
            [one] if one.value_type == types::F64 => vec![behind.results[2]],
            all => behind.results[..all.len()].to_vec(),
        };
        let log = callees::take_log();
        wrongs.extend(frames::wrong());
        Outcome { results, log, data: data[..=FUEL].to_vec(), wrongs, fault: behind.fault }
    }
}
