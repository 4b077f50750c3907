//! Apache's `<VirtualHost>` sections as sites.

use crate::directive::Directive;
use crate::plan::{Plan, Site, key, quoted};

/// What Loxo does in the same way by itself, or has no use for.
const SAME: &[&str] = &[
    "ServerAdmin",
    "LogLevel",
    "ServerSignature",
    "ServerTokens",
    "ServerRoot",
    "KeepAlive",
    "MaxKeepAliveRequests",
    "KeepAliveTimeout",
    "Timeout",
    "PidFile",
    "User",
    "Group",
    "HostnameLookups",
    "LogFormat",
    "AccessFileName",
    "Mutex",
    "Protocols",
    "SSLProtocol",
    "SSLCipherSuite",
    "SSLHonorCipherOrder",
    "SSLSessionTickets",
    "SSLCompression",
    "SSLOptions",
    "RewriteEngine",
    "LoadModule",
    "AddDefaultCharset",
    "Listen",
    "UseCanonicalName",
];

pub(crate) fn read(directives: &[Directive], plan: &mut Plan) {
    for directive in directives {
        if directive.is("VirtualHost") {
            host(directive, plan);
        } else if directive.is("IfModule") || directive.is("IfDefine") || directive.is("IfVersion") {
            read(&directive.block, plan);
        } else if !is_same(directive) {
            plan.notes.push(directive.lost());
        }
    }
}

fn is_same(directive: &Directive) -> bool {
    SAME.iter().any(|name| directive.is(name))
}

