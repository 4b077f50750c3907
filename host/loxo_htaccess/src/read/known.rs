//! Names that files may have: directives with their classes, and modules.

use crate::bytes::shown;
use crate::text::Result;

/// Classes of `AllowOverride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Any,
    AuthConfig,
    FileInfo,
    Indexes,
    Limit,
    Options,
    /// Not in files of folders.
    Server,
}

/// Whether a directive or a section is of Apache's core; the name is in lower case.
pub(super) fn is_of_core(name: &[u8]) -> bool {
    matches!(
        name,
        b"acceptpathinfo"
            | b"adddefaultcharset"
            | b"cgimapextension"
            | b"cgipassauth"
            | b"cgivar"
            | b"contentdigest"
            | b"defaulttype"
            | b"enablemmap"
            | b"enablesendfile"
            | b"errordocument"
            | b"fileetag"
            | b"files"
            | b"filesmatch"
            | b"forcetype"
            | b"limit"
            | b"limitexcept"
            | b"limitrequestbody"
            | b"limitxmlrequestbody"
            | b"options"
            | b"qualifyredirecturl"
            | b"serversignature"
            | b"sethandler"
            | b"setinputfilter"
            | b"setoutputfilter"
    )
}

/// Apache's words for a name that is none.
pub(super) fn invalid(name: &[u8]) -> String {
    format!("Invalid command '{}', perhaps misspelled or defined by a module not included in the server configuration", shown(name))
}

/// The class of a directive; the name is in lower case. `None`: there is none of that name.
// Long because: it is the list of all names.
pub(super) fn class(name: &[u8]) -> Option<Class> {
    let name = std::str::from_utf8(name).ok()?;
    Some(match name {
        "acceptpathinfo"
        | "addcharset"
        | "adddefaultcharset"
        | "addencoding"
        | "addhandler"
        | "addinputfilter"
        | "addlanguage"
        | "addoutputfilter"
        | "addoutputfilterbytype"
        | "addtype"
        | "browsermatch"
        | "browsermatchnocase"
        | "cookieexpires"
        | "cookietracking"
        | "defaultlanguage"
        | "defaulttype"
        | "enablemmap"
        | "enablesendfile"
        | "errordocument"
        | "fileetag"
        | "forcelanguagepriority"
        | "forcetype"
        | "header"
        | "languagepriority"
        | "modmimeusepathinfo"
        | "multiviewsmatch"
        | "passenv"
        | "qualifyredirecturl"
        | "redirect"
        | "redirectmatch"
        | "redirectpermanent"
        | "redirecttemp"
        | "removecharset"
        | "removeencoding"
        | "removehandler"
        | "removeinputfilter"
        | "removelanguage"
        | "removeoutputfilter"
        | "removetype"
        | "requestheader"
        | "rewritebase"
        | "rewritecond"
        | "rewriteengine"
        | "rewriteoptions"
        | "rewriterule"
        | "setenv"
        | "setenvif"
        | "setenvifexpr"
        | "setenvifnocase"
        | "sethandler"
        | "setinputfilter"
        | "setoutputfilter"
        | "unsetenv"
        | "filterprovider"
        | "filterdeclare"
        | "filterchain"
        | "filterprotocol"
        | "cachedisable"
        | "regexdefaultoptions" => Class::FileInfo,
        "adddescription"
        | "addalt"
        | "addaltbyencoding"
        | "addaltbytype"
        | "addicon"
        | "addiconbyencoding"
        | "addiconbytype"
        | "defaulticon"
        | "directoryindex"
        | "directoryslash"
        | "directorycheckhandler"
        | "directoryindexredirect"
        | "expiresactive"
        | "expiresbytype"
        | "expiresdefault"
        | "fallbackresource"
        | "headername"
        | "indexheadinsert"
        | "indexignore"
        | "indexignorereset"
        | "indexoptions"
        | "indexorderdefault"
        | "indexstylesheet"
        | "readmename"
        | "imapbase"
        | "imapdefault"
        | "imapmenu" => Class::Indexes,
        "authbasicauthoritative"
        | "authbasicprovider"
        | "authbasicfake"
        | "authgroupfile"
        | "authmerging"
        | "authname"
        | "authtype"
        | "authuserfile"
        | "authzsendforbiddenonfailure"
        | "cgipassauth"
        | "require"
        | "satisfy"
        | "sslrequire"
        | "sslrequiressl"
        | "authdigestprovider"
        | "authdigestdomain"
        | "authdigestqop"
        | "authdigestnoncelifetime"
        | "authdigestalgorithm" => Class::AuthConfig,
        "allow" | "deny" | "order" => Class::Limit,
        "options" | "checkspelling" | "checkcaseonly" | "contentdigest" | "xbithack" | "ssloptions" | "php_flag" | "php_value" => {
            Class::Options
        }
        "limitrequestbody" | "limitxmlrequestbody" | "serversignature" => Class::Any,
        "php_admin_flag" | "php_admin_value" | "rewritemap" | "alias" | "aliasmatch" | "scriptalias" | "scriptaliasmatch"
        | "allowoverride" | "documentroot" | "servername" | "serveralias" | "proxypass" | "proxypassmatch" | "proxypassreverse"
        | "allowmethods" | "serveradmin" | "errorlog" | "customlog" | "loglevel" | "traceenable" | "servertokens" | "listen"
        | "loadmodule" => Class::Server,
        _ => return None,
    })
}

