//! Methods of interpolation, by the numbers that programs know (`IMG_*`), and the kernels of those that have one.

use std::f64::consts::{PI, SQRT_2};

pub const DEFAULT: i32 = 0;
pub const BELL: i32 = 1;
pub const BESSEL: i32 = 2;
pub const BILINEAR_FIXED: i32 = 3;
pub const BICUBIC: i32 = 4;
pub const BICUBIC_FIXED: i32 = 5;
pub const BLACKMAN: i32 = 6;
pub const BOX: i32 = 7;
pub const BSPLINE: i32 = 8;
pub const CATMULLROM: i32 = 9;
pub const GAUSSIAN: i32 = 10;
pub const GENERALIZED_CUBIC: i32 = 11;
pub const HERMITE: i32 = 12;
pub const HAMMING: i32 = 13;
pub const HANNING: i32 = 14;
pub const MITCHELL: i32 = 15;
pub const NEAREST_NEIGHBOUR: i32 = 16;
pub const POWER: i32 = 17;
pub const QUADRATIC: i32 = 18;
pub const SINC: i32 = 19;
pub const TRIANGLE: i32 = 20;
pub const WEIGHTED4: i32 = 21;
pub const LINEAR: i32 = 22;
const LANCZOS3: i32 = 23;
const LANCZOS8: i32 = 24;
const BLACKMAN_BESSEL: i32 = 25;
const BLACKMAN_SINC: i32 = 26;
const QUADRATIC_BSPLINE: i32 = 27;
const CUBIC_SPLINE: i32 = 28;
const COSINE: i32 = 29;
const WELSH: i32 = 30;
/// How many methods `imagescale()` takes.
pub const METHODS: i32 = 30;

pub type Kernel = fn(f64, f64) -> f64;

/// Is there such a method, and if so, what is its kernel?
pub fn method(id: i32) -> Option<Option<Kernel>> {
    let kernel: Kernel = match id {
        NEAREST_NEIGHBOUR | WEIGHTED4 | BICUBIC | BICUBIC_FIXED => return Some(None),
        DEFAULT | BILINEAR_FIXED | LINEAR | TRIANGLE => linear,
        BELL => bell,
        BESSEL => bessel,
        BLACKMAN => blackman,
        BOX => square,
        BSPLINE => bspline,
        CATMULLROM => catmullrom,
        GAUSSIAN => gaussian,
        GENERALIZED_CUBIC => generalized_cubic,
        HERMITE => hermite,
        HAMMING => hamming,
        HANNING => |x, _| 0.5 + 0.5 * (PI * x).cos(),
        MITCHELL => mitchell,
        POWER => |x, _| if x.abs() > 1.0 { 0.0 } else { 1.0 - x.powf(2.0).abs() },
        QUADRATIC => quadratic,
        SINC => sinc,
        LANCZOS3 => lanczos3,
        LANCZOS8 => lanczos8,
        BLACKMAN_BESSEL => |x, support| blackman(x / support, support) * bessel(x, support),
        BLACKMAN_SINC => |x, support| blackman(x / support, support) * sinc(x, support),
        QUADRATIC_BSPLINE => quadratic_bspline,
        CUBIC_SPLINE => cubic_spline,
        COSINE => |x, _| if (-1.0..=1.0).contains(&x) { ((x * PI).cos() + 1.0) / 2.0 } else { 0.0 },
        WELSH => |x, _| if x < 1.0 { 1.0 - x * x } else { 0.0 },
        _ => return None,
    };
    Some(Some(kernel))
}

/// How far the kernel of a method reaches when images are scaled with it.
pub fn support(id: i32) -> f64 {
    match id {
        BELL | BSPLINE | QUADRATIC | QUADRATIC_BSPLINE => 1.5,
        BLACKMAN | HERMITE | HAMMING | HANNING | SINC | TRIANGLE | WEIGHTED4 | LINEAR => 1.0,
        BOX | GENERALIZED_CUBIC => 0.5,
        CATMULLROM | MITCHELL => 2.0,
        GAUSSIAN => 1.25,
        LANCZOS3 => 3.0,
        LANCZOS8 => 8.0,
        BLACKMAN_BESSEL => 3.2383,
        BLACKMAN_SINC => 4.0,
        _ => 0.0,
    }
}

