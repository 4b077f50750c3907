//! `IntlRuleBasedBreakIterator`: finds boundaries by rules that the program writes or has compiled.

use loxo_icu_sys::{self as icu, Breaks, ParseError};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr};

use crate::breaks::{Iter, Walker, part};
use crate::errors;
use crate::object::{self, Obj, check, finish};
use crate::text::{parse_error_text, utf16};

/// `IntlRuleBasedBreakIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, rules: &PhpStr, compiled: bool) -> PhpResult<()> {
    if this.native::<Obj<Iter>>().is_some_and(|own| own.part.is_some()) {
        return Err(cx.throw_error("IntlRuleBasedBreakIterator object is already constructed"));
    }
    let mut code = 0;
    let fail = |cx: &mut Cx, why: String| Err(cx.throw("IntlException", format!("IntlRuleBasedBreakIterator::__construct(): {why}")));
    let made = if compiled {
        match Breaks::from_binary_rules(rules, &mut code) {
            Some(made) if !icu::failed(code) => made,
            _ => return fail(cx, "unable to create instance from compiled rules".into()),
        }
    } else {
        let Ok(rules) = utf16(rules) else { return fail(cx, "rules were not a valid UTF-8 string".into()) };
        let mut place = ParseError::default();
        let made = Breaks::from_rules(&rules, &mut place, &mut code);
        errors::set_code(cx, code);
        match made {
            Some(made) if !icu::failed(code) => made,
            _ => {
                let why = parse_error_text(&place);
                return fail(cx, format!("unable to create RuleBasedBreakIterator from rules ({why})"));
            }
        }
    };
    object::fill(this, Iter::new(Walker::Icu(made)));
    Ok(())
}

fn icu_part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Breaks> {
    match &mut part(cx, this)?.walker {
        Walker::Icu(breaks) => Ok(breaks),
        Walker::CodePoints(_) => Err(cx.throw_error("Found unconstructed BreakIterator")),
    }
}

/// `IntlRuleBasedBreakIterator::getRules()`
pub(crate) fn get_rules(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<String>> {
    let rules = icu_part(cx, this)?.rules();
    finish::<Iter>(cx, this, 0, &rules, "")
}

/// `IntlRuleBasedBreakIterator::getRuleStatus()`
pub(crate) fn get_rule_status(cx: &mut Cx, this: &PhpObject) -> PhpResult<i32> {
    Ok(icu_part(cx, this)?.rule_status())
}

/// `IntlRuleBasedBreakIterator::getRuleStatusVec()`
pub(crate) fn get_rule_status_vec(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    let (breaks, mut code) = (icu_part(cx, this)?, 0);
    let statuses = breaks.rule_statuses(&mut code);
    let fine = check::<Iter>(cx, this, code, "rbbi_get_rule_status_vec: failed obtaining the status values")?;
    Ok(OrFalse(fine.then(|| PhpArray::from_values(statuses.into_iter().map(i64::from)))))
}

/// `IntlRuleBasedBreakIterator::getBinaryRules()`
pub(crate) fn get_binary_rules(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<Vec<u8>>> {
    let (breaks, mut code) = (icu_part(cx, this)?, 0);
    let rules = breaks.binary_rules(&mut code);
    let fine = check::<Iter>(cx, this, code, "rbbi_get_binary_rules: the rules are too large")?;
    Ok(OrFalse(fine.then_some(rules)))
}
