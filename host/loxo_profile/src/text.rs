//! The file that a profile is kept in: lines of text with a version, in which every index refers to something that came before.
//!
//! A reader checks all of it, so that a profile that was loaded can be looked at without further care.

use std::fmt;
use std::io::{self, Write};

use crate::model::*;

const FIRST_LINE: &str = "loxo-profile 1";
/// Longest file that is read.
pub const MAX_BYTES: usize = 2 << 30;

/// Why something is no profile: the line, counted from 1 (0 if it is about all of it), and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    pub line: usize,
    pub message: String,
}

impl LoadError {
    pub fn whole(message: impl Into<String>) -> LoadError {
        LoadError { line: 0, message: message.into() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => formatter.write_str(&self.message),
            line => write!(formatter, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for LoadError {}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out
}

fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next() {
                Some('\\') => '\\',
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                _ => return Err("a backslash that means nothing".into()),
            },
            c => c,
        });
    }
    Ok(out)
}

fn kind_name(kind: FunctionKind) -> &'static str {
    match kind {
        FunctionKind::UserFunction => "user",
        FunctionKind::Builtin => "builtin",
        FunctionKind::File => "file",
        FunctionKind::Main => "main",
    }
}

impl Profile {
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{FIRST_LINE}")?;
        writeln!(out, "title\t{}", escape(&self.title))?;
        for word in &self.command {
            writeln!(out, "command\t{}", escape(word))?;
        }
        if !self.note.is_empty() {
            writeln!(out, "note\t{}", escape(&self.note))?;
        }
        writeln!(out, "started\t{}\nduration\t{}", self.started_unix_ms, self.duration_ns)?;
        for function in &self.functions {
            let (kind, file, name) = (kind_name(function.kind), escape(&function.file), escape(&function.name));
            writeln!(out, "function\t{kind}\t{}\t{file}\t{name}", function.line)?;
        }
        match &self.data {
            Data::Trace(events) => {
                writeln!(out, "trace")?;
                for event in events {
                    let (at, cpu, memory) = (event.at_ns, event.cpu_ns, event.memory);
                    match event.what {
                        What::Enter(id) => writeln!(out, "+\t{at}\t{cpu}\t{memory}\t{}", id.0)?,
                        What::Leave => writeln!(out, "-\t{at}\t{cpu}\t{memory}")?,
                    }
                }
            }
            Data::Samples { period_ns, samples, stacks } => {
                writeln!(out, "samples\t{period_ns}")?;
                for frame in stacks.frames() {
                    // 0 is no parent.
                    let parent = frame.parent.map_or(0, |parent| u64::from(parent.0) + 1);
                    writeln!(out, "s\t{parent}\t{}\t{}", frame.function.0, frame.line)?;
                }
                for sample in samples {
                    writeln!(out, "p\t{}\t{}\t{}\t{}", sample.at_ns, sample.cpu_ns, sample.weight, sample.stack.0)?;
                }
            }
            Data::Edges(edges) => {
                writeln!(out, "edges")?;
                for edge in edges {
                    let caller = edge.caller.map_or(0, |caller| u64::from(caller.0) + 1);
                    let Cost { wall_ns, cpu_ns, memory, peak_memory, calls } = edge.cost;
                    writeln!(out, "e\t{caller}\t{}\t{wall_ns}\t{cpu_ns}\t{memory}\t{peak_memory}\t{calls}", edge.callee.0)?;
                }
            }
        }
        // Whoever reads it knows by this that nothing is missing.
        writeln!(out, "end")
    }

    /// Reads what `save` wrote.
    pub fn load(bytes: &[u8]) -> Result<Profile, LoadError> {
        if bytes.len() > MAX_BYTES {
            return Err(LoadError::whole("the profile is larger than 2 GiB"));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| LoadError::whole("this is no profile of Loxo: it is not UTF-8"))?;
        let mut lines = text.split('\n');
        match lines.next() {
            Some(FIRST_LINE) => {}
            Some(line) if line.starts_with("loxo-profile ") => {
                return Err(LoadError::whole("this profile was written by a newer version of Loxo"));
            }
            _ => return Err(LoadError::whole("this is no profile of Loxo: it does not begin with `loxo-profile 1`")),
        }
        let mut reader = Reader { profile: Profile::new("", Data::Edges(Vec::new())), data: false };
        for (at, line) in lines.enumerate() {
            if line == "end" && reader.data {
                reader.profile.check().map_err(LoadError::whole)?;
                return Ok(reader.profile);
            }
            reader.line(line).map_err(|message| LoadError { line: at + 2, message })?;
        }
        Err(LoadError::whole("the profile is cut off: its last line is missing"))
    }
}

