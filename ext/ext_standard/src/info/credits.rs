//! `phpcredits()`: who has made the language, as its authors name themselves.

use super::page::Page;
use crate::prelude::*;

/// Parts of the page: `CREDITS_*`.
mod part {
    pub(super) const GROUP: i64 = 1;
    pub(super) const GENERAL: i64 = 2;
    pub(super) const SAPI: i64 = 4;
    pub(super) const MODULES: i64 = 8;
    pub(super) const DOCS: i64 = 16;
    pub(super) const FULL_PAGE: i64 = 32;
    pub(super) const QA: i64 = 64;
    /// Has a number, but no constant.
    pub(super) const WEB: i64 = 128;
}

/// `phpcredits()`
pub(crate) fn phpcredits(cx: &mut Cx, flags: i64) -> PhpResult<bool> {
    let mut page = Page::new(cx.sapi.is_web());
    write(&mut page, flags);
    cx.print(&page.out)?;
    Ok(true)
}

/// All of it, within a page.
pub(super) fn within(page: &mut Page) {
    write(page, !part::FULL_PAGE);
}

fn write(page: &mut Page, flags: i64) {
    let wanted = |part| flags & part != 0;
    if wanted(part::FULL_PAGE) {
        page.head(crate::EXTENSION.version);
    }
    page.first_title("PHP Credits");
    if wanted(part::GROUP) {
        names(page, "PHP Group", GROUP);
    }
    if wanted(part::GENERAL) {
        names(page, "Language Design & Concept", DESIGN);
        table(page, "PHP Authors", Some("Contribution"), LANGUAGE);
    }
    if wanted(part::SAPI) {
        table(page, "SAPI Modules", Some("Contribution"), SAPI);
    }
    if wanted(part::MODULES) {
        table(page, "Module Authors", Some("Module"), MODULES);
    }
    if wanted(part::DOCS) {
        table(page, "PHP Documentation", None, DOCUMENTATION);
    }
    if wanted(part::QA) {
        names(page, "PHP Quality Assurance Team", QUALITY);
    }
    if wanted(part::WEB) {
        table(page, "Websites and Infrastructure team", None, WEB);
    }
    if wanted(part::FULL_PAGE) {
        page.end_line();
    }
}

/// A table of one row.
fn names(page: &mut Page, title: &str, names: &str) {
    page.table();
    page.cell_header(title);
    page.cell(names);
    page.end_table();
}

fn table(page: &mut Page, title: &str, what: Option<&str>, rows: &[(&str, &str)]) {
    page.table();
    page.wide_header(title);
    if let Some(what) = what {
        page.header(&[what, "Authors"]);
    }
    for (name, authors) in rows {
        page.row(name, authors.as_bytes());
    }
    page.end_table();
}

const GROUP: &str = "Thies C. Arntzen, Stig Bakken, Shane Caraveo, Andi Gutmans, Rasmus Lerdorf, Sam Ruby, Sascha Schumann, Zeev Suraski, Jim Winstead, Andrei Zmievski";

const DESIGN: &str = "Andi Gutmans, Rasmus Lerdorf, Zeev Suraski, Marcus Boerger";

const LANGUAGE: &[(&str, &str)] = &[
    (
        "Zend Scripting Language Engine",
        "Andi Gutmans, Zeev Suraski, Stanislav Malyshev, Marcus Boerger, Dmitry Stogov, Xinchen Hui, Nikita Popov",
    ),
    ("Extension Module API", "Andi Gutmans, Zeev Suraski, Andrei Zmievski"),
    ("UNIX Build and Modularization", "Stig Bakken, Sascha Schumann, Jani Taskinen, Peter Kokot"),
    ("Windows Support", "Shane Caraveo, Zeev Suraski, Wez Furlong, Pierre-Alain Joye, Anatol Belski, Kalle Sommer Nielsen"),
    ("Server API (SAPI) Abstraction Layer", "Andi Gutmans, Shane Caraveo, Zeev Suraski"),
    ("Streams Abstraction Layer", "Wez Furlong, Sara Golemon"),
    ("PHP Data Objects Layer", "Wez Furlong, Marcus Boerger, Sterling Hughes, George Schlossnagle, Ilia Alshanetsky"),
    ("Output Handler", "Zeev Suraski, Thies C. Arntzen, Marcus Boerger, Michael Wallner"),
    ("Consistent 64 bit support", "Anthony Ferrara, Anatol Belski"),
];

