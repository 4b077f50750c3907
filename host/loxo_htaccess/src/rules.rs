//! What the files of folders say, by what it is about: read from one file, merged with those of the folders above.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::access::{Access, Requirement};
use crate::expr::{Expr, Word};
use crate::headers::HeaderEdit;
use crate::merge::put;
use crate::mime::Mime;
use crate::options::Options;
use crate::pattern::Pattern;
use crate::rewrite::Rewriting;

/// All that counts for a folder or a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) rewriting: Option<Arc<Rewriting>>,
    /// Those of deeper folders first.
    pub(crate) redirects: Vec<Arc<Redirect>>,
    /// `Redirect` without a path: the last of the deepest folder counts, before those with one.
    pub(crate) redirect_all: Option<Arc<Redirect>>,
    pub(crate) folder: FolderRules,
    pub(crate) mime: Mime,
    pub(crate) conditional_env: Vec<Arc<ConditionalEnv>>,
    pub(crate) env: Vec<Arc<EnvEdit>>,
    pub(crate) request_headers: Vec<Arc<HeaderEdit>>,
    pub(crate) response_headers: Vec<Arc<HeaderEdit>>,
    pub(crate) expires: Expires,
    /// `Order`, `Allow`, `Deny` and `Satisfy`: those of the deepest folder that has any.
    pub(crate) access: Option<Arc<Access>>,
    /// `SSLRequireSSL`, `SSLRequire`: all must hold.
    pub(crate) transport: Vec<Arc<Expr>>,
    pub(crate) require: Require,
    pub(crate) login: Login,
    pub(crate) error_documents: BTreeMap<u16, ErrorDocument>,
    pub(crate) options: Options,
    pub(crate) core: Core,
    pub(crate) settings: Vec<Setting>,
    /// `<Files>` and `<FilesMatch>`: merged over all folders' rules, for files whose names fit.
    pub(crate) files: Vec<Arc<FilesSection>>,
    /// `<If>` with what follows it: merged last.
    pub(crate) conditional: Vec<Arc<IfSection>>,
}

/// `Redirect` and its kin.
#[derive(Debug)]
pub(crate) struct Redirect {
    pub(crate) from: RedirectFrom,
    pub(crate) status: u16,
    pub(crate) to: RedirectTo,
}

#[derive(Debug)]
pub(crate) enum RedirectFrom {
    /// The beginning of a path, up to a slash.
    Prefix(Vec<u8>),
    Pattern(Pattern),
    /// All that the section is about.
    Everything,
}

#[derive(Debug)]
pub(crate) enum RedirectTo {
    /// Only the status counts.
    Nowhere,
    Text(Vec<u8>),
    Expression(Word),
}

/// `DirectoryIndex`, `DirectorySlash`, `FallbackResource`.
#[derive(Clone, Debug, Default)]
pub(crate) struct FolderRules {
    pub(crate) index: Option<Vec<Vec<u8>>>,
    /// The file that a folder shows is redirected to, with this status; `Some(None)`: it is shown in place.
    pub(crate) index_status: Option<Option<u16>>,
    pub(crate) adds_slash: Option<bool>,
    /// `Some(None)`: there is none.
    pub(crate) fallback: Option<Option<Vec<u8>>>,
}

/// `SetEnvIf` and its kin.
#[derive(Debug)]
pub(crate) struct ConditionalEnv {
    pub(crate) when: EnvCondition,
    /// Name, and the value with `$1` for groups. `None`: the variable is removed.
    pub(crate) edits: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

#[derive(Debug)]
pub(crate) enum EnvCondition {
    /// What of a request fits a pattern.
    Matches(EnvSubject, Pattern),
    Expression(Expr),
}

#[derive(Debug)]
pub(crate) enum EnvSubject {
    /// A header field or, if there is none, a variable; in lower case and as it was written.
    Field(String, Vec<u8>),
    /// All header fields whose names fit.
    FieldsLike(Pattern),
    RemoteHost,
    RemoteAddress,
    ServerAddress,
    Method,
    Protocol,
    Uri,
}

/// `SetEnv` and its kin.
#[derive(Debug)]
pub(crate) enum EnvEdit {
    Set(Vec<u8>, Vec<u8>),
    Unset(Vec<u8>),
}

/// `Require` and its sections.
#[derive(Clone, Debug, Default)]
pub(crate) struct Require {
    pub(crate) requirement: Option<Arc<Requirement>>,
    /// `AuthMerging`
    pub(crate) merging: Option<Merging>,
}

/// How what a folder requires goes with what those above require.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merging {
    Off,
    And,
    Or,
}

/// How users are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Login {
    /// In lower case; `none` is nothing.
    pub(crate) kind: Option<Vec<u8>>,
    pub(crate) realm: Option<Vec<u8>>,
    pub(crate) user_file: Option<Vec<u8>>,
    pub(crate) group_file: Option<Vec<u8>>,
    /// `AuthzSendForbiddenOnFailure`
    pub(crate) forbids: Option<bool>,
}

/// Where an `ErrorDocument` is.
#[derive(Clone, Debug)]
pub(crate) enum ErrorDocument {
    /// What the server says itself.
    Default,
    Text(Word),
    Path(Word),
    Address(Word),
}

