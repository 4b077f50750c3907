//! A profile as it was recorded: functions, and what was seen of them as a full trace, as samples, or as sums per caller and callee.

use rustc_hash::FxHashMap;

/// Index into `Profile::functions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionKind {
    UserFunction,
    Builtin,
    /// The body of an included file.
    File,
    /// The script itself; xhprof's `main()`.
    Main,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub kind: FunctionKind,
}

/// Memory is in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub wall_ns: u64,
    pub cpu_ns: u64,
    pub memory: i64,
    pub peak_memory: i64,
    pub calls: u64,
}

impl Cost {
    pub fn add(&mut self, other: &Cost) {
        self.wall_ns = self.wall_ns.saturating_add(other.wall_ns);
        self.cpu_ns = self.cpu_ns.saturating_add(other.cpu_ns);
        self.memory = self.memory.saturating_add(other.memory);
        self.peak_memory = self.peak_memory.saturating_add(other.peak_memory);
        self.calls = self.calls.saturating_add(other.calls);
    }

    /// What is left without `other`; times and calls do not fall below zero.
    pub fn without(&self, other: &Cost) -> Cost {
        Cost {
            wall_ns: self.wall_ns.saturating_sub(other.wall_ns),
            cpu_ns: self.cpu_ns.saturating_sub(other.cpu_ns),
            memory: self.memory.saturating_sub(other.memory),
            peak_memory: self.peak_memory.saturating_sub(other.peak_memory),
            calls: self.calls.saturating_sub(other.calls),
        }
    }

    pub fn scaled(&self, share: f64) -> Cost {
        let whole = |value: u64| (value as f64 * share).round() as u64;
        let signed = |value: i64| (value as f64 * share).round() as i64;
        Cost {
            wall_ns: whole(self.wall_ns),
            cpu_ns: whole(self.cpu_ns),
            memory: signed(self.memory),
            peak_memory: signed(self.peak_memory),
            calls: whole(self.calls),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Enter(FunctionId),
    Leave,
}

/// `at_ns` counts from the profile's start, `cpu_ns` is the CPU time used until then, `memory` what was in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub at_ns: u64,
    pub cpu_ns: u64,
    pub memory: u64,
    pub what: What,
}

/// Index into `Stacks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StackId(pub u32);

/// `weight` is in sampling periods, `cpu_ns` the CPU time used until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub at_ns: u64,
    pub cpu_ns: u64,
    pub weight: u64,
    pub stack: StackId,
}

/// `line` is the one that was executing, 0 if that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub parent: Option<StackId>,
    pub function: FunctionId,
    pub line: u32,
}

/// Call stacks as a tree: each is a parent and one more frame. A parent always comes before its children.
#[derive(Clone, Debug, Default)]
pub struct Stacks {
    frames: Vec<Frame>,
    known: FxHashMap<Frame, StackId>,
}

impl Stacks {
    /// # Panics
    ///
    /// When `parent` is not of these stacks.
    pub fn push(&mut self, parent: Option<StackId>, function: FunctionId, line: u32) -> StackId {
        assert!(parent.is_none_or(|parent| (parent.0 as usize) < self.frames.len()), "the parent is a stack of this tree");
        let frame = Frame { parent, function, line };
        *self.known.entry(frame).or_insert_with(|| {
            self.frames.push(frame);
            StackId(self.frames.len() as u32 - 1)
        })
    }

    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    pub fn get(&self, stack: StackId) -> Option<&Frame> {
        self.frames.get(stack.0 as usize)
    }
}

impl PartialEq for Stacks {
    fn eq(&self, other: &Stacks) -> bool {
        self.frames == other.frames
    }
}

/// The sum of all calls of `callee` by `caller`; without a caller it is where the profile begins. As in xhprof, a function that is active
/// already is another function, `f@1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub caller: Option<FunctionId>,
    pub callee: FunctionId,
    pub cost: Cost,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Every call, nested properly.
    Trace(Vec<Event>),
    /// What a sampler saw.
    Samples { period_ns: u64, samples: Vec<Sample>, stacks: Stacks },
    /// Only sums.
    Edges(Vec<Edge>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub title: String,
    /// Program and script, without the arguments.
    pub command: Vec<String>,
    pub started_unix_ms: u64,
    pub duration_ns: u64,
    pub functions: Vec<Function>,
    pub data: Data,
    /// What the reader must know, such as that events were folded into sums; empty if nothing.
    pub note: String,
}

impl Profile {
    pub fn new(title: &str, data: Data) -> Profile {
        Profile {
            title: title.to_string(),
            command: Vec::new(),
            started_unix_ms: 0,
            duration_ns: 0,
            functions: Vec::new(),
            data,
            note: String::new(),
        }
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// Whether every index in it is within bounds, events are nested, and times do not run backwards. All views rely on that.
    pub fn check(&self) -> Result<(), String> {
        let functions = self.functions.len();
        let known = |id: FunctionId| if (id.0 as usize) < functions { Ok(()) } else { Err(format!("there is no function {}", id.0)) };
        match &self.data {
            Data::Trace(events) => {
                let (mut depth, mut last) = (0usize, 0);
                for event in events {
                    if event.at_ns < last {
                        return Err("time runs backwards".into());
                    }
                    last = event.at_ns;
                    match event.what {
                        What::Enter(id) => {
                            known(id)?;
                            depth += 1;
                        }
                        What::Leave => depth = depth.checked_sub(1).ok_or("a function is left that was not entered")?,
                    }
                }
                if depth == 0 { Ok(()) } else { Err("a function is entered and not left".into()) }
            }
            Data::Samples { samples, stacks, .. } => {
                for (at, frame) in stacks.frames.iter().enumerate() {
                    known(frame.function)?;
                    if frame.parent.is_some_and(|parent| parent.0 as usize >= at) {
                        return Err("a stack comes before its parent".into());
                    }
                }
                let mut last = 0;
                for sample in samples {
                    if sample.stack.0 as usize >= stacks.frames.len() {
                        return Err(format!("there is no stack {}", sample.stack.0));
                    }
                    if sample.at_ns < last {
                        return Err("time runs backwards".into());
                    }
                    last = sample.at_ns;
                }
                Ok(())
            }
            Data::Edges(edges) => edges.iter().try_for_each(|edge| {
                known(edge.callee)?;
                edge.caller.map_or(Ok(()), known)
            }),
        }
    }
}

/// Functions by what they are, so that each has one index.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    list: Vec<Function>,
    known: FxHashMap<Function, FunctionId>,
}

impl Functions {
    pub fn intern(&mut self, name: &str, file: &str, line: u32, kind: FunctionKind) -> FunctionId {
        let function = Function { name: name.to_string(), file: file.to_string(), line, kind };
        if let Some(id) = self.known.get(&function) {
            return *id;
        }
        let id = FunctionId(self.list.len() as u32);
        self.list.push(function.clone());
        self.known.insert(function, id);
        id
    }

    /// One of which only the name is known, as in formats of other tools.
    pub fn named(&mut self, name: &str) -> FunctionId {
        let kind = if name == "main()" || name == "{main}" { FunctionKind::Main } else { FunctionKind::UserFunction };
        self.intern(name, "", 0, kind)
    }

    pub fn get(&self, id: FunctionId) -> &Function {
        &self.list[id.0 as usize]
    }

    pub fn into_list(self) -> Vec<Function> {
        self.list
    }
}
