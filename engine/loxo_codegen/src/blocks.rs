//! The order in which blocks are emitted, and where they lead.

use cranelift_codegen::ir::{self, Block, BlockCall, Inst, InstructionData};

/// So many blocks that only jump are followed.
const MOST_JUMPS: usize = 8;

/// Where a way ends, behind blocks that do nothing but jump.
fn followed(function: &ir::Function, way: BlockCall) -> BlockCall {
    let pool = &function.dfg.value_lists;
    let mut way = way;
    for _ in 0..MOST_JUMPS {
        let block = way.block(pool);
        let first = function.layout.first_inst(block);
        let Some(InstructionData::Jump { destination, .. }) = first.map(|inst| function.dfg.insts[inst]) else { break };
        // What a cold block passes on is moved there once for all ways.
        let passes = || destination.args(pool).next().is_some();
        if function.dfg.num_block_params(block) > 0 || function.layout.is_cold(block) && passes() {
            break;
        }
        way = destination;
    }
    way
}

/// The ways on from an instruction.
pub(crate) fn ways(function: &ir::Function, inst: Inst) -> impl DoubleEndedIterator<Item = BlockCall> {
    let dfg = &function.dfg;
    dfg.insts[inst].branch_destination(&dfg.jump_tables, &dfg.exception_tables).iter().map(|way| followed(function, *way))
}

/// Where all blocks lead, one after the other.
struct Successors {
    all: Vec<Block>,
    starts: Vec<u32>,
}

impl Successors {
    fn of(function: &ir::Function) -> Successors {
        let count = function.dfg.num_blocks();
        let mut successors = Successors { all: Vec::with_capacity(2 * count), starts: Vec::with_capacity(count + 1) };
        for block in (0..count as u32).map(Block::from_u32) {
            successors.starts.push(successors.all.len() as u32);
            let last = function.layout.is_block_inserted(block).then(|| function.layout.last_inst(block)).flatten();
            for way in last.into_iter().flat_map(|last| ways(function, last)) {
                successors.all.push(way.block(&function.dfg.value_lists));
            }
        }
        successors.starts.push(successors.all.len() as u32);
        successors
    }

    fn after(&self, block: Block) -> &[Block] {
        let at = block.as_u32() as usize;
        &self.all[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The blocks that can be reached, those first that are reached without cold ones. Each stands behind one that leads there, and behind those that
/// dominate it.
pub(crate) struct Blocks {
    pub order: Vec<Block>,
    /// So many are not cold.
    pub hot: usize,
    /// By block: its place in that order.
    places: Vec<u32>,
    /// Where each leads, by places.
    next: Vec<u32>,
    next_at: Vec<u32>,
    /// By place: how many ways lead there, and where the last one comes from.
    pub ways_in: Vec<u32>,
    pub from: Vec<u32>,
    /// By place: a way comes from behind or from itself.
    pub is_loop: Vec<bool>,
}

impl Blocks {
    pub fn of(function: &ir::Function) -> Blocks {
        let successors = Successors::of(function);
        let (order, hot) = order(function, &successors);
        let mut blocks = Blocks {
            hot,
            places: vec![u32::MAX; function.dfg.num_blocks()],
            next: Vec::with_capacity(2 * order.len()),
            next_at: Vec::with_capacity(order.len() + 1),
            ways_in: vec![0; order.len()],
            from: vec![u32::MAX; order.len()],
            is_loop: vec![false; order.len()],
            order,
        };
        for (block, place) in blocks.order.iter().zip(0..) {
            blocks.places[block.as_u32() as usize] = place;
        }
        for i in 0..blocks.order.len() {
            blocks.next_at.push(blocks.next.len() as u32);
            for &next in successors.after(blocks.order[i]) {
                let place = blocks.places[next.as_u32() as usize];
                blocks.next.push(place);
                blocks.ways_in[place as usize] += 1;
                blocks.from[place as usize] = i as u32;
                blocks.is_loop[place as usize] |= place <= i as u32;
            }
        }
        blocks.next_at.push(blocks.next.len() as u32);
        blocks
    }

    pub fn place(&self, block: Block) -> usize {
        self.places[block.as_u32() as usize] as usize
    }

    /// The places that a block leads to.
    pub fn next(&self, place: usize) -> &[u32] {
        &self.next[self.next_at[place] as usize..self.next_at[place + 1] as usize]
    }

    /// The block that all ways to this one come from, if there is only one way.
    pub fn only_before(&self, place: usize) -> Option<usize> {
        (self.ways_in[place] == 1).then(|| self.from[place] as usize)
    }
}

/// The order of the blocks, and how many are not cold.
fn order(function: &ir::Function, successors: &Successors) -> (Vec<Block>, usize) {
    let Some(entry) = function.layout.entry_block() else { return (Vec::new(), 0) };
    let mut seen = vec![false; function.dfg.num_blocks()];
    let mut order = Vec::new();
    let visit = |order: &mut Vec<Block>, seen: &mut Vec<bool>, from: Block, takes_cold: bool| {
        // Depth first, in reverse of the order in which blocks are left; the flag says that a block's successors are done.
        let mut stack = vec![(from, false)];
        while let Some((block, done)) = stack.pop() {
            if done {
                order.push(block);
            } else if !std::mem::replace(&mut seen[block.as_u32() as usize], true) {
                stack.push((block, true));
                let taken = successors.after(block).iter().filter(|next| takes_cold || !function.layout.is_cold(**next));
                stack.extend(taken.map(|next| (*next, false)));
            }
        }
    };
    visit(&mut order, &mut seen, entry, false);
    order.reverse();
    let hot = order.len();
    let mut cold = Vec::new();
    for &block in order.iter().rev() {
        for &next in successors.after(block).iter().rev() {
            if !seen[next.as_u32() as usize] {
                visit(&mut cold, &mut seen, next, true);
            }
        }
    }
    order.extend(cold.into_iter().rev());
    (order, hot)
}