/// What Apache's core has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Core {
    /// `SetHandler`; `Some(None)`: none.
    pub(crate) handler: Option<Option<Vec<u8>>>,
    /// `ForceType`; `Some(None)`: none.
    pub(crate) forced_type: Option<Option<Vec<u8>>>,
    /// `AddDefaultCharset`; `Some(None)`: off.
    pub(crate) default_charset: Option<Option<Vec<u8>>>,
    /// `AcceptPathInfo`; `Some(None)`: as the handler likes.
    pub(crate) path_info: Option<Option<bool>>,
    /// `FileETag None`
    pub(crate) no_tag: Option<bool>,
    /// `LimitRequestBody`, bytes; 0: no limit.
    pub(crate) body_limit: Option<u64>,
    /// `CGIPassAuth`
    pub(crate) passes_credentials: Option<bool>,
}

/// `php_value` and `php_flag`, whose values are `1` and `0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub name: Vec<u8>,
    pub value: Vec<u8>,
}

/// `ExpiresActive`, `ExpiresDefault`, `ExpiresByType`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expires {
    pub(crate) active: Option<bool>,
    pub(crate) default: Option<Expiry>,
    /// By type, in lower case: `text/html`, `image/*`.
    pub(crate) by_type: BTreeMap<Vec<u8>, Expiry>,
}

/// When a response becomes old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expiry {
    /// Counted from the file's modification, not from the request.
    pub(crate) from_modification: bool,
    pub(crate) seconds: i64,
}

#[derive(Debug)]
pub(crate) struct FilesSection {
    pub(crate) matches: FilesMatcher,
    pub(crate) rules: Rules,
}

#[derive(Debug)]
pub(crate) enum FilesMatcher {
    Wildcards(Vec<u8>),
    Pattern(Pattern),
}

/// `<If>`, `<ElseIf>` …, `<Else>`: the first whose condition holds counts.
#[derive(Debug)]
pub(crate) struct IfSection {
    pub(crate) branches: Vec<(Expr, Rules)>,
}

impl Rules {
    /// What counts where nobody says anything: everybody may see the site.
    pub(crate) fn of_site() -> Rules {
        let require = Require { requirement: Some(Arc::new(Requirement::Granted)), merging: None };
        Rules { require, options: Options::of_site(), ..Rules::default() }
    }

    /// The same with these rules over it.
    pub(crate) fn of_site_with(over: &Rules) -> Rules {
        let mut rules = Rules::of_site();
        rules.merge(over);
        rules
    }

    /// Puts the rules of a deeper folder, or of a section, over these.
    pub(crate) fn merge(&mut self, over: &Rules) {
        if let Some(over) = &over.rewriting {
            self.rewriting = Some(self.rewriting.as_ref().map_or_else(|| over.clone(), |base| Arc::new(base.with(over))));
        }
        self.redirects.splice(..0, over.redirects.iter().cloned());
        put(&mut self.redirect_all, &over.redirect_all);
        self.folder.merge(&over.folder);
        self.mime.merge(&over.mime);
        self.conditional_env.extend_from_slice(&over.conditional_env);
        self.env.extend_from_slice(&over.env);
        self.request_headers.extend_from_slice(&over.request_headers);
        self.response_headers.extend_from_slice(&over.response_headers);
        self.expires.merge(&over.expires);
        put(&mut self.access, &over.access);
        self.transport.extend_from_slice(&over.transport);
        self.require = self.require.with(&over.require);
        self.login.merge(&over.login);
        self.error_documents.extend(over.error_documents.clone());
        self.options = self.options.with(over.options);
        self.core.merge(&over.core);
        self.settings.extend_from_slice(&over.settings);
        self.files.extend_from_slice(&over.files);
        self.conditional.extend_from_slice(&over.conditional);
    }
}

impl FolderRules {
    fn merge(&mut self, over: &FolderRules) {
        put(&mut self.index, &over.index);
        put(&mut self.index_status, &over.index_status);
        put(&mut self.adds_slash, &over.adds_slash);
        put(&mut self.fallback, &over.fallback);
    }
}

impl Expires {
    fn merge(&mut self, over: &Expires) {
        put(&mut self.active, &over.active);
        put(&mut self.default, &over.default);
        self.by_type.extend(over.by_type.clone());
    }
}

impl Require {
    fn with(&self, over: &Require) -> Require {
        // It is about this folder, not about those below.
        let merging = over.merging;
        let requirement = match (&self.requirement, &over.requirement) {
            (base, None) => base.clone(),
            (Some(base), Some(new)) if merging == Some(Merging::And) => Some(Arc::new(Requirement::All(vec![base.clone(), new.clone()]))),
            (Some(base), Some(new)) if merging == Some(Merging::Or) => Some(Arc::new(Requirement::Any(vec![base.clone(), new.clone()]))),
            (_, new) => new.clone(),
        };
        Require { requirement, merging }
    }
}

impl Login {
    fn merge(&mut self, over: &Login) {
        put(&mut self.kind, &over.kind);
        put(&mut self.realm, &over.realm);
        put(&mut self.user_file, &over.user_file);
        put(&mut self.group_file, &over.group_file);
        put(&mut self.forbids, &over.forbids);
    }
}

impl Core {
    fn merge(&mut self, over: &Core) {
        put(&mut self.handler, &over.handler);
        put(&mut self.forced_type, &over.forced_type);
        put(&mut self.default_charset, &over.default_charset);
        put(&mut self.path_info, &over.path_info);
        put(&mut self.no_tag, &over.no_tag);
        put(&mut self.body_limit, &over.body_limit);
        put(&mut self.passes_credentials, &over.passes_credentials);
    }
}
