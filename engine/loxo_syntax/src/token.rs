//! Token kinds: one table with PHP's numeric id, the `T_*` name that scripts see, and the text that syntax errors use.

/// A token: kind and the bytes it covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub lo: u32,
    pub hi: u32,
}

macro_rules! token_kinds {
    (chars { $($char:ident = $byte:literal;)* } named { $($variant:ident = $id:literal, $name:literal, $display:literal;)* }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u16)]
        pub enum TokenKind {
            /// End of input.
            End = 0,
            /// The lexer has stored an error (parser mode only).
            Error = 1,
            $($char = $byte as u16,)*
            $($variant = $id,)*
        }

        impl TokenKind {
            /// The name of PHP's `T_*` constant; single characters have none.
            pub fn php_name(self) -> Option<&'static str> {
                match self {
                    $(TokenKind::$variant => Some($name),)*
                    _ => None,
                }
            }

            /// How syntax errors describe the token: in single quotes when the token has only one spelling.
            pub(crate) fn display(self) -> &'static str {
                match self {
                    TokenKind::End => "end of file",
                    TokenKind::Error => "error",
                    $(TokenKind::$char => concat!("'", $byte, "'"),)*
                    $(TokenKind::$variant => $display,)*
                }
            }

            /// The token that is this one byte, if PHP has it.
            pub(crate) fn from_byte(byte: u8) -> Option<TokenKind> {
                const TABLE: [Option<TokenKind>; 256] = {
                    let mut table = [None; 256];
                    $(table[$byte as usize] = Some(TokenKind::$char);)*
                    table
                };
                TABLE[byte as usize]
            }
        }
    };
}

