//! Keys made of their numbers.

use loxo_openssl_sys::key::{self, NewKey, Param};
use loxo_openssl_sys::openssl::bn::{BigNum, BigNumContext};
use loxo_openssl_sys::openssl::ec::{EcGroup, EcKey, EcPoint};
use loxo_openssl_sys::openssl::nid::Nid;
use loxo_openssl_sys::openssl::pkey::PKey;
use loxo_openssl_sys::{Key, keep, names};
use loxo_runtime::{Cx, PhpArray, PhpResult};

use crate::errors;
use crate::source::{text_option, warn};

const RSA: i32 = 6;
const DH: i32 = 28;
const DSA: i32 = 116;
const EC: i32 = 408;
const SM2: i32 = 1172;
pub(crate) const X25519: i32 = 1034;
pub(crate) const X448: i32 = 1035;
pub(crate) const ED25519: i32 = 1087;
pub(crate) const ED448: i32 = 1088;

/// A key, and whether it is a private one.
type Made = PhpResult<Option<(Key, bool)>>;

/// The number of an element.
fn number(data: &PhpArray, name: &str) -> Option<BigNum> {
    keep(BigNum::from_slice(&text_option(data, name)?))
}

/// Makes a key of what `openssl_pkey_new()` was given. `None`: of none of the kinds.
pub(crate) fn of_options(cx: &mut Cx, options: &PhpArray) -> PhpResult<Option<Option<(Key, bool)>>> {
    let kinds: [(&str, fn(&mut Cx, &PhpArray) -> Made); 8] = [
        ("rsa", |_, data| Ok(rsa(data).map(|key| (key, true)))),
        ("dsa", |_, data| Ok(dsa(data))),
        ("dh", |_, data| Ok(dh(data))),
        ("ec", ec),
        ("x25519", |_, data| Ok(modern(X25519, data))),
        ("ed25519", |_, data| Ok(modern(ED25519, data))),
        ("x448", |_, data| Ok(modern(X448, data))),
        ("ed448", |_, data| Ok(modern(ED448, data))),
    ];
    for (name, make) in kinds {
        let Some(data) = options.get_bytes(name.as_bytes()).and_then(|data| data.deref().as_array().cloned()) else { continue };
        let made = make(cx, &data)?;
        errors::store(cx);
        return Ok(Some(made));
    }
    Ok(None)
}

fn rsa(data: &PhpArray) -> Option<Key> {
    const PARTS: [(&str, &str); 8] = [
        ("n", "n"),
        ("d", "d"),
        ("e", "e"),
        ("p", "rsa-factor1"),
        ("q", "rsa-factor2"),
        ("dmp1", "rsa-exponent1"),
        ("dmq1", "rsa-exponent2"),
        ("iqmp", "rsa-coefficient1"),
    ];
    let parts: Vec<_> = PARTS.iter().filter_map(|(name, param)| Some((*param, number(data, name)?))).collect();
    if !["n", "d"].iter().all(|needed| parts.iter().any(|(name, _)| name == needed)) {
        return None;
    }
    let params: Vec<_> = parts.iter().map(|(name, number)| Param::Number(name, number)).collect();
    key::from_params(RSA, &params)
}

fn dsa(data: &PhpArray) -> Option<(Key, bool)> {
    let (p, q, g) = (number(data, "p")?, number(data, "q")?, number(data, "g")?);
    let (private, public) = (number(data, "priv_key"), number(data, "pub_key"));
    let mut params = vec![Param::Number("p", &p), Param::Number("q", &q), Param::Number("g", &g)];
    if let Some(public) = &public {
        params.push(Param::Number("pub", public));
        params.extend(private.as_ref().map(|private| Param::Number("priv", private)));
    }
    let made = key::from_params(DSA, &params)?;
    match public {
        Some(_) => Some((made, private.is_some())),
        None => Some((key::generate_like(&made)?, true)),
    }
}

fn dh(data: &PhpArray) -> Option<(Key, bool)> {
    let (p, g) = (number(data, "p")?, number(data, "g")?);
    let (q, private, mut public) = (number(data, "q"), number(data, "priv_key"), number(data, "pub_key"));
    if let (Some(private), None) = (&private, &public) {
        public = Some(key::dh_public(private, &g, &p)?);
    }
    let mut params = vec![Param::Number("p", &p), Param::Number("g", &g)];
    for (name, number) in [("q", &q), ("priv", &private), ("pub", &public)] {
        params.extend(number.as_ref().map(|number| Param::Number(name, number)));
    }
    let made = key::from_params(DH, &params)?;
    match public {
        Some(_) => Some((made, private.is_some())),
        None => Some((key::generate_like(&made)?, true)),
    }
}

/// X25519 and its kin.
fn modern(kind: i32, data: &PhpArray) -> Option<(Key, bool)> {
    let part = |name: &str| text_option(data, name).filter(|text| !text.is_empty());
    let (private, public) = (part("priv_key"), part("pub_key"));
    let mut params = Vec::new();
    params.extend(private.as_ref().map(|bytes| Param::Bytes("priv", bytes)));
    params.extend(public.as_ref().map(|bytes| Param::Bytes("pub", bytes)));
    if params.is_empty() {
        return Some((key::generate(NewKey::Modern { kind })?, true));
    }
    Some((key::from_params(kind, &params)?, private.is_some()))
}

