//! The stack of native code.

/// Where it is.
#[inline(always)]
pub fn stack_pointer() -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        let pointer: usize;
        // SAFETY: reads a register.
        unsafe { std::arch::asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
        pointer
    }
    // There is no machine code to enter.
    #[cfg(not(target_arch = "x86_64"))]
    0
}