token_kinds! {
    chars {
        Bang = '!';
        Quote = '"';
        Dollar = '$';
        Percent = '%';
        AmpChar = '&';
        LParen = '(';
        RParen = ')';
        Star = '*';
        Plus = '+';
        Comma = ',';
        Minus = '-';
        Dot = '.';
        Slash = '/';
        Colon = ':';
        Semicolon = ';';
        Less = '<';
        Equals = '=';
        Greater = '>';
        Question = '?';
        At = '@';
        LBracket = '[';
        RBracket = ']';
        Caret = '^';
        Backtick = '`';
        LBrace = '{';
        Pipe = '|';
        RBrace = '}';
        Tilde = '~';
    }
    named {
        Int = 260, "T_LNUMBER", "integer";
        Float = 261, "T_DNUMBER", "floating-point number";
        Identifier = 262, "T_STRING", "identifier";
        NameFullyQualified = 263, "T_NAME_FULLY_QUALIFIED", "fully qualified name";
        NameRelative = 264, "T_NAME_RELATIVE", "namespace-relative name";
        NameQualified = 265, "T_NAME_QUALIFIED", "namespaced name";
        Variable = 266, "T_VARIABLE", "variable";
        InlineHtml = 267, "T_INLINE_HTML", "T_INLINE_HTML";
        StringContent = 268, "T_ENCAPSED_AND_WHITESPACE", "string content";
        ConstantString = 269, "T_CONSTANT_ENCAPSED_STRING", "quoted string";
        StringVarname = 270, "T_STRING_VARNAME", "variable name";
        NumString = 271, "T_NUM_STRING", "number";
        Include = 272, "T_INCLUDE", "'include'";
        IncludeOnce = 273, "T_INCLUDE_ONCE", "'include_once'";
        Eval = 274, "T_EVAL", "'eval'";
        Require = 275, "T_REQUIRE", "'require'";
        RequireOnce = 276, "T_REQUIRE_ONCE", "'require_once'";
        LogicalOr = 277, "T_LOGICAL_OR", "'or'";
        LogicalXor = 278, "T_LOGICAL_XOR", "'xor'";
        LogicalAnd = 279, "T_LOGICAL_AND", "'and'";
        Print = 280, "T_PRINT", "'print'";
        Yield = 281, "T_YIELD", "'yield'";
        YieldFrom = 282, "T_YIELD_FROM", "'yield from'";
        Instanceof = 283, "T_INSTANCEOF", "'instanceof'";
        New = 284, "T_NEW", "'new'";
        Clone = 285, "T_CLONE", "'clone'";
        Exit = 286, "T_EXIT", "'exit'";
        If = 287, "T_IF", "'if'";
        Elseif = 288, "T_ELSEIF", "'elseif'";
        Else = 289, "T_ELSE", "'else'";
        Endif = 290, "T_ENDIF", "'endif'";
        Echo = 291, "T_ECHO", "'echo'";
        Do = 292, "T_DO", "'do'";
        While = 293, "T_WHILE", "'while'";
        Endwhile = 294, "T_ENDWHILE", "'endwhile'";
        For = 295, "T_FOR", "'for'";
        Endfor = 296, "T_ENDFOR", "'endfor'";
        Foreach = 297, "T_FOREACH", "'foreach'";
        Endforeach = 298, "T_ENDFOREACH", "'endforeach'";
        Declare = 299, "T_DECLARE", "'declare'";
        Enddeclare = 300, "T_ENDDECLARE", "'enddeclare'";
        As = 301, "T_AS", "'as'";
        Switch = 302, "T_SWITCH", "'switch'";
        Endswitch = 303, "T_ENDSWITCH", "'endswitch'";
        Case = 304, "T_CASE", "'case'";
        Default = 305, "T_DEFAULT", "'default'";
        Match = 306, "T_MATCH", "'match'";
        Break = 307, "T_BREAK", "'break'";
        Continue = 308, "T_CONTINUE", "'continue'";
        Goto = 309, "T_GOTO", "'goto'";
        Function = 310, "T_FUNCTION", "'function'";
        Fn = 311, "T_FN", "'fn'";
        Const = 312, "T_CONST", "'const'";
        Return = 313, "T_RETURN", "'return'";
        Try = 314, "T_TRY", "'try'";
        Catch = 315, "T_CATCH", "'catch'";
        Finally = 316, "T_FINALLY", "'finally'";
        Throw = 317, "T_THROW", "'throw'";
        Use = 318, "T_USE", "'use'";
        Insteadof = 319, "T_INSTEADOF", "'insteadof'";
        Global = 320, "T_GLOBAL", "'global'";
        Static = 321, "T_STATIC", "'static'";
        Abstract = 322, "T_ABSTRACT", "'abstract'";
        Final = 323, "T_FINAL", "'final'";
        Private = 324, "T_PRIVATE", "'private'";
        Protected = 325, "T_PROTECTED", "'protected'";
        Public = 326, "T_PUBLIC", "'public'";
        PrivateSet = 327, "T_PRIVATE_SET", "'private(set)'";
        ProtectedSet = 328, "T_PROTECTED_SET", "'protected(set)'";
        PublicSet = 329, "T_PUBLIC_SET", "'public(set)'";
        Readonly = 330, "T_READONLY", "'readonly'";
        Var = 331, "T_VAR", "'var'";
        Unset = 332, "T_UNSET", "'unset'";
        Isset = 333, "T_ISSET", "'isset'";
        Empty = 334, "T_EMPTY", "'empty'";
        HaltCompiler = 335, "T_HALT_COMPILER", "'__halt_compiler'";
        Class = 336, "T_CLASS", "'class'";
        Trait = 337, "T_TRAIT", "'trait'";
        Interface = 338, "T_INTERFACE", "'interface'";
        Enum = 339, "T_ENUM", "'enum'";
        Extends = 340, "T_EXTENDS", "'extends'";
        Implements = 341, "T_IMPLEMENTS", "'implements'";
        Namespace = 342, "T_NAMESPACE", "'namespace'";
        List = 343, "T_LIST", "'list'";
        Array = 344, "T_ARRAY", "'array'";
        Callable = 345, "T_CALLABLE", "'callable'";
        Line = 346, "T_LINE", "'__LINE__'";
        File = 347, "T_FILE", "'__FILE__'";
        Dir = 348, "T_DIR", "'__DIR__'";
        ClassC = 349, "T_CLASS_C", "'__CLASS__'";
        TraitC = 350, "T_TRAIT_C", "'__TRAIT__'";
        MethodC = 351, "T_METHOD_C", "'__METHOD__'";
        FuncC = 352, "T_FUNC_C", "'__FUNCTION__'";
        PropertyC = 353, "T_PROPERTY_C", "'__PROPERTY__'";
        NsC = 354, "T_NS_C", "'__NAMESPACE__'";
        Attribute = 355, "T_ATTRIBUTE", "'#['";
        PlusEqual = 356, "T_PLUS_EQUAL", "'+='";
        MinusEqual = 357, "T_MINUS_EQUAL", "'-='";
        MulEqual = 358, "T_MUL_EQUAL", "'*='";
        DivEqual = 359, "T_DIV_EQUAL", "'/='";
        ConcatEqual = 360, "T_CONCAT_EQUAL", "'.='";
        ModEqual = 361, "T_MOD_EQUAL", "'%='";
        AndEqual = 362, "T_AND_EQUAL", "'&='";
        OrEqual = 363, "T_OR_EQUAL", "'|='";
        XorEqual = 364, "T_XOR_EQUAL", "'^='";
        SlEqual = 365, "T_SL_EQUAL", "'<<='";
        SrEqual = 366, "T_SR_EQUAL", "'>>='";
        CoalesceEqual = 367, "T_COALESCE_EQUAL", "'??='";
        BooleanOr = 368, "T_BOOLEAN_OR", "'||'";
        BooleanAnd = 369, "T_BOOLEAN_AND", "'&&'";
        IsEqual = 370, "T_IS_EQUAL", "'=='";
        IsNotEqual = 371, "T_IS_NOT_EQUAL", "'!='";
        IsIdentical = 372, "T_IS_IDENTICAL", "'==='";
        IsNotIdentical = 373, "T_IS_NOT_IDENTICAL", "'!=='";
        IsSmallerOrEqual = 374, "T_IS_SMALLER_OR_EQUAL", "'<='";
        IsGreaterOrEqual = 375, "T_IS_GREATER_OR_EQUAL", "'>='";
        Spaceship = 376, "T_SPACESHIP", "'<=>'";
        Sl = 377, "T_SL", "'<<'";
        Sr = 378, "T_SR", "'>>'";
        Inc = 379, "T_INC", "'++'";
        Dec = 380, "T_DEC", "'--'";
        IntCast = 381, "T_INT_CAST", "'(int)'";
        DoubleCast = 382, "T_DOUBLE_CAST", "'(double)'";
        StringCast = 383, "T_STRING_CAST", "'(string)'";
        ArrayCast = 384, "T_ARRAY_CAST", "'(array)'";
        ObjectCast = 385, "T_OBJECT_CAST", "'(object)'";
        BoolCast = 386, "T_BOOL_CAST", "'(bool)'";
        UnsetCast = 387, "T_UNSET_CAST", "'(unset)'";
        ObjectOperator = 388, "T_OBJECT_OPERATOR", "'->'";
        NullsafeObjectOperator = 389, "T_NULLSAFE_OBJECT_OPERATOR", "'?->'";
        DoubleArrow = 390, "T_DOUBLE_ARROW", "'=>'";
        Comment = 391, "T_COMMENT", "comment";
        DocComment = 392, "T_DOC_COMMENT", "doc comment";
        OpenTag = 393, "T_OPEN_TAG", "open tag";
        OpenTagWithEcho = 394, "T_OPEN_TAG_WITH_ECHO", "'<?='";
        CloseTag = 395, "T_CLOSE_TAG", "'?>'";
        Whitespace = 396, "T_WHITESPACE", "whitespace";
        StartHeredoc = 397, "T_START_HEREDOC", "heredoc start";
        EndHeredoc = 398, "T_END_HEREDOC", "heredoc end";
        DollarOpenCurlyBraces = 399, "T_DOLLAR_OPEN_CURLY_BRACES", "'${'";
        CurlyOpen = 400, "T_CURLY_OPEN", "'{$'";
        DoubleColon = 401, "T_DOUBLE_COLON", "'::'";
        NsSeparator = 402, "T_NS_SEPARATOR", "'\\'";
        Ellipsis = 403, "T_ELLIPSIS", "'...'";
        Coalesce = 404, "T_COALESCE", "'??'";
        Pow = 405, "T_POW", "'**'";
        PowEqual = 406, "T_POW_EQUAL", "'**='";
        AmpVar = 407, "T_AMPERSAND_FOLLOWED_BY_VAR_OR_VARARG", "'&'";
        Amp = 408, "T_AMPERSAND_NOT_FOLLOWED_BY_VAR_OR_VARARG", "amp";
        BadCharacter = 409, "T_BAD_CHARACTER", "invalid character";
        PipeArrow = 410, "T_PIPE", "'|>'";
        VoidCast = 411, "T_VOID_CAST", "'(void)'";
    }
}

