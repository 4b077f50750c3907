//! The simplest form of a function: every op is run by the interpreter's code.

use loxo_bytecode::{Function, OpCode};
use loxo_form::{Block, BlockId, End, Entry, Form, FrameState, Inst, Kind, StateId, Tags, Type, ValueId};
use std::collections::BTreeMap;

pub fn build(function: &Function) -> Option<Form> {
    let start = function.code.iter().take_while(|op| op.code == OpCode::DefaultK).count() as u32;
    let len = function.code.len() as u32;
    let left = |at: u32| {
        let op = &function.code[at as usize];
        let info = op.code.info();
        info.ends && op.code != OpCode::Jump && op.code != OpCode::ReturnK && op.code != OpCode::Return
            || info.jumps && op.jump_target().is_none()
            || matches!(op.code, OpCode::Catch | OpCode::FastCall | OpCode::FastRet | OpCode::DiscardException | OpCode::Switch)
    };
    let mut form = Form::default();
    let mut starts: BTreeMap<u32, BlockId> = BTreeMap::new();
    let mut marks = vec![start];
    for at in start..len {
        let op = &function.code[at as usize];
        if let Some(target) = op.jump_target() {
            marks.push(target);
            marks.push(at + 1);
        }
        if op.code.info().ends || left(at) || matches!(op.code, OpCode::ReturnK) {
            marks.push(at + 1);
        }
    }
    for t in &function.tries {
        marks.extend(t.catch);
        marks.extend(t.finally);
    }
    for switch in &function.switches {
        marks.extend(switch.cases.iter().map(|(_, target)| *target));
        marks.push(switch.miss);
    }
    marks.retain(|at| *at < len && *at >= start);
    marks.sort_unstable();
    marks.dedup();
    for (i, &at) in marks.iter().enumerate() {
        starts.insert(at, BlockId(i as u32));
    }
    let value = |form: &mut Form, ty| {
        form.values.push(ty);
        ValueId(form.values.len() as u32 - 1)
    };
    for (i, &first) in marks.iter().enumerate() {
        let last = marks.get(i + 1).copied().unwrap_or(len);
        let mut insts = Vec::new();
        let mut end = None;
        for at in first..last {
            let op = &function.code[at as usize];
            let inst = |kind, args, result, exit| Inst { kind, args, result, exit, at };
            if left(at) {
                form.states.push(FrameState { op: at, slots: Vec::new(), parent: None });
                end = Some(End::Leave(StateId(form.states.len() as u32 - 1)));
                break;
            }
            match op.code {
                OpCode::Jump => {
                    if op.c <= at {
                        form.states.push(FrameState { op: op.c, slots: Vec::new(), parent: None });
                        insts.push(inst(Kind::Poll, vec![], None, Some(StateId(form.states.len() as u32 - 1))));
                    }
                    end = Some(End::Jump(starts[&op.c], vec![]));
                }
                OpCode::ReturnK => {
                    let k = value(&mut form, Type::tagged(Tags::VALUE));
                    insts.push(inst(Kind::Constant(op.a), vec![], Some(k), None));
                    end = Some(End::Return(k, (0..function.locals.len() as u32).collect()));
                }
                OpCode::Return => {
                    let v = value(&mut form, Type::tagged(Tags::ANY));
                    let g = value(&mut form, Type::tagged(Tags::VALUE));
                    insts.push(inst(Kind::Load(op.a), vec![], Some(v), None));
                    form.states.push(FrameState { op: at, slots: Vec::new(), parent: None });
                    insts.push(inst(Kind::Guard(Tags::VALUE), vec![v], Some(g), Some(StateId(form.states.len() as u32 - 1))));
                    if op.flags & loxo_bytecode::flag::CONSUME_A == 0 {
                        insts.push(inst(Kind::Count, vec![g], None, None));
                    }
                    end = Some(End::Return(g, (0..function.locals.len() as u32).collect()));
                }
                _ if op.jump_target().is_some() => {
                    let b = value(&mut form, Type::BOOL);
                    insts.push(inst(Kind::RunJump, vec![], Some(b), None));
                    let target = op.jump_target().unwrap();
                    let next = *starts.get(&(at + 1))?;
                    end = Some(End::Branch { on: b, then: (starts[&target], vec![]), otherwise: (next, vec![]) });
                }
                _ if op.code.info().calls => insts.push(inst(Kind::Call, vec![], None, None)),
                _ => insts.push(inst(Kind::Run, vec![], None, None)),
            }
            if end.is_some() {
                break;
            }
        }
        let end = match end {
            Some(end) => end,
            None => End::Jump(*starts.get(&last)?, vec![]),
        };
        form.blocks.push(Block { params: vec![], insts, end });
    }
    form.entries.push(Entry { op: start, block: starts[&start] });
    for (&at, &block) in &starts {
        let behind = at > start && left(at - 1);
        let jumped = function.code.iter().enumerate().any(|(i, op)| op.jump_target() == Some(at) && i as u32 >= at);
        if at != start && (behind || jumped) && !left(at) {
            form.entries.push(Entry { op: at, block });
        }
    }
    Some(form)
}
