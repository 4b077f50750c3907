//! How many digits integers have in decimal, and which.

/// Two digits for every number below 100.
static PAIRS: [u8; 200] = {
    let mut t = [0; 200];
    let mut i = 0;
    while i < 100 {
        t[i * 2] = b'0' + (i / 10) as u8;
        t[i * 2 + 1] = b'0' + (i % 10) as u8;
        i += 1;
    }
    t
};

/// So many bytes an integer takes in decimal.
#[inline(always)]
pub fn int_len(n: i64) -> usize {
    /// The least numbers of so many digits more than one.
    static POWERS: [u64; 20] = {
        let mut t = [0; 20];
        let (mut i, mut power) = (1, 10);
        while i < 20 {
            t[i] = power;
            power = if i < 19 { power * 10 } else { power };
            i += 1;
        }
        t
    };
    let size = n.unsigned_abs();
    // By its bits, a number has as many digits as the logarithm says, or one more.
    let about = ((64 - (size | 1).leading_zeros()) * 1233) >> 12;
    usize::from(n < 0) + about as usize + usize::from(size >= POWERS[about as usize])
}

/// Writes an integer in decimal.
///
/// # Safety
/// At `to` there is space for `len` bytes, which is what [`int_len`] says.
#[inline(always)]
pub(crate) unsafe fn write_int_at(n: i64, to: *mut u8, len: usize) {
    let mut rest = n.unsigned_abs();
    // SAFETY: each digit takes one of the bytes, from the last one on; a number below 100 is one of the pairs.
    unsafe {
        let mut at = to.add(len);
        while rest >= 100 {
            at = at.sub(2);
            at.copy_from_nonoverlapping(PAIRS.as_ptr().add((rest % 100) as usize * 2), 2);
            rest /= 100;
        }
        if rest >= 10 {
            at.sub(2).copy_from_nonoverlapping(PAIRS.as_ptr().add(rest as usize * 2), 2);
        } else {
            *at.sub(1) = b'0' + rest as u8;
        }
        if n < 0 {
            *to = b'-';
        }
    }
}

/// Writes an integer in decimal into `buf`; returns the part used.
#[inline]
pub fn write_int(n: i64, buf: &mut [u8; 20]) -> &[u8] {
    let len = int_len(n);
    let part = &mut buf[..len];
    // SAFETY: the part is as long as the text.
    unsafe { write_int_at(n, part.as_mut_ptr(), len) }
    part
}
