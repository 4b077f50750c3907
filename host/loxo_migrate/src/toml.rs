//! The plan as a text.

use crate::plan::{Plan, quoted};

pub(crate) fn text(plan: &Plan) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: String| out += &format!("{name} = {value}\n");
    let listen = if plan.listen.is_empty() && plan.listen_tls.is_empty() { vec![":80".to_string()] } else { plan.listen.clone() };
    if !listen.is_empty() {
        line("listen", one_or_list(&listen));
    }
    if !plan.listen_tls.is_empty() {
        line("listen-tls", one_or_list(&plan.listen_tls));
    }
    if let Some(user) = &plan.user {
        line("user", quoted(user));
    }
    line("pid", quoted("/run/loxo.pid"));
    for pool in &plan.pools {
        out += &format!("\n[pool.{}]\n", if pool.name.contains('.') { quoted(&pool.name) } else { pool.name.clone() });
        for (name, value) in &pool.settings {
            out += &format!("{name} = {value}\n");
        }
    }
    for site in &plan.sites {
        out += "\n[[site]]\n";
        let mut line = |name: &str, value: String| out += &format!("{name} = {value}\n");
        if !site.names.is_empty() {
            line("names", one_or_list(&site.names));
        }
        if let Some(root) = site.root.as_ref().filter(|_| site.redirect.is_none()) {
            line("root", quoted(root));
        }
        if let Some(redirect) = &site.redirect {
            line("redirect", quoted(redirect));
        }
        if !site.index.is_empty() {
            line("index", one_or_list(&site.index));
        }
        if let Some(controller) = &site.front_controller {
            line("front-controller", quoted(controller));
        }
        if plan.pools.len() > 1 {
            line("pool", quoted(&plan.pools[site.pool].name));
        }
        let (chains, keys): (Vec<String>, Vec<String>) = site.certificates.iter().cloned().unzip();
        if !chains.is_empty() {
            line("certificate", one_or_list(&chains));
            line("key", one_or_list(&keys));
        }
        if site.https_only {
            line("https-only", "true".into());
        }
    }
    out
}

fn one_or_list(texts: &[String]) -> String {
    match texts {
        [one] => quoted(one),
        _ => format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ")),
    }
}
