//! The page of `phpinfo()` as it is being made: HTML for browsers, text on the command line.

use crate::prelude::*;

pub(super) struct Page {
    pub(super) out: Vec<u8>,
    html: bool,
}

const STYLE: &str = "<style type=\"text/css\">\n\
body {background-color: #fff; color: #222; font-family: sans-serif;}\n\
table {border-collapse: collapse; width: 60em; margin: 1em auto; text-align: left;}\n\
td, th {border: 1px solid #777; padding: 0.2em 0.4em; font-size: 80%; vertical-align: baseline;}\n\
.center {text-align: center;}\n\
.p {text-align: left;}\n\
.h {background-color: #b9c7d6; font-weight: bold;}\n\
.e {background-color: #dbe4ee; font-weight: bold; width: 20em;}\n\
.v {background-color: #eee; overflow-wrap: anywhere;}\n\
</style>\n";

impl Page {
    pub(super) fn new(html: bool) -> Page {
        Page { out: Vec::new(), html }
    }

    pub(super) fn begin(&mut self, version: &str) {
        if !self.html {
            self.put("phpinfo()\n");
        }
        self.head(version);
    }

    /// What is before a page in HTML.
    pub(super) fn head(&mut self, version: &str) {
        if !self.html {
            return;
        }
        self.put(
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"DTD/xhtml1-transitional.dtd\">\n\
             <html xmlns=\"http://www.w3.org/1999/xhtml\"><head>\n",
        );
        self.put(STYLE);
        self.put(&format!("<title>PHP {version} - phpinfo()</title>"));
        self.put("<meta name=\"ROBOTS\" content=\"NOINDEX,NOFOLLOW,NOARCHIVE\" /></head>\n<body><div class=\"center\">\n");
    }

    pub(super) fn end(&mut self) {
        self.in_html("</div></body></html>");
    }

    /// An end with a line end behind it.
    pub(super) fn end_line(&mut self) {
        self.end();
        self.in_html("\n");
    }

    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn in_html(&mut self, text: &str) {
        if self.html {
            self.put(text);
        }
    }

    fn pick(&mut self, html: &str, text: &str) {
        self.put(if self.html { html } else { text });
    }

    /// A value in a cell.
    pub(super) fn value(&mut self, text: &[u8]) {
        if self.html {
            self.out.extend_from_slice(&loxo_runtime::escape_html(text));
        } else {
            self.out.extend_from_slice(text);
        }
    }

    pub(super) fn table(&mut self) {
        self.pick("<table>\n", "\n");
    }

    pub(super) fn end_table(&mut self) {
        self.in_html("</table>\n");
    }

    /// A table with one cell.
    pub(super) fn text_box(&mut self) {
        self.table();
        self.pick("<tr class=\"v\"><td>\n", "\n");
    }

    pub(super) fn end_box(&mut self) {
        self.in_html("</td></tr>\n");
        self.end_table();
    }

    pub(super) fn rule(&mut self) {
        self.pick("<hr />\n", "\n\n _______________________________________________________________________\n\n");
    }

    pub(super) fn header(&mut self, cells: &[&str]) {
        if self.html {
            let cells: Vec<String> = cells.iter().map(|cell| format!("<th>{cell}</th>")).collect();
            self.put(&format!("<tr class=\"h\">{}</tr>\n", cells.concat()));
        } else {
            self.put(&format!("{}\n", cells.join(" => ")));
        }
    }

    /// The heading of a table of one column.
    pub(super) fn cell_header(&mut self, text: &str) {
        if !self.html {
            return self.put(&format!("{text}\n"));
        }
        self.put("<tr class=\"h\"><th>");
        self.value(text.as_bytes());
        self.put("</th></tr>\n");
    }

    /// A row of a table of one column.
    pub(super) fn cell(&mut self, text: &str) {
        if !self.html {
            return self.put(&format!("{text}\n"));
        }
        self.put("<tr><td class=\"e\">");
        self.value(text.as_bytes());
        self.put(" </td></tr>\n");
    }

    /// The heading of a table of two columns, in the middle of the line.
    pub(super) fn wide_header(&mut self, text: &str) {
        const WIDTH: usize = 74;
        if self.html {
            return self.put(&format!("<tr class=\"h\"><th colspan=\"2\">{text}</th></tr>\n"));
        }
        let side = " ".repeat(WIDTH.saturating_sub(text.len()) / 2);
        self.put(&format!("{side}{text}{side}\n"));
    }

