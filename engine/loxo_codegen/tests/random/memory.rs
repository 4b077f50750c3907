//! Memory of the code under test: what it may read and write, where it lies, and the stack that it runs on.

use std::ptr;
use std::sync::OnceLock;

use crate::callees::{self, ALL, OF_WORDS};

/// Words that code may change, and which calls change.
pub const WORDS: usize = 192;
/// The code's first parameter is the address of this word.
pub const BASE: usize = 64;
/// How often it may go back.
pub const FUEL: usize = WORDS;
/// An address below the stack, and one above.
pub const LIMITS: [usize; 2] = [WORDS + 1, WORDS + 2];
/// Addresses of the functions.
pub const TABLE: usize = WORDS + 3;
pub const TOTAL: usize = TABLE + ALL;

const CODE: usize = 1 << 20;
const STACK: usize = 1 << 18;
/// So much of the stack holds something else before each run.
pub const DIRTY: usize = 1 << 12;
/// Above what the code may use.
pub const ABOVE: usize = 512;
/// A call of a function is as long.
const STUB: usize = 32;

struct Addresses {
    data: usize,
    code: usize,
    stack: usize,
}

fn addresses() -> &'static Addresses {
    static ADDRESSES: OnceLock<Addresses> = OnceLock::new();
    ADDRESSES.get_or_init(|| {
        let map = |size, protection| {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            // SAFETY: new memory, wherever there is space.
            let place = unsafe { libc::mmap(ptr::null_mut(), size, protection, flags, -1, 0) };
            assert_ne!(place, libc::MAP_FAILED);
            place as usize
        };
        let plain = libc::PROT_READ | libc::PROT_WRITE;
        let addresses = Addresses { data: map(TOTAL * 8, plain), code: map(CODE, plain | libc::PROT_EXEC), stack: map(STACK, plain) };
        // SAFETY: nothing is below what is a stack's end.
        assert_eq!(unsafe { libc::mprotect(addresses.stack as *mut libc::c_void, 4096, libc::PROT_NONE) }, 0);
        for number in 0..ALL {
            let function = if number < OF_WORDS { callees::of_words } else { callees::of_numbers };
            // mov eax, number; mov r11, function; jmp r11
            let mut stub = vec![0xb8];
            stub.extend((number as u32).to_le_bytes());
            stub.extend([0x49, 0xbb]);
            stub.extend((function as *const () as usize).to_le_bytes());
            stub.extend([0x41, 0xff, 0xe3]);
            // SAFETY: the stubs are shorter than the space for each, and there is space for all.
            unsafe { ptr::copy_nonoverlapping(stub.as_ptr(), (addresses.code as *mut u8).add(number * STUB), stub.len()) };
        }
        addresses
    })
}

pub fn data() -> *mut u64 {
    addresses().data as *mut u64
}

/// The end of the stack that code may use.
pub fn stack() -> *mut u64 {
    (addresses().stack + STACK - ABOVE) as *mut u64
}

/// Where the function with this number is called.
pub fn callee(number: usize) -> usize {
    addresses().code + number * STUB
}

/// Two functions have space behind those that are called.
pub fn space(which: usize) -> usize {
    addresses().code + CODE / 4 * (which + 1)
}

pub fn is_code(address: usize) -> bool {
    (space(0)..addresses().code + CODE).contains(&address)
}

/// Puts code where [`space`] is, with what names functions in it already resolved.
pub fn place(which: usize, code: &[u8]) {
    assert!(code.len() < CODE / 4);
    // SAFETY: there is as much space, and nobody runs what lies there.
    unsafe { ptr::copy_nonoverlapping(code.as_ptr(), space(which) as *mut u8, code.len()) };
}
