//! The blocks of a random function, before anything is in them: where each goes, what it takes, and which others dominate it.

use crate::random::Random;

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    I8,
    I32,
    I64,
    /// A float that may be any NaN: which of two an operation gives is not defined, so none gets this.
    Bits,
    /// A float whose only NaN is the one that the machine makes.
    Float,
}

/// What keeps a jump back from being taken for ever.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    None,
    /// A number in memory that goes down.
    Fuel,
    /// The first parameter of the target, which goes down.
    Count,
}

pub enum End {
    Return,
    Jump(usize),
    Branch { then: usize, otherwise: usize, guard: Guard },
    Switch { cases: Vec<(u128, usize)>, otherwise: usize },
}

pub struct Block {
    pub end: End,
    pub params: Vec<Kind>,
    pub cold: bool,
    /// Its first parameter counts how often the loop that begins here still runs.
    pub counts: bool,
}

/// What random functions of one seed have in common.
pub struct Profile {
    /// Instructions of a block, at most.
    pub length: usize,
    /// One in so many instructions is about floats, memory, a call, or several that belong together.
    pub floats: usize,
    pub memory: usize,
    pub calls: usize,
    pub patterns: usize,
    /// Of ten operands, so many are values made just before.
    pub recent: usize,
    /// Only 64 bits.
    pub wide: bool,
    pub blocks: usize,
    pub params: usize,
    pub variables: usize,
}

impl Profile {
    pub fn random(random: &mut Random) -> Profile {
        Profile {
            length: random.one_of(&[2, 4, 8, 8, 16, 30]),
            floats: random.one_of(&[2, 3, 6, 6, 100]),
            memory: random.one_of(&[2, 4, 6, 6, 30]),
            calls: random.one_of(&[4, 8, 15, 15, 200]),
            patterns: random.one_of(&[3, 5, 5, 10, 100]),
            recent: random.one_of(&[0, 3, 6, 9]),
            wide: random.one_in(3),
            blocks: random.one_of(&[1, 2, 3, 5, 8, 12, 24]),
            params: random.one_of(&[0, 1, 2, 3, 3, 5, 8, 8, 14, 30]),
            variables: random.one_of(&[0, 0, 3, 5]),
        }
    }
}

pub struct Plan {
    /// The first is the entry.
    pub blocks: Vec<Block>,
    /// Those that can be reached, each behind those that dominate it.
    pub order: Vec<usize>,
    /// Of those: the nearest block that dominates it.
    pub dominators: Vec<Option<usize>>,
}

impl End {
    pub fn targets(&self) -> Vec<usize> {
        match self {
            End::Return => Vec::new(),
            End::Jump(to) => vec![*to],
            End::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            End::Switch { cases, otherwise } => cases.iter().map(|(_, to)| *to).chain([*otherwise]).collect(),
        }
    }
}

impl Plan {
    pub fn random(random: &mut Random, profile: &Profile) -> Plan {
        let count = profile.blocks;
        let mut blocks: Vec<Block> = (0..count).map(|i| block(random, profile, i, count)).collect();
        let mut counted = 0;
        // Blocks off the way, which come back to it.
        for i in 0..count - 1 {
            if random.one_in(3) && matches!(blocks[i].end, End::Jump(_)) {
                let End::Jump(on) = blocks[i].end else { continue };
                let cold = blocks.len();
                let far = if random.one_in(4) { (on + random.below(3)).min(count - 1) } else { on };
                let [then, otherwise] = if random.one_in(3) { [on, cold] } else { [cold, on] };
                blocks[i].end = End::Branch { then, otherwise, guard: Guard::None };
                let params = kinds(random, profile, 2);
                blocks.push(Block { end: End::Jump(far), params, cold: !random.one_in(4), counts: false });
            }
        }
        for i in 0..blocks.len() {
            match &mut blocks[i].end {
                End::Switch { .. } => {
                    for to in blocks[i].end.targets() {
                        blocks[to].params.clear();
                    }
                }
                End::Branch { then, guard: guard @ Guard::Fuel, .. } if counted < 3 && random.one_in(2) => {
                    *guard = Guard::Count;
                    counted += 1;
                    let to = *then;
                    blocks[to].counts = true;
                }
                _ => {}
            }
        }
        let mut plan = Plan { order: order(&blocks), dominators: Vec::new(), blocks };
        plan.dominators = plan.dominators();
        plan.settle_counts();
        plan
    }

