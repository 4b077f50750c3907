//! Reads directives, by what they are about.

use std::sync::Arc;

use super::{Reader, known, require};
use crate::access::{Order, Satisfy, Who};
use crate::bytes::{contains, is, number, shown, split_at_byte, strip_prefix_any_case};
use crate::headers::HeaderEdit;
use crate::pattern::Pattern;
use crate::rewrite;
use crate::rules::{
    ConditionalEnv, EnvCondition, EnvEdit, EnvSubject, ErrorDocument, Expiry, Merging, Redirect, RedirectFrom, RedirectTo, Setting,
};
use crate::text::{Result, flag, words};

type Words = Vec<Vec<u8>>;

/// The one argument of a directive.
fn one(name: &str, text: &[u8]) -> Result<Vec<u8>> {
    let mut words = words(text);
    if words.len() == 1 { Ok(words.remove(0)) } else { Err(format!("{name} takes one argument")) }
}

fn at_least(name: &str, count: usize, text: &[u8]) -> Result<Words> {
    let words = words(text);
    if words.len() >= count { Ok(words) } else { Err(format!("{name} requires at least {count} arguments")) }
}

/// `None` as a word takes something away.
fn or_none(word: Vec<u8>) -> Option<Vec<u8>> {
    (!is(&word, "none")).then_some(word)
}

fn is_address(text: &[u8]) -> bool {
    let scheme = text.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')).count();
    scheme > 0 && text[scheme..].starts_with(b":/")
}

