//! A request on its way through the rules: its path, its file, its variables, and what the answer will have.

use std::cell::{Cell, RefCell};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::bytes::{is, shown, split_at_byte, strip_prefix_any_case};
use crate::limits;
use crate::pattern::Groups;
use crate::rules::Rules;
use crate::site::{Folders, Site};
use crate::sources::Sources;
use crate::view::{Files, Kind, Level, Log, Maps, Request};

/// What the whole evaluation of a request shares.
pub(crate) struct World<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) site: &'a Site,
    pub(crate) files: &'a dyn Files,
    pub(crate) maps: &'a dyn Maps,
    pub(crate) folders: &'a dyn Folders,
    pub(crate) log: &'a dyn Log,
    pub(crate) began: Instant,
    /// How often the request has begun anew.
    pub(crate) redirects: Cell<usize>,
    /// Subrequests so far.
    pub(crate) subrequests: Cell<u32>,
    /// Passwords that were looked at: file of users, credentials, and whether they are right.
    pub(crate) logins: RefCell<Vec<(Vec<u8>, Vec<u8>, Result<(), u16>)>>,
    /// `Set-Cookie` of flag `CO`, whichever request or subrequest the rule was for.
    pub(crate) cookies: RefCell<Vec<(Vec<u8>, Vec<u8>)>>,
    /// The name of what a login was asked for last. It stays if the page of an error takes the answer's place.
    pub(crate) challenge: RefCell<Option<Vec<u8>>>,
    /// Runs a subrequest.
    pub(crate) look_up: for<'s> fn(&'s State<'a>, &[u8], LookUp) -> State<'a>,
}

/// What a subrequest names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookUp {
    Uri,
    File,
}

/// Variables; names count without case, and the order is that of their first appearance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env(pub(crate) Vec<(Vec<u8>, Vec<u8>)>);

impl Env {
    pub(crate) fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &value[..])
    }

    pub(crate) fn set(&mut self, name: &[u8], value: &[u8]) {
        match self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.to_vec(),
            None => self.0.push((name.to_vec(), value.to_vec())),
        }
    }

    pub(crate) fn unset(&mut self, name: &[u8]) {
        self.0.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
    }

    /// The same names with `REDIRECT_` before them.
    pub(crate) fn redirected(&self) -> Env {
        Env(self.0.iter().map(|(name, value)| ([b"REDIRECT_", &name[..]].concat(), value.clone())).collect())
    }
}

/// What a handler of the answer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Handler {
    /// As `SetHandler` or the name's extension has it.
    Named(Arc<[u8]>),
    /// The request begins anew with `State::filename`, which is a path of an address.
    InternalRedirect,
    /// A proxy would be asked: there is none.
    Proxy,
}

/// A request, or a subrequest, on its way.
pub(crate) struct State<'a> {
    pub(crate) world: &'a World<'a>,
    pub(crate) method: Vec<u8>,
    /// The path of the address, decoded. A subrequest for a file that stands in another folder than its main request's has none: it is empty.
    pub(crate) uri: Vec<u8>,
    pub(crate) args: Option<Vec<u8>>,
    pub(crate) filename: Vec<u8>,
    pub(crate) path_info: Vec<u8>,
    pub(crate) kind: Option<Kind>,
    /// When what the path has led to was modified; it stays when rules make another path of it.
    pub(crate) modified: Option<SystemTime>,
    pub(crate) rules: Arc<Rules>,
    /// Where those come from. `None`: the request has not got to a file yet.
    pub(crate) sources: Option<Arc<Sources>>,
    /// The same of the request that has begun anew as this one, or that this is a subrequest of.
    pub(crate) sources_before: Option<Arc<Sources>>,
    pub(crate) env: Env,
    /// Header fields, as `RequestHeader` and the rules left them; shared until one changes.
    pub(crate) headers: Arc<Vec<(String, Vec<u8>)>>,
    pub(crate) handler: Option<Handler>,
    /// `SetHandler` has said it.
    pub(crate) handler_is_set: bool,
    /// What flags `T` and `H` of a rule ask for.
    pub(crate) forced_type: Option<Vec<u8>>,
    pub(crate) forced_handler: Option<Vec<u8>>,
    pub(crate) content_type: Option<Vec<u8>>,
    pub(crate) coding: Option<Vec<u8>>,
    pub(crate) language: Option<Vec<u8>>,
    pub(crate) user: Option<Vec<u8>>,
    pub(crate) is_subrequest: bool,
    /// The address of the request that this is a subrequest of.
    pub(crate) main_uri: Option<Vec<u8>>,
    /// Subrequests within subrequests.
    pub(crate) depth: u32,
    /// `END`: nothing is rewritten any more.
    pub(crate) ended: bool,
    pub(crate) status: u16,
    pub(crate) location: Option<Vec<u8>>,
    /// Names for `Vary`.
    pub(crate) vary: Vec<Vec<u8>>,
    /// Of the condition that is being tested.
    pub(crate) vary_candidate: Vec<Vec<u8>>,
    /// A map did not answer: what the rule makes of that means nothing.
    pub(crate) has_no_answer: bool,
    /// The groups of the last match of an expression.
    pub(crate) groups: Groups,
    /// The answer, where it is there already.
    pub(crate) response: Option<ResponseView>,
    /// The path that rules of a folder match, for `LA-U`.
    pub(crate) rewritten: Option<Vec<u8>>,
}

