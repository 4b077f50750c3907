//! Sunrise and sunset (after Paul Schlyter's public domain "SUNRISET.C").

use crate::time::Time;

/// What happens on a day.
pub(crate) enum Sun {
    /// Moments and hours of UTC.
    Rises {
        rise: i64,
        set: i64,
        rise_hour: f64,
        set_hour: f64,
    },
    AlwaysAbove,
    AlwaysBelow,
}

fn sin(degrees: f64) -> f64 {
    degrees.to_radians().sin()
}

fn cos(degrees: f64) -> f64 {
    degrees.to_radians().cos()
}

/// An angle from 0 to 360.
fn revolution(angle: f64) -> f64 {
    angle - 360.0 * (angle * (1.0 / 360.0)).floor()
}

/// An angle from -180 to 180.
fn half_revolution(angle: f64) -> f64 {
    angle - 360.0 * (angle * (1.0 / 360.0) + 0.5).floor()
}

/// Sidereal time at Greenwich at midnight, in degrees; `day` counts from 2000-01-00.
fn sidereal(day: f64) -> f64 {
    revolution((180.0 + 356.0470 + 282.9404) + (0.985_600_258_5 + 4.70935E-5) * day)
}

/// The sun's ecliptic longitude and distance.
fn position(day: f64) -> (f64, f64) {
    let mean_anomaly = revolution(356.0470 + 0.985_600_258_5 * day);
    let perihelion = 282.9404 + 4.70935E-5 * day;
    let eccentricity = 0.016709 - 1.151E-9 * day;
    let anomaly = mean_anomaly + eccentricity.to_degrees() * sin(mean_anomaly) * (1.0 + eccentricity * cos(mean_anomaly));
    let x = cos(anomaly) - eccentricity;
    let y = (1.0 - eccentricity * eccentricity).sqrt() * sin(anomaly);
    let longitude = y.atan2(x).to_degrees() + perihelion;
    (if longitude >= 360.0 { longitude - 360.0 } else { longitude }, (x * x + y * y).sqrt())
}

/// Right ascension, declination and distance.
fn equatorial(day: f64) -> (f64, f64, f64) {
    let (longitude, distance) = position(day);
    let x = distance * cos(longitude);
    let y = distance * sin(longitude);
    let obliquity = 23.4393 - 3.563E-7 * day;
    let z = y * sin(obliquity);
    let y = y * cos(obliquity);
    (y.atan2(x).to_degrees(), z.atan2((x * x + y * y).sqrt()).to_degrees(), distance)
}

/// What is no moment becomes the first one, as processors do it.
fn moment(seconds: f64) -> i64 {
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&seconds);
    if fits { seconds as i64 } else { i64::MIN }
}

/// When the sun crosses an altitude on the day of `local`, and when it stands in the south. With `upper_limb` its edge counts.
pub(crate) fn rise_and_set(local: &Time, longitude: f64, latitude: f64, altitude: f64, upper_limb: bool) -> (Sun, i64) {
    let mut noon = local.clone();
    (noon.hour, noon.minute, noon.second) = (12, 0, 0);
    noon.resolve();
    let midnight = crate::calendar::days(noon.year, noon.month, noon.day).wrapping_mul(crate::calendar::DAY);

    let julian = midnight as f64 / 86_400.0 + 2_440_587.5;
    let day = julian - 2_451_545.0 + 2.0 - longitude / 360.0;
    let local_sidereal = revolution(sidereal(day) + 180.0 + longitude);
    let (ascension, declination, distance) = equatorial(day);
    let south = 12.0 - half_revolution(local_sidereal - ascension) / 15.0;
    let altitude = if upper_limb { altitude - 0.2666 / distance } else { altitude };
    let cosine = (sin(altitude) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination));
    let transit = moment(midnight as f64 + south * 3600.0);
    if cosine >= 1.0 {
        return (Sun::AlwaysBelow, transit);
    }
    if cosine <= -1.0 {
        return (Sun::AlwaysAbove, transit);
    }
    let arc = cosine.acos().to_degrees() / 15.0;
    let at = |hour: f64| moment(hour * 3600.0 + midnight as f64);
    let (rise_hour, set_hour) = (south - arc, south + arc);
    (Sun::Rises { rise: at(rise_hour), set: at(set_hour), rise_hour, set_hour }, transit)
}