impl Reader<'_> {
    /// `name` in lower case, and as it was written.
    pub(super) fn directive(&mut self, name: &[u8], written: &[u8], text: &[u8]) -> Result<()> {
        self.check_class(name, written)?;
        self.rules.options.is_said |= known::is_of_core(name);
        if known::has_no_effect(name) {
            return Ok(());
        }
        let name = std::str::from_utf8(name).unwrap_or_default();
        let is_done = self.rewriting(name, text)?
            || self.redirects(name, text)?
            || self.folders(name, text)?
            || self.types(name, text)?
            || self.environment(name, text)?
            || self.responses(name, text)?
            || self.access(name, text)?
            || self.login(name, text)?
            || self.settings(name, text)?;
        if is_done { Ok(()) } else { Err(format!("{} is not supported here", shown(written))) }
    }

    fn rewriting(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        if !name.starts_with("rewrite") {
            return Ok(false);
        }
        let folder = self.folder;
        let rewriting = self.rewriting.get_or_insert_with(|| rewrite::Rewriting { folder: folder.to_vec(), ..Default::default() });
        match name {
            "rewriteengine" => rewriting.is_on = Some(flag("RewriteEngine", text)?),
            "rewriteoptions" => rewrite::read::options(rewriting.options.get_or_insert_default(), &words(text))?,
            "rewritebase" => {
                let base = one("RewriteBase", text)?;
                if !base.starts_with(b"/") {
                    return Err("RewriteBase: argument is not a valid URL".into());
                }
                rewriting.base = Some(base);
            }
            "rewritecond" => self.conditions.push(rewrite::read::condition(text)?),
            "rewriterule" => {
                let rule = rewrite::read::rule(text, std::mem::take(&mut self.conditions))?;
                rewriting.rules.push(Arc::new(rule));
            }
            // Maps are the server's configuration's affair.
            _ => return Ok(name == "rewritemap"),
        }
        Ok(true)
    }

    fn redirects(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        let usual = match name {
            "redirect" | "redirectmatch" | "redirecttemp" => 302,
            "redirectpermanent" => 301,
            _ => return Ok(false),
        };
        let by_pattern = name == "redirectmatch";
        let mut words = at_least("Redirect", 1, text)?;
        if words.len() > 3 {
            return Err("Redirect takes one, two or three arguments".into());
        }
        let first = words[0].to_ascii_lowercase();
        let named = match first.as_slice() {
            b"permanent" => Some(301),
            b"temp" => Some(302),
            b"seeother" => Some(303),
            b"gone" => Some(410),
            digits if digits.first().is_some_and(u8::is_ascii_digit) => {
                let status = u16::try_from(number(digits)).ok().filter(|status| crate::status::is_known(*status));
                Some(status.ok_or_else(|| format!("Redirect: {} is no status", shown(digits)))?)
            }
            _ => None,
        };
        if named.is_none() && words.len() == 3 {
            return Err("Redirect: invalid first argument (of three)".into());
        }
        let status = named.unwrap_or(usual);
        if named.is_some() {
            words.remove(0);
        }
        let redirects = crate::status::is_redirection(status);
        let everything = |to| Redirect { from: RedirectFrom::Everything, status, to };
        let redirect = match (words.as_slice(), redirects) {
            ([], false) => everything(RedirectTo::Nowhere),
            ([], true) => return Err("URL to redirect to is missing".into()),
            ([to], true) => everything(RedirectTo::Expression(crate::expr::parse::string(to)?)),
            ([from], false) => Redirect { from: redirect_from(from, by_pattern)?, status, to: RedirectTo::Nowhere },
            ([_, _], false) => return Err("Redirect URL not valid for this status".into()),
            ([from, to], true) => {
                if !by_pattern && !is_address(to) && !to.starts_with(b"/") {
                    return Err("Redirect to non-URL".into());
                }
                Redirect { from: redirect_from(from, by_pattern)?, status, to: RedirectTo::Text(to.clone()) }
            }
            _ => return Err("Redirect takes one, two or three arguments".into()),
        };
        match redirect.from {
            RedirectFrom::Everything => self.rules.redirect_all = Some(Arc::new(redirect)),
            _ => self.rules.redirects.push(Arc::new(redirect)),
        }
        Ok(true)
    }

    fn folders(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        let folder = &mut self.rules.folder;
        match name {
            "directoryindex" => {
                let names = at_least("DirectoryIndex", 1, text)?;
                match names.as_slice() {
                    [name] if is(name, "disabled") => folder.index = Some(Vec::new()),
                    _ => folder.index.get_or_insert_default().extend(names),
                }
            }
            "directoryindexredirect" => {
                let status = one("DirectoryIndexRedirect", text)?.to_ascii_lowercase();
                folder.index_status = Some(match status.as_slice() {
                    b"off" => None,
                    b"on" | b"temp" => Some(302),
                    b"permanent" => Some(301),
                    b"seeother" => Some(303),
                    digits => match u16::try_from(number(digits)).ok().filter(|status| crate::status::is_redirection(*status)) {
                        Some(status) => Some(status),
                        None => return Err("DirectoryIndexRedirect ON|OFF|permanent|temp|seeother|3xx".into()),
                    },
                });
            }
            "directoryslash" => folder.adds_slash = Some(flag("DirectorySlash", text)?),
            "fallbackresource" => {
                let path = one("FallbackResource", text)?;
                folder.fallback = Some((!is(&path, "disabled")).then_some(path));
            }
            "options" => return self.rules.options.read(text).map(|()| true),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn types(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        let rules = &mut self.rules;
        match name {
            "addtype" | "addhandler" | "addencoding" | "addlanguage" | "addcharset" => {
                let mut words = at_least(name, 2, text)?;
                let value: Arc<[u8]> = words.remove(0).to_ascii_lowercase().into();
                for extension in words {
                    let field = mime_field(name, rules.mime.edit(&extension));
                    // What a file takes away it does not give, wherever it says so. With handlers and types, which decide whether a script is
                    // run, the later line counts.
                    if *field == Some(None) && !matches!(name, "addtype" | "addhandler") {
                        continue;
                    }
                    *field = Some(Some(value.clone()));
                }
            }
            "removetype" | "removehandler" | "removeencoding" | "removelanguage" | "removecharset" => {
                for extension in at_least(name, 1, text)? {
                    *mime_field(name, rules.mime.edit(&extension)) = Some(None);
                }
            }
            "defaultlanguage" => rules.mime.language = Some(one("DefaultLanguage", text)?.into()),
            "modmimeusepathinfo" => rules.mime.uses_path_info = Some(flag("ModMimeUsePathInfo", text)?),
            "sethandler" => rules.core.handler = Some(or_none(one("SetHandler", text)?)),
            "forcetype" => rules.core.forced_type = Some(or_none(one("ForceType", text)?)),
            "adddefaultcharset" => {
                let charset = one("AddDefaultCharset", text)?;
                rules.core.default_charset = Some(match charset {
                    charset if is(&charset, "off") => None,
                    charset if is(&charset, "on") => Some(b"iso-8859-1".to_vec()),
                    charset => Some(charset),
                });
            }
            "acceptpathinfo" => {
                let value = one("AcceptPathInfo", text)?;
                rules.core.path_info = Some(match value.to_ascii_lowercase().as_slice() {
                    b"on" => Some(true),
                    b"off" => Some(false),
                    b"default" => None,
                    _ => return Err("AcceptPathInfo must be set to on, off or default".into()),
                });
            }
            "fileetag" => {
                let words = at_least("FileETag", 1, text)?;
                rules.core.no_tag = Some(words.iter().any(|word| is(word, "none")));
            }
            "limitrequestbody" => {
                let limit = one("LimitRequestBody", text)?;
                let limit = std::str::from_utf8(&limit).ok().and_then(|limit| limit.parse().ok());
                rules.core.body_limit = Some(limit.ok_or("LimitRequestBody requires a non-negative integer.")?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn environment(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        let rules = &mut self.rules;
        match name {
            "setenv" => {
                let words = at_least("SetEnv", 1, text)?;
                let value = words.get(1).cloned().unwrap_or_default();
                rules.env.push(Arc::new(EnvEdit::Set(words[0].clone(), value)));
            }
            "unsetenv" => rules.env.extend(at_least("UnsetEnv", 1, text)?.into_iter().map(|name| Arc::new(EnvEdit::Unset(name)))),
            // The server's environment is not the site's.
            "passenv" => {}
            "setenvif" | "setenvifnocase" => {
                let mut words = at_least("SetEnvIf", 3, text)?;
                let subject = env_subject(&words.remove(0))?;
                add_conditional_env(rules, subject, words, name.ends_with("nocase"))?;
            }
            "browsermatch" | "browsermatchnocase" => {
                let words = at_least("BrowserMatch", 2, text)?;
                add_conditional_env(
                    rules,
                    EnvSubject::Field("user-agent".into(), b"User-Agent".to_vec()),
                    words,
                    name.ends_with("nocase"),
                )?;
            }
            "setenvifexpr" => {
                let mut words = at_least("SetEnvIfExpr", 2, text)?;
                let expr = crate::expr::parse::condition(&words.remove(0))?;
                let edits = words.iter().map(|word| env_edit(word)).collect();
                rules.conditional_env.push(Arc::new(ConditionalEnv { when: EnvCondition::Expression(expr), edits }));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn responses(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        let rules = &mut self.rules;
        match name {
            "header" => rules.response_headers.push(Arc::new(HeaderEdit::parse(text, true)?)),
            "requestheader" => rules.request_headers.push(Arc::new(HeaderEdit::parse(text, false)?)),
            "errordocument" => {
                let words = words(text);
                let [status, document] = words.as_slice() else { return Err("ErrorDocument takes two arguments".into()) };
                let status = u16::try_from(number(status)).ok().filter(|status| crate::status::is_known(*status));
                let status = status.ok_or_else(|| format!("Unsupported HTTP response code {}", shown(&words[0])))?;
                let word =
                    || crate::expr::parse::string(document).map_err(|error| format!("Cannot parse expression in ErrorDocument: {error}"));
                let document = match document.as_slice() {
                    document if is(document, "default") => ErrorDocument::Default,
                    document if contains(document, b" ") => ErrorDocument::Text(word()?),
                    [b'/', ..] => ErrorDocument::Path(word()?),
                    // A login cannot be asked for elsewhere.
                    document if is_address(document) && status == 401 => return Ok(true),
                    document if is_address(document) => ErrorDocument::Address(word()?),
                    _ => ErrorDocument::Text(word()?),
                };
                rules.error_documents.insert(status, document);
            }
            "expiresactive" => rules.expires.active = Some(flag("ExpiresActive", text)?),
            "expiresdefault" => rules.expires.default = Some(expiry(&words(text))?),
            "expiresbytype" => {
                let mut words = at_least("ExpiresByType", 2, text)?;
                let kind = words.remove(0).to_ascii_lowercase();
                rules.expires.by_type.insert(kind, expiry(&words)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn access(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        match name {
            "order" => {
                let order = one("Order", text)?.to_ascii_lowercase();
                let order = match order.as_slice() {
                    b"allow,deny" => Order::AllowDeny,
                    b"deny,allow" => Order::DenyAllow,
                    b"mutual-failure" => Order::Mutual,
                    _ => return Err("unknown order".into()),
                };
                let methods = self.methods.clone();
                self.access.get_or_insert_default().order.push((methods, order));
            }
            "allow" | "deny" => {
                let words = at_least(name, 2, text)?;
                if !is(&words[0], "from") {
                    return Err("allow and deny must be followed by 'from'".into());
                }
                for word in &words[1..] {
                    let who = Who::parse(word);
                    if name == "deny" && matches!(who, Who::Host) {
                        return Err(format!("Deny from {}: names of hosts are not looked up; write addresses", shown(word)));
                    }
                    let access = self.access.get_or_insert_default();
                    let list = if name == "allow" { &mut access.allow } else { &mut access.deny };
                    list.push((self.methods.clone(), who));
                }
            }
            "satisfy" => {
                let what = one("Satisfy", text)?;
                let satisfy = match what.to_ascii_lowercase().as_slice() {
                    b"all" => Satisfy::All,
                    b"any" => Satisfy::Any,
                    _ => return Err("Satisfy either 'any' or 'all'.".into()),
                };
                let methods = self.methods.clone();
                self.access.get_or_insert_default().satisfy.push((methods, satisfy));
            }
            "require" => self.requirements.push(require::line(text)?.alone(b"Require")?),
            "sslrequiressl" => {
                let expr = crate::expr::parse::condition(b"%{HTTPS} == 'on'")?;
                self.rules.transport.push(Arc::new(expr));
            }
            "sslrequire" => {
                let expr = crate::expr::parse::condition(text).map_err(|error| format!("Cannot parse expression: {error}"))?;
                self.rules.transport.push(Arc::new(expr));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn login(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        let login = &mut self.rules.login;
        match name {
            "authtype" => login.kind = Some(one("AuthType", text)?.to_ascii_lowercase()),
            "authname" => login.realm = Some(one("AuthName", text)?),
            "authuserfile" => login.user_file = Some(one("AuthUserFile", text)?),
            "authgroupfile" => login.group_file = Some(one("AuthGroupFile", text)?),
            "authbasicprovider" => {
                for provider in at_least("AuthBasicProvider", 1, text)? {
                    if !is(&provider, "file") && !is(&provider, "default") {
                        return Err(format!("Unknown Authn provider: {}", shown(&provider)));
                    }
                }
            }
            "authzsendforbiddenonfailure" => login.forbids = Some(flag("AuthzSendForbiddenOnFailure", text)?),
            "authmerging" => {
                let merging = one("AuthMerging", text)?;
                self.rules.require.merging = Some(match merging.to_ascii_lowercase().as_slice() {
                    b"off" => Merging::Off,
                    b"and" => Merging::And,
                    b"or" => Merging::Or,
                    _ => return Err("AuthMerging must be one of: off | and | or".into()),
                });
            }
            "cgipassauth" => self.rules.core.passes_credentials = Some(flag("CGIPassAuth", text)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn settings(&mut self, name: &str, text: &[u8]) -> Result<bool> {
        let is_flag = match name {
            "php_value" => false,
            "php_flag" => true,
            _ => return Ok(false),
        };
        let words = words(text);
        let [name, value] = words.as_slice() else { return Err(format!("{name} takes two arguments")) };
        let is_on = is(value, "on") || value == b"1";
        let value = if is_flag { if is_on { b"1".to_vec() } else { b"0".to_vec() } } else { value.clone() };
        self.rules.settings.push(Setting { name: name.clone(), value });
        Ok(true)
    }
}

fn redirect_from(text: &[u8], by_pattern: bool) -> Result<RedirectFrom> {
    match by_pattern {
        true => Pattern::new(text, false)
            .map(RedirectFrom::Pattern)
            .map_err(|error| format!("Regular expression could not be compiled: {error}")),
        false => Ok(RedirectFrom::Prefix(text.to_vec())),
    }
}

/// What such a directive is about.
fn mime_field<'e>(name: &str, extension: &'e mut crate::mime::Extension) -> &'e mut Option<Option<Arc<[u8]>>> {
    match name.trim_start_matches("add").trim_start_matches("remove") {
        "type" => &mut extension.kind,
        "handler" => &mut extension.handler,
        "encoding" => &mut extension.coding,
        "language" => &mut extension.language,
        _ => &mut extension.charset,
    }
}

fn env_subject(name: &[u8]) -> Result<EnvSubject> {
    Ok(match name.to_ascii_lowercase().as_slice() {
        b"remote_host" => EnvSubject::RemoteHost,
        b"remote_addr" => EnvSubject::RemoteAddress,
        b"server_addr" => EnvSubject::ServerAddress,
        b"request_method" => EnvSubject::Method,
        b"request_protocol" => EnvSubject::Protocol,
        b"request_uri" => EnvSubject::Uri,
        lower if lower.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')) => {
            EnvSubject::Field(String::from_utf8_lossy(lower).into_owned(), name.to_vec())
        }
        _ => EnvSubject::FieldsLike(Pattern::new(name, true).map_err(|error| format!("Header name regex could not be compiled: {error}"))?),
    })
}

/// `name`, `name=value`, `!name`
fn env_edit(word: &[u8]) -> (Vec<u8>, Option<Vec<u8>>) {
    match (word.strip_prefix(b"!"), split_at_byte(word, b'=')) {
        (Some(name), _) => (name.to_vec(), None),
        (None, Some((name, value))) => (name.to_vec(), Some(value.to_vec())),
        (None, None) => (word.to_vec(), Some(b"1".to_vec())),
    }
}

/// The pattern, and what is set where it fits.
fn add_conditional_env(rules: &mut crate::rules::Rules, subject: EnvSubject, mut words: Words, any_case: bool) -> Result<()> {
    let pattern = Pattern::new(&words.remove(0), any_case).map_err(|error| format!("regex could not be compiled: {error}"))?;
    let edits = words.iter().map(|word| env_edit(word)).collect();
    rules.conditional_env.push(Arc::new(ConditionalEnv { when: EnvCondition::Matches(subject, pattern), edits }));
    Ok(())
}

/// `A3600`, `M3600`, `access plus 1 month 3 days`
fn expiry(words: &[Vec<u8>]) -> Result<Expiry> {
    let text = words.join(&b' ');
    if let [letter @ (b'A' | b'M' | b'a' | b'm'), digits @ ..] = text.as_slice()
        && !digits.is_empty()
        && digits.iter().all(u8::is_ascii_digit)
    {
        return Ok(Expiry { from_modification: letter.eq_ignore_ascii_case(&b'm'), seconds: number(digits) });
    }
    let mut parts = text.split(|b| b.is_ascii_whitespace()).filter(|part| !part.is_empty()).peekable();
    let base = parts.next().unwrap_or_default();
    let from_modification = match base.to_ascii_lowercase().as_slice() {
        b"now" | b"access" => false,
        b"modification" => true,
        _ => return Err(format!("bad expires code, unrecognised <base> '{}'", shown(base))),
    };
    if parts.peek().is_some_and(|part| is(part, "plus")) {
        parts.next();
    }
    let mut seconds = 0i64;
    while let Some(count) = parts.next() {
        if !count.first().is_some_and(u8::is_ascii_digit) {
            return Err(format!("bad expires code, numeric value expected <num> '{}'", shown(count)));
        }
        let unit = parts.next().ok_or_else(|| format!("bad expires code, missing <type> for '{}'", shown(count)))?;
        let factor = [
            ("year", 31_536_000),
            ("month", 2_592_000),
            ("week", 604_800),
            ("day", 86_400),
            ("hour", 3_600),
            ("minute", 60),
            ("second", 1),
        ]
        .iter()
        .find(|(name, _)| strip_prefix_any_case(unit, name).is_some())
        .map(|(_, factor)| *factor)
        .ok_or_else(|| format!("bad expires code, unrecognised <type> '{}'", shown(unit)))?;
        seconds = seconds.saturating_add(number(count).saturating_mul(factor));
    }
    Ok(Expiry { from_modification, seconds })
}
