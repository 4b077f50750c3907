//! What calls are called: each name has a number, and is counted while it is under way, since xhprof tells a function from itself one level deeper.

use loxo_observer::Called;
use loxo_runtime::{Func, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of all that is not in a function.
pub(crate) const MAIN: &[u8] = b"main()";

/// A name's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Symbol(u32);

struct Name {
    text: Box<[u8]>,
    /// How many calls of that name are under way.
    active: u32,
    ignored: bool,
}

pub(crate) struct Names {
    names: Vec<Name>,
    by_text: FxHashMap<Box<[u8]>, Symbol>,
    by_function: FxHashMap<usize, Symbol>,
    ignored: Ignored,
}

impl Names {
    /// The first one is that of the main code.
    pub(crate) fn new(ignored: Ignored) -> Names {
        let mut names = Names { names: Vec::new(), by_text: FxHashMap::default(), by_function: FxHashMap::default(), ignored };
        let main = names.symbol(MAIN.to_vec());
        names.names[main.0 as usize].ignored = false;
        names
    }

    /// The main code's.
    pub(crate) fn main(&self) -> Symbol {
        Symbol(0)
    }

    fn symbol(&mut self, text: Vec<u8>) -> Symbol {
        if let Some(symbol) = self.by_text.get(text.as_slice()) {
            return *symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        let text: Box<[u8]> = text.into();
        let ignored = self.ignored.0.contains(&text);
        self.names.push(Name { text: text.clone(), active: 0, ignored });
        self.by_text.insert(text, symbol);
        symbol
    }

    /// The name of a call.
    pub(crate) fn of(&mut self, called: Called<'_>) -> Symbol {
        match called {
            Called::Function(func) | Called::Builtin(func) | Called::File(func, _) => {
                let key = std::ptr::from_ref(func) as usize;
                if let Some(symbol) = self.by_function.get(&key) {
                    return *symbol;
                }
                let symbol = self.symbol(name_of(func));
                self.by_function.insert(key, symbol);
                symbol
            }
            Called::Load(path) => self.symbol([b"load::", last_two(path)].concat()),
            Called::Eval(name) => self.symbol([b"eval::", name].concat()),
        }
    }

    pub(crate) fn is_ignored(&self, symbol: Symbol) -> bool {
        self.names[symbol.0 as usize].ignored
    }

    /// How many calls of that name are under way.
    #[inline]
    pub(crate) fn active(&self, symbol: Symbol) -> u32 {
        self.names[symbol.0 as usize].active
    }

    /// A call of that name begins; gives how many there are below it.
    pub(crate) fn begin(&mut self, symbol: Symbol) -> u32 {
        let name = &mut self.names[symbol.0 as usize];
        name.active += 1;
        name.active - 1
    }

    pub(crate) fn end(&mut self, symbol: Symbol) {
        let name = &mut self.names[symbol.0 as usize];
        name.active = name.active.saturating_sub(1);
    }

    /// Writes a name as one that has so many of its kind below it.
    pub(crate) fn write(&self, to: &mut Vec<u8>, symbol: Symbol, level: u32) {
        to.extend_from_slice(&self.names[symbol.0 as usize].text);
        if level > 0 {
            to.extend_from_slice(format!("@{level}").as_bytes());
        }
    }
}

/// The function that is called.
#[inline]
pub(crate) fn function(called: Called<'_>) -> Option<&'static Func> {
    match called {
        Called::Function(func) | Called::Builtin(func) | Called::File(func, _) => Some(func),
        Called::Load(_) | Called::Eval(_) => None,
    }
}

fn name_of(func: &Func) -> Vec<u8> {
    let Some(class) = func.class else { return func.name.as_bytes().to_vec() };
    // What tells anonymous classes apart stands behind a zero.
    let class = class.name.as_bytes().split(|byte| *byte == 0).next().unwrap_or_default();
    [class, b"::", func.name.as_bytes()].concat()
}

/// A path's last folder and file.
fn last_two(path: &[u8]) -> &[u8] {
    let mut slashes = path.iter().enumerate().rev().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
    match slashes.nth(1) {
        Some(at) => &path[at + 1..],
        None => path,
    }
}

/// The functions that count as part of their callers.
#[derive(Default)]
pub(crate) struct Ignored(FxHashSet<Box<[u8]>>);

impl Ignored {
    /// As the option `ignored_functions` has them: a name, or a list.
    pub(crate) fn of(option: Option<&Value>) -> Ignored {
        let Some(option) = option else { return Ignored::default() };
        let option = option.deref();
        let mut names = FxHashSet::default();
        if let Some(name) = option.as_str() {
            names.insert(name.as_bytes().into());
        }
        for (key, value) in option.as_array().into_iter().flat_map(|list| list.iter()) {
            let listed = matches!(key, loxo_runtime::value::KeyRef::Int(_));
            if let Some(name) = value.deref().as_str().filter(|_| listed) {
                names.insert(name.as_bytes().into());
            }
        }
        Ignored(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_their_folder() {
        assert_eq!(last_two(b"/a/b/c.php"), b"b/c.php");
        assert_eq!(last_two(b"/c.php"), b"/c.php");
        assert_eq!(last_two(b"a/c.php"), b"a/c.php");
        assert_eq!(last_two(b""), b"");
    }

    #[test]
    fn levels_count_what_is_under_way() {
        let mut names = Names::new(Ignored::default());
        let load = names.of(Called::Load(b"/a/b.php"));
        assert_eq!((names.begin(load), names.begin(load)), (0, 1));
        names.end(load);
        assert_eq!(names.begin(load), 1);
        let mut text = Vec::new();
        names.write(&mut text, load, 1);
        assert_eq!(text, b"load::a/b.php@1");
        assert_eq!(names.of(Called::Load(b"/a/b.php")), load);
    }
}