fn linear(x: f64, _: f64) -> f64 {
    let x = x.abs();
    if x < 1.0 { 1.0 - x } else { 0.0 }
}

fn sinc(x: f64, _: f64) -> f64 {
    if x == 0.0 { 1.0 } else { (PI * x).sin() / (PI * x) }
}

/// A fraction of two polynomials, highest power last.
fn rational(x: f64, above: &[f64], below: &[f64]) -> f64 {
    let value = |list: &[f64]| list.iter().rev().copied().reduce(|sum, next| sum * x * x + next).unwrap_or(0.0);
    value(above) / value(below)
}

fn bessel_order1(x: f64) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let distance = x.abs();
    if distance < 8.0 {
        #[rustfmt::skip]
        let near = rational(
            distance,
            &[0.581199354001606143928050809e+21, -0.6672106568924916298020941484e+20, 0.2316433580634002297931815435e+19,
              -0.3588817569910106050743641413e+17, 0.2908795263834775409737601689e+15, -0.1322983480332126453125473247e+13,
              0.3413234182301700539091292655e+10, -0.4695753530642995859767162166e+7, 0.270112271089232341485679099e+4],
            &[0.11623987080032122878585294e+22, 0.1185770712190320999837113348e+20, 0.6092061398917521746105196863e+17,
              0.2081661221307607351240184229e+15, 0.5243710262167649715406728642e+12, 0.1013863514358673989967045588e+10,
              0.1501793594998585505921097578e+7, 0.1606931573481487801970916749e+4, 1.0],
        );
        return x * near;
    }
    let inverse = 8.0 / distance;
    #[rustfmt::skip]
    let p = rational(
        inverse,
        &[0.352246649133679798341724373e+5, 0.62758845247161281269005675e+5, 0.313539631109159574238669888e+5,
          0.49854832060594338434500455e+4, 0.2111529182853962382105718e+3, 0.12571716929145341558495e+1],
        &[0.352246649133679798068390431e+5, 0.626943469593560511888833731e+5, 0.312404063819041039923015703e+5,
          0.4930396490181088979386097e+4, 0.2030775189134759322293574e+3, 1.0],
    );
    #[rustfmt::skip]
    let q = rational(
        inverse,
        &[0.3511751914303552822533318e+3, 0.7210391804904475039280863e+3, 0.4259873011654442389886993e+3,
          0.831898957673850827325226e+2, 0.45681716295512267064405e+1, 0.3532840052740123642735e-1],
        &[0.74917374171809127714519505e+4, 0.154141773392650970499848051e+5, 0.91522317015169922705904727e+4,
          0.18111867005523513506724158e+4, 0.1038187585462133728776636e+3, 1.0],
    );
    let (sin, cos) = (distance.sin(), distance.cos());
    let value = (2.0 / (PI * distance)).sqrt() * (p * (1.0 / SQRT_2 * (sin - cos)) - 8.0 / distance * q * (-1.0 / SQRT_2 * (sin + cos)));
    if x < 0.0 { -value } else { value }
}

fn bessel(x: f64, _: f64) -> f64 {
    if x == 0.0 { PI / 4.0 } else { bessel_order1(PI * x) / (2.0 * x) }
}

/// Constants of libgd that are of single precision.
const fn single(value: f32) -> f64 {
    value as f64
}

fn blackman(x: f64, _: f64) -> f64 {
    single(0.42) + 0.5 * (PI * x).cos() + single(0.08) * (2.0 * PI * x).cos()
}

fn generalized_cubic(x: f64, support: f64) -> f64 {
    let a = -support;
    let x = x.abs();
    let square = x * x;
    if x < 1.0 {
        (a + 2.0) * square * x - (a + 3.0) * square + 1.0
    } else if x < 2.0 {
        a * square * x - 5.0 * a * square + 8.0 * a * x - 4.0 * a
    } else {
        0.0
    }
}

fn cubic_spline(x: f64, _: f64) -> f64 {
    let x = x.abs();
    if x < 1.0 {
        let square = x * x;
        0.5 * square * x - square + 2.0 / 3.0
    } else if x < 2.0 {
        (2.0 - x).powf(3.0) / 6.0
    } else {
        0.0
    }
}

fn square(x: f64, support: f64) -> f64 {
    if x >= -support && x < support { 1.0 } else { 0.0 }
}