impl TokenKind {
    /// PHP's numeric id (the byte itself for single characters).
    pub fn id(self) -> u16 {
        self as u16
    }

    /// Keywords that may not be followed by a modifier's meaning: legal as member names and trait aliases.
    pub(crate) fn is_reserved_non_modifier(self) -> bool {
        use TokenKind::*;
        let id = self as u16;
        (id >= Include as u16 && id <= NsC as u16) && !self.is_modifier() && !matches!(self, YieldFrom | HaltCompiler)
    }

    fn is_modifier(self) -> bool {
        use TokenKind::*;
        matches!(self, Static | Abstract | Final | Private | Protected | Public | PrivateSet | ProtectedSet | PublicSet | Readonly)
    }

    /// Legal wherever PHP's grammar has `identifier`: names and all keywords but a few.
    #[inline]
    pub(crate) fn is_identifier(self) -> bool {
        use TokenKind::*;
        self == Identifier
            || self.is_reserved_non_modifier()
            || (self.is_modifier() && !matches!(self, PrivateSet | ProtectedSet | PublicSet))
    }

    /// A keyword that is also legal as an identifier, and cannot be an expression on its own.
    pub(crate) fn is_reserved_word(self) -> bool {
        use TokenKind::*;
        self != Identifier
            && self.is_identifier()
            && !matches!(self, Yield | Exit | Function | Fn)
            && !(self as u16 >= Line as u16 && self as u16 <= NsC as u16)
    }

    /// `name` in PHP's grammar.
    #[inline]
    pub(crate) fn is_name(self) -> bool {
        use TokenKind::*;
        matches!(self, Identifier | NameQualified | NameFullyQualified | NameRelative)
    }

    /// The order in which syntax errors list what they expected: operators of the precedence table, named tokens, then the rest.
    pub(crate) fn error_order(self) -> u16 {
        const OPERATORS: &[u8] = b"=?:|^<>.+-*/%!~@";
        const OTHERS: &[u8] = b",]();{}[`\"$";
        let id = self as u16;
        let byte = id.min(255) as u8;
        if id >= 256 {
            id
        } else if let Some(i) = OPERATORS.iter().position(|&b| b == byte) {
            1 + i as u16
        } else if let Some(i) = OTHERS.iter().position(|&b| b == byte) {
            1000 + i as u16
        } else {
            0
        }
    }
}
