//! What shells offer behind `loxo`: its commands and their options, from the same text as the manual.

use std::fmt::Write as _;

use super::help::{Part, Topic};

/// An option or a command, and what it does.
type Word = (String, String);

pub(super) struct Completions {
    commands: Vec<Word>,
    /// The options of each command that has some.
    options: Vec<(String, Vec<Word>)>,
}

impl Completions {
    pub(super) fn of(topics: &[Topic]) -> Completions {
        let main = topics.iter().find(|topic| topic.name == "loxo");
        let commands = main.into_iter().flat_map(|topic| &topic.parts).flat_map(commands).collect::<Vec<Word>>();
        let command = |topic: &Topic| match topic.name {
            "loxo-php-fpm" => Some("fpm"),
            name => name.strip_prefix("loxo-").filter(|name| !name.starts_with("php")),
        };
        let options = topics.iter().filter_map(|topic| Some((command(topic)?.to_string(), topic.parts.iter().flat_map(options).collect())));
        let mut seen = Vec::new();
        let commands = commands
            .into_iter()
            .filter(|(name, _)| {
                !seen.contains(name) && {
                    seen.push(name.clone());
                    true
                }
            })
            .collect();
        Completions { commands, options: options.collect() }
    }

    pub(super) fn bash(&self) -> String {
        let mut out = String::from("# Completion of loxo for bash.\n\n_loxo() {\n    local word=${COMP_WORDS[COMP_CWORD]} options=\n");
        let words = names(&self.commands);
        let _ = writeln!(
            out,
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        mapfile -t COMPREPLY < <(compgen -W \"{words}\" -f -- \"$word\")\n        return\n    fi"
        );
        out += "    case ${COMP_WORDS[1]} in\n";
        for (command, options) in &self.options {
            let _ = writeln!(out, "    {command}) options=\"{}\" ;;", names(options));
        }
        out += "    esac\n    case $word in\n    -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\") ;;\n";
        out += "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n    esac\n}\n\ncomplete -o filenames -F _loxo loxo\n";
        out
    }

    pub(super) fn zsh(&self) -> String {
        let described = |word: &Word| format!("'{}:{}'", quoted(&word.0), quoted(&word.1));
        let mut out =
            String::from("#compdef loxo\n\n_loxo() {\n    local -a words_of_it\n    if (( CURRENT == 2 )); then\n        words_of_it=(\n");
        for command in &self.commands {
            let _ = writeln!(out, "            {}", described(command));
        }
        out += "        )\n        _describe command words_of_it\n        _files\n        return\n    fi\n    case $words[2] in\n";
        for (command, options) in &self.options {
            let _ = writeln!(out, "    {command})\n        words_of_it=(");
            for option in options {
                let _ = writeln!(out, "            {}", described(option));
            }
            out += "        ) ;;\n";
        }
        out + "    esac\n    [[ $PREFIX == -* ]] && _describe option words_of_it || _files\n}\n\n_loxo \"$@\"\n"
    }

    pub(super) fn fish(&self) -> String {
        let mut out = String::from("# Completion of loxo for fish.\n");
        for (name, about) in &self.commands {
            let _ = writeln!(out, "complete -c loxo -n __fish_use_subcommand -a {name} -d '{}'", quoted(about));
        }
        for (command, options) in &self.options {
            for (name, about) in options {
                let (kind, word) = match name.strip_prefix("--") {
                    Some(long) => ("-l", long),
                    None => ("-s", &name[1..]),
                };
                let _ = writeln!(out, "complete -c loxo -n '__fish_seen_subcommand_from {command}' {kind} {word} -d '{}'", quoted(about));
            }
        }
        out
    }
}

fn names(words: &[Word]) -> String {
    words.iter().map(|(name, _)| &name[..]).collect::<Vec<_>>().join(" ")
}

/// Within apostrophes of all three shells, and between colons of zsh's.
fn quoted(text: &str) -> String {
    text.replace(['\'', '’'], "").replace(':', " ").replace('\\', "")
}

/// `loxo check, reload [FILE]   what they do`: two commands.
fn commands(part: &Part) -> Vec<Word> {
    let Part::Item(head, about) = part else { return Vec::new() };
    let Some(rest) = head.strip_prefix("loxo ") else { return Vec::new() };
    let plain = |word: &&str| word.bytes().all(|b| b.is_ascii_lowercase());
    let names = rest.split(' ').scan(true, |goes_on, word| {
        let name = goes_on.then(|| word.trim_end_matches(','))?;
        *goes_on = word.ends_with(',');
        Some(name)
    });
    names.filter(plain).map(|name| (name.to_string(), short(about))).collect()
}

/// `-o, --output FILE   what it is`: two options.
fn options(part: &Part) -> Vec<Word> {
    let Part::Item(head, about) = part else { return Vec::new() };
    let words = head.split([' ', '=', '[', ',']).filter(|word| word.starts_with('-') && word.len() > 1);
    words.map(|name| (name.to_string(), short(about))).collect()
}

/// Up to where the first clause ends.
fn short(about: &str) -> String {
    let end = about.find([';', '(', ':']).unwrap_or(about.len());
    about[..end].trim().trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_line() {
        let word = |name: &str, about: &str| (name.to_string(), about.to_string());
        let item = Part::Item("loxo check, reload [FILE]".into(), "check, or read again (loxo.toml)".into());
        assert_eq!(commands(&item), [word("check", "check, or read again"), word("reload", "check, or read again")]);
        assert_eq!(commands(&Part::Item("loxo -a".into(), "shell".into())), []);
        let item = Part::Item("-o, --output=PROGRAM".into(), "the program's file; new".into());
        assert_eq!(options(&item), [word("-o", "the program's file"), word("--output", "the program's file")]);
    }
}