    /// A row of one cell.
    pub(super) fn lone(&mut self, name: &str) {
        self.pick(&format!("<tr><td class=\"e\">{name} </td></tr>\n"), &format!("{name}\n"));
    }

    pub(super) fn row(&mut self, name: &str, value: &[u8]) {
        if !self.html {
            self.put(&format!("{name} => "));
            self.out.extend_from_slice(if value.is_empty() { b" " } else { value });
            return self.put("\n");
        }
        self.put("<tr><td class=\"e\">");
        self.value(name.as_bytes());
        self.put(" </td><td class=\"v\">");
        if value.is_empty() {
            self.put("<i>no value</i>");
        } else {
            self.value(value);
        }
        self.put(" </td></tr>\n");
    }

    /// Names that are registered, as one row; without a line end in text.
    pub(super) fn names(&mut self, what: &str, names: &[u8]) {
        self.pick(&format!("<tr><td class=\"e\">Registered {what}</td><td class=\"v\">"), &format!("\nRegistered {what} => "));
        self.value(names);
        self.in_html("</td></tr>\n");
    }

    pub(super) fn section(&mut self, name: &str) {
        self.pick(&format!("<h2>{name}</h2>\n"), &format!("\n{name}\n"));
    }

    pub(super) fn title(&mut self, name: &str) {
        self.pick(&format!("<h1>{name}</h1>\n"), &format!("\n{name}\n"));
    }

    /// As [`Page::title`], at the beginning of a page.
    pub(super) fn first_title(&mut self, name: &str) {
        self.pick(&format!("<h1>{name}</h1>\n"), &format!("{name}\n"));
    }

    /// The section of an extension, which can be linked to.
    pub(super) fn module(&mut self, name: &str) {
        let anchor = name.to_ascii_lowercase().replace(' ', "+");
        self.pick(&format!("<h2><a name=\"module_{anchor}\" href=\"#module_{anchor}\">{name}</a></h2>\n"), &format!("\n{name}\n"));
    }

    pub(super) fn version(&mut self, version: &str) {
        self.pick(
            &format!("<table>\n<tr class=\"h\"><td>\n<h1 class=\"p\">PHP Version {version}</h1>\n</td></tr>\n</table>\n"),
            &format!("PHP Version => {version}\n"),
        );
    }

    /// A setting with its two values.
    pub(super) fn setting(&mut self, name: &str, local: &[u8], master: &[u8]) {
        self.pick(&format!("<tr><td class=\"e\">{name}</td><td class=\"v\">"), &format!("{name} => "));
        self.setting_value(name, local);
        self.pick("</td><td class=\"v\">", " => ");
        self.setting_value(name, master);
        self.pick("</td></tr>\n", "\n");
    }

    fn setting_value(&mut self, name: &str, value: &[u8]) {
        match value {
            b"" => self.pick("<i>no value</i>", "no value"),
            // A sample of the colour, which is HTML already.
            sample if name.starts_with("highlight.") => self.out.extend_from_slice(sample),
            value => self.value(value),
        }
    }

    /// An element of `$_SERVER` or the like.
    pub(super) fn element(&mut self, cx: &mut Cx, array: &str, key: &[u8], value: &Value) -> PhpResult<()> {
        self.in_html("<tr><td class=\"e\">");
        self.put(&format!("${array}['"));
        self.value(key);
        self.pick("']</td><td class=\"v\">", "'] => ");
        if value.as_array().is_some() {
            let text = crate::var::readable(cx, value)?;
            self.in_html("<pre>");
            self.value(&text);
            self.in_html("</pre>");
        } else {
            let text = cx.str_of(value)?;
            if text.is_empty() {
                self.in_html("<i>no value</i>");
            }
            self.value(&text);
        }
        self.pick("</td></tr>\n", "\n");
        Ok(())
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.pick(&format!("<p>\n{text}\n</p>\n"), &format!("{text}\n"));
    }

    pub(super) fn line_break(&mut self) {
        self.pick("<br />", "\n");
    }

    pub(super) fn plain(&mut self, text: &str) {
        self.put(text);
    }
}