fn ec(cx: &mut Cx, data: &PhpArray) -> Made {
    let Some(group) = group(cx, data)? else { return Ok(None) };
    Ok(ec_key(&group, data))
}

/// The curve that is named, or that the numbers describe.
fn group(cx: &mut Cx, data: &PhpArray) -> PhpResult<Option<EcGroup>> {
    if let Some(name) = text_option(data, "curve_name").filter(|name| !name.is_empty()) {
        let nid = names::nid_of_short(&name);
        if nid == 0 {
            warn(cx, [b"Unknown elliptic curve (short) name ", &name[..]].concat())?;
            return Ok(None);
        }
        return Ok(keep(EcGroup::from_curve_name(Nid::from_raw(nid))));
    }
    let parts = ["p", "a", "b", "order"].map(|name| number(data, name));
    let missing = parts.iter().filter(|part| part.is_none()).count();
    let [Some(p), Some(a), Some(b), Some(order)] = parts else {
        let all = missing == 4;
        warn(cx, if all { "Missing params: curve_name" } else { "Missing params: curve_name or p, a, b, order" })?;
        return Ok(None);
    };
    let generator = text_option(data, "generator").filter(|text| !text.is_empty());
    let (g_x, g_y) = (number(data, "g_x"), number(data, "g_y"));
    if generator.is_none() && (g_x.is_none() || g_y.is_none()) {
        warn(cx, "Missing params: generator or g_x and g_y")?;
        return Ok(None);
    }
    let make = || {
        let mut context = keep(BigNumContext::new())?;
        let mut group = keep(EcGroup::from_components(p, a, b, &mut context))?;
        let point = match (generator, g_x, g_y) {
            (Some(bytes), ..) => keep(EcPoint::from_bytes(&group, &bytes, &mut context))?,
            (None, Some(x), Some(y)) => {
                let mut point = keep(EcPoint::new(&group))?;
                keep(point.set_affine_coordinates_gfp(&group, &x, &y, &mut context))?;
                point
            }
            _ => return None,
        };
        // Zero: the library finds it.
        let cofactor = number(data, "cofactor").or_else(|| keep(BigNum::new()))?;
        keep(group.set_generator(point, order, cofactor))?;
        Some(group)
    };
    Ok(make())
}

fn ec_key(group: &EcGroup, data: &PhpArray) -> Option<(Key, bool)> {
    let mut context = keep(BigNumContext::new())?;
    if let Some(d) = number(data, "d") {
        let mut point = keep(EcPoint::new(group))?;
        keep(point.mul_generator2(group, &d, &mut context))?;
        let made = keep(EcKey::from_private_components(group, &d, &point))?;
        return Some((keep(PKey::from_ec_key(made))?, true));
    }
    if let (Some(x), Some(y)) = (number(data, "x"), number(data, "y")) {
        let made = keep(EcKey::from_public_key_affine_coordinates(group, &x, &y))?;
        return Some((key::of_public(keep(PKey::from_ec_key(made))?), false));
    }
    Some((keep(PKey::from_ec_key(keep(EcKey::generate(group))?))?, true))
}

/// A group of details: its name, and its members by name and parameter.
type Group = (i64, &'static str, &'static [(&'static str, &'static str)]);

/// What a key is made of: PHP's number of its kind, and the array of its parts.
pub(crate) fn details(key: &Key) -> (i64, Option<(&'static str, PhpArray)>) {
    let group: Group = match key::kind(key) {
        RSA => (
            0,
            "rsa",
            &[
                ("n", "n"),
                ("e", "e"),
                ("d", "d"),
                ("p", "rsa-factor1"),
                ("q", "rsa-factor2"),
                ("dmp1", "rsa-exponent1"),
                ("dmq1", "rsa-exponent2"),
                ("iqmp", "rsa-coefficient1"),
            ],
        ),
        DSA => (1, "dsa", &[("p", "p"), ("q", "q"), ("g", "g"), ("priv_key", "priv"), ("pub_key", "pub")]),
        DH => (2, "dh", &[("p", "p"), ("g", "g"), ("priv_key", "priv"), ("pub_key", "pub")]),
        EC | SM2 => (3, "ec", &[("x", "qx"), ("y", "qy"), ("d", "priv")]),
        X25519 => return (4, Some(("x25519", modern_details(key)))),
        ED25519 => return (5, Some(("ed25519", modern_details(key)))),
        X448 => return (6, Some(("x448", modern_details(key)))),
        ED448 => return (7, Some(("ed448", modern_details(key)))),
        _ => return (-1, None),
    };
    let (kind, name, parts) = group;
    let mut all = PhpArray::new();
    if name == "ec"
        && let Some(curve) = key::text(key, "group")
    {
        let oid = names::dotted(names::nid_of_short(&curve)).filter(|_| names::nid_of_short(&curve) != 0);
        all.set_bytes(b"curve_name", curve.into());
        if let Some(oid) = oid {
            all.set_bytes(b"curve_oid", oid.into());
        }
    }
    for (name, param) in parts {
        if let Some(bytes) = key::number(key, param) {
            all.set_bytes(name.as_bytes(), bytes.into());
        }
    }
    (kind, Some((name, all)))
}

fn modern_details(key: &Key) -> PhpArray {
    let mut all = PhpArray::new();
    for (name, param) in [("priv_key", "priv"), ("pub_key", "pub")] {
        if let Some(bytes) = key::bytes(key, param) {
            all.set_bytes(name.as_bytes(), bytes.into());
        }
    }
    all
}
