//! The op table: each op's name, properties, operands and meaning in one row.
//!
//! The encoding, the verifier, the disassembler and the interpreter's table of handlers are made from [`for_each_op!`], so an op without a handler
//! does not compile. Passes that treat a few ops specially (compiler, lowering) ask the properties in [`OpInfo`] and leave all others alone.
//!
//! # Operands
//!
//! An op has up to three 32-bit operands `a`, `b`, `c`, a 24-bit operand `x`, and 8 flag bits. Their kinds:
//!
//! | kind | meaning |
//! | --- | --- |
//! | `Dst` | slot that is written without looking at what it held (a temporary, or an argument slot of a call window) |
//! | `Var` | local variable slot; may hold undef, a reference, anything; assigned with PHP's assignment semantics |
//! | `Src` | slot that is read (dereferenced); an undef local warns "Undefined variable". If the consume flag of this operand is set the slot is a temporary whose value moves into the op: afterwards the slot is dead. Also [`THIS`] |
//! | `Tmp` | temporary that is updated in place (array under construction, closure, iterator) |
//! | `K` | index into [`crate::Function::consts`] |
//! | `Str` | like `K`, and the constant is a string |
//! | `FnName`, `ConstName` | like `Str`; the VM turns it into the process-wide id of that name |
//! | `Class` | class reference: see [`crate::ClassOperand`] |
//! | `Win` | call window: first header slot; see [`FRAME_HEADER_SLOTS`] |
//! | `Jump` | index of an op in the same function |
//! | `Fn`, `ClassDecl` | index into the unit's functions or class declarations |
//! | `Imm` | plain number (signed where the op says so) |
//! | `Cache` | inline cache index, counted from 0 in each function; the VM makes it unique in the process |
//! | `No` | unused |
//!
//! # Flags
//!
//! Bits 0-2: consume `a`, `b`, `c`. Bits 3-7 belong to the op ([`flag`]).
//!
//! # Temporaries
//!
//! Each temporary is written once on every path and consumed exactly once ([`crate::LiveRange`] says where it is alive, for unwinding).
//! An op that throws has consumed its consumable operands and has not written its `Dst`.
//!
//! # The lvalue register
//!
//! Nested writes (`$a['x']->y['z'] = v`) go through one register of the VM, `lv`, the address of the container reached so far. `Lv*`
//! ops start at a slot or at the current `lv` and move it one step; the terminal ops act on it. All keys and the right-hand side are
//! evaluated into slots before the first step, so no PHP code runs between its steps except what magic methods and handlers cause.
//! Every container op exists in two forms: on a slot (`AssignDim`) and on `lv` (`LvAssignDim`).

use crate::BinaryOp;

/// Slot number that means `$this` of the current frame. It is an ordinary readable slot (in the frame header).
pub const THIS: u32 = u32::MAX;
/// "No operand" where an operand is optional.
pub const NONE: u32 = 0x00ff_ffff;

/// Slots that a call window has in front of its first argument:
/// closure being called; function and pc; previous frame and extra; called class, argument count and flags; `$this`.
pub const FRAME_HEADER_SLOTS: u32 = 5;

/// Flag bits of ops.
pub mod flag {
    pub const CONSUME_A: u8 = 1;
    pub const CONSUME_B: u8 = 2;
    pub const CONSUME_C: u8 = 4;
    /// Assigning ops: the value (or old/new value) is wanted; it is left in the temporary `c`, which is not consumed.
    pub const KEEP: u8 = 8;
    /// `IncDec` family: decrement.
    pub const DEC: u8 = 16;
    /// `IncDec` family: the result is the value before.
    pub const POST: u8 = 32;
    /// `AddI`, `MulI` and the like: the immediate stands on the left.
    pub const SWAPPED: u8 = 16;
    /// Arithmetic and comparing jumps: the operands are probably floats.
    pub const FLOATS: u8 = 64;
    /// `isset` family: `empty()` instead of `isset()` (result still "is empty").
    pub const EMPTY: u8 = 16;
    /// Fetch family: no warning for what is missing (left side of `??`, inside `isset`).
    pub const QUIET: u8 = 16;
    /// Lvalue fetch: read-modify-write (warn about missing elements).
    pub const RW: u8 = 32;
    /// Lvalue fetch: on the way to `unset` (nothing is created).
    pub const UNSET: u8 = 64;
    /// Lvalue fetch: the result will be made a reference or is only written through.
    pub const REF: u8 = 128;
    /// `Yield`, `ClosureUse`, `ArrayPush`..., `IterInit`: by reference.
    pub const BY_REF: u8 = 16;
    /// `Fetch*Dim` for list() destructuring: null and scalars give null silently.
    pub const LIST: u8 = 32;
    /// `ClosureUse`: captured by an arrow function.
    pub const IMPLICIT: u8 = 32;
    /// `ArgsNamed`: the value can be no reference; Error if the parameter wants one.
    pub const PLAIN: u8 = 32;
    /// `FetchDim` in a constant expression: Error 'Cannot use [] on objects in constant expression'.
    pub const NO_OBJECT: u8 = 64;
    /// `FetchProp*` in a constant expression: Error 'Fetching properties on non-enums in constant expressions is not allowed' unless the
    /// object is an enum case.
    pub const ENUM_ONLY: u8 = 32;
    /// `Call*`: the result of this call is thrown away (`#[\NoDiscard]`).
    pub const DISCARD: u8 = 16;
    /// `Return`: the value comes from a call or other non-variable (by-reference functions give a notice).
    pub const NOT_A_VAR: u8 = 16;
    /// Where the number of a [`crate::BinaryOp`] begins in the flags of ops that have it there (`operator_in_flags`).
    pub const OPERATOR: u32 = 4;
}