const SAPI: &[(&str, &str)] = &[
    ("Apache 2 Handler", "Ian Holsman, Justin Erenkrantz (based on Apache 2 Filter code)"),
    ("CGI / FastCGI", "Rasmus Lerdorf, Stig Bakken, Shane Caraveo, Dmitry Stogov"),
    ("CLI", "Edin Kadribasic, Marcus Boerger, Johannes Schlueter, Moriyoshi Koizumi, Xinchen Hui"),
    ("Embed", "Edin Kadribasic"),
    ("FastCGI Process Manager", "Andrei Nigmatulin, dreamcat4, Antony Dovgal, Jerome Loyet"),
    ("litespeed", "George Wang"),
    ("phpdbg", "Felipe Pena, Joe Watkins, Bob Weinand"),
];

const MODULES: &[(&str, &str)] = &[
    ("BC Math", "Andi Gutmans"),
    ("Bzip2", "Sterling Hughes"),
    ("Calendar", "Shane Caraveo, Colin Viebrock, Hartmut Holzgraefe, Wez Furlong"),
    ("COM and .Net", "Wez Furlong"),
    ("ctype", "Hartmut Holzgraefe"),
    ("cURL", "Sterling Hughes"),
    ("Date/Time Support", "Derick Rethans"),
    ("DB-LIB (MS SQL, Sybase)", "Wez Furlong, Frank M. Kromann, Adam Baratz"),
    ("DBA", "Sascha Schumann, Marcus Boerger"),
    ("DOM", "Christian Stocker, Rob Richards, Marcus Boerger, Nora Dossche"),
    ("enchant", "Pierre-Alain Joye, Ilia Alshanetsky"),
    ("EXIF", "Rasmus Lerdorf, Marcus Boerger"),
    ("FFI", "Dmitry Stogov"),
    ("fileinfo", "Ilia Alshanetsky, Pierre Alain Joye, Scott MacVicar, Derick Rethans, Anatol Belski"),
    ("Firebird driver for PDO", "Ard Biesheuvel"),
    ("FTP", "Stefan Esser, Andrew Skalski"),
    (
        "GD imaging",
        "Rasmus Lerdorf, Stig Bakken, Jim Winstead, Jouni Ahto, Ilia Alshanetsky, Pierre-Alain Joye, Marcus Boerger, Mark Randall",
    ),
    ("GetText", "Alex Plotnick"),
    ("GNU GMP support", "Stanislav Malyshev"),
    ("Iconv", "Rui Hirokawa, Stig Bakken, Moriyoshi Koizumi"),
    ("Input Filter", "Rasmus Lerdorf, Derick Rethans, Pierre-Alain Joye, Ilia Alshanetsky"),
    ("Internationalization", "Ed Batutis, Vladimir Iordanov, Dmitry Lakhtyuk, Stanislav Malyshev, Vadim Savchuk, Kirti Velankar"),
    ("JSON", "Jakub Zelenka, Omar Kilani, Scott MacVicar"),
    ("LDAP", "Amitay Isaacs, Eric Warnke, Rasmus Lerdorf, Gerrit Thomson, Stig Venaas"),
    ("LIBXML", "Christian Stocker, Rob Richards, Marcus Boerger, Wez Furlong, Shane Caraveo"),
    ("Multibyte String Functions", "Tsukada Takuya, Rui Hirokawa"),
    ("MySQL driver for PDO", "George Schlossnagle, Wez Furlong, Ilia Alshanetsky, Johannes Schlueter"),
    ("MySQLi", "Zak Greant, Georg Richter, Andrey Hristov, Ulf Wendel"),
    ("MySQLnd", "Andrey Hristov, Ulf Wendel, Georg Richter, Johannes Schlüter"),
    ("ODBC driver for PDO", "Wez Furlong"),
    ("ODBC", "Stig Bakken, Andreas Karajannis, Frank M. Kromann, Daniel R. Kalowsky"),
    ("Opcache", "Andi Gutmans, Zeev Suraski, Stanislav Malyshev, Dmitry Stogov, Xinchen Hui"),
    ("OpenSSL", "Stig Venaas, Wez Furlong, Sascha Kettler, Scott MacVicar, Eliot Lear"),
    ("pcntl", "Jason Greene, Arnaud Le Blanc"),
    ("Perl Compatible Regexps", "Andrei Zmievski"),
    ("PHP Archive", "Gregory Beaver, Marcus Boerger"),
    ("PHP Data Objects", "Wez Furlong, Marcus Boerger, Sterling Hughes, George Schlossnagle, Ilia Alshanetsky"),
    ("PHP hash", "Sara Golemon, Rasmus Lerdorf, Stefan Esser, Michael Wallner, Scott MacVicar"),
    ("Posix", "Kristian Koehntopp"),
    ("PostgreSQL driver for PDO", "Edin Kadribasic, Ilia Alshanetsky"),
    ("PostgreSQL", "Jouni Ahto, Zeev Suraski, Yasuo Ohgaki, Chris Kings-Lynne"),
    (
        "random",
        "Go Kudo, Tim Düsterhus, Guilliam Xavier, Christoph M. Becker, Jakub Zelenka, Bob Weinand, Máté Kocsis, and Original RNG implementators",
    ),
    ("Readline", "Thies C. Arntzen"),
    ("Reflection", "Marcus Boerger, Timm Friebe, George Schlossnagle, Andrei Zmievski, Johannes Schlueter"),
    ("Sessions", "Sascha Schumann, Andrei Zmievski"),
    ("Shared Memory Operations", "Slava Poliakov, Ilia Alshanetsky"),
    ("SimpleXML", "Sterling Hughes, Marcus Boerger, Rob Richards"),
    ("SNMP", "Rasmus Lerdorf, Harrie Hazewinkel, Mike Jackson, Steven Lawrance, Johann Hanne, Boris Lytochkin"),
    ("SOAP", "Brad Lafountain, Shane Caraveo, Dmitry Stogov"),
    ("Sockets", "Chris Vandomelen, Sterling Hughes, Daniel Beulshausen, Jason Greene"),
    ("Sodium", "Frank Denis"),
    ("SPL", "Marcus Boerger, Etienne Kneuss"),
    ("SQLite 3.x driver for PDO", "Wez Furlong"),
    ("SQLite3", "Scott MacVicar, Ilia Alshanetsky, Brad Dewar"),
    ("System V Message based IPC", "Wez Furlong"),
    ("System V Semaphores", "Tom May"),
    ("System V Shared Memory", "Christian Cartus"),
    ("tidy", "John Coggeshall, Ilia Alshanetsky"),
    ("tokenizer", "Andrei Zmievski, Johannes Schlueter"),
    ("XML", "Stig Bakken, Thies C. Arntzen, Sterling Hughes"),
    ("XMLReader", "Rob Richards"),
    ("XMLWriter", "Rob Richards, Pierre-Alain Joye"),
    ("XSL", "Christian Stocker, Rob Richards"),
    ("Zip", "Pierre-Alain Joye, Remi Collet"),
    ("Zlib", "Rasmus Lerdorf, Stefan Roehrich, Zeev Suraski, Jade Nicoletti, Michael Wallner"),
];

