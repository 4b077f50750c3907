//! Which option takes what: numbers below 10000 and from 30000 on are for numbers, from 40000 on for data; the rest is listed here.

pub(crate) const ERRORBUFFER: u32 = 10010;
pub(crate) const STDERR: u32 = 10037;
pub(crate) const SHARE: u32 = 10100;
pub(crate) const COPYPOSTFIELDS: u32 = 10165;
pub(crate) const MIMEPOST: u32 = 10269;
pub(crate) const WRITEFUNCTION: u32 = 20011;
pub(crate) const READFUNCTION: u32 = 20012;
pub(crate) const NOPROGRESS: u32 = 43;
pub(crate) const PROGRESSFUNCTION: u32 = 20056;
pub(crate) const HEADERFUNCTION: u32 = 20079;
pub(crate) const DEBUGFUNCTION: u32 = 20094;
pub(crate) const FNMATCH_FUNCTION: u32 = 20200;
pub(crate) const XFERINFOFUNCTION: u32 = 20219;
pub(crate) const PREREQFUNCTION: u32 = 20312;
pub(crate) const POSTFIELDSIZE_LARGE: u32 = 30120;

pub(crate) const INFO_PRIVATE: u32 = 0x10_0015;
pub(crate) const INFO_SSL_ENGINES: u32 = 0x40_001b;
pub(crate) const INFO_COOKIELIST: u32 = 0x40_001c;
pub(crate) const INFO_CERTINFO: u32 = 0x40_0022;

/// What callbacks there are: write, read, header, progress, debug, fnmatch, prereq.
pub(crate) const DATA: &[u32] = &[10001, 10009, 10029, 10057, 10095, 10202, 10313];

/// Lists of texts.
pub const LISTS: &[u32] = &[10023, 10028, 10039, 10070, 10093, 10104, 10187, 10203, 10228, 10243];

/// Texts, sorted.
#[rustfmt::skip]
pub const TEXTS: &[u32] = &[
    10002, 10004, 10005, 10006, 10007, 10016, 10017, 10018, 10022, 10025, 10026, 10031, 10036, 10062, 10063, 10065,
    10076, 10077, 10082, 10083, 10086, 10087, 10088, 10089, 10097, 10102, 10118, 10134, 10135, 10147, 10152, 10153,
    10162, 10169, 10170, 10173, 10174, 10175, 10176, 10177, 10179, 10183, 10186, 10190, 10191, 10192, 10204, 10205,
    10206, 10211, 10217, 10220, 10221, 10222, 10223, 10224, 10230, 10231, 10235, 10236, 10238, 10246, 10247, 10251,
    10252, 10253, 10254, 10255, 10256, 10257, 10258, 10259, 10260, 10262, 10263, 10264, 10266, 10276, 10277, 10279,
    10287, 10289, 10296, 10298, 10300, 10305, 10311, 10318, 10319, 10323, 10325, 10328, 10330, 10331, 10332,
];
