//! Which site a request is for, by the host that it names.

use std::collections::HashMap;
use std::sync::Arc;

use crate::message::{RequestHead, Response};
use crate::pages;
use crate::site::{CurrentSite, Site};
use crate::upstream::Upstream;

/// A site, and where its clients are sent instead.
pub(crate) struct HostedSite {
    pub(crate) current: CurrentSite,
    /// The processes that run its scripts. `None`: workers of this process do.
    pub(crate) upstream: Option<Arc<Upstream>>,
    /// The beginning of all addresses: `https://www.example.org`.
    pub(crate) redirect: Option<String>,
    /// Plain HTTP is answered with the address of HTTPS.
    pub(crate) https_only: bool,
}

/// All sites; there is at least one.
pub(crate) struct Sites {
    all: Vec<HostedSite>,
    by_name: HashMap<Vec<u8>, usize>,
    /// `.example.org` of `*.example.org`; longer ones first.
    by_suffix: Vec<(Vec<u8>, usize)>,
    /// The port of HTTPS, if there is one.
    https_port: Option<u16>,
}

impl Sites {
    pub(crate) fn one(site: CurrentSite) -> Sites {
        let hosted = HostedSite { current: site, upstream: None, redirect: None, https_only: false };
        Sites { all: vec![hosted], by_name: HashMap::new(), by_suffix: Vec::new(), https_port: None }
    }

    /// The first one also answers for names that no site has. `None`: there is none.
    pub(crate) fn new(sites: Vec<(Vec<String>, HostedSite)>, https_port: Option<u16>) -> Option<Sites> {
        let (mut all, mut by_name, mut by_suffix) = (Vec::new(), HashMap::new(), Vec::new());
        for (index, (names, site)) in sites.into_iter().enumerate() {
            for name in names {
                let name = name.to_ascii_lowercase().into_bytes();
                match name.strip_prefix(b"*") {
                    Some(suffix) => by_suffix.push((suffix.to_vec(), index)),
                    None => {
                        by_name.entry(name).or_insert(index);
                    }
                }
            }
            all.push(site);
        }
        by_suffix.sort_by_key(|(suffix, _)| std::cmp::Reverse(suffix.len()));
        (!all.is_empty()).then_some(Sites { all, by_name, by_suffix, https_port })
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &HostedSite> {
        self.all.iter()
    }

    /// The site of a host, which comes without its port.
    pub(crate) fn find(&self, host: &[u8]) -> &HostedSite {
        if self.all.len() == 1 {
            return &self.all[0];
        }
        let host = host.to_ascii_lowercase();
        let host = host.strip_suffix(b".").unwrap_or(&host);
        let suffix =
            || self.by_suffix.iter().find(|(suffix, _)| host.len() > suffix.len() && host.ends_with(suffix)).map(|(_, index)| index);
        let index = self.by_name.get(host).or_else(suffix);
        &self.all[index.copied().unwrap_or(0)]
    }

    /// Where the client is sent instead.
    pub(crate) fn redirect(&self, site: &HostedSite, head: &RequestHead) -> Option<Response> {
        let to = match &site.redirect {
            Some(to) => to.clone(),
            None if site.https_only && !head.secure => {
                let name = String::from_utf8_lossy(head.host_name()).into_owned();
                match self.https_port? {
                    443 => format!("https://{name}"),
                    port => format!("https://{name}:{port}"),
                }
            }
            None => return None,
        };
        Some(pages::redirect_to(head, format!("{to}{}", head.target).into_bytes()))
    }
}

impl HostedSite {
    /// The site as a request that begins now sees it.
    pub(crate) fn get(&self) -> Arc<Site> {
        self.current.get()
    }
}
