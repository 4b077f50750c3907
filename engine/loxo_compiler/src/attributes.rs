//! Attributes, and the checks that PHP makes while compiling them.

use loxo_bytecode::{Attribute, FnFlags, Init};
use loxo_syntax::ast::AttributeGroup;

use crate::state::compiler::Compiler;
use crate::state::diagnostics::{CompileResult, text};

/// What an attribute is written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target(u8);

impl Target {
    pub(crate) const CLASS: Target = Target(1);
    pub(crate) const FUNCTION: Target = Target(2);
    pub(crate) const METHOD: Target = Target(4);
    pub(crate) const PROPERTY: Target = Target(8);
    pub(crate) const CLASS_CONST: Target = Target(16);
    pub(crate) const PARAMETER: Target = Target(32);
    pub(crate) const CONST: Target = Target(64);

    fn any(self, other: Target) -> bool {
        self.0 & other.0 != 0
    }

    fn names(self) -> String {
        let all = [
            (Target::CLASS, "class"),
            (Target::FUNCTION, "function"),
            (Target::METHOD, "method"),
            (Target::PROPERTY, "property"),
            (Target::CLASS_CONST, "class constant"),
            (Target::PARAMETER, "parameter"),
            (Target::CONST, "constant"),
        ];
        all.iter().filter(|(t, _)| self.any(*t)).map(|(_, n)| *n).collect::<Vec<_>>().join(", ")
    }
}

/// Where the engine's own attributes may stand.
fn builtin_targets(lowercase: &[u8]) -> Option<Target> {
    Some(match lowercase {
        b"attribute" | b"allowdynamicproperties" => Target::CLASS,
        b"returntypewillchange" => Target::METHOD,
        b"override" => Target(Target::METHOD.0),
        b"sensitiveparameter" => Target::PARAMETER,
        b"deprecated" => Target(Target::METHOD.0 | Target::FUNCTION.0 | Target::CLASS_CONST.0),
        b"nodiscard" => Target(Target::METHOD.0 | Target::FUNCTION.0),
        _ => return None,
    })
}

impl<'a> Compiler<'a> {
    /// `promoted` is the other thing that the attributes of a promoted parameter stand on.
    pub(crate) fn attributes(
        &mut self,
        groups: &'a [AttributeGroup<'a>],
        target: Target,
        promoted: Option<Target>,
    ) -> CompileResult<Vec<Attribute>> {
        if groups.is_empty() {
            return Ok(Vec::new());
        }
        let line = self.line;
        let mut out = Vec::new();
        for attr in groups.iter().flat_map(|g| g.attrs) {
            let name = self.class_name(&attr.name)?;
            if let Some(allowed) = builtin_targets(&name.to_ascii_lowercase())
                && !allowed.any(target)
                && promoted.is_some_and(|p| allowed.any(p))
            {
                continue;
            }
            let args = match attr.args {
                None => Vec::new(),
                Some(args) => self.attribute_args(args)?,
            };
            let written = attr.args.into_iter().flatten();
            let texts: Vec<_> = written
                .zip(&args)
                .map(|(arg, (_, init))| match init {
                    Init::Thunk(_) => self.default_text(arg.value),
                    _ => Default::default(),
                })
                .collect();
            let line = self.line_at(attr.name.span.lo);
            out.push(Attribute { name: name.into(), texts, args, line });
        }
        self.line = line;
        self.validate_attributes(&out, target)?;
        Ok(out)
    }

    fn attribute_args(&mut self, args: &'a [loxo_syntax::ast::Arg<'a>]) -> CompileResult<Vec<(Option<loxo_bytecode::Bytes>, Init)>> {
        let mut out: Vec<(Option<loxo_bytecode::Bytes>, Init)> = Vec::with_capacity(args.len());
        let mut named = false;
        for arg in args {
            if arg.spread {
                return self.fail("Cannot use unpacking in attribute argument list");
            }
            if let Some(name) = arg.name {
                named = true;
                if out.iter().any(|(n, _)| n.as_deref() == Some(name.name)) {
                    return self.fail(format!("Duplicate named parameter ${}", text(name.name)));
                }
            } else if named {
                return self.fail("Cannot use positional argument after named argument");
            }
            self.line = self.line_at(arg.value.span.lo);
            let value = self.init(arg.value, true)?;
            out.push((arg.name.map(|n| n.name.into()), value));
        }
        Ok(out)
    }

    fn validate_attributes(&self, attrs: &[Attribute], target: Target) -> CompileResult<()> {
        for attr in attrs {
            let lc = attr.name.to_ascii_lowercase();
            let Some(allowed) = builtin_targets(&lc) else { continue };
            let name = text(&attr.name);
            if !allowed.any(target) {
                let (at, allowed) = (target.names(), allowed.names());
                return self.fail(format!("Attribute \"{name}\" cannot target {at} (allowed targets: {allowed})"));
            }
            if attrs.iter().filter(|a| a.name.eq_ignore_ascii_case(&attr.name)).count() > 1 {
                return self.fail(format!("Attribute \"{name}\" must not be repeated"));
            }
            if lc == b"allowdynamicproperties" {
                self.validate_dynamic_properties()?;
            }
        }
        Ok(())
    }

    fn validate_dynamic_properties(&self) -> CompileResult<()> {
        let Some(class) = &self.class else { return Ok(()) };
        use loxo_bytecode::ClassFlags as C;
        let flags = class.decl.flags;
        let what = if flags.has(C::TRAIT) {
            "trait"
        } else if flags.has(C::INTERFACE) {
            "interface"
        } else if flags.has(C::READONLY) {
            "readonly class"
        } else if flags.has(C::ENUM) {
            "enum"
        } else {
            return Ok(());
        };
        self.fail(format!("Cannot apply #[AllowDynamicProperties] to {what} {}", text(&class.decl.name)))
    }

    /// Flags that attributes of the function under construction stand for.
    pub(crate) fn attribute_flags(&self) -> FnFlags {
        let mut flags = FnFlags::default();
        for attr in &self.f.out.attributes {
            match &*attr.name.to_ascii_lowercase() {
                b"override" => flags.set(FnFlags::OVERRIDE),
                b"deprecated" => flags.set(FnFlags::DEPRECATED),
                b"nodiscard" => flags.set(FnFlags::NO_DISCARD),
                _ => {}
            }
        }
        flags
    }
}

pub(crate) fn has_attribute(attrs: &[Attribute], lowercase: &[u8]) -> bool {
    attrs.iter().any(|a| a.name.eq_ignore_ascii_case(lowercase))
}
