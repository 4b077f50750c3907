//! `dns_get_record()` and its relatives.

use super::dns::{self, Data, Record};
use crate::prelude::*;

/// A kind by its name; `None`: there is none of that name.
fn kind_by_name(name: &[u8]) -> Option<u16> {
    Some(match name.to_ascii_uppercase().as_slice() {
        b"A" => dns::A,
        b"NS" => dns::NS,
        b"MX" => dns::MX,
        b"PTR" => dns::PTR,
        b"ANY" => dns::ANY,
        b"SOA" => dns::SOA,
        b"CAA" => dns::CAA,
        b"TXT" => dns::TXT,
        b"CNAME" => dns::CNAME,
        b"AAAA" => dns::AAAA,
        b"SRV" => dns::SRV,
        b"NAPTR" => dns::NAPTR,
        b"A6" => 38,
        _ => return None,
    })
}

/// `dns_check_record()`
pub(crate) fn dns_check_record(cx: &mut Cx, hostname: &PhpStr, kind: &PhpStr) -> PhpResult<bool> {
    if hostname.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let Some(kind) = kind_by_name(kind) else {
        return Err(cx.argument_value_error(2, "must be a valid DNS record type"));
    };
    let response = dns::query(&hostname.to_str_lossy(), kind, false);
    Ok(response.is_some_and(|response| !response.answers.is_empty()))
}

/// `dns_get_mx()`
pub(crate) fn dns_get_mx(cx: &mut Cx, hostname: &PhpStr, hosts: &RefArg, weights: Option<&RefArg>) -> PhpResult<bool> {
    let (mut names, mut numbers) = (PhpArray::new(), PhpArray::new());
    let response = dns::query(&hostname.to_str_lossy(), dns::MX, false);
    for record in response.map(|response| response.answers).unwrap_or_default() {
        if let Data::Mx(weight, name) = record.data {
            let _ = names.push(Value::from(name));
            let _ = numbers.push(Value::int(i64::from(weight)));
        }
    }
    let found = !names.is_empty();
    hosts.set(cx, Value::array(names))?;
    if let Some(weights) = weights {
        weights.set(cx, Value::array(numbers))?;
    }
    Ok(found)
}

/// Bits of `DNS_*` constants and the kinds they ask for.
const KINDS: [(i64, u16); 12] = [
    (1, dns::A),
    (2, dns::NS),
    (16, dns::CNAME),
    (32, dns::SOA),
    (2048, dns::PTR),
    (4096, dns::HINFO),
    (8192, dns::CAA),
    (16_384, dns::MX),
    (32_768, dns::TXT),
    (33_554_432, dns::SRV),
    (67_108_864, dns::NAPTR),
    (134_217_728, dns::AAAA),
];
const ANY: i64 = 268_435_456;
const ALL: i64 = 251_721_779;

/// `dns_get_record()`
pub(crate) fn dns_get_record(
    cx: &mut Cx,
    hostname: &PhpStr,
    kind: i64,
    authoritative: Option<&RefArg>,
    additional: Option<&RefArg>,
    raw: bool,
) -> PhpResult<Value> {
    let name = hostname.to_str_lossy().into_owned();
    let kinds: Vec<u16> = if raw {
        match u16::try_from(kind).ok().filter(|kind| *kind > 0) {
            Some(kind) => vec![kind],
            None => return Err(cx.argument_value_error(2, "must be between 1 and 65535 when argument #5 ($raw) is true")),
        }
    } else if kind == ANY {
        vec![dns::ANY]
    } else if kind & !(ALL | ANY) != 0 || kind == 0 {
        return Err(cx.argument_value_error(2, "must be a DNS_* constant"));
    } else {
        KINDS.iter().filter(|(bit, _)| kind & bit != 0).map(|(_, kind)| *kind).collect()
    };
    let mut sections = [PhpArray::new(), PhpArray::new(), PhpArray::new()];
    for kind in kinds {
        let Some(mut response) = dns::query(&name, kind, raw) else { continue };
        // Aliases on the way to an answer are none.
        response.answers.retain(|record| kind == dns::ANY || record.data.kind() == kind);
        for (out, records) in sections.iter_mut().zip([response.answers, response.authority, response.additional]) {
            for record in records {
                let _ = out.push(Value::array(entry(record)));
            }
        }
    }
    let [answers, authority, more] = sections;
    for (place, section) in [(authoritative, authority), (additional, more)] {
        if let Some(place) = place {
            place.set(cx, Value::array(section))?;
        }
    }
    Ok(Value::array(answers))
}

/// One record as an array.
fn entry(record: Record) -> PhpArray {
    let mut out = PhpArray::new();
    let mut put = |name: &str, value: Value| out.set_bytes(name.as_bytes(), value);
    put("host", Value::from(record.host));
    put("class", Value::from("IN"));
    put("ttl", Value::int(i64::from(record.ttl)));
    let number = |n: u32| Value::int(i64::from(n));
    match record.data {
        Data::A(ip) => {
            put("type", Value::from("A"));
            put("ip", Value::from(ip.to_string()));
        }
        Data::Aaaa(ip) => {
            put("type", Value::from("AAAA"));
            put("ipv6", Value::from(ip.to_string()));
        }
        Data::Name(kind, target) => {
            let kind = match kind {
                dns::NS => "NS",
                dns::CNAME => "CNAME",
                _ => "PTR",
            };
            put("type", Value::from(kind));
            put("target", Value::from(target));
        }
        Data::Mx(priority, target) => {
            put("type", Value::from("MX"));
            put("pri", number(u32::from(priority)));
            put("target", Value::from(target));
        }
        Data::Txt(texts) => {
            put("type", Value::from("TXT"));
            put("txt", Value::from(texts.concat()));
            put("entries", Value::array(PhpArray::from_values(texts)));
        }
        Data::Soa { mname, rname, numbers } => {
            put("type", Value::from("SOA"));
            put("mname", Value::from(mname));
            put("rname", Value::from(rname));
            for (name, n) in ["serial", "refresh", "retry", "expire", "minimum-ttl"].into_iter().zip(numbers) {
                put(name, number(n));
            }
        }
        Data::Srv { priority, weight, port, target } => {
            put("type", Value::from("SRV"));
            put("pri", number(u32::from(priority)));
            put("weight", number(u32::from(weight)));
            put("port", number(u32::from(port)));
            put("target", Value::from(target));
        }
        Data::Caa { flags, tag, value } => {
            put("type", Value::from("CAA"));
            put("flags", number(u32::from(flags)));
            put("tag", Value::from(tag));
            put("value", Value::from(value));
        }
        Data::Hinfo(cpu, os) => {
            put("type", Value::from("HINFO"));
            put("cpu", Value::from(cpu));
            put("os", Value::from(os));
        }
        Data::Naptr { order, preference, texts, replacement } => {
            put("type", Value::from("NAPTR"));
            put("order", number(u32::from(order)));
            put("pref", number(u32::from(preference)));
            for (name, text) in ["flags", "services", "regex"].into_iter().zip(texts) {
                put(name, Value::from(text));
            }
            put("replacement", Value::from(replacement));
        }
        Data::Raw(kind, data) => {
            put("type", number(u32::from(kind)));
            put("data", Value::from(data));
        }
    }
    let _ = record.class;
    out
}