    /// A block counts where that is possible: switches pass nothing, and what jumps back must know the number.
    fn settle_counts(&mut self) {
        for at in 0..self.blocks.len() {
            let End::Branch { then, guard: Guard::Count, .. } = self.blocks[at].end else { continue };
            let switched = self.blocks.iter().any(|block| matches!(block.end, End::Switch { .. }) && block.end.targets().contains(&then));
            if (switched || !self.dominates(then, at))
                && let End::Branch { guard, .. } = &mut self.blocks[at].end
            {
                *guard = Guard::Fuel;
            }
        }
        for to in 0..self.blocks.len() {
            let counts = self.blocks.iter().any(|block| matches!(block.end, End::Branch { then, guard: Guard::Count, .. } if then == to));
            self.blocks[to].counts = counts;
            if counts {
                self.blocks[to].params.insert(0, Kind::I64);
            }
        }
    }

    pub fn dominates(&self, above: usize, below: usize) -> bool {
        let mut at = Some(below);
        while let Some(block) = at {
            if block == above {
                return true;
            }
            at = self.dominators[block];
        }
        false
    }

    /// By what is on all ways: there are few blocks.
    fn dominators(&self) -> Vec<Option<usize>> {
        let count = self.blocks.len();
        let all: u128 = u128::MAX;
        assert!(count <= 128);
        let mut above = vec![all; count];
        above[0] = 1;
        let mut before = vec![Vec::new(); count];
        for &block in &self.order {
            self.blocks[block].end.targets().into_iter().for_each(|to| before[to].push(block));
        }
        loop {
            let mut changed = false;
            for &block in &self.order[1..] {
                let set = before[block].iter().fold(all, |set, from: &usize| set & above[*from]) | 1 << block;
                changed |= set != above[block];
                above[block] = set;
            }
            if !changed {
                break;
            }
        }
        let nearest = |block: usize| {
            let its = above[block] & !(1 << block);
            // Of those above it, the one that all others are above.
            (0..count).find(|other| its & 1 << other != 0 && above[*other] == its)
        };
        (0..count).map(|block| if self.order.contains(&block) { nearest(block) } else { None }).collect()
    }
}

fn kinds(random: &mut Random, profile: &Profile, most: usize) -> Vec<Kind> {
    let count = if most < 10 { random.small(most) } else { most / 2 + random.below(most / 2) };
    (0..count).map(|_| kind(random, profile)).collect()
}

pub fn kind(random: &mut Random, profile: &Profile) -> Kind {
    if random.one_in(profile.floats) {
        return random.one_of(&[Kind::Float, Kind::Float, Kind::Bits]);
    }
    if profile.wide { Kind::I64 } else { random.one_of(&[Kind::I64, Kind::I64, Kind::I64, Kind::I32, Kind::I8]) }
}

fn block(random: &mut Random, profile: &Profile, i: usize, count: usize) -> Block {
    let last = count - 1;
    let near = |random: &mut Random| (i + 1 + random.small(3)).min(last);
    let end = match random.below(20) {
        _ if i == last => End::Return,
        0 if i > 0 && random.one_in(2) => End::Return,
        0..6 => End::Jump(i + 1),
        6..14 => End::Branch { then: near(random), otherwise: i + 1, guard: Guard::None },
        14..18 if i > 0 => {
            let to = if random.one_in(3) { 1 + random.below(i) } else { i - random.small(3).min(i - 1) };
            End::Branch { then: to, otherwise: i + 1, guard: Guard::Fuel }
        }
        18 => {
            let first = random.one_of(&[0u128, 0, 0, 1, 5, 100]);
            let many = 1 + random.below(6);
            let mut at = first;
            let cases = (0..many).map(|_| {
                at += if random.one_in(4) { 2 + random.below(9) as u128 } else { 1 };
                (at - 1, near(random))
            });
            End::Switch { cases: cases.collect(), otherwise: i + 1 }
        }
        _ => End::Branch { then: i + 1, otherwise: near(random), guard: Guard::None },
    };
    let params = if i == 0 { Vec::new() } else { kinds(random, profile, profile.params) };
    Block { end, params, cold: i > 0 && random.one_in(9), counts: false }
}

/// Blocks that can be reached, in reverse postorder.
fn order(blocks: &[Block]) -> Vec<usize> {
    fn visit(blocks: &[Block], at: usize, seen: &mut Vec<bool>, order: &mut Vec<usize>) {
        if !std::mem::replace(&mut seen[at], true) {
            blocks[at].end.targets().into_iter().for_each(|to| visit(blocks, to, seen, order));
            order.push(at);
        }
    }
    let mut order = Vec::new();
    visit(blocks, 0, &mut vec![false; blocks.len()], &mut order);
    order.reverse();
    order
}