/// Directives that change nothing here, and why that is harmless.
pub(super) fn has_no_effect(name: &[u8]) -> bool {
    matches!(
        std::str::from_utf8(name),
        // Folders are never listed.
        Ok(
            "adddescription" | "addalt" | "addaltbyencoding" | "addaltbytype" | "addicon" | "addiconbyencoding" | "addiconbytype" | "defaulticon"
        | "headername" | "indexheadinsert" | "indexignore" | "indexignorereset" | "indexoptions" | "indexorderdefault" | "indexstylesheet"
        | "readmename" | "imapbase" | "imapdefault" | "imapmenu"
        // The server compresses by itself, and knows how it sends files.
        | "addinputfilter" | "addoutputfilter" | "addoutputfilterbytype" | "removeinputfilter" | "removeoutputfilter" | "setinputfilter"
        | "setoutputfilter" | "filterprovider" | "filterdeclare" | "filterchain" | "filterprotocol" | "cachedisable" | "enablemmap"
        | "enablesendfile" | "limitxmlrequestbody"
        // No content is negotiated, and no name is corrected.
        | "languagepriority" | "forcelanguagepriority" | "multiviewsmatch" | "checkspelling" | "checkcaseonly"
        | "contentdigest" | "xbithack" | "ssloptions" | "serversignature" | "qualifyredirecturl" | "cookieexpires" | "cookietracking"
        | "directorycheckhandler" | "regexdefaultoptions" | "defaulttype"
        // The file of users is the only provider, and has the last word.
        | "authbasicauthoritative" | "authbasicfake" | "authdigestprovider" | "authdigestdomain" | "authdigestqop"
        | "authdigestnoncelifetime" | "authdigestalgorithm"
        )
    )
}

/// Modules whose directives are done here, without `mod_` and `.c`.
const MODULES: &[&str] = &[
    "access_compat",
    "alias",
    "auth_basic",
    "authn_core",
    "authn_file",
    "authz_core",
    "authz_groupfile",
    "authz_host",
    "authz_user",
    "dir",
    "env",
    "expires",
    "headers",
    "mime",
    "php",
    "php8",
    "rewrite",
    "setenvif",
];

fn has_module(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    if matches!(name, "core.c" | "core_module" | "so_module" | "mod_so.c" | "http_core.c" | "http_module") {
        return true;
    }
    let plain = name.strip_prefix("mod_").and_then(|name| name.strip_suffix(".c")).or_else(|| name.strip_suffix("_module"));
    plain.is_some_and(|plain| MODULES.binary_search(&plain).is_ok())
}

