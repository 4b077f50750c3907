//! Names of months and days. The first of each list stands for no month.

pub(crate) const MONTHS_SHORT: [&str; 13] = ["", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

#[rustfmt::skip]
pub(crate) const MONTHS: [&str; 13] = [
    "", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
];

#[rustfmt::skip]
pub(crate) const FRENCH: [&str; 14] = [
    "", "Vendemiaire", "Brumaire", "Frimaire", "Nivose", "Pluviose", "Ventose", "Germinal", "Floreal", "Prairial", "Messidor",
    "Thermidor", "Fructidor", "Extra",
];

#[rustfmt::skip]
pub(crate) const JEWISH: [&str; 14] = [
    "", "Tishri", "Heshvan", "Kislev", "Tevet", "Shevat", "", "Adar", "Nisan", "Iyyar", "Sivan", "Tammuz", "Av", "Elul",
];

#[rustfmt::skip]
pub(crate) const JEWISH_LEAP: [&str; 14] = [
    "", "Tishri", "Heshvan", "Kislev", "Tevet", "Shevat", "Adar I", "Adar II", "Nisan", "Iyyar", "Sivan", "Tammuz", "Av", "Elul",
];

/// In ISO 8859-8.
#[rustfmt::skip]
pub(crate) const HEBREW: [&[u8]; 14] = [
    b"", b"\xfa\xf9\xf8\xe9", b"\xe7\xf9\xe5\xef", b"\xeb\xf1\xec\xe5", b"\xe8\xe1\xfa", b"\xf9\xe1\xe8", b"", b"\xe0\xe3\xf8",
    b"\xf0\xe9\xf1\xef", b"\xe0\xe9\xe9\xf8", b"\xf1\xe9\xe5\xef", b"\xfa\xee\xe5\xe6", b"\xe0\xe1", b"\xe0\xec\xe5\xec",
];

/// The two Adars of leap years, in ISO 8859-8.
pub(crate) const HEBREW_ADARS: [&[u8]; 2] = [b"\xe0\xe3\xf8 \xe0'", b"\xe0\xe3\xf8 \xe1'"];

pub(crate) const DAYS_SHORT: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
pub(crate) const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
