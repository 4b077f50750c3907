//! Manual pages, of the same text as `--help`.

use super::help::{Part, Topic};

/// A page in the language of `man`.
pub(super) fn page(topic: &Topic, version: &str, date: &str) -> String {
    let mut out = format!(".TH {} {} {date} \"Loxo {version}\"\n", topic.name.to_uppercase(), topic.section);
    out += &format!(".SH NAME\n{} \\- {}\n", escaped(topic.name), escaped(topic.summary));
    if !topic.synopsis.is_empty() {
        out += ".SH SYNOPSIS\n.nf\n";
        topic.synopsis.iter().for_each(|line| out += &format!("{}\n", escaped(line)));
        out += ".fi\n";
    }
    out += ".SH DESCRIPTION\n";
    let mut first = true;
    for part in &topic.parts {
        match part {
            Part::Paragraph(text) => {
                if !first {
                    out += ".PP\n";
                }
                out += &format!("{}\n", escaped(text));
            }
            Part::Item(head, text) if text.is_empty() => out += &format!(".TP\n.B {0}\n\\&\n", escaped(head)),
            Part::Item(head, text) => out += &format!(".TP\n.B {}\n{}\n", escaped(head), escaped(text)),
        }
        first = false;
    }
    out += ".SH SEE ALSO\n";
    let others = if topic.name == "loxo" { ["loxo-serve(1)", "loxo-php(1)", "loxo-php-fpm(8)"].as_slice() } else { &["loxo(1)"] };
    out + &escaped(&others.join(", ")) + ",\nthe documents in /usr/share/doc/loxo\n"
}

/// As text that means nothing but itself, also at the beginning of a line.
fn escaped(text: &str) -> String {
    let inner = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('…', "...");
    if inner.starts_with('.') { format!("\\&{inner}") } else { inner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_means_nothing_but_itself() {
        assert_eq!(escaped(".so --x 'y' \\"), "\\&.so \\-\\-x \\(aqy\\(aq \\e");
    }
}
