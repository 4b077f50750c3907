//! The builtins that change all pixels: `imagefilter()`, `imageconvolution()` and `imagegammacorrect()`.

use loxo_random::Mt19937;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, Value, args, convert};

use super::{int, with, with_log};
use crate::image::Image;

/// `imagefilter()`: which arguments it takes depends on the filter.
pub(crate) fn imagefilter(cx: &mut Cx, args: &mut [Value]) -> PhpResult<bool> {
    let count = args.len();
    if !(2..=6).contains(&count) {
        return Err(cx.throw("ArgumentCountError", "Wrong parameter count for imagefilter()"));
    }
    let (fixed, more) = args.split_at_mut(2);
    let [image, filter] = fixed else { return Ok(false) };
    let image = args::instance(cx, 1, image)?.clone();
    let filter = args::int(cx, 2, filter)?;
    let plain = |cx: &mut Cx, work: fn(&mut Image)| -> PhpResult<bool> { with(cx, &image, work).map(|()| true) };
    match filter {
        0 => plain(cx, Image::negate),
        1 => plain(cx, Image::gray_scale),
        2 => {
            let [by] = whole_numbers(cx, more, 3, 3)?;
            with(cx, &image, |image| image.brightness(int(by)))
        }
        3 => {
            let [by] = whole_numbers(cx, more, 3, 3)?;
            with(cx, &image, |image| image.contrast(int(by).into()))?;
            Ok(true)
        }
        4 => {
            let by: [i64; 4] = whole_numbers(cx, more, 5, 6)?;
            with(cx, &image, |image| image.colorize(by.map(int)))?;
            Ok(true)
        }
        5 => convolve(cx, &image, [[-1.0, 0.0, -1.0], [0.0, 4.0, 0.0], [-1.0, 0.0, -1.0]], 1.0, 127.0),
        6 => convolve(cx, &image, [[1.5, 0.0, 0.0], [0.0; 3], [0.0, 0.0, -1.5]], 1.0, 127.0),
        7 => convolve(cx, &image, [[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]], 16.0, 0.0),
        8 => plain(cx, Image::selective_blur),
        9 => convolve(cx, &image, [[-1.0; 3], [-1.0, 9.0, -1.0], [-1.0; 3]], 1.0, 0.0),
        10 => {
            expect(cx, more, 3, 3)?;
            let weight = match more.first_mut() {
                Some(weight) => args::float(cx, 3, weight)? as f32,
                None => 0.0,
            };
            convolve(cx, &image, [[1.0; 3], [1.0, weight, 1.0], [1.0; 3]], weight + 8.0, 0.0)
        }
        11 => {
            expect(cx, more, 3, 4)?;
            let (mut block, mut average) = (0, false);
            if let [first, rest @ ..] = more {
                block = args::int(cx, 3, first)?;
                if let [mode, ..] = rest {
                    average = args::bool(cx, 4, mode)?;
                }
            }
            with(cx, &image, |image| image.pixelate(int(block), average))
        }
        12 => scatter(cx, &image, more),
        _ => Err(cx.argument_value_error(2, "must be one of the IMG_FILTER_* filter constants")),
    }
}

/// Checks the number of all arguments.
fn expect(cx: &mut Cx, more: &[Value], least: usize, most: usize) -> PhpResult<()> {
    let given = more.len() + 2;
    if (least..=most).contains(&given) {
        return Ok(());
    }
    let (how, limit) = match given < least {
        _ if least == most => ("exactly", least),
        true => ("at least", least),
        false => ("at most", most),
    };
    Err(cx.throw("ArgumentCountError", format!("imagefilter() expects {how} {limit} arguments, {given} given")))
}

fn whole_numbers<const N: usize>(cx: &mut Cx, more: &mut [Value], least: usize, most: usize) -> PhpResult<[i64; N]> {
    expect(cx, more, least, most)?;
    let mut numbers = [0; N];
    for (at, (number, value)) in numbers.iter_mut().zip(more).enumerate() {
        *number = args::int(cx, at + 3, value)?;
    }
    Ok(numbers)
}

fn convolve(cx: &mut Cx, image: &PhpObject, matrix: [[f32; 3]; 3], divisor: f32, offset: f32) -> PhpResult<bool> {
    with_log(cx, image, |image, log| image.convolution(log, &matrix, divisor, offset))
}

fn scatter(cx: &mut Cx, image: &PhpObject, more: &mut [Value]) -> PhpResult<bool> {
    expect(cx, more, 4, 5)?;
    let [sub, plus, rest @ ..] = more else { return Ok(false) };
    let (sub, plus) = (args::int(cx, 3, sub)?, args::int(cx, 4, plus)?);
    let mut colors = Vec::new();
    if let Some(list) = rest.first_mut() {
        let list = args::array(cx, 5, list)?.clone();
        for (number, value) in [(3, sub), (4, plus)] {
            check_range(cx, number, value)?;
        }
        for value in list.values() {
            colors.push(int(convert::to_int(cx, value)?));
        }
    }
    for (number, value) in [(3, sub), (4, plus)] {
        check_range(cx, number, value)?;
    }
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
    let mut random = Mt19937::new(time ^ std::process::id(), false);
    with(cx, image, |image| image.scatter(int(sub), int(plus), &colors, || random.next_u32()))
}

fn check_range(cx: &mut Cx, number: usize, value: i64) -> PhpResult<()> {
    if (0..=i64::from(i32::MAX)).contains(&value) {
        return Ok(());
    }
    Err(cx.argument_value_error(number, format!("must be between 0 and {}", i32::MAX)))
}

/// `imageconvolution()`
pub(crate) fn imageconvolution(cx: &mut Cx, image: &PhpObject, matrix: &PhpArray, divisor: f64, offset: f64) -> PhpResult<bool> {
    if matrix.len() != 3 {
        return Err(cx.argument_value_error(2, "must be a 3x3 array"));
    }
    let mut factors = [[0f32; 3]; 3];
    for (i, row) in factors.iter_mut().enumerate() {
        let Some(list) = matrix.get_int(i as i64).and_then(|row| row.deref().as_array()) else { continue };
        if list.len() != 3 {
            let has = list.len();
            return Err(cx.argument_value_error(2, format!("must be a 3x3 array, matrix[{i}] only has {has} elements")));
        }
        for (j, factor) in row.iter_mut().enumerate() {
            let Some(value) = list.get_int(j as i64) else {
                let text = format!("must be a 3x3 array, matrix[{i}][{j}] cannot be found (missing integer key)");
                return Err(cx.argument_value_error(2, text));
            };
            *factor = convert::to_float(cx, value)? as f32;
        }
    }
    if !divisor.is_finite() {
        return Err(cx.argument_value_error(3, "must be finite"));
    }
    if divisor as f32 == 0.0 {
        return Err(cx.argument_value_error(3, "must not be 0"));
    }
    if !offset.is_finite() {
        return Err(cx.argument_value_error(4, "must be finite"));
    }
    convolve(cx, image, factors, divisor as f32, offset as f32)
}

/// `imagegammacorrect()`
pub(crate) fn imagegammacorrect(cx: &mut Cx, image: &PhpObject, input_gamma: f64, output_gamma: f64) -> PhpResult<bool> {
    for (number, gamma) in [(2, input_gamma), (3, output_gamma)] {
        if gamma <= 0.0 {
            return Err(cx.argument_value_error(number, "must be greater than 0"));
        }
        if !gamma.is_finite() {
            return Err(cx.argument_value_error(number, "must be finite"));
        }
    }
    with(cx, image, |image| image.gamma(input_gamma / output_gamma))?;
    Ok(true)
}
