//! Reads files of folders: sections, conditions that are known when a file is read, and directives by their names.

mod directives;
mod known;
mod require;

use std::sync::Arc;

use crate::access::{Access, Methods};
use crate::allow::Allow;
use crate::bytes::{is, shown};
use crate::pattern::Pattern;
use crate::rewrite::{Condition, Rewriting};
use crate::rules::{FilesMatcher, FilesSection, IfSection, Rules};
use crate::text::{Directive, Fault, Result, at, parse, words};

/// Longer files are refused, bytes.
pub const LONGEST: u64 = 32 << 20;

/// A folder's file as it was read: its rules, or why it cannot be used.
#[derive(Debug)]
pub struct FolderFile {
    pub(crate) rules: std::result::Result<Arc<Rules>, Fault>,
    /// The same, merged over the rules of a site that has none of its own, which is what most requests need.
    pub(crate) alone: Arc<Rules>,
}

impl FolderFile {
    /// The file of a folder, whose path ends with a slash.
    pub fn parse(text: &[u8], folder: &[u8], allow: Allow) -> FolderFile {
        match read(text, folder, Some(allow)) {
            Ok(rules) => FolderFile { alone: Arc::new(Rules::of_site_with(&rules)), rules: Ok(Arc::new(rules)) },
            Err(fault) => FolderFile { rules: Err(fault), alone: Arc::default() },
        }
    }

    /// A file that could not be read, or is too long.
    pub fn unreadable(message: &str) -> FolderFile {
        FolderFile { rules: Err(Fault { line: 0, message: message.into() }), alone: Arc::default() }
    }

    /// Why it cannot be used.
    pub fn fault(&self) -> Option<&Fault> {
        self.rules.as_ref().err()
    }
}

/// The rules of a site itself.
pub(crate) fn server(text: &[u8]) -> std::result::Result<Rules, Fault> {
    read(text, b"", None)
}

fn read(text: &[u8], folder: &[u8], allow: Option<Allow>) -> std::result::Result<Rules, Fault> {
    crate::limits::begin_file();
    let mut reader = Reader::new(folder, allow);
    reader.block(&parse(text)?)?;
    Ok(reader.finish())
}

/// Takes directives one by one.
pub(crate) struct Reader<'f> {
    folder: &'f [u8],
    /// `None`: all may be there.
    allow: Option<Allow>,
    rules: Rules,
    rewriting: Option<Rewriting>,
    /// For the rule that follows.
    conditions: Vec<Condition>,
    /// Those of the sections around.
    methods: Methods,
    /// The sections around end with the file.
    is_cut_short: bool,
    access: Option<Access>,
    requirements: Vec<require::Line>,
}

