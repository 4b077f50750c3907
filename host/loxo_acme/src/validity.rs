//! From when to when a certificate holds: the two times in its DER (RFC 5280, 4.1), and no other part of it.

/// Unix time in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validity {
    pub from: i64,
    pub to: i64,
}

impl Validity {
    /// When another certificate is to be asked for: two thirds of the time are over.
    pub fn renewal(&self) -> i64 {
        self.to - self.to.saturating_sub(self.from).max(0) / 3
    }
}

const SEQUENCE: u8 = 0x30;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// The version of a certificate, which may be left out.
const VERSION: u8 = 0xa0;

/// `None`: this is no certificate.
pub fn of_certificate(der: &[u8]) -> Option<Validity> {
    let (certificate, _) = element(der, SEQUENCE)?;
    let (mut fields, _) = element(certificate, SEQUENCE)?;
    if fields.first() == Some(&VERSION) {
        fields = element(fields, VERSION)?.1;
    }
    // Serial number, algorithm, issuer.
    for _ in 0..3 {
        fields = element(fields, *fields.first()?)?.1;
    }
    let (times, _) = element(fields, SEQUENCE)?;
    let (from, rest) = time(times)?;
    let (to, _) = time(rest)?;
    Some(Validity { from, to })
}

/// The content of an element of this kind, and what follows it.
fn element(bytes: &[u8], kind: u8) -> Option<(&[u8], &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let (length, rest) = rest.split_first()?;
    let (length, rest) = match usize::from(*length) {
        short @ 0..0x80 => (short, rest),
        // So many bytes have the length.
        long => {
            let (digits, rest) = rest.split_at_checked(long - 0x80).filter(|(digits, _)| (1..=4).contains(&digits.len()))?;
            (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), rest)
        }
    };
    if *first == kind { rest.split_at_checked(length) } else { None }
}

/// `YYMMDDHHMMSSZ`, or the same with four digits of the year; and what follows.
fn time(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let kind = *bytes.first()?;
    let (text, rest) = element(bytes, kind)?;
    let digits = text.strip_suffix(b"Z").filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
    let (year, others) = match (kind, digits.len()) {
        (UTC_TIME, 12) => {
            let year = number(&digits[..2]);
            (if year < 50 { 2000 + year } else { 1900 + year }, &digits[2..])
        }
        (GENERALIZED_TIME, 14) => (number(&digits[..4]), &digits[4..]),
        _ => return None,
    };
    let part = |at: usize| number(&others[at * 2..at * 2 + 2]);
    let (month, day) = (part(0), part(1));
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    Some(((days(year, month, day) * 24 + part(2)) * 3600 + part(3) * 60 + part(4), rest))
}

fn number(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
}

/// Days since 1970 of the Gregorian calendar. Years are counted from March, so that the day of a leap year comes last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_a_certificate() {
        // The second has its times in the longer form.
        for (year, month, day) in [(2026, 11, 28), (2060, 2, 29)] {
            let mut params = rcgen::CertificateParams::new(vec!["a.example".into()]).expect("names");
            params.not_before = rcgen::date_time_ymd(year, month, day);
            params.not_after = params.not_before + std::time::Duration::from_secs(90 * 86400);
            let key = rcgen::KeyPair::generate().expect("a key");
            let der = params.self_signed(&key).expect("a certificate");
            let from = params.not_before.unix_timestamp();
            let validity = of_certificate(der.der()).expect("has times");
            assert_eq!(validity, Validity { from, to: from + 90 * 86400 });
            assert_eq!(validity.renewal(), from + 60 * 86400);
            for cut in 0..der.der().len().min(200) {
                assert!(of_certificate(&der.der()[..cut]).is_none());
            }
        }
    }
}