/// The version that files see.
const VERSION: [u32; 3] = [2, 4, 71];

/// Whether the condition of a section holds that is known when the file is read.
pub(super) fn holds(section: &[u8], arguments: &[Vec<u8>]) -> Result<bool> {
    let negated = |word: &[u8], test: &dyn Fn(&[u8]) -> bool| match word.strip_prefix(b"!") {
        Some(word) => !test(word),
        None => test(word),
    };
    match (section, arguments) {
        (b"ifmodule", [name]) => Ok(negated(name, &has_module)),
        // Nothing is defined.
        (b"ifdefine", [name]) => Ok(negated(name, &|_| false)),
        (b"iffile", [name]) => Ok(negated(name, &|_| false)),
        (b"ifdirective", [name]) => Ok(negated(name, &|name| class(&name.to_ascii_lowercase()).is_some())),
        (b"ifsection", [name]) => Ok(negated(name, &|name| {
            matches!(
                name.to_ascii_lowercase().as_slice(),
                b"if"
                    | b"elseif"
                    | b"else"
                    | b"files"
                    | b"filesmatch"
                    | b"limit"
                    | b"limitexcept"
                    | b"requireall"
                    | b"requireany"
                    | b"requirenone"
            )
        })),
        (b"ifversion", [version]) => version_holds(b"=", version),
        (b"ifversion", [operator, version]) => version_holds(operator, version),
        _ => Err(format!("<{}> takes one argument", shown(section))),
    }
}

fn version_holds(operator: &[u8], version: &[u8]) -> Result<bool> {
    let (negated, operator) = match operator.strip_prefix(b"!") {
        Some(operator) => (true, operator),
        None => (false, operator),
    };
    let own = VERSION.map(|part| part.to_string()).join(".");
    if matches!(operator, b"~") || version.starts_with(b"/") {
        let text = version.strip_prefix(b"/").and_then(|text| text.strip_suffix(b"/")).unwrap_or(version);
        let pattern = crate::pattern::Pattern::new(text, false)?;
        return Ok(pattern.is_in(own.as_bytes()) != negated);
    }
    let parts: Vec<u32> = version
        .split(|b| *b == b'.')
        .map(|part| std::str::from_utf8(part).ok()?.parse().ok())
        .collect::<Option<_>>()
        .ok_or("<IfVersion> takes a version")?;
    let order = VERSION.to_vec().cmp(&parts.iter().copied().chain([0, 0, 0]).take(3).collect());
    let holds = match operator {
        b"=" | b"==" => order.is_eq(),
        b">" => order.is_gt(),
        b">=" => order.is_ge(),
        b"<" => order.is_lt(),
        b"<=" => order.is_le(),
        _ => return Err(format!("unrecognized operator '{}'", shown(operator))),
    };
    Ok(holds != negated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules() {
        assert!(MODULES.is_sorted());
        for (name, is_there) in [
            ("mod_rewrite.c", true),
            ("rewrite_module", true),
            ("mod_php5.c", false),
            ("mod_php.c", true),
            ("mod_negotiation.c", false),
            ("LiteSpeed", false),
        ] {
            assert_eq!(has_module(name.as_bytes()), is_there, "{name}");
        }
    }

    #[test]
    fn versions() {
        let words = |text: &str| crate::text::words(text.as_bytes());
        for (text, is_so) in
            [(">= 2.4", true), ("< 2.4", false), ("2.4.71", true), ("!= 2.4.71", false), ("/^2\\.4/", true), ("~ ^2\\.2", false)]
        {
            assert_eq!(holds(b"ifversion", &words(text)), Ok(is_so), "{text}");
        }
    }

    #[test]
    fn what_has_no_effect_has_a_class() {
        for name in ["indexignore", "setoutputfilter", "authdigestqop"] {
            assert!(has_no_effect(name.as_bytes()) && class(name.as_bytes()).is_some(), "{name}");
        }
    }
}