fn catmullrom(x: f64, _: f64) -> f64 {
    if x < -2.0 {
        0.0
    } else if x < -1.0 {
        0.5 * (4.0 + x * (8.0 + x * (5.0 + x)))
    } else if x < 0.0 {
        0.5 * (2.0 + x * x * (-5.0 - 3.0 * x))
    } else if x < 1.0 {
        0.5 * (2.0 + x * x * (-5.0 + 3.0 * x))
    } else if x < 2.0 {
        0.5 * (4.0 + x * (-8.0 + x * (5.0 - x)))
    } else {
        0.0
    }
}

fn lanczos8(x: f64, support: f64) -> f64 {
    let x = x.abs();
    if x == 0.0 {
        1.0
    } else if x < support {
        support * (x * PI).sin() * (x * PI / support).sin() / (x * PI * x * PI)
    } else {
        0.0
    }
}

fn lanczos3(x: f64, support: f64) -> f64 {
    if (-3.0..3.0).contains(&x) { sinc(x.abs(), support) * sinc(x.abs() / 3.0, support) } else { 0.0 }
}

fn hermite(x: f64, _: f64) -> f64 {
    let x = x.abs();
    if x < 1.0 { (2.0 * x - 3.0) * x * x + 1.0 } else { 0.0 }
}

fn bell(x: f64, _: f64) -> f64 {
    let x = x.abs();
    if x < 0.5 {
        0.75 - x * x
    } else if x < 1.5 {
        0.5 * (x - 1.5).powf(2.0)
    } else {
        0.0
    }
}

fn mitchell(x: f64, _: f64) -> f64 {
    const THIRD: f32 = 1.0 / 3.0;
    const P0: f64 = single((6.0 - 2.0 * THIRD) / 6.0);
    const P2: f64 = single((-18.0 + 12.0 * THIRD + 6.0 * THIRD) / 6.0);
    const P3: f64 = single((12.0 - 9.0 * THIRD - 6.0 * THIRD) / 6.0);
    const Q0: f64 = single((8.0 * THIRD + 24.0 * THIRD) / 6.0);
    const Q1: f64 = single((-12.0 * THIRD - 48.0 * THIRD) / 6.0);
    const Q2: f64 = single((6.0 * THIRD + 30.0 * THIRD) / 6.0);
    const Q3: f64 = single((-THIRD - 6.0 * THIRD) / 6.0);
    if x < -2.0 {
        0.0
    } else if x < -1.0 {
        Q0 - x * (Q1 - x * (Q2 - x * Q3))
    } else if x < 0.0 {
        P0 + x * x * (P2 - x * P3)
    } else if x < 1.0 {
        P0 + x * x * (P2 + x * P3)
    } else if x < 2.0 {
        Q0 + x * (Q1 + x * (Q2 + x * Q3))
    } else {
        0.0
    }
}

fn quadratic(x: f64, _: f64) -> f64 {
    let x = x.abs();
    if x <= 0.5 {
        -2.0 * x * x + 1.0
    } else if x <= 1.5 {
        x * x - 2.5 * x + 1.5
    } else {
        0.0
    }
}

fn bspline(x: f64, _: f64) -> f64 {
    if x > 2.0 {
        return 0.0;
    }
    let cube = |x: f64| if x <= 0.0 { 0.0 } else { x * x * x };
    single(0.16666666666666666667) * (cube(x + 2.0) - (4.0 * cube(x + 1.0)) + (6.0 * cube(x)) - (4.0 * cube(x - 1.0)))
}

fn quadratic_bspline(x: f64, _: f64) -> f64 {
    let x = x.abs();
    if x <= 0.5 {
        -x * x + 0.75
    } else if x <= 1.5 {
        0.5 * x * x - 1.5 * x + 1.125
    } else {
        0.0
    }
}

fn gaussian(x: f64, _: f64) -> f64 {
    (-2.0 * x * x).exp() * single(0.79788456080287)
}

fn hamming(x: f64, _: f64) -> f64 {
    if x < -1.0 {
        0.0
    } else if x < 0.0 {
        single(0.92) * (-2.0 * x - 3.0) * x * x + 1.0
    } else if x < 1.0 {
        single(0.92) * (2.0 * x - 3.0) * x * x + 1.0
    } else {
        0.0
    }
}
