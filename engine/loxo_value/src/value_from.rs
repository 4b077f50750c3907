//! Values out of Rust's types.

use crate::{PhpArray, PhpObject, PhpRef, PhpResource, PhpStr, Value};

macro_rules! from {
    ($($ty:ty, $v:ident => $e:expr;)*) => {
        $(impl From<$ty> for Value {
            #[inline(always)]
            fn from($v: $ty) -> Value {
                $e
            }
        })*
    };
}

from! {
    i64, v => Value::int(v);
    i32, v => Value::int(i64::from(v));
    u32, v => Value::int(i64::from(v));
    u8, v => Value::int(i64::from(v));
    usize, v => Value::int(v as i64);
    f64, v => Value::float(v);
    bool, v => Value::bool(v);
    (), _v => Value::NULL;
    PhpStr, v => Value::string(v);
    &PhpStr, v => Value::string(v.clone());
    &str, v => Value::bytes(v.as_bytes());
    String, v => Value::bytes(v.as_bytes());
    &String, v => Value::bytes(v.as_bytes());
    &[u8], v => Value::bytes(v);
    Vec<u8>, v => Value::bytes(&v);
    PhpArray, v => Value::array(v);
    &PhpArray, v => Value::array(v.clone());
    PhpObject, v => Value::object(v);
    &PhpObject, v => Value::object(v.clone());
    PhpResource, v => Value::resource(v);
    PhpRef, v => Value::reference(v);
    &Value, v => v.clone();
}

impl<const N: usize> From<&[u8; N]> for Value {
    #[inline]
    fn from(v: &[u8; N]) -> Value {
        Value::bytes(v)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    /// `None` is `null`.
    #[inline]
    fn from(v: Option<T>) -> Value {
        v.map_or(Value::NULL, Into::into)
    }
}

impl<T: Into<Value>> FromIterator<T> for PhpArray {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> PhpArray {
        PhpArray::from_values(iter)
    }
}
