//! Makes `data/zones.tsv` and `data/zones.bin` out of a directory of compiled time zones (public domain data of IANA):
//!
//! ```text
//! zic -b slim -d DIR tzdata.zi
//! cargo run -p ext_date --example pack_zones -- DIR zone.tab VERSION
//! ```
//!
//! `tzdata.zi` must be made with `PACKRATDATA=backzone PACKRATLIST=zone.tab`: PHP has the history before 1970 of all zones.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [dir, tab, version] = args.as_slice() else {
        return Err(io::Error::other("usage: pack_zones DIR zone.tab VERSION"));
    };
    let mut files = BTreeMap::new();
    collect(Path::new(dir), "", &mut files)?;
    let mut places = HashMap::new();
    for line in fs::read_to_string(tab)?.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (Some(country), Some(position), Some(name)) = (columns.next(), columns.next(), columns.next()) else { continue };
        places.insert(name.to_string(), (country.to_string(), position.to_string(), columns.next().unwrap_or("").to_string()));
    }
    let mut index = format!("{version}\n");
    let mut blob: Vec<u8> = Vec::new();
    let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
    for (_, (name, data)) in files {
        let at = *known.entry(data.clone()).or_insert_with(|| {
            let at = blob.len();
            blob.extend_from_slice(&data);
            at
        });
        let listed = u8::from(places.contains_key(&name) || name == "UTC");
        let (country, latitude, longitude, comments) = match places.get(&name) {
            Some((country, position, comments)) => {
                let split = position[1..].find(['+', '-']).map_or(position.len(), |at| at + 1);
                (country.as_str(), degrees(&position[..split], 2), degrees(&position[split..], 3), comments.as_str())
            }
            None => ("??", "0".to_string(), "0".to_string(), "?"),
        };
        let length = data.len();
        let _ = writeln!(index, "{name}\t{at}\t{length}\t{listed}\t{country}\t{latitude}\t{longitude}\t{comments}");
    }
    fs::write("ext/ext_date/data/zones.tsv", index)?;
    fs::write("ext/ext_date/data/zones.bin", blob)
}

/// All TZif files by lower-case name, each without the block for 32-bit readers.
fn collect(dir: &Path, prefix: &str, files: &mut BTreeMap<String, (String, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let Some(file) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{prefix}{file}");
        if path.is_dir() {
            if !matches!(file, "posix" | "right") {
                collect(&path, &format!("{name}/"), files)?;
            }
            continue;
        }
        let data = fs::read(&path)?;
        let skipped = data.starts_with(b"TZif").then(|| first_block(&data)).flatten();
        if let Some(skipped) = skipped {
            files.insert(name.to_ascii_lowercase(), (name, data[skipped..].to_vec()));
        }
    }
    Ok(())
}

/// Length of the first header and its data.
fn first_block(data: &[u8]) -> Option<usize> {
    let count = |index: usize| {
        let at = 20 + index * 4;
        data.get(at..at + 4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]) as usize)
    };
    let (isut, isstd, leap, time, types, chars) = (count(0)?, count(1)?, count(2)?, count(3)?, count(4)?, count(5)?);
    Some(44 + time * 5 + types * 6 + chars + leap * 8 + isstd + isut)
}

/// `+DDMM` or `+DDMMSS` as decimal degrees with five places, the rest cut off: in floating point, as PHP's own database was made.
fn degrees(text: &str, width: usize) -> String {
    let (sign, digits) = text.split_at(1);
    let number = |range: std::ops::Range<usize>| digits.get(range).and_then(|part| part.parse::<f64>().ok()).unwrap_or(0.0);
    let value = number(0..width) + number(width..width + 2) / 60.0 + number(width + 2..width + 4) / 3600.0;
    let scaled = (value * 100_000.0) as u64;
    let sign = if sign == "-" { "-" } else { "" };
    format!("{sign}{}.{:05}", scaled / 100_000, scaled % 100_000)
}