/// What expressions see of an answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResponseView {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, Vec<u8>)>,
}

/// A date's numbers, in UTC.
pub(crate) struct Date {
    pub(crate) year: i64,
    pub(crate) month: u8,
    pub(crate) day: u8,
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) second: u8,
    /// 0 is Sunday.
    pub(crate) weekday: u8,
}

impl Date {
    pub(crate) fn of(time: SystemTime) -> Date {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
        let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        // Years that begin in March, in eras of 400 years.
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let calendar_month = if month < 10 { month + 3 } else { month - 9 };
        Date {
            year: year_of_era + era * 400 + i64::from(calendar_month <= 2),
            month: calendar_month as u8,
            day: (day_of_year - (153 * month + 2) / 5 + 1) as u8,
            hour: (rest / 3_600) as u8,
            minute: (rest / 60 % 60) as u8,
            second: (rest % 60) as u8,
            weekday: (days + 4).rem_euclid(7) as u8,
        }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`; `between` stands between day, month and year.
    pub(crate) fn http(&self, between: char) -> String {
        const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let (day, month) = (DAYS[usize::from(self.weekday)], MONTHS[usize::from(self.month) - 1]);
        let Date { year, hour, minute, second, .. } = self;
        format!("{day}, {:02}{between}{month}{between}{year:04} {hour:02}:{minute:02}:{second:02} GMT", self.day)
    }
}

impl State<'_> {
    pub(crate) fn header(&self, name: &[u8]) -> Option<&[u8]> {
        self.headers.iter().find(|(known, _)| known.as_bytes().eq_ignore_ascii_case(name)).map(|(_, value)| &value[..])
    }

    pub(crate) fn header_edits(&mut self) -> &mut Vec<(String, Vec<u8>)> {
        Arc::make_mut(&mut self.headers)
    }

    /// The same, and the answer varies with it.
    pub(crate) fn header_that_varies(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let value = self.header(name)?.to_vec();
        if !is(name, "host") {
            self.vary_candidate.push(name.to_vec());
        }
        Some(value)
    }

    pub(crate) fn trace(&self, level: u8, line: impl FnOnce() -> String) {
        if self.world.log.wants(Level::Trace(level)) {
            self.world.log.add(Level::Trace(level), &line());
        }
    }

    pub(crate) fn error(&self, line: &str) {
        self.world.log.add(Level::Error, line);
    }

    /// The host that the client named, without the port.
    pub(crate) fn host_name(&self) -> Vec<u8> {
        let (name, _) = split_port(self.header(b"host").unwrap_or_default());
        if name.is_empty() { self.world.request.local.ip().to_string().into_bytes() } else { name.to_ascii_lowercase() }
    }

    pub(crate) fn scheme(&self) -> &'static str {
        if self.world.request.secure { "https" } else { "http" }
    }

    pub(crate) fn port(&self) -> u16 {
        let (_, port) = split_port(self.header(b"host").unwrap_or_default());
        port.unwrap_or_else(|| self.world.request.local.port())
    }

    /// The beginning of this server's addresses.
    pub(crate) fn authority(&self) -> Vec<u8> {
        let (scheme, port) = (self.scheme(), self.port());
        let usual = if self.world.request.secure { 443 } else { 80 };
        let port = if port == usual { String::new() } else { format!(":{port}") };
        [scheme.as_bytes(), b"://", &self.host_name(), port.as_bytes()].concat()
    }

    pub(crate) fn peer(&self) -> IpAddr {
        self.world.request.peer.ip()
    }

    /// A map's value for a key.
    pub(crate) fn map(&mut self, name: &[u8], key: &[u8]) -> Option<Vec<u8>> {
        match self.world.maps.lookup(name, key) {
            Ok(value) => {
                self.trace(5, || match &value {
                    Some(value) => format!("map lookup OK: map={} key={} -> val={}", shown(name), shown(key), shown(value)),
                    None => format!("map lookup FAILED: map={} key={}", shown(name), shown(key)),
                });
                value
            }
            Err(message) => {
                self.error(&format!("RewriteMap: {message}"));
                self.has_no_answer = true;
                None
            }
        }
    }

    /// What `%{NAME}` of a rule stands for.
    pub(crate) fn rewrite_variable(&mut self, name: &[u8]) -> Vec<u8> {
        if let Some(name) = strip_prefix_any_case(name, "ENV:").filter(|name| !name.is_empty()) {
            return self.env.get(name).unwrap_or_default().to_vec();
        }
        if let Some(name) = strip_prefix_any_case(name, "HTTP:").filter(|name| !name.is_empty()) {
            return self.header_that_varies(name).unwrap_or_default();
        }
        if let Some(name) = strip_prefix_any_case(name, "SSL:") {
            return self.tls_variable(name);
        }
        for (prefix, what) in [("LA-U:", LookUp::Uri), ("LA-F:", LookUp::File)] {
            if let Some(name) = strip_prefix_any_case(name, prefix) {
                return self.variable_of_lookup(name, what);
            }
        }
        let name = name.to_ascii_uppercase();
        if let Some(field) = header_variable(&name) {
            return self.header_that_varies(field).unwrap_or_default();
        }
        match std::str::from_utf8(&name) {
            // Rules see no more of these than expressions do.
            Ok("CONTENT_TYPE" | "HANDLER" | "DOCUMENT_URI" | "LAST_MODIFIED" | "REQUEST_STATUS" | "REQUEST_LOG_ID" | "CONN_LOG_ID")
            | Err(_) => Vec::new(),
            Ok(name) => self.variable(name).unwrap_or_default(),
        }
    }

    /// What a variable is in the request that the path would make.
    fn variable_of_lookup(&mut self, name: &[u8], what: LookUp) -> Vec<u8> {
        let Some(path) = self.rewritten.clone().filter(|_| self.may_look_ahead()) else { return Vec::new() };
        let is_file = matches!(what, LookUp::File) && !path.starts_with(b"/");
        let absolute = match (path.starts_with(b"/"), &self.rules.rewriting) {
            (false, Some(rewriting)) if is_file => [&rewriting.folder[..], &path].concat(),
            (false, Some(rewriting)) => [rewriting.base.as_deref().unwrap_or(&rewriting.folder), &path[..]].concat(),
            _ => path,
        };
        let mut found = (self.world.look_up)(self, &absolute, if is_file { LookUp::File } else { LookUp::Uri });
        found.rewrite_variable(name)
    }

    /// Subrequests are bounded, in depth and in all: names of `DirectoryIndex` that lead back to the folder multiply with each level.
    pub(crate) fn may_look_up(&self) -> bool {
        const DEEPEST: u32 = 10;
        const MOST: u32 = 1000;
        let is_over = self.world.subrequests.get() >= MOST;
        if is_over {
            limits::exceed(|| format!("the rules make more than {MOST} subrequests"));
        }
        self.depth < DEEPEST && !is_over
    }

    /// Whether rules of rewriting may look ahead: not in a subrequest for what its main request asks for, as with Apache.
    pub(crate) fn may_look_ahead(&self) -> bool {
        self.main_uri.as_deref().is_none_or(|main| main != self.uri) && self.may_look_up()
    }

    /// What Apache puts before a path that rules of a folder have made, so that nobody takes it for that of a file.
    fn filename_kind(&self) -> &'static [u8] {
        match self.handler {
            Some(Handler::InternalRedirect) => b"redirect:",
            Some(Handler::Proxy) => b"proxy:",
            _ => b"",
        }
    }

    /// What `-F` asks of a subrequest for a file. One that rules of a folder have sent elsewhere has no file yet.
    pub(crate) fn is_reachable_file(&self) -> bool {
        self.status < 300 && self.filename_kind().is_empty() && self.world.files.about(&self.filename).is_some()
    }

    fn tls_variable(&self, name: &[u8]) -> Vec<u8> {
        match name {
            b"HTTPS" => if self.world.request.secure { "on" } else { "off" }.into(),
            _ => Vec::new(),
        }
    }

    /// A variable that rules and expressions have. `None`: there is none of that name.
    pub(crate) fn variable(&self, name: &str) -> Option<Vec<u8>> {
        let request = self.world.request;
        let bytes = |text: &[u8]| text.to_vec();
        Some(match name {
            "REQUEST_URI" | "DOCUMENT_URI" => self.uri.clone(),
            "REQUEST_FILENAME" | "SCRIPT_FILENAME" => [self.filename_kind(), &self.filename].concat(),
            "QUERY_STRING" => self.args.clone().unwrap_or_default(),
            "PATH_INFO" => self.path_info.clone(),
            "REQUEST_METHOD" => self.method.clone(),
            "REQUEST_SCHEME" => bytes(self.scheme().as_bytes()),
            "HTTPS" => self.tls_variable(b"HTTPS"),
            "THE_REQUEST" => [request.method, b" ", request.target, b" ", request.protocol].concat(),
            "SERVER_PROTOCOL" => bytes(request.protocol),
            "SERVER_PROTOCOL_VERSION" => request.protocol.iter().skip(5).copied().collect(),
            "SERVER_NAME" => self.host_name(),
            "SERVER_PORT" => self.port().to_string().into_bytes(),
            "SERVER_ADDR" => request.local.ip().to_canonical().to_string().into_bytes(),
            "SERVER_SOFTWARE" => bytes(request.software),
            "SERVER_ADMIN" => b"[no address given]".to_vec(),
            "REMOTE_ADDR" | "CONN_REMOTE_ADDR" | "REMOTE_HOST" => self.peer().to_canonical().to_string().into_bytes(),
            "REMOTE_PORT" => request.peer.port().to_string().into_bytes(),
            "REMOTE_USER" => self.user.clone().unwrap_or_default(),
            "AUTH_TYPE" => self.user.as_ref().map(|_| b"Basic".to_vec()).unwrap_or_default(),
            "DOCUMENT_ROOT" | "CONTEXT_DOCUMENT_ROOT" => self.world.site.root.clone(),
            "IS_SUBREQ" => if self.is_subrequest { "true" } else { "false" }.into(),
            "IPV6" => if self.peer().to_canonical().is_ipv6() { "on" } else { "off" }.into(),
            "CONTENT_TYPE" => self.content_type.clone().unwrap_or_default(),
            "REQUEST_STATUS" => self.response.as_ref().map_or(self.status, |response| response.status).to_string().into_bytes(),
            "HANDLER" => match &self.handler {
                Some(Handler::Named(name)) => name.to_vec(),
                _ => Vec::new(),
            },
            "API_VERSION" => b"20120211:142".to_vec(),
            name if name.starts_with("TIME") => self.time_variable(name)?,
            _ => return None,
        })
    }

    fn time_variable(&self, name: &str) -> Option<Vec<u8>> {
        let date = Date::of(self.world.request.time);
        let Date { year, month, day, hour, minute, second, weekday } = date;
        Some(
            match name {
                "TIME" => format!("{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}"),
                "TIME_YEAR" => format!("{year:04}"),
                "TIME_MON" => format!("{month:02}"),
                "TIME_DAY" => format!("{day:02}"),
                "TIME_HOUR" => format!("{hour:02}"),
                "TIME_MIN" => format!("{minute:02}"),
                "TIME_SEC" => format!("{second:02}"),
                "TIME_WDAY" => weekday.to_string(),
                _ => return None,
            }
            .into_bytes(),
        )
    }
}

/// The header field that a variable stands for.
pub(crate) fn header_variable(name: &[u8]) -> Option<&'static [u8]> {
    Some(match name {
        b"HTTP_ACCEPT" => b"Accept",
        b"HTTP_COOKIE" => b"Cookie",
        b"HTTP_FORWARDED" => b"Forwarded",
        b"HTTP_HOST" => b"Host",
        b"HTTP_PROXY_CONNECTION" => b"Proxy-Connection",
        b"HTTP_REFERER" => b"Referer",
        b"HTTP_USER_AGENT" => b"User-Agent",
        _ => return None,
    })
}

/// A host's name and its port.
fn split_port(host: &[u8]) -> (&[u8], Option<u16>) {
    if host.starts_with(b"[") {
        let end = crate::bytes::find(host, b']').map_or(host.len(), |at| at + 1);
        let port = host[end..].strip_prefix(b":").and_then(|port| std::str::from_utf8(port).ok()?.parse().ok());
        return (&host[..end], port);
    }
    match split_at_byte(host, b':') {
        Some((name, port)) => (name, std::str::from_utf8(port).ok().and_then(|port| port.parse().ok())),
        None => (host, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates() {
        let date = |seconds| Date::of(UNIX_EPOCH + Duration::from_secs(seconds)).http(' ');
        assert_eq!(date(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(date(951_782_400), "Tue, 29 Feb 2000 00:00:00 GMT");
    }

    #[test]
    fn hosts() {
        assert_eq!(split_port(b"a.b:81"), (&b"a.b"[..], Some(81)));
        assert_eq!(split_port(b"[::1]:81"), (&b"[::1]"[..], Some(81)));
        assert_eq!(split_port(b"a.b"), (&b"a.b"[..], None));
    }
}
