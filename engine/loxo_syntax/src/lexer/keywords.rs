//! Keyword recognition: case-insensitive, with a filter that lets most names pass without a comparison.

use crate::token::TokenKind;

macro_rules! keywords {
    ($($word:literal => $kind:ident,)*) => {
        /// For each first letter, the lengths that some keyword with it has.
        const LENGTHS: [u32; 32] = {
            let words: &[&[u8]] = &[$($word),*];
            let mut table = [0u32; 32];
            let mut i = 0;
            while i < words.len() {
                table[(words[i][0] & 31) as usize] |= 1 << words[i].len();
                i += 1;
            }
            table
        };

        fn find(lower: &[u8]) -> Option<TokenKind> {
            match lower {
                $($word => Some(TokenKind::$kind),)*
                _ => None,
            }
        }
    };
}

keywords! {
    b"exit" => Exit, b"die" => Exit, b"fn" => Fn, b"function" => Function, b"const" => Const, b"return" => Return,
    b"yield" => Yield, b"try" => Try, b"catch" => Catch, b"finally" => Finally, b"throw" => Throw, b"if" => If,
    b"elseif" => Elseif, b"endif" => Endif, b"else" => Else, b"while" => While, b"endwhile" => Endwhile, b"do" => Do,
    b"for" => For, b"endfor" => Endfor, b"foreach" => Foreach, b"endforeach" => Endforeach, b"declare" => Declare,
    b"enddeclare" => Enddeclare, b"instanceof" => Instanceof, b"as" => As, b"switch" => Switch, b"match" => Match,
    b"endswitch" => Endswitch, b"case" => Case, b"default" => Default, b"break" => Break, b"continue" => Continue,
    b"goto" => Goto, b"echo" => Echo, b"print" => Print, b"class" => Class, b"interface" => Interface,
    b"trait" => Trait, b"enum" => Enum, b"extends" => Extends, b"implements" => Implements, b"new" => New,
    b"clone" => Clone, b"var" => Var, b"eval" => Eval, b"include" => Include, b"include_once" => IncludeOnce,
    b"require" => Require, b"require_once" => RequireOnce, b"namespace" => Namespace, b"use" => Use,
    b"insteadof" => Insteadof, b"global" => Global, b"isset" => Isset, b"empty" => Empty,
    b"__halt_compiler" => HaltCompiler, b"static" => Static, b"abstract" => Abstract, b"final" => Final,
    b"private" => Private, b"protected" => Protected, b"public" => Public, b"readonly" => Readonly, b"unset" => Unset,
    b"list" => List, b"array" => Array, b"callable" => Callable, b"or" => LogicalOr, b"and" => LogicalAnd,
    b"xor" => LogicalXor, b"__class__" => ClassC, b"__trait__" => TraitC, b"__function__" => FuncC,
    b"__property__" => PropertyC, b"__method__" => MethodC, b"__line__" => Line, b"__file__" => File,
    b"__dir__" => Dir, b"__namespace__" => NsC,
}

#[inline]
pub(super) fn lookup(word: &[u8]) -> Option<TokenKind> {
    let first = *word.first()?;
    if word.len() > 15 || first >= 0x80 || LENGTHS[(first & 31) as usize] & (1 << word.len()) == 0 {
        return None;
    }
    let mut buffer = [0u8; 16];
    let lower = &mut buffer[..word.len()];
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    find(lower)
}
