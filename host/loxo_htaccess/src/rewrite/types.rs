//! What rules of rewriting are.

use std::sync::Arc;

use crate::bytes::GroupEscape;
use crate::expr::Expr;
use crate::pattern::Pattern;
use crate::rewrite::template::Template;

/// The rules of a folder, or of a site.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewriting {
    pub(crate) is_on: Option<bool>,
    /// The folder that they are from, with a slash at the end; empty for those of a site.
    pub(crate) folder: Vec<u8>,
    pub(crate) base: Option<Vec<u8>>,
    pub(crate) options: Option<RewriteOptions>,
    pub(crate) rules: Vec<Arc<Rule>>,
}

/// `RewriteOptions`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RewriteOptions {
    pub(crate) inherit: bool,
    pub(crate) inherit_before: bool,
    pub(crate) inherit_down: bool,
    pub(crate) inherit_down_before: bool,
    pub(crate) ignore_inherit: bool,
    pub(crate) allow_no_slash: bool,
    pub(crate) merge_base: bool,
}

/// `RewriteRule`, with the conditions before it.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) pattern: Pattern,
    pub(crate) is_negated: bool,
    pub(crate) conditions: Vec<Condition>,
    /// `None`: `-`, nothing is replaced.
    pub(crate) output: Option<Template>,
    pub(crate) flags: Flags,
}

/// The flags of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    /// `B`, `BCTLS`: groups are escaped, and how.
    pub(crate) escapes: bool,
    pub(crate) escape: GroupEscape,
    pub(crate) chain: bool,
    pub(crate) cookies: Vec<Template>,
    pub(crate) discards_path_info: bool,
    pub(crate) env: Vec<Template>,
    pub(crate) end: bool,
    /// `F`, `G`, and `R` with a status that is no redirection.
    pub(crate) status: Option<u16>,
    pub(crate) handler: Option<Template>,
    pub(crate) last: bool,
    /// `N`: at most so many rounds.
    pub(crate) next: Option<i64>,
    pub(crate) no_escape: bool,
    pub(crate) not_in_subrequests: bool,
    pub(crate) proxy: bool,
    pub(crate) pass_through: bool,
    pub(crate) query_append: bool,
    pub(crate) query_discard: bool,
    pub(crate) query_last: bool,
    /// The replacement ends in `?`: there is no query.
    pub(crate) query_none: bool,
    /// `R`, and the status.
    pub(crate) redirect: Option<u16>,
    pub(crate) skip: usize,
    pub(crate) kind: Option<Template>,
    pub(crate) unsafe_allow_3f: bool,
    /// `UNC`: slashes at the start stay.
    pub(crate) keeps_slashes: bool,
}

/// `RewriteCond`
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) input: Template,
    pub(crate) test: Test,
    pub(crate) is_negated: bool,
    /// `OR`
    pub(crate) or_next: bool,
    /// `NV`
    pub(crate) no_vary: bool,
    /// As it was written, for the log.
    pub(crate) shown: Vec<u8>,
}

/// What a condition tests.
#[derive(Debug)]
pub(crate) enum Test {
    Pattern(Pattern),
    Expression(Expr),
    IsFile,
    IsFileWithContent,
    IsFolder,
    IsLink,
    IsExecutable,
    /// `-U`
    IsAddress,
    /// `-F`
    IsReachableFile,
    Text {
        wanted: Vec<u8>,
        is_less: bool,
        is_equal: bool,
        is_greater: bool,
        any_case: bool,
    },
    Number {
        wanted: i64,
        is_less: bool,
        is_equal: bool,
        is_greater: bool,
    },
}

impl Rewriting {
    /// These rules with those of a deeper folder over them.
    pub(crate) fn with(&self, over: &Rewriting) -> Rewriting {
        let options = over.options.or(self.options);
        let effective = options.unwrap_or_default();
        let above = self.options.unwrap_or_default();
        let behind = effective.inherit || above.inherit_down && !effective.ignore_inherit;
        let before = effective.inherit_before || above.inherit_down_before && !effective.ignore_inherit;
        let joined = |first: &[Arc<Rule>], then: &[Arc<Rule>]| first.iter().chain(then).cloned().collect();
        Rewriting {
            is_on: over.is_on.or(self.is_on),
            folder: over.folder.clone(),
            base: if effective.merge_base { over.base.clone().or_else(|| self.base.clone()) } else { over.base.clone() },
            options,
            rules: match () {
                () if behind => joined(&over.rules, &self.rules),
                () if before => joined(&self.rules, &over.rules),
                () => over.rules.clone(),
            },
        }
    }
}