const DOCUMENTATION: &[(&str, &str)] = &[
    (
        "Authors",
        "Mehdi Achour, Friedhelm Betz, Antony Dovgal, Nuno Lopes, Hannes Magnusson, Philip Olson, Georg Richter, Damien Seguy, Jakub Vrana, Adam Harvey",
    ),
    ("Editor", "Peter Cowburn"),
    ("User Note Maintainers", "Daniel P. Brown, Thiago Henrique Pojda"),
    ("Other Contributors", "Previously active authors, editors and other contributors are listed in the manual."),
];

const QUALITY: &str = "Ilia Alshanetsky, Joerg Behrens, Antony Dovgal, Stefan Esser, Moriyoshi Koizumi, Magnus Maatta, Sebastian Nohn, Derick Rethans, Melvyn Sopacua, Pierre-Alain Joye, Dmitry Stogov, Felipe Pena, David Soria Parra, Stanislav Malyshev, Julien Pauli, Stephen Zarkos, Anatol Belski, Remi Collet, Ferenc Kovacs";

const WEB: &[(&str, &str)] = &[
    (
        "PHP Websites Team",
        "Rasmus Lerdorf, Hannes Magnusson, Philip Olson, Lukas Kahwe Smith, Pierre-Alain Joye, Kalle Sommer Nielsen, Peter Cowburn, Adam Harvey, Ferenc Kovacs, Levi Morrison",
    ),
    ("Event Maintainers", "Damien Seguy, Daniel P. Brown"),
    ("Network Infrastructure", "Daniel P. Brown"),
    ("Windows Infrastructure", "Alex Schoenmaker"),
];