struct Reader {
    profile: Profile,
    /// Whether the line that begins the data was read.
    data: bool,
}

/// Numbers of a line, each of which must be there.
struct Numbers<'a>(std::str::Split<'a, char>);

impl Numbers<'_> {
    fn next<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        self.0.next().and_then(|text| text.parse().ok()).ok_or_else(|| "a number is missing".into())
    }

    fn id(&mut self, count: usize, what: &str) -> Result<u32, String> {
        let id: u32 = self.next()?;
        if (id as usize) < count { Ok(id) } else { Err(format!("there is no {what} {id}")) }
    }

    /// 0 is none.
    fn optional_id(&mut self, count: usize, what: &str) -> Result<Option<u32>, String> {
        let id: u64 = self.next()?;
        if id <= count as u64 { Ok(id.checked_sub(1).map(|id| id as u32)) } else { Err(format!("there is no {what} {id}")) }
    }
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once('\t').unwrap_or((line, ""));
        if self.data { self.data_line(word, rest) } else { self.head_line(word, rest) }
    }

    fn head_line(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let profile = &mut self.profile;
        let mut numbers = Numbers(rest.split('\t'));
        match word {
            "title" => profile.title = unescape(rest)?,
            "note" => profile.note = unescape(rest)?,
            "command" => profile.command.push(unescape(rest)?),
            "started" => profile.started_unix_ms = numbers.next()?,
            "duration" => profile.duration_ns = numbers.next()?,
            "function" => profile.functions.push(function(rest)?),
            "trace" => (profile.data, self.data) = (Data::Trace(Vec::new()), true),
            "edges" => (profile.data, self.data) = (Data::Edges(Vec::new()), true),
            "samples" => {
                let period_ns = numbers.next()?;
                (profile.data, self.data) = (Data::Samples { period_ns, samples: Vec::new(), stacks: Stacks::default() }, true);
            }
            _ => return Err("this line means nothing here".into()),
        }
        Ok(())
    }

    fn data_line(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let mut numbers = Numbers(rest.split('\t'));
        let functions = self.profile.functions.len();
        match (&mut self.profile.data, word) {
            (Data::Trace(events), "+" | "-") => {
                let (at_ns, cpu_ns, memory) = (numbers.next()?, numbers.next()?, numbers.next()?);
                let what = if word == "+" { What::Enter(FunctionId(numbers.id(functions, "function")?)) } else { What::Leave };
                events.push(Event { at_ns, cpu_ns, memory, what });
            }
            (Data::Samples { stacks, .. }, "s") => {
                let parent = numbers.optional_id(stacks.frames().len(), "stack")?.map(StackId);
                let function = FunctionId(numbers.id(functions, "function")?);
                let known = stacks.frames().len();
                if stacks.push(parent, function, numbers.next()?).0 as usize != known {
                    return Err("this stack is there already".into());
                }
            }
            (Data::Samples { samples, stacks, .. }, "p") => {
                let (at_ns, cpu_ns, weight) = (numbers.next()?, numbers.next()?, numbers.next()?);
                samples.push(Sample { at_ns, cpu_ns, weight, stack: StackId(numbers.id(stacks.frames().len(), "stack")?) });
            }
            (Data::Edges(edges), "e") => {
                let caller = numbers.optional_id(functions, "function")?.map(FunctionId);
                let callee = FunctionId(numbers.id(functions, "function")?);
                let (wall_ns, cpu_ns, memory) = (numbers.next()?, numbers.next()?, numbers.next()?);
                let cost = Cost { wall_ns, cpu_ns, memory, peak_memory: numbers.next()?, calls: numbers.next()? };
                edges.push(Edge { caller, callee, cost });
            }
            _ => return Err("this line means nothing here".into()),
        }
        Ok(())
    }
}

fn function(rest: &str) -> Result<Function, String> {
    let mut fields = rest.splitn(4, '\t');
    let mut field = || fields.next().ok_or("a function has a kind, a line, a file and a name");
    let kind = match field()? {
        "user" => FunctionKind::UserFunction,
        "builtin" => FunctionKind::Builtin,
        "file" => FunctionKind::File,
        "main" => FunctionKind::Main,
        _ => return Err("there is no such kind of function".into()),
    };
    let line = field()?.parse().map_err(|_| "the line of a function is no number")?;
    Ok(Function { kind, line, file: unescape(field()?)?, name: unescape(field()?)? })
}