/// Calls `$visit!` with the whole table. Each row:
/// `Name [properties] (kind_a a, kind_b b, kind_c c; kind_x x) "meaning";`
///
/// Properties are what passes ask of an op; [`OpInfo`] has a field for each and says what it means. A pass that wants to know something new of
/// several ops gets a property here, not a list of its own.
#[macro_export]
macro_rules! for_each_op {
    ($visit:ident) => { $visit! {
        // ------------------------------------------------------------------------------------------------ moves
        Nop [] (No _, No _, No _; No _) "nothing";
        LoadK [] (Dst dst, K k, No _; No _) "dst = constant";
        Move [] (Dst dst, Src src, No _; No _) "dst = src, moved without dereferencing (temporaries)";
        Copy [throws] (Dst dst, Src src, No _; No _) "dst = copy of variable src, dereferenced";
        CopyQuiet [] (Dst dst, Src src, No _; No _) "the same, null for undef without a warning";
        Free [throws optional_target] (Src src, No _, Jump end; No _) "drop temporary src; end: NONE, or, on a path that leaves a switch early, its last op: an exception counts as thrown there (what is alive here and not there is dropped)";
        Assign [throws reads_var sets_var overwrites] (Var var, Src src, No _; No _) "var = src";
        AssignK [throws sets_var overwrites] (Var var, K k, No _; No _) "var = constant";
        MakeRef [] (Dst dst, Var var, No _; No _) "make var a reference (null if undef), dst = that reference";
        BindRef [throws] (Var var, Src src, No _; No _) "var =& src; src is a reference temporary (a plain value gets a fresh reference, with PHP's notice 'Only variables should be assigned by reference' if x was set by the compiler through RefNotice)";
        RefNotice [throws (x RefNoticeKind)] (Src src, No _, No _; Imm kind) "src (not consumed) is the result of a call that must yield a reference: unless it is one, notice (RefNoticeKind)";
        UnsetVar [throws sets_var overwrites] (Var var, No _, No _; No _) "unset(var)";
        IssetVar [keeps_var bool] (Dst dst, Var var, No _; No _) "dst = isset(var); flag EMPTY: empty(var)";
        // ------------------------------------------------------------------------------------- variables by name
        FetchVarVar [throws] (Dst dst, Src name, No _; No _) "dst = $$name; flag QUIET";
        LvVarVar [throws] (Src name, No _, No _; No _) "lv = address of $$name, created as null if missing; flags RW, UNSET";
        IssetVarVar [throws bool] (Dst dst, Src name, No _; No _) "dst = isset($$name); flag EMPTY";
        UnsetVarVar [throws] (Src name, No _, No _; No _) "unset($$name)";
        FetchGlobals [] (Dst dst, No _, No _; No _) "dst = copy of the global symbol table ($GLOBALS as a value)";
        FetchGlobal [throws] (Dst dst, Str name, No _; Cache cache) "dst = $GLOBALS[name]; flag QUIET";
        FetchGlobalDyn [throws] (Dst dst, Src name, No _; No _) "the same with a computed name";
        LvGlobal [throws] (Str name, No _, No _; Cache cache) "lv = address of $GLOBALS[name]; flags RW, UNSET";
        LvGlobalDyn [throws] (Src name, No _, No _; No _) "the same with a computed name";
        IssetGlobal [throws bool] (Dst dst, Str name, No _; Cache cache) "dst = isset($GLOBALS[name]); flag EMPTY";
        IssetGlobalDyn [throws bool] (Dst dst, Src name, No _; No _) "the same with a computed name";
        UnsetGlobal [throws] (Src name, No _, No _; No _) "unset($GLOBALS[name])";
        BindGlobal [throws] (Var var, Str name, No _; Cache cache) "global $var;";
        BindGlobalDyn [throws] (Src name, No _, No _; No _) "global $$name;";
        JumpIfStatic [jumps] (Var var, Imm index, Jump target; No _) "static variable number index: if initialised, bind var to it and jump";
        InitStatic [throws] (Var var, Imm index, Src src; No _) "initialise static variable number index with src and bind var to it";
        CheckThis [throws] (No _, No _, No _; No _) "throw 'Using $this when not in object context' unless there is a $this";
        FetchThisOrNull [] (Dst dst, No _, No _; No _) "dst = $this or null (isset($this), closures)";
        // -------------------------------------------------------------------------------------------- arithmetic
        Add [throws reads_var floats (computes Add)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs + rhs";
        Sub [throws reads_var floats (computes Sub)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs - rhs";
        Mul [throws reads_var floats (computes Mul)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs * rhs";
        Div [throws reads_var (computes Div)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs / rhs";
        Mod [throws reads_var (computes Mod)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs % rhs";
        Pow [throws (computes Pow)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs ** rhs";
        Concat [throws reads_var (computes Concat)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs . rhs";
        BitAnd [throws reads_var (computes BitAnd)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs & rhs";
        BitOr [throws (computes BitOr)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs | rhs";
        BitXor [throws (computes BitXor)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs ^ rhs";
        Shl [throws reads_var (computes Shl)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs << rhs";
        Shr [throws reads_var (computes Shr)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs >> rhs";
        AddI [throws reads_var floats (computes Add)] (Dst dst, Src lhs, Imm rhs; No _) "dst = lhs + signed immediate";
        SubI [throws reads_var floats (computes Sub)] (Dst dst, Src lhs, Imm rhs; No _) "dst = lhs - signed immediate";
        MulI [throws reads_var floats (computes Mul)] (Dst dst, Src lhs, Imm rhs; No _) "dst = lhs * signed immediate";
        ModI [throws reads_var (computes Mod)] (Dst dst, Src lhs, Imm rhs; No _) "dst = lhs % signed immediate, not 0 or -1";
        BitAndI [throws reads_var (computes BitAnd)] (Dst dst, Src lhs, Imm rhs; No _) "dst = lhs & signed immediate";
        ShlI [throws reads_var (computes Shl)] (Dst dst, Src lhs, Imm rhs; No _) "dst = lhs << immediate 0..63";
        ShrI [throws reads_var (computes Shr)] (Dst dst, Src lhs, Imm rhs; No _) "dst = lhs >> immediate 0..63";
        AddVar [throws sets_var overwrites floats (computes Add)] (Var var, Src lhs, Src rhs; No _) "var = lhs + rhs (operation and assignment in one)";
        SubVar [throws sets_var overwrites floats (computes Sub)] (Var var, Src lhs, Src rhs; No _) "var = lhs - rhs";
        MulVar [throws sets_var overwrites floats (computes Mul)] (Var var, Src lhs, Src rhs; No _) "var = lhs * rhs";
        AddIVar [throws sets_var overwrites floats (computes Add)] (Var var, Src lhs, Imm rhs; No _) "var = lhs + signed immediate";
        SubIVar [throws sets_var overwrites floats (computes Sub)] (Var var, Src lhs, Imm rhs; No _) "var = lhs - signed immediate";
        Neg [throws] (Dst dst, Src src, No _; No _) "dst = -src (PHP: src * -1)";
        Plus [throws] (Dst dst, Src src, No _; No _) "dst = +src (PHP: src * 1)";
        BitNot [throws] (Dst dst, Src src, No _; No _) "dst = ~src";
        Not [throws reads_var bool] (Dst dst, Src src, No _; No _) "dst = !src";
        ToBool [throws reads_var bool] (Dst dst, Src src, No _; No _) "dst = (bool) src";
        IsType [throws] (Dst dst, Src src, Imm tags; No _) "dst = the tag of src is one of tags: is_int() and the like";
        Strlen [throws] (Dst dst, Src src, No _; No _) "dst = strlen(src)";
        Count [throws] (Dst dst, Src src, No _; Imm alias) "dst = count(src); alias 1: written as sizeof()";
        ArrayKeyExists [throws bool] (Dst dst, Src key, Src array; No _) "dst = array_key_exists(key, array)";
        InArray [throws bool] (Dst dst, Src needle, K set; Imm strict) "dst = in_array(needle, array, strict == 1) of a constant array of integers and strings, whose values are the keys of set; not strict: they are strings that are no numbers";
        Defined [throws bool] (Dst dst, ConstName name, No _; No _) "dst = defined(name)";
        FunctionExists [throws bool] (Dst dst, FnName name, No _; No _) "dst = function_exists(name)";
        FuncNumArgs [] (Dst dst, No _, No _; No _) "dst = number of arguments that the function was called with";
        Equal [throws reads_var bool (relation Equal)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs == rhs";
        NotEqual [throws reads_var bool negated (relation Equal)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs != rhs";
        Identical [throws reads_var bool (relation Identical)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs === rhs";
        NotIdentical [throws reads_var bool negated (relation Identical)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs !== rhs";
        Less [throws reads_var bool (relation Less)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs < rhs (the compiler turns > around, keeping the order of evaluation)";
        LessEqual [throws reads_var bool (relation LessEqual)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs <= rhs";
        Spaceship [throws] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs <=> rhs";
        LogicalXor [throws bool] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs xor rhs";
        ConcatN [throws] (Dst dst, Imm first, Imm count; No _) "dst = the temporaries first..first+count concatenated; all consumed";
        ToStringTmp [throws reads_var] (Dst dst, Src src, No _; No _) "dst = (string) src, or src if that is an int: a part for ConcatN";
        CastInt [throws] (Dst dst, Src src, No _; No _) "dst = (int) src";
        CastFloat [throws] (Dst dst, Src src, No _; No _) "dst = (float) src";
        CastString [throws] (Dst dst, Src src, No _; No _) "dst = (string) src";
        CastArray [throws] (Dst dst, Src src, No _; No _) "dst = (array) src";
        CastObject [throws] (Dst dst, Src src, No _; No _) "dst = (object) src";
        // ------------------------------------------------------------------------- operations on a local variable
        AssignOp [throws changes_var (x BinaryOp)] (Var var, No _, Src src; Imm op) "var = var op src; op is a BinaryOp; flag KEEP leaves the result in c";
        AppendStr [throws changes_var] (Var var, Src src, No _; No _) "var .= src, in place when possible";
        AppendN [throws changes_var] (Var var, Imm first, Imm count; No _) "var .= the temporaries first..first+count, as ConcatN joins them; all consumed";
        PreInc [throws sets_var] (Var var, No _, No _; No _) "++var";
        PreDec [throws sets_var] (Var var, No _, No _; No _) "--var";
        PostInc [throws steps_var] (Dst dst, Var var, No _; No _) "dst = var++";
        PostDec [throws steps_var] (Dst dst, Var var, No _; No _) "dst = var--";
        // ------------------------------------------------------------------------------------------------- jumps
        Jump [jumps ends] (No _, No _, Jump target; No _) "continue at target";
        JumpIf [throws jumps reads_var (inverse JumpIfNot)] (Src src, No _, Jump target; No _) "jump if src is truthy";
        JumpIfNot [throws jumps reads_var negated (inverse JumpIf)] (Src src, No _, Jump target; No _) "jump if src is falsy";
        JumpIfKeep [throws jumps] (Dst dst, Src src, Jump target; No _) "dst = (bool) src, jump if true (|| as a value)";
        JumpIfNotKeep [throws jumps] (Dst dst, Src src, Jump target; No _) "dst = (bool) src, jump if false (&& as a value)";
        JumpIfSet [throws jumps] (Dst dst, Src src, Jump target; No _) "if src is truthy: dst = src, jump; else src is dropped (?:)";
        JumpIfNotNull [jumps] (Dst dst, Src src, Jump target; No _) "if src is not null (undef counts as null, silently): dst = src, jump; else src is dropped (??)";
        JumpIfNullTo [throws jumps (x NullsafeResult)] (Src src, Dst dst, Jump target; Imm kind) "?->: if src is null, dst (NONE allowed) = what kind says (NullsafeResult), src is dropped and control goes to target; otherwise src stays alive (never consumed); flag QUIET: an undef src is silent";
        JumpLess [throws jumps reads_var floats (inverse JumpNotLess) (relation Less)] (Src lhs, Src rhs, Jump target; No _) "jump if lhs < rhs";
        JumpLessEqual [throws jumps reads_var floats (inverse JumpNotLessEqual) (relation LessEqual)] (Src lhs, Src rhs, Jump target; No _) "jump if lhs <= rhs";
        JumpNotLess [throws jumps reads_var negated floats (inverse JumpLess) (relation Less)] (Src lhs, Src rhs, Jump target; No _) "jump unless lhs < rhs";
        JumpNotLessEqual [throws jumps reads_var negated floats (inverse JumpLessEqual) (relation LessEqual)] (Src lhs, Src rhs, Jump target; No _) "jump unless lhs <= rhs";
        JumpEqual [throws jumps reads_var floats (inverse JumpNotEqual) (relation Equal)] (Src lhs, Src rhs, Jump target; No _) "jump if lhs == rhs";
        JumpNotEqual [throws jumps reads_var negated floats (inverse JumpEqual) (relation Equal)] (Src lhs, Src rhs, Jump target; No _) "jump if lhs != rhs";
        JumpIdentical [throws jumps reads_var (inverse JumpNotIdentical) (relation Identical)] (Src lhs, Src rhs, Jump target; No _) "jump if lhs === rhs";
        JumpNotIdentical [throws jumps reads_var negated (inverse JumpIdentical) (relation Identical)] (Src lhs, Src rhs, Jump target; No _) "jump if lhs !== rhs";
        JumpLessI [throws jumps reads_var floats (inverse JumpNotLessI) (relation Less)] (Src lhs, Imm rhs, Jump target; No _) "jump if lhs < signed immediate";
        JumpLessEqualI [throws jumps reads_var floats (inverse JumpNotLessEqualI) (relation LessEqual)] (Src lhs, Imm rhs, Jump target; No _) "jump if lhs <= signed immediate";
        JumpNotLessI [throws jumps reads_var negated floats (inverse JumpLessI) (relation Less)] (Src lhs, Imm rhs, Jump target; No _) "jump unless lhs < signed immediate";
        JumpNotLessEqualI [throws jumps reads_var negated floats (inverse JumpLessEqualI) (relation LessEqual)] (Src lhs, Imm rhs, Jump target; No _) "jump unless lhs <= signed immediate";
        JumpGreaterI [throws jumps reads_var floats (inverse JumpNotGreaterI) (relation Greater)] (Src lhs, Imm rhs, Jump target; No _) "jump if lhs > signed immediate";
        JumpGreaterEqualI [throws jumps reads_var floats (inverse JumpNotGreaterEqualI) (relation GreaterEqual)] (Src lhs, Imm rhs, Jump target; No _) "jump if lhs >= signed immediate";
        JumpNotGreaterI [throws jumps reads_var negated floats (inverse JumpGreaterI) (relation Greater)] (Src lhs, Imm rhs, Jump target; No _) "jump unless lhs > signed immediate";
        JumpNotGreaterEqualI [throws jumps reads_var negated floats (inverse JumpGreaterEqualI) (relation GreaterEqual)] (Src lhs, Imm rhs, Jump target; No _) "jump unless lhs >= signed immediate";
        JumpEqualI [throws jumps reads_var floats (inverse JumpNotEqualI) (relation Equal)] (Src lhs, Imm rhs, Jump target; No _) "jump if lhs == signed immediate";
        JumpNotEqualI [throws jumps reads_var negated floats (inverse JumpEqualI) (relation Equal)] (Src lhs, Imm rhs, Jump target; No _) "jump if lhs != signed immediate";
        JumpIdenticalK [throws jumps reads_var (inverse JumpNotIdenticalK) (relation Identical)] (Src lhs, K rhs, Jump target; No _) "jump if lhs === constant";
        JumpNotIdenticalK [throws jumps reads_var negated (inverse JumpIdenticalK) (relation Identical)] (Src lhs, K rhs, Jump target; No _) "jump if lhs !== constant";
        Switch [throws jumps ends] (Src src, Imm table, Jump otherwise; No _) "jump table number `table` of the function; never consumes src; a match() table identically, a switch table is used by the compiler only when loose and identical comparison agree for the subject's type (otherwise falls to `otherwise`)";
        MatchError [throws ends] (Src src, No _, No _; No _) "throw UnhandledMatchError for src";
        // ---------------------------------------------------------------------------------------------- constants
        FetchConst [throws] (Dst dst, ConstName name, No _; Cache cache) "dst = constant";
        FetchConstNs [throws] (Dst dst, ConstName name, ConstName fallback; Cache cache) "dst = namespaced constant, or the global one";
        FetchClassConst [throws] (Dst dst, Class class, Str name; Cache cache) "dst = class::name";
        FetchClassConstDyn [throws] (Dst dst, Class class, Src name; No _) "dst = class::{name}";
        FetchClassName [throws] (Dst dst, Class class, No _; No _) "dst = class::class (self, parent, static or a class temporary)";
        FetchObjectClass [throws] (Dst dst, Src src, No _; No _) "dst = $src::class (TypeError unless an object)";
        DeclareConst [throws] (Str name, Src src, No _; Imm attrs) "const name = src; attrs: 1 + index into unit.const_attrs, or 0";
        // ------------------------------------------------------------------------------------------------- arrays
        NewArray [] (Dst dst, Imm capacity, No _; No _) "dst = []";
        ArrayShape [] (Dst dst, K shape, No _; No _) "dst = a copy of a constant array, some of whose values are still to be put in";
        ArrayPut [throws] (Tmp array, Imm position, Src src; No _) "array's element at a position = src";
        ArrayPush [throws] (Tmp array, Src src, No _; No _) "array[] = src; flag BY_REF: src is a reference temporary kept as one";
        ArraySet [throws] (Tmp array, Src key, Src src; No _) "array[key] = src; flag BY_REF";
        ArraySetK [throws] (Tmp array, K key, Src src; No _) "array[constant key, already normalised] = src; flag BY_REF";
        ArraySpread [throws] (Tmp array, Src src, No _; No _) "array = [...array, ...src]";
        FetchDim [throws reads_var] (Dst dst, Src base, Src key; No _) "dst = base[key]; flags QUIET, LIST";
        FetchDimK [throws reads_var] (Dst dst, Src base, K key; No _) "dst = base[constant key]; an int, or a string that means no int (\"1\" does)";
        IssetDim [throws reads_var bool] (Dst dst, Src base, Src key; No _) "dst = isset(base[key]); flag EMPTY; an undef base is silent";
        IssetDimK [throws reads_var bool] (Dst dst, Src base, K key; No _) "dst = isset(base[constant key as for FetchDimK]); flag EMPTY; an undef base is silent";
        AssignDim [throws] (Var base, Src key, Src src; No _) "base[key] = src; flag KEEP";
        AssignDimK [throws] (Var base, K key, Src src; No _) "base[constant] = src; flag KEEP";
        AssignDimAppend [throws] (Var base, No _, Src src; No _) "base[] = src; flag KEEP";
        AssignDimOp [throws (x BinaryOp)] (Var base, Src key, Src src; Imm op) "base[key] op= src; flag KEEP";
        AssignDimAppendOp [throws (x BinaryOp)] (Var base, No _, Src src; Imm op) "base[] op= src; flag KEEP";
        UnsetDim [throws] (Var base, Src key, No _; No _) "unset(base[key])";
        LvAssignDim [throws uses_lv] (No _, Src key, Src src; No _) "lv[key] = src; flag KEEP";
        LvAssignDimAppend [throws uses_lv] (No _, No _, Src src; No _) "lv[] = src; flag KEEP";
        LvAssignDimOp [throws uses_lv (x BinaryOp)] (No _, Src key, Src src; Imm op) "lv[key] op= src; flag KEEP";
        LvAssignDimAppendOp [throws uses_lv (x BinaryOp)] (No _, No _, Src src; Imm op) "lv[] op= src; flag KEEP";
        LvUnsetDim [throws uses_lv] (No _, Src key, No _; No _) "unset(lv[key])";
        // ------------------------------------------------------------------------------------- the lvalue register
        LvVar [] (Var var, No _, No _; No _) "lv = address of var (undef becomes null unless flag UNSET; flag RW warns about undef first)";
        LvTmp [] (Src src, No _, No _; No _) "lv = a scratch slot of the VM holding src (results of calls as containers)";
        LvDim [throws] (Var base, Src key, No _; No _) "lv = address of base[key]; flags RW, UNSET, REF";
        LvDimAppend [throws] (Var base, No _, No _; No _) "lv = address of a new element base[]; flags RW, REF";
        LvLvDim [throws uses_lv] (No _, Src key, No _; No _) "lv = address of lv[key]; flags RW, UNSET, REF";
        LvLvDimAppend [throws uses_lv] (No _, No _, No _; No _) "lv = address of lv[]";
        LvProp [throws] (Src object, Str name, No _; Cache cache) "lv = address of object->name; object is a Var slot, a temporary or THIS; flags RW, UNSET, REF";
        LvPropDyn [throws] (Src object, Src name, No _; No _) "the same with a computed name";
        LvLvProp [throws uses_lv] (No _, Str name, No _; Cache cache) "lv = address of lv->name; flags";
        LvLvPropDyn [throws uses_lv] (No _, Src name, No _; No _) "the same with a computed name";
        LvStaticProp [throws] (Class class, Str name, No _; Cache cache) "lv = address of class::$name; flags RW, UNSET, REF";
        LvStaticPropDyn [throws] (Class class, Src name, No _; No _) "the same with a computed name";
        LvMakeRef [throws] (Dst dst, No _, No _; No _) "make *lv a reference, dst = that reference (typed properties: the reference remembers the type)";
        LvBindRef [throws] (Src src, No _, No _; No _) "*lv =& src (src a reference temporary); for elements, static properties and variable variables";
        LvAssign [throws uses_lv] (No _, No _, Src src; No _) "*lv = src; flag KEEP";
        LvAssignOp [throws uses_lv (x BinaryOp)] (No _, No _, Src src; Imm op) "*lv op= src; flag KEEP";
        LvIncDec [throws uses_lv] (Dst dst, No _, No _; No _) "++*lv and its three sisters; flags DEC, POST; KEEP: the result is wanted in dst";
        // ---------------------------------------------------------------------------------------------- properties
        FetchProp [throws reads_var] (Dst dst, Src object, Str name; Cache cache) "dst = object->name; flags QUIET, ENUM_ONLY";
        FetchPropDyn [throws] (Dst dst, Src object, Src name; No _) "dst = object->{name}; flags QUIET, ENUM_ONLY";
        FetchStaticProp [throws] (Dst dst, Class class, Str name; Cache cache) "dst = class::$name; flag QUIET";
        FetchStaticPropDyn [throws] (Dst dst, Class class, Src name; No _) "dst = class::$$name; flag QUIET";
        IssetProp [throws bool] (Dst dst, Src object, Str name; Cache cache) "dst = isset(object->name); flag EMPTY; an undef object is silent";
        IssetPropDyn [throws bool] (Dst dst, Src object, Src name; No _) "dst = isset(object->{name}); flag EMPTY";
        IssetStaticProp [throws bool] (Dst dst, Class class, Str name; Cache cache) "dst = isset(class::$name); flag EMPTY";
        IssetStaticPropDyn [throws] (Dst dst, Class class, Src name; No _) "the same with a computed name";
        AssignProp [throws] (Src object, Str name, Src src; Cache cache) "object->name = src; object a Var slot, temporary or THIS; flag KEEP; it has the cache behind its own as well";
        AssignPropDyn [throws] (Src object, Src name, Src src; No _) "object->{name} = src; flag KEEP";
        LvAssignProp [throws uses_lv] (No _, Str name, Src src; Cache cache) "lv->name = src; flag KEEP; caches as above";
        LvAssignPropDyn [throws uses_lv] (No _, Src name, Src src; No _) "lv->{name} = src; flag KEEP";
        AssignPropOp [throws operator_in_flags] (Src object, Str name, Src src; Cache cache) "object->name op= src; flag KEEP";
        AssignPropOpDyn [throws (x BinaryOp)] (Src object, Src name, Src src; Imm op) "object->{name} op= src; flag KEEP";
        LvAssignPropOp [throws uses_lv operator_in_flags] (No _, Str name, Src src; Cache cache) "lv->name op= src; flag KEEP";
        LvAssignPropOpDyn [throws uses_lv (x BinaryOp)] (No _, Src name, Src src; Imm op) "lv->{name} op= src; flag KEEP";
        IncDecProp [throws] (Dst dst, Src object, Str name; Cache cache) "++object->name etc.; flags DEC, POST; KEEP: result wanted in dst";
        IncDecPropDyn [throws] (Dst dst, Src object, Src name; No _) "++object->{name} etc.";
        LvIncDecProp [throws uses_lv] (Dst dst, Str name, No _; Cache cache) "++lv->name etc.";
        LvIncDecPropDyn [throws uses_lv] (Dst dst, Src name, No _; No _) "++lv->{name} etc.";
        BindRefProp [throws] (Src object, Src name, Src src; No _) "object->{name} =& src";
        LvBindRefProp [throws uses_lv] (No _, Src name, Src src; No _) "lv->{name} =& src";
        BindRefStaticProp [throws] (Class class, Src name, Src src; No _) "class::$name =& src";
        AssignStaticProp [throws] (Class class, Str name, Src src; Cache cache) "class::$name = src with its type check; flag KEEP";
        AssignStaticPropDyn [throws] (Class class, Src name, Src src; No _) "the same with a computed name";
        AssignStaticPropOp [throws operator_in_flags] (Class class, Str name, Src src; Cache cache) "class::$name op= src; flag KEEP";
        AssignStaticPropOpDyn [throws (x BinaryOp)] (Class class, Src name, Src src; Imm op) "the same with a computed name";
        IncDecStaticProp [throws] (Dst dst, Class class, Str name; Cache cache) "++class::$name etc.; flags DEC, POST, KEEP";
        IncDecStaticPropDyn [throws] (Dst dst, Class class, Src name; No _) "the same with a computed name";
        UnsetProp [throws] (Src object, Src name, No _; No _) "unset(object->{name})";
        LvUnsetProp [throws uses_lv] (No _, Src name, No _; No _) "unset(lv->{name})";
        UnsetStaticProp [throws ends] (Class class, Src name, No _; No _) "throw Error 'Attempt to unset static property A::$b'";
        // ------------------------------------------------------------------------------------------------- calls
        InitFn [throws starts_call] (Win win, FnName name, No _; No _) "start a call of function name";
        InitFnNs [throws starts_call] (Win win, FnName name, FnName fallback; No _) "the same, namespaced with fallback to the global function";
        InitDyn [throws starts_call] (Win win, Src callee, No _; Cache cache) "start a call of a closure, callable string/array or invokable object ($f())";
        InitUserCall [throws starts_call] (Win win, Src callee, No _; Imm array) "start call_user_func(callee, ...); array 1: call_user_func_array(callee, ...)";
        InitMethod [throws reads_var starts_call] (Win win, Src object, Str name; Cache cache) "start object->name()";
        InitMethodDyn [throws starts_call] (Win win, Src object, Src name; No _) "start object->{name}() (a closure as name is called: ($o->$f)() is InitDyn)";
        InitStaticCall [throws starts_call] (Win win, Class class, Str name; Cache cache) "start class::name()";
        InitStaticCallDyn [throws starts_call] (Win win, Class class, Src name; No _) "start class::{name}()";
        InitParentHook [throws starts_call] (Win win, Str property, Imm is_set; No _) "start parent::$property::get() / ::set()";
        New [throws starts_call] (Dst dst, Class class, Win win; Cache cache) "dst = new object of class, start its constructor in win; if there is none the call that follows does nothing but drop its arguments; flag QUIET (constant expressions): those by name too";
        JumpIfNoConstructor [jumps] (Win win, No _, Jump target; No _) "after New without arguments: skip the call if there is no constructor";
        CopyArg [throws] (Dst arg, Src var, Win win; Imm position) "pass variable var as argument number position (from 0): by value, or by reference if the callee wants one";
        JumpIfArgByValue [jumps] (Win win, Imm position, Jump target; No _) "jump if the callee takes argument position by value (or there is no such parameter)";
        CheckRefArg [throws] (Src src, Win win, Imm position; No _) "src (not consumed), a literal or expression, was evaluated into an argument slot: if the callee wants a reference there, Error 'f(): Argument #1 ($x) could not be passed by reference'";
        Call [throws calls] (Win win, Imm count, No _; Dst dst) "run the started call with count arguments; dst NONE drops the result; flag DISCARD";
        CallRef [throws calls] (Win win, Imm count, No _; Dst dst) "the same, dst keeps a returned reference as one";
        CallForArg [throws calls] (Win win, Imm count, Win outer; Dst dst) "as Call, with dst an argument slot of the started call outer: a returned reference is kept as one if that callee takes this argument by reference";
        CallFn [throws calls] (Win win, Fn function, Imm count; Dst dst) "call a function declared unconditionally in this unit, without Init; flag DISCARD";
        CallBuiltin [throws calls headless] (Win win, FnName name, Imm count; Dst dst) "call a builtin that the compiler knows (global name, argument count accepted, references where it takes them), without Init";
        CallFrameBuiltin [throws calls headless] (Win win, FnName name, Imm count; Dst dst) "builtins that need the caller's frame (compact, extract, func_get_args, get_defined_vars): as CallBuiltin";
        BeginArgs [] (Dst args, No _, No _; No _) "args = empty argument list (for calls with spread or named arguments)";
        ArgsPush [throws] (Tmp args, Src src, Win win; No _) "append positional argument; flag BY_REF: src is a reference temporary";
        ArgsPushVar [throws] (Tmp args, Src var, Win win; No _) "append variable by value or reference, as the callee wants";
        ArgsSpread [throws] (Tmp args, Src src, Win win; No _) "append the elements of src (string keys become named arguments; a by-reference parameter makes its element in variable src a reference); flag BY_REF: src is the list of call_user_func_array()";
        ArgsNamed [throws] (Tmp args, Str name, Src src; Win win) "add a named argument; flags BY_REF, PLAIN";
        JumpIfNamedByValue [jumps] (Win win, Str name, Jump target; Tmp args) "jump if the parameter of that name is by value";
        JumpIfNextByValue [jumps] (Win win, Tmp args, Jump target; No _) "jump if the next positional parameter is by value";
        CallArgs [throws calls] (Win win, Src args, No _; Dst dst) "run the started call with an argument list; flag DISCARD; flag KEEP: dst keeps a returned reference";
        MakeCallable [throws] (Dst dst, Win win, No _; No _) "dst = Closure of the started call: f(...)";
        // ---------------------------------------------------------------------------------------- function entry
        DefaultK [defaults_var] (Var var, K k, No _; No _) "if parameter var was not passed: var = constant";
        JumpIfPassed [jumps keeps_var] (Var var, No _, Jump target; No _) "jump if parameter var was passed";
        CheckParam [throws sets_var] (Var var, Imm index, No _; No _) "check and coerce parameter number index (its type is in Function::params)";
        CollectVariadic [throws changes_var] (Var var, Imm index, No _; No _) "var = array of the arguments from index on (and unknown named ones), each checked";
        PromoteParam [throws keeps_var] (Var var, Str property, No _; Cache cache) "$this->property = var (constructor promotion)";
        CheckReturn [throws] (Tmp src, No _, No _; No _) "check and coerce the return value in place: a temporary, or a local (made a plain value if it is a reference; undef warns and is null)";
        CheckReturnVoidMissing [throws] (No _, No _, No _; No _) "a function with a return type fell off its end: TypeError 'none returned'; never-returning: TypeError";
        Return [throws ends reads_var] (Src src, No _, No _; No _) "leave the function with src (dereferenced)";
        ReturnK [throws ends] (K k, No _, No _; No _) "leave with a constant";
        ReturnRef [throws ends] (Src src, No _, No _; No _) "leave a by-reference function; src is a reference temporary or a value (flag NOT_A_VAR: notice)";
        // -------------------------------------------------------------------------------------------- generators
        GeneratorCreate [ends comes_back] (No _, No _, No _; No _) "after the parameters: make the Generator, give it to the caller";
        Yield [throws] (Dst dst, Src value, Src key; Imm temporaries) "yield; value NONE: null; key NONE: automatic; dst receives what is sent; so many slots behind the locals may be alive; flag BY_REF: value is a reference temporary";
        YieldFrom [throws] (Dst dst, Src src, No _; Imm temporaries) "yield from src; dst = its return value; temporaries as for Yield";
        GeneratorReturn [throws ends] (Src src, No _, No _; No _) "finish the generator with its return value";
        // ------------------------------------------------------------------------------------------------ foreach
        IterInit [throws jumps reads_var] (Dst iter, Src src, Jump end; No _) "start foreach over src by value; iter takes two slots; nothing to iterate: iter is dropped-clean and jump to end; flag BY_REF unused";
        IterInitRef [throws jumps] (Dst iter, Var src, Jump end; No _) "start foreach by reference over variable src";
        LvIterInitRef [throws jumps] (Dst iter, No _, Jump end; No _) "the same over *lv";
        IterNext [throws jumps changes_var overwrites] (Tmp iter, Var value, Jump end; Dst key) "assign the next value to variable value; key (NONE or a temporary) = its key; jump to end when over (the iterator stays alive until IterFree)";
        IterNextTmp [throws jumps] (Tmp iter, Dst value, Jump end; Dst key) "the same, value into a temporary";
        IterNextRef [throws jumps] (Tmp iter, Var value, Jump end; Dst key) "bind variable value to the next element by reference";
        IterNextRefTmp [throws jumps] (Tmp iter, Dst value, Jump end; Dst key) "the same, the reference into a temporary";
        IterFree [throws optional_target] (Src iter, No _, Jump end; No _) "end of foreach: drop the iterator (also on break and return paths; leaves undef); end as in Free";
        // ------------------------------------------------------------------------------------------- declarations
        DeclareFn [throws] (Fn function, No _, No _; No _) "declare a function conditionally (nested in a block or function)";
        DeclareClass [throws] (ClassDecl class, No _, No _; No _) "declare class now; autoloads its parents";
        NewAnonClass [throws] (Dst dst, ClassDecl class, No _; Cache cache) "dst = class temporary of an anonymous class, declared on first use";
        MakeClosure [] (Dst dst, Fn function, No _; No _) "dst = Closure object bound to $this and scope";
        ClosureUse [throws] (Tmp closure, Src var, Imm index; No _) "capture var as used variable number index; flag BY_REF; flag IMPLICIT: arrow functions capture silently, undef stays undef";
        FetchClass [throws (x ClassFetch)] (Dst dst, Src src, No _; Imm mode) "dst = class temporary from an object or class name string; mode (ClassFetch): what happens when it is missing";
        InstanceOf [throws reads_var bool] (Dst dst, Src object, Class class; Cache cache) "dst = object instanceof class (never autoloads)";
        Clone [throws] (Dst dst, Src object, Src with; No _) "dst = clone object; with: NONE or the array of 8.5's clone($o, [...])";
        // --------------------------------------------------------------------------------------------- exceptions
        ThrowError [throws ends] (Str message, No _, No _; No _) "throw new Error(message)";
        AssertCheck [jumps] (Dst dst, No _, Jump target; No _) "assert(): unless zend.assertions is 1 right now: dst (NONE allowed) = true, jump";
        Throw [throws ends reads_var] (Src src, No _, No _; No _) "throw src";
        Catch [jumps optional_target changes_var overwrites] (Class class, Var var, Jump next; Cache cache) "handler entry: if the exception in flight is of the class, var (NONE allowed) = it; else jump to next; next NONE: last clause, rethrow";
        FastCall [jumps ends comes_back] (Dst ret, Src value, Jump finally; No _) "run the finally block as a subroutine, come back to the next op; value: NONE, or the temporary with the pending return value (not consumed), which is dropped when the finally block is left by DiscardException or by an exception";
        FastRet [throws jumps ends] (Tmp ret, No _, No _; Imm try_index) "end of finally: go back, or rethrow what was in flight";
        DiscardException [] (Tmp ret, No _, No _; No _) "return, break or goto out of a finally block: forget the exception in flight";
        // ------------------------------------------------------------------------------------------- the odds
        Echo [throws reads_var] (Src src, No _, No _; No _) "echo src";
        EchoK [throws] (K k, No _, No _; No _) "echo a constant string";
        Include [throws (x IncludeKind)] (Dst dst, Src path, No _; Imm kind) "include family; kind is an IncludeKind";
        Exit [throws ends] (Src status, No _, No _; No _) "exit(status) of an integer or a string; NONE without";
        BeginSilence [] (Dst saved, No _, No _; No _) "@: saved = error_reporting, cut it down";
        EndSilence [] (Tmp saved, No _, No _; No _) "put error_reporting back";
        Ticks [throws] (Imm count, No _, No _; No _) "declare(ticks=count): one tick";
        // ------------------------------------------- proven types: chosen by the optimizer, no guards, never throw
        AddFF [(computes Add)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs + rhs, both proven float";
        SubFF [(computes Sub)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs - rhs, both proven float";
        MulFF [(computes Mul)] (Dst dst, Src lhs, Src rhs; No _) "dst = lhs * rhs, both proven float";
        MoveScalar [] (Dst dst, Src src, No _; No _) "dst = src, both proven scalar (no count, no reference, not undef)";
    } };
}

macro_rules! declare_opcodes {
    ($($name:ident [$($prop:tt)*] ($ka:ident $a:tt, $kb:ident $b:tt, $kc:ident $c:tt; $kx:ident $x:tt) $doc:literal;)*) => {
        /// Number of an op in the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u16)]
        pub enum OpCode { $(#[doc = $doc] $name,)* }

        /// One row per op, in the order of [`OpCode`].
        pub static OPS: &[OpInfo] = &[$({
            #[allow(unused_mut, reason = "ops without properties")]
            let mut info = OpInfo::new(
                stringify!($name),
                [OperandKind::$ka, OperandKind::$kb, OperandKind::$kc, OperandKind::$kx],
                [stringify!($a), stringify!($b), stringify!($c), stringify!($x)],
            );
            $(set_property!(info, $prop);)*
            info
        },)*];

        /// Every op, in order.
        pub static ALL: &[OpCode] = &[$(OpCode::$name,)*];
    };
}

/// Enters a property of a row. An unknown one does not compile.
macro_rules! set_property {
    ($info:ident, keeps_var) => {
        $info.var_use = VarUse::Kept
    };
    ($info:ident, sets_var) => {
        $info.var_use = VarUse::Set
    };
    ($info:ident, defaults_var) => {
        $info.var_use = VarUse::Defaulted
    };
    ($info:ident, steps_var) => {
        $info.var_use = VarUse::Stepped
    };
    ($info:ident, changes_var) => {
        $info.var_use = VarUse::Changed
    };
    ($info:ident, bool) => {
        $info.gives_bool = true
    };
    ($info:ident, (computes $op:ident)) => {
        $info.computes = Some(BinaryOp::$op)
    };
    ($info:ident, (relation $relation:ident)) => {
        $info.relation = Some(Relation::$relation)
    };
    ($info:ident, (x $kind:ident)) => {
        $info.is_known_x = |number| crate::$kind::decode(number).is_some()
    };
    ($info:ident, (inverse $code:ident)) => {
        $info.inverse = Some(OpCode::$code)
    };
    ($info:ident, $property:ident) => {
        $info.$property = true
    };
}

/// See the module's table of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    No,
    Dst,
    Var,
    Src,
    Tmp,
    K,
    Str,
    FnName,
    ConstName,
    Class,
    Win,
    Jump,
    Fn,
    ClassDecl,
    Imm,
    Cache,
}

impl OperandKind {
    /// The operand is a slot of the frame.
    pub const fn is_slot(self) -> bool {
        matches!(self, Self::Dst | Self::Var | Self::Src | Self::Tmp | Self::Win)
    }
}

/// What an op does to the variables among its operands (kind `Var`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarUse {
    /// The variable may become a reference, or its address is taken: what it holds may change behind the back of later ops.
    Shared,
    /// It is looked at only (`keeps_var`).
    Kept,
    /// It becomes the op's result (`sets_var`).
    Set,
    /// It becomes the op's result if it was not passed (`defaults_var`).
    Defaulted,
    /// It becomes one more or less; the op's result is what it was before (`steps_var`).
    Stepped,
    /// It is written with what nothing is known of (`changes_var`).
    Changed,
}

/// What a comparison, or a jump on one, asks of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Identical,
}

/// What the table says about one op.
#[derive(Debug)]
pub struct OpInfo {
    pub name: &'static str,
    /// Kinds of `a`, `b`, `c`, `x`.
    pub operands: [OperandKind; 4],
    pub names: [&'static str; 4],
    /// May raise or run PHP code.
    pub throws: bool,
    /// May continue elsewhere: at the `Jump` operand in `c`, or as the op's meaning says.
    pub jumps: bool,
    /// Does not continue with the next op.
    pub ends: bool,
    /// Ends, but is followed by the next op later on: when the finally block or the caller is done.
    pub comes_back: bool,
    /// `c` may be [`NONE`] instead of an op.
    pub optional_target: bool,
    /// Reads its `Src` operands alike whether they are temporaries that it consumes or variables, but for the warning about undefined ones.
    pub reads_var: bool,
    pub var_use: VarUse,
    /// What its `Var` operand held before does not matter to it.
    pub overwrites: bool,
    /// The result is a bool (`bool`).
    pub gives_bool: bool,
    pub relation: Option<Relation>,
    /// The result is the opposite of what the relation or the operand's truth says.
    pub negated: bool,
    /// The jump that is taken exactly when this one is not.
    pub inverse: Option<OpCode>,
    /// The result is this operation on `b` and `c`.
    pub computes: Option<BinaryOp>,
    /// Has a form that tries floats first: [`flag::FLOATS`].
    pub floats: bool,
    /// Starts a call in its `Win` operand.
    pub starts_call: bool,
    /// Runs a call whose window is `a`.
    pub calls: bool,
    /// Its call window has no header: nothing started the call.
    pub headless: bool,
    /// Goes on from the lvalue register that an op before it has set.
    pub uses_lv: bool,
    /// The operator of its compound assignment stands in the upper half of its flags.
    pub operator_in_flags: bool,
    /// Whether a number in `x` means something to it; where `x` is an enumeration (`x`), not every number does.
    pub is_known_x: fn(u32) -> bool,
}

impl OpInfo {
    /// An op without properties.
    const fn new(name: &'static str, operands: [OperandKind; 4], names: [&'static str; 4]) -> OpInfo {
        OpInfo {
            name,
            operands,
            names,
            throws: false,
            jumps: false,
            ends: false,
            comes_back: false,
            optional_target: false,
            reads_var: false,
            var_use: VarUse::Shared,
            overwrites: false,
            gives_bool: false,
            relation: None,
            negated: false,
            inverse: None,
            computes: None,
            floats: false,
            starts_call: false,
            calls: false,
            headless: false,
            uses_lv: false,
            operator_in_flags: false,
            is_known_x: |_| true,
        }
    }

    /// The next op may be run after this one.
    pub const fn falls_through(&self) -> bool {
        !self.ends || self.comes_back
    }
}

impl OpCode {
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }
}

for_each_op!(declare_opcodes);

/// One encoded op. `x` has 24 bits.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    pub code: OpCode,
    pub flags: u8,
    pub a: u32,
    pub b: u32,
    pub c: u32,
    pub x: u32,
}

impl Op {
    pub const fn new(code: OpCode) -> Op {
        Op { code, flags: 0, a: 0, b: 0, c: 0, x: 0 }
    }

    /// `a`, `b`, `c`, `x`.
    pub const fn operands(&self) -> [u32; 4] {
        [self.a, self.b, self.c, self.x]
    }

    /// The slot that an op which may stand for a call of a method (of ArrayAccess or Countable) gives that one's result to; `None`: there is no call that it stands for.
    pub fn result_of_method(&self) -> Option<u32> {
        use OpCode as O;
        match self.code {
            O::FetchDim | O::FetchDimK | O::IssetDim | O::IssetDimK | O::Count => Some(self.a),
            O::AssignDim | O::AssignDimK | O::AssignDimAppend | O::UnsetDim | O::LvAssignDim | O::LvAssignDimAppend => Some(NONE),
            _ => None,
        }
    }

    /// The operator in the flags of an op that has it there.
    pub fn operator(&self) -> Option<BinaryOp> {
        BinaryOp::decode(u32::from(self.flags >> flag::OPERATOR)).filter(|_| self.code.info().operator_in_flags)
    }

    /// The op that this one may jump to, beside those of a jump table.
    pub fn jump_target(&self) -> Option<u32> {
        let info = self.code.info();
        (info.jumps && info.operands[2] == OperandKind::Jump && self.c != NONE).then_some(self.c)
    }

    /// The op that this one names without jumping there: where the exception of an early `Free` counts as thrown.
    pub fn named_op(&self) -> Option<u32> {
        let info = self.code.info();
        (!info.jumps && info.operands[2] == OperandKind::Jump && self.c != NONE).then_some(self.c)
    }

    /// The call window in which this op starts a call.
    pub fn started_window(&self) -> Option<u32> {
        let info = self.code.info();
        let window = info.operands.iter().position(|kind| *kind == OperandKind::Win).filter(|_| info.starts_call)?;
        Some(self.operands()[window])
    }
}
