//! How an allocation over the limit ends: by unwinding to the request's boundary.

/// What an allocation over the limit unwinds with (`resume_unwind`: no panic hook runs). Caught at the request's boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryExhausted {
    /// The limit in bytes.
    pub limit: usize,
    /// The size of the allocation that failed.
    pub tried: usize,
}

/// Raises the unwinding that says "out of memory".
#[cold]
#[inline(never)]
pub(super) fn exhausted(limit: usize, tried: usize) -> ! {
    std::panic::resume_unwind(Box::new(MemoryExhausted { limit, tried }))
}