impl<'f> Reader<'f> {
    fn new(folder: &'f [u8], allow: Option<Allow>) -> Reader<'f> {
        Reader {
            folder,
            allow,
            rules: Rules::default(),
            rewriting: None,
            conditions: Vec::new(),
            methods: Methods::All,
            is_cut_short: false,
            access: None,
            requirements: Vec::new(),
        }
    }

    fn finish(mut self) -> Rules {
        self.rules.rewriting = self.rewriting.map(Arc::new);
        self.rules.access = self.access.map(Arc::new);
        if !self.requirements.is_empty() {
            self.rules.require.requirement = Some(Arc::new(require::any(self.requirements)));
        }
        self.rules
    }

    fn block(&mut self, directives: &[Directive]) -> std::result::Result<(), Fault> {
        let mut rest = directives;
        while let Some((directive, more)) = rest.split_first() {
            rest = more;
            let line = directive.line;
            if directive.is_cut_short && !self.is_cut_short {
                // Apache reads what stands in a condition that holds to the end of the file, and does not miss the section's.
                let name = directive.name.to_ascii_lowercase();
                if known::holds(&name, &words(&directive.arguments)) != Ok(true) {
                    return Err(at(line)(format!("<{}> was not closed.", shown(&directive.name))));
                }
                self.is_cut_short = true;
            }
            match &directive.inner {
                None => self.directive(&directive.name.to_ascii_lowercase(), &directive.name, &directive.arguments).map_err(at(line))?,
                Some(inner) if is(&directive.name, "if") => rest = self.conditional(directive, inner, rest)?,
                Some(inner) => self.section(directive, inner)?,
            }
        }
        Ok(())
    }

    /// The rules of a section, read by themselves. Rules of rewriting take the section's argument for their folder, as with Apache, which says that
    /// they are not for sections.
    fn apart(&self, inner: &[Directive], argument: &[u8]) -> std::result::Result<Rules, Fault> {
        let folder = [argument, b"/"].concat();
        let mut reader = Reader { is_cut_short: self.is_cut_short, ..Reader::new(&folder, self.allow) };
        reader.rules.options.is_said = true;
        reader.block(inner)?;
        Ok(reader.finish())
    }

    fn section(&mut self, directive: &Directive, inner: &[Directive]) -> std::result::Result<(), Fault> {
        let fault = at(directive.line);
        let arguments = words(&directive.arguments);
        let name = directive.name.to_ascii_lowercase();
        self.rules.options.is_said |= known::is_of_core(&name);
        if matches!(name.as_slice(), b"files" | b"filesmatch") {
            self.check_not_limited(directive)?;
        }
        match name.as_slice() {
            b"ifmodule" | b"ifdefine" | b"ifversion" | b"iffile" | b"ifdirective" | b"ifsection" => {
                if known::holds(&name, &arguments).map_err(fault)? { self.block(inner) } else { Ok(()) }
            }
            b"files" | b"filesmatch" if self.methods != Methods::All => {
                Err(fault(format!("<{}> cannot occur within <Limit> section", shown(&directive.name))))
            }
            b"files" | b"filesmatch" => {
                let matches = files_matcher(&name, &arguments).map_err(fault)?;
                let rules = self.apart(inner, arguments.last().map_or(&[], |text| &text[..]))?;
                self.rules.files.push(Arc::new(FilesSection { matches, rules }));
                Ok(())
            }
            b"limit" | b"limitexcept" => {
                if arguments.is_empty() {
                    return Err(fault(format!("{} needs methods", shown(&directive.name))));
                }
                let methods: Vec<Vec<u8>> =
                    arguments.iter().map(|method| if method == b"HEAD" { b"GET".to_vec() } else { method.clone() }).collect();
                let methods = if name == b"limit" { Methods::Only(methods) } else { Methods::Except(methods) };
                let narrowed = self.methods.narrowed(&methods);
                let methods = narrowed.map_err(|message| fault(format!("<{}> {message}", shown(&directive.name))))?;
                let outer = std::mem::replace(&mut self.methods, methods);
                let outer_requirements = std::mem::take(&mut self.requirements);
                let read = self.block(inner);
                let limited = std::mem::replace(&mut self.requirements, outer_requirements);
                let methods = std::mem::replace(&mut self.methods, outer);
                self.requirements.extend(limited.into_iter().map(|line| line.limited(&methods)));
                read
            }
            b"requireall" | b"requireany" | b"requirenone" => {
                self.check_class(b"require", &directive.name).map_err(at(directive.line))?;
                let line = require::section(&name, directive.line, inner)?;
                self.requirements.push(line.alone(&directive.name).map_err(at(directive.line))?);
                Ok(())
            }
            b"elseif" | b"else" => Err(fault(format!("<{}> section without <If>", shown(&directive.name)))),
            b"directory" | b"directorymatch" | b"location" | b"locationmatch" | b"virtualhost" | b"proxy" | b"proxymatch" => {
                Err(fault(format!("<{} not allowed here", shown(&directive.name))))
            }
            _ => Err(fault(known::invalid(&[b"<", &directive.name[..]].concat()))),
        }
    }

    /// `<If>` with the sections that hang on it. Gives what follows them.
    fn conditional<'d>(
        &mut self,
        directive: &Directive,
        inner: &[Directive],
        mut rest: &'d [Directive],
    ) -> std::result::Result<&'d [Directive], Fault> {
        self.check_not_limited(directive)?;
        self.rules.options.is_said = true;
        let expr = |directive: &Directive| {
            let text = words(&directive.arguments);
            // In quotes it is one word.
            let text = match text.as_slice() {
                [word] => word.clone(),
                _ => directive.arguments.clone(),
            };
            crate::expr::parse::condition(&text).map_err(|error| at(directive.line)(format!("Cannot parse condition clause: {error}")))
        };
        let mut branches = vec![(expr(directive)?, self.apart(inner, b"*If")?)];
        while let Some((next, more)) = rest.split_first() {
            let Some(inner) = &next.inner else { break };
            if is(&next.name, "elseif") {
                branches.push((expr(next)?, self.apart(inner, b"*If")?));
                rest = more;
            } else if is(&next.name, "else") {
                branches.push((crate::expr::Expr::Constant(true), self.apart(inner, b"*If")?));
                rest = more;
                break;
            } else {
                break;
            }
        }
        self.rules.conditional.push(Arc::new(IfSection { branches }));
        Ok(rest)
    }

    /// The error for a section that stands where Apache does not let it.
    fn check_not_limited(&self, directive: &Directive) -> std::result::Result<(), Fault> {
        let name = || format!("<{}> cannot occur within <Limit> or <LimitExcept> section", shown(&directive.name));
        if self.methods == Methods::All { Ok(()) } else { Err(at(directive.line)(name())) }
    }

    /// The error if a directive's class is not allowed.
    fn check_class(&self, name: &[u8], shown_name: &[u8]) -> Result<()> {
        let class = known::class(name).ok_or_else(|| known::invalid(shown_name))?;
        let Some(allow) = self.allow else { return Ok(()) };
        let is_allowed = match class {
            known::Class::Any => true,
            known::Class::AuthConfig => allow.auth_config,
            known::Class::FileInfo => allow.file_info,
            known::Class::Indexes => allow.indexes,
            known::Class::Limit => allow.limit,
            known::Class::Options => allow.options,
            known::Class::Server => false,
        };
        if is_allowed { Ok(()) } else { Err(format!("{} not allowed here", shown(shown_name))) }
    }
}

fn files_matcher(name: &[u8], arguments: &[Vec<u8>]) -> Result<FilesMatcher> {
    let pattern =
        |text: &[u8]| Pattern::new(text, false).map(FilesMatcher::Pattern).map_err(|error| format!("Regex could not be compiled: {error}"));
    match arguments {
        [text] if name == b"filesmatch" => pattern(text),
        [tilde, text] if tilde == b"~" => pattern(text),
        [text] => Ok(FilesMatcher::Wildcards(text.clone())),
        _ => Err("Multiple <Files> arguments not (yet) supported.".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_a_file_have_a_bound() {
        let rules = |count: usize| FolderFile::parse(&b"RewriteRule ((ab){100}){20} -\n".repeat(count), b"/", Allow::ALL);
        let fault = rules(10_000).fault().cloned().expect("too many");
        assert!(fault.message.ends_with("the file's expressions take more than 128 MiB"), "{}", fault.message);
        assert!(rules(10).fault().is_none());
    }
}
