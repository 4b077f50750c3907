//! `Options`, as far as links are meant.

use crate::bytes::shown;
use crate::text::{Result, words};

/// Links are followed.
const LINKS: u8 = 1;
/// Links are followed whose owner is that of what they lead to.
const OWNERS_LINKS: u8 = 2;

/// Which options count, and how those of the folders above change. The sets are bits of the constants above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    count: u8,
    added: u8,
    removed: u8,
    /// They were named without signs: what the folders above say does not count.
    is_whole: bool,
    /// The file says something for Apache's core, or is a section: else it is passed over, and what was changed above is not changed once more.
    pub(crate) is_said: bool,
}

impl Options {
    /// What counts where nobody says anything.
    pub(crate) fn of_site() -> Options {
        Options { count: LINKS, is_whole: true, ..Options::default() }
    }

    /// Those of a section that says nothing.
    pub(crate) fn of_section() -> Options {
        Options { is_said: true, ..Options::default() }
    }

    pub(crate) fn follow_links(self) -> bool {
        self.count & LINKS != 0
    }

    pub(crate) fn follow_owners_links(self) -> bool {
        self.count & OWNERS_LINKS != 0
    }

    /// These with those of a deeper folder, or of a section, over them. What signs have added stays so where all options were named after that, as with
    /// Apache: it counts again as soon as something is merged over them.
    pub(crate) fn with(self, over: Options) -> Options {
        if !over.is_said {
            return self;
        }
        if over.is_whole {
            return over;
        }
        let added = self.added & !over.removed | over.added;
        let removed = self.removed & !over.added | over.removed;
        Options { count: self.count & !removed | added, added, removed, ..self }
    }

    /// Takes in a directive.
    pub(crate) fn read(&mut self, text: &[u8]) -> Result<()> {
        let (mut has_signs, mut names_all) = (false, false);
        for (at, word) in words(text).iter().enumerate() {
            let is_first = at == 0;
            let (sign, option) = match word.split_first() {
                Some((sign @ (b'+' | b'-'), option)) => (Some(*sign), option),
                _ => (None, &word[..]),
            };
            if sign.is_some() && !has_signs && !is_first && !names_all || sign.is_none() && has_signs {
                return Err("Either all Options must start with + or -, or no Option may.".into());
            }
            has_signs |= sign.is_some();
            if sign.is_none() && is_first {
                (self.count, self.is_whole) = (0, true);
            }
            let bits = match option.to_ascii_lowercase().as_slice() {
                b"followsymlinks" => LINKS,
                b"symlinksifownermatch" => OWNERS_LINKS,
                // Folders are never listed, no page includes commands, programs are not run, and names are not guessed.
                b"indexes" | b"includes" | b"includesnoexec" | b"execcgi" | b"multiviews" | b"runscripts" => 0,
                b"none" | b"all" if !is_first => return Err(format!("'Options {}' must be the first Option given.", shown(option))),
                b"none" | b"all" if has_signs => {
                    let option = shown(option);
                    return Err(format!("You may not use 'Options +{option}' or 'Options -{option}'."));
                }
                name @ (b"none" | b"all") => {
                    names_all = true;
                    if name == b"all" { LINKS } else { 0 }
                }
                _ => return Err(format!("Illegal option {}", shown(option))),
            };
            match sign {
                None => self.count |= bits,
                Some(b'+') => {
                    self.added |= bits;
                    self.removed &= !bits;
                    self.count |= bits;
                }
                Some(_) => {
                    self.removed |= bits;
                    self.added &= !bits;
                    self.count &= !bits;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Options> {
        let mut options = Options::of_section();
        lines.iter().try_for_each(|line| options.read(line.as_bytes()))?;
        Ok(options)
    }

    #[test]
    fn changes_count_again_when_something_is_merged() {
        for (lines, at_once, later) in [
            (&["None"][..], false, false),
            (&["Indexes"], false, false),
            (&["-Indexes"], true, true),
            (&["All -Indexes"], true, true),
            (&["All -FollowSymLinks"], false, false),
            (&["None +FollowSymLinks"], true, true),
            (&["+FollowSymLinks", "None"], false, true),
            (&["-FollowSymLinks", "FollowSymLinks"], true, false),
            (&["-FollowSymLinks", "+FollowSymLinks"], true, true),
        ] {
            let options = Options::of_site().with(read(lines).expect("can be read"));
            assert_eq!(options.follow_links(), at_once, "{lines:?}");
            assert_eq!(options.with(Options::default()).follow_links(), at_once, "{lines:?}");
            assert_eq!(options.with(Options::of_section()).follow_links(), later, "{lines:?}");
        }
    }

    #[test]
    fn signs() {
        for line in
            ["Indexes +FollowSymLinks", "+FollowSymLinks Indexes", "Indexes None", "-Indexes All", "+None", "-All", "All Indexes None", "x"]
        {
            assert!(read(&[line]).is_err(), "{line}");
        }
    }
}
