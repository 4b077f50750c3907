//! Sets of the numbers that classes' declarations and files have.

/// A set of dense numbers.
#[derive(Default)]
pub struct Numbers(Vec<u64>);

impl Numbers {
    pub fn has(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    pub fn set(&mut self, number: u32, is_in: bool) {
        let (at, bit) = (number as usize / 64, 1 << (number % 64));
        match self.0.get_mut(at) {
            Some(word) if is_in => *word |= bit,
            Some(word) => *word &= !bit,
            None if is_in => {
                self.0.resize(at + 1, 0);
                self.0[at] = bit;
            }
            None => {}
        }
    }
}
