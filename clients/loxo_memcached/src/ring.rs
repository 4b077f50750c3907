//! Which server a hash belongs to.

use crate::hash::{Hash, md5_word};

/// How hashes are distributed, under libmemcached's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distribution {
    Modula = 0,
    Consistent = 1,
    Ketama = 2,
    Random = 3,
    KetamaSpy = 4,
    Weighted = 5,
    VirtualBucket = 6,
}

impl Distribution {
    pub fn from_number(number: u64) -> Option<Distribution> {
        Some(match number {
            0 => Distribution::Modula,
            1 => Distribution::Consistent,
            2 => Distribution::Ketama,
            3 => Distribution::Random,
            4 => Distribution::KetamaSpy,
            5 => Distribution::Weighted,
            6 => Distribution::VirtualBucket,
            _ => return None,
        })
    }

    pub fn is_consistent(self) -> bool {
        matches!(self, Distribution::Consistent | Distribution::Ketama | Distribution::KetamaSpy | Distribution::Weighted)
    }
}

/// A server as the circle knows it.
pub(crate) struct RingServer<'a> {
    pub host: &'a str,
    pub port: u16,
    pub weight: u32,
    /// Its position in the list of servers.
    pub index: usize,
}

const POINTS: u32 = 100;
const POINTS_WEIGHTED: u32 = 160;
const HASHES: u32 = 4;
const DEFAULT_PORT: u16 = 11211;
/// Weights cannot ask for more than that in all.
const MOST_POINTS: usize = 1 << 20;

/// The circle of consistent hashing: points and the servers they belong to, in order.
pub(crate) fn circle(places: &[RingServer<'_>], distribution: Distribution, weighted: bool, hash: Hash) -> Vec<(u32, usize)> {
    let total: u64 = places.iter().map(|place| u64::from(place.weight)).sum();
    let live = places.len() as f32;
    let mut points = Vec::new();
    for place in places {
        let names = if weighted {
            // In single precision, as all other clients do it.
            let share = place.weight as f32 / total as f32;
            let scaled = share * POINTS_WEIGHTED as f32 / HASHES as f32 * live + 0.000_000_000_1;
            scaled.floor() as u32
        } else {
            POINTS
        };
        for number in 0..names {
            let name = match distribution {
                Distribution::KetamaSpy => format!("/{}:{}-{number}", place.host, place.port),
                _ if place.port == DEFAULT_PORT => format!("{}-{number}", place.host),
                _ => format!("{}:{}-{number}", place.host, place.port),
            };
            if weighted {
                points.extend((0..HASHES as usize).map(|word| (md5_word(name.as_bytes(), word), place.index)));
            } else {
                points.push((hash.of(name.as_bytes()), place.index));
            }
            if points.len() > MOST_POINTS {
                break;
            }
        }
    }
    points.sort_unstable();
    points
}

/// The server of the first point that is not before the hash, around the circle.
pub(crate) fn find(circle: &[(u32, usize)], hash: u32) -> Option<usize> {
    let at = circle.partition_point(|(point, _)| *point < hash);
    circle.get(at).or(circle.first()).map(|(_, index)| *index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_divide_the_circle() {
        let place = |host, weight, index| RingServer { host, port: 11211, weight, index };
        let points = circle(&[place("10.0.1.1", 600, 0), place("10.0.1.2", 300, 1)], Distribution::Weighted, true, Hash::Md5);
        let of = |index| points.iter().filter(|(_, at)| *at == index).count();
        assert_eq!((of(0), of(1)), (212, 104));
        assert_eq!(find(&points, u32::MAX), points.first().map(|(_, index)| *index));
        assert_eq!(find(&[], 1), None);
    }
}