fn host(section: &Directive, plan: &mut Plan) {
    let mut site = Site { file: section.file.clone(), line: section.line, socket: Some("mod_php".into()), ..Site::default() };
    let mut seen = Seen::default();
    inside(&section.block, plan, &mut site, &mut seen);
    plan.notes.extend(seen.conditions.iter().map(Directive::lost));
    let list = if seen.tls { &mut plan.listen_tls } else { &mut plan.listen };
    for given in &section.args {
        let address = match given.rsplit_once(':') {
            Some(("*" | "_default_" | "0.0.0.0" | "[::]", port)) if port != "*" => format!(":{port}"),
            Some((_, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => given.clone(),
            _ => {
                if seen.tls {
                    ":443".into()
                } else {
                    ":80".into()
                }
            }
        };
        if !list.contains(&address) {
            list.push(address);
        }
    }
    if let (true, Some(chain)) = (seen.tls, seen.chain.clone()) {
        site.certificates.push((chain.clone(), seen.key.unwrap_or(chain)));
    }
    let own = |to: &String| site.names.iter().any(|name| to.trim_start_matches("https://").eq_ignore_ascii_case(name));
    if site.redirect.as_ref().is_some_and(|to| to.starts_with("https://") && own(to)) {
        (site.redirect, site.https_only) = (None, true);
    }
    if !site.pool_settings.is_empty() && site.socket.as_deref() == Some("mod_php") {
        // Settings of its own need a pool of its own.
        site.socket = Some(format!("mod_php {}", site.names.first().map_or("", String::as_str)));
    }
    if site.redirect.is_some() || site.https_only {
        site.root = None;
    } else if site.root.is_none() {
        plan.notes.push(section.note("a virtual host without a DocumentRoot is left out"));
        return;
    }
    plan.sites.push(site);
}

/// What of a section counts once all of it is read.
#[derive(Default)]
struct Seen {
    tls: bool,
    chain: Option<String>,
    key: Option<String>,
    /// Those whose `RewriteRule` is still to come.
    conditions: Vec<Directive>,
}

fn inside(directives: &[Directive], plan: &mut Plan, site: &mut Site, seen: &mut Seen) {
    for directive in directives {
        let arg = directive.arg(0);
        match directive.name.to_ascii_lowercase().as_str() {
            "servername" | "serveralias" => {
                for name in &directive.args {
                    let name = name.trim_start_matches("https://").trim_start_matches("http://");
                    let name = name.split(':').next().unwrap_or_default();
                    let host = name.strip_prefix("*.").unwrap_or(name);
                    let good = host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
                    if good && !host.is_empty() && !host.starts_with('.') {
                        site.names.push(name.to_string());
                    } else {
                        plan.notes
                            .push(directive.note(format!("the name {name:?} is not carried over: a name, or *. before one, is known")));
                    }
                }
            }
            "documentroot" => site.root = Some(arg.to_string()),
            "directoryindex" => site.index.clone_from(&directive.args),
            "fallbackresource" => {
                site.front_controller = Some(if arg == "disabled" { String::new() } else { arg.trim_start_matches('/').to_string() });
            }
            "sslengine" => seen.tls = arg.eq_ignore_ascii_case("on"),
            "sslcertificatefile" => seen.chain = Some(arg.to_string()),
            "sslcertificatekeyfile" => seen.key = Some(arg.to_string()),
            "sslcertificatechainfile" => {
                plan.notes.push(directive.note(format!("{arg} must stand in the file of the certificate, behind it")));
            }
            "redirect" | "redirectpermanent" | "redirecttemp" => redirect(directive, plan, site),
            "rewritecond" => seen.conditions.push(directive.clone()),
            "rewriterule" => rewrite(directive, plan, site, &std::mem::take(&mut seen.conditions)),
            "php_value" | "php_flag" => setting("ini", directive, site),
            "php_admin_value" | "php_admin_flag" => setting("admin-ini", directive, site),
            "setenv" if !arg.contains('=') && !arg.is_empty() => site.pool_settings.push((key("env", arg), quoted(directive.arg(1)))),
            "sethandler" => match arg.split_once("unix:").and_then(|(_, rest)| rest.split('|').next()) {
                Some(socket) => site.socket = Some(socket.to_string()),
                None if arg.contains("fcgi://") => site.socket = arg.split("fcgi://").nth(1).map(|to| to.trim_end_matches('/').to_string()),
                None if arg.contains("php") => {}
                None => plan.notes.push(directive.lost()),
            },
            "proxypassmatch" if directive.arg(1).contains("fcgi://") || directive.arg(1).contains("unix:") => {
                let to = directive.arg(1);
                let unix = to.strip_prefix("unix:").and_then(|rest| rest.split('|').next());
                let tcp = to.strip_prefix("fcgi://").and_then(|rest| rest.split('/').next());
                site.socket = unix.or(tcp).map(str::to_string);
            }
            "directory" | "location" => directory(directive, plan, site, seen),
            "filesmatch" | "files" if directive.block.iter().any(|inner| inner.is("SetHandler")) => {
                inside(&directive.block, plan, site, seen)
            }
            "filesmatch" | "files" if arg.contains("\\.ht") || arg.starts_with(".ht") => {}
            "ifmodule" | "ifdefine" | "ifversion" => inside(&directive.block, plan, site, seen),
            _ if is_same(directive) => {}
            _ => plan.notes.push(directive.lost()),
        }
    }
}

fn setting(table: &str, directive: &Directive, site: &mut Site) {
    let value = match (directive.name.to_ascii_lowercase().ends_with("_flag"), directive.arg(1).to_ascii_lowercase().as_str()) {
        (true, "on" | "1" | "true" | "yes") => "1",
        (true, _) => "0",
        (false, _) => directive.arg(1),
    };
    if !directive.arg(0).contains('=') && !directive.arg(0).is_empty() {
        site.pool_settings.push((key(table, directive.arg(0)), quoted(value)));
    }
}

/// `Redirect [STATUS] / https://www.example.org/`
fn redirect(directive: &Directive, plan: &mut Plan, site: &mut Site) {
    let with_status = directive.is("Redirect") && directive.args.len() == 3;
    let (from, to) = if with_status { (directive.arg(1), directive.arg(2)) } else { (directive.arg(0), directive.arg(1)) };
    let base = to.trim_end_matches('/');
    let host = base.strip_prefix("https://").or_else(|| base.strip_prefix("http://"));
    if from == "/" && host.is_some_and(|host| !host.is_empty() && !host.contains(['/', ' ', '%'])) {
        site.redirect = Some(base.to_string());
        let for_good = directive.is("RedirectPermanent") || with_status && matches!(directive.arg(0), "permanent" | "301");
        if !for_good {
            plan.notes.push(directive.note("a redirection of a while becomes one for good (301)"));
        }
    } else {
        plan.notes.push(directive.lost());
    }
}

/// The rules that send to HTTPS, and those of front controllers; others have no place. Of `conditions` those are lost that the result does not
/// imply.
fn rewrite(rule: &Directive, plan: &mut Plan, site: &mut Site, conditions: &[Directive]) {
    let (pattern, target) = (rule.arg(0), rule.arg(1));
    let is_https = ["https://%{HTTP_HOST}", "https://%{SERVER_NAME}"].iter().any(|begin| target.starts_with(begin));
    let is_front = matches!(pattern, "^" | "." | "^(.*)$" | ".*") && target.trim_start_matches('/') == "index.php";
    let implied = |condition: &Directive| match (condition.arg(0), condition.arg(1)) {
        ("%{HTTPS}", test) => is_https && ["off", "=off", "!on", "!=on"].iter().any(|off| test.eq_ignore_ascii_case(off)),
        ("%{SERVER_NAME}" | "%{HTTP_HOST}", test) => is_https && test.starts_with('='),
        ("%{REQUEST_FILENAME}", test) => is_front && matches!(test, "!-f" | "!-d" | "!-l" | "!-s" | "!-F"),
        _ => false,
    };
    plan.notes.extend(conditions.iter().filter(|condition| !implied(condition)).map(Directive::lost));
    if is_https {
        site.https_only = true;
    } else if is_front {
        site.front_controller = Some("index.php".into());
    } else {
        plan.notes.push(rule.lost());
    }
}

fn directory(section: &Directive, plan: &mut Plan, site: &mut Site, seen: &mut Seen) {
    let is_root = site.root.as_ref().is_some_and(|root| root.trim_end_matches('/') == section.arg(0).trim_end_matches('/'));
    for directive in &section.block {
        match directive.name.to_ascii_lowercase().as_str() {
            "require" if directive.args.join(" ").eq_ignore_ascii_case("all granted") => {}
            "allowoverride" if directive.arg(0).eq_ignore_ascii_case("none") => {}
            "allowoverride" => plan.notes.push(directive.note(format!(
                "AllowOverride {}: .htaccess is not read unless the site says htaccess = \"all\", or which classes of directives",
                directive.args.join(" ")
            ))),
            "options" if !directive.args.iter().any(|option| option.trim_start_matches('+').eq_ignore_ascii_case("Indexes")) => {}
            "order" if directive.arg(0).to_ascii_lowercase().starts_with("allow") => {}
            "allow" => {}
            "rewriterule" | "rewritecond" | "directoryindex" | "fallbackresource" if is_root => {
                inside(std::slice::from_ref(directive), plan, site, seen);
            }
            "rewriteengine" | "rewritebase" if is_root => {}
            _ if is_same(directive) => {}
            _ => plan.notes.push(directive.lost()),
        }
    }
}
