//! Moves that happen at once: none may overwrite what another one still reads.

use crate::assembler::{Mem, Place, Size};
use crate::generator::Generator;
use crate::moves::{Move, Source, Target};
use crate::registers::{FLOAT_SCRATCH, RSP, Reg, SCRATCH};

impl Generator<'_> {
    /// Does all moves. No flags change.
    pub fn shuffle(&mut self, moves: &mut Vec<Move>) {
        // The register that holds what a cycle was broken with.
        let mut held = None;
        while !moves.is_empty() {
            let ready = (0..moves.len()).find(|&i| moves.iter().enumerate().all(|(other, its)| other == i || !moves[i].to.is(its.from)));
            match ready {
                Some(ready) => {
                    let done = moves.swap_remove(ready);
                    self.do_move(done, held);
                    if held.is_some_and(|held| moves.iter().all(|its| its.from != Source::Reg(held))) {
                        held = None;
                    }
                }
                None => {
                    let (from, float) = (moves[0].from, moves[0].float);
                    let reg = scratch(float);
                    self.do_move(Move { from, to: Target::Reg(reg), float }, None);
                    for its in moves.iter_mut().filter(|its| its.from == from) {
                        its.from = Source::Reg(reg);
                    }
                    held = Some(reg);
                }
            }
        }
    }

    fn do_move(&mut self, its: Move, held: Option<Reg>) {
        let slot = |distance: i32| Mem::at(RSP, distance);
        match (its.from, its.to) {
            (Source::Reg(from), Target::Reg(to)) => self.load_word_or_float(to, Place::Reg(from)),
            (Source::Slot(from), Target::Reg(to)) => self.load_word_or_float(to, Place::Mem(slot(from))),
            (Source::Number(number), Target::Reg(to)) => self.asm.set_number(to, number),
            (Source::Float(bits), Target::Reg(to)) => self.set_float(to, bits),
            (Source::Reg(from), Target::Slot(to)) if from.is_float() => self.asm.store_float(slot(to), from),
            (Source::Reg(from), Target::Slot(to)) => self.asm.store(Size::Quad, slot(to), from),
            (Source::Slot(from), Target::Slot(_)) => {
                // All bits are copied, whatever they are: a register of the other kind will do.
                let reg = scratch(held == Some(scratch(false)));
                self.load_word_or_float(reg, Place::Mem(slot(from)));
                self.do_move(Move { from: Source::Reg(reg), ..its }, None);
            }
            (Source::Number(number), Target::Slot(to)) => self.store_word(slot(to), number),
            (Source::Float(bits), Target::Slot(to)) => self.store_word(slot(to), bits as i64),
        }
    }

    /// Stores a number without a register.
    pub fn store_word(&mut self, mem: Mem, number: i64) {
        match i32::try_from(number) {
            Ok(short) => self.asm.store_number(Size::Quad, mem, short),
            Err(_) => {
                self.asm.store_number(Size::Long, mem, number as i32);
                let above = Mem { distance: mem.distance + 4, ..mem };
                self.asm.store_number(Size::Long, above, (number >> 32) as i32);
            }
        }
    }
}

/// Registers of one kind that moves may go through.
fn scratch(float: bool) -> Reg {
    if float { FLOAT_SCRATCH } else { SCRATCH }
}
