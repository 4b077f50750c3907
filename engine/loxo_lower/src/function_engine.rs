//! What the engine offers to compiled functions.

/// Addresses of functions that compiled code calls: see `loxo_tiering::calls`.
pub struct EngineCalls {
    pub side_exit: usize,
    pub drop_slot: usize,
    pub leave: usize,
    pub give_back: usize,
    pub leave_or_give_back: usize,
    pub run_step: usize,
    /// The same for ops that read and write elements, perhaps of objects, by a key or by a constant, and that count them.
    pub fetch_dim: [usize; 2],
    pub assign_dim: [usize; 2],
    pub count: usize,
    pub isset_dim: [usize; 2],
    pub unset_dim: usize,
    pub append_dim: usize,
    /// The same where the lvalue register points to what has the element, or gets one more.
    pub nested_set: [usize; 2],
    pub prepare: usize,
    pub call: usize,
    pub call_named: usize,
    /// By the number of arguments; the last one for more.
    pub call_builtin_method: [usize; 3],
    /// `yield` of a value, and of one with a key.
    pub yield_value: [usize; 2],
    pub call_prepared: usize,
    pub call_with_list: usize,
    pub collect: usize,
    pub spread: usize,
    pub release_slot: usize,
    pub release_slots: usize,
    pub free_slot: usize,
    pub element: usize,
    pub element_at_int: usize,
    pub element_at: usize,
    pub set_element: usize,
    pub set_element_at_int: usize,
    pub append_element: usize,
    pub remove_element: usize,
    pub own_element: usize,
    pub bind_element: usize,
    pub bind_next: usize,
    pub change_at: usize,
    pub truth: usize,
    pub seen: usize,
    pub takes: usize,
    pub holds: usize,
    pub make: usize,
    pub constructor: usize,
    pub make_closure: usize,
    pub is_subclass: usize,
    pub call_builtin: usize,
    pub drop_words: usize,
    pub settle_behind: usize,
    pub go_on: usize,
    pub call_left: usize,
    pub call_by_handler: usize,
    pub drop_kept: usize,
    pub frameless_left: usize,
    pub adapter_left: usize,
    pub leave_adapter: usize,
    pub same_string: usize,
    pub case_of: usize,
    pub identical: usize,
    pub power: usize,
    pub append_text: usize,
}

/// Where things are, in bytes: in the machine, from a frame's address, in a function, in an instruction.
pub struct Offsets {
    pub fp: i32,
    pub pending: i32,
    pub stack_limit: i32,
    /// Where the stack of frames begins.
    pub stack_base: i32,
    pub native_limit: i32,
    pub closure: i32,
    pub func: i32,
    pub pc: i32,
    pub prev: i32,
    pub extra: i32,
    pub class: i32,
    pub nargs: i32,
    pub flags: i32,
    pub this: i32,
    pub entry: i32,
    pub num_params: i32,
    pub frame_slots: i32,
    pub entry_kind: i32,
    pub native: i32,
    pub caches: i32,
    /// Of the machine: what is added to a class's address in keys of what holds in this request only.
    pub request_key: i32,
    /// Of the machine: address of the table of global variables. Of that: what an inline cache has as key while its place is right.
    pub globals: i32,
    pub generation: i32,
    pub object_class: i32,
    /// What a class makes of a cast of its objects; 0: nothing.
    pub class_cast: i32,
    pub cache_key: i32,
    pub cache_value: i32,
    /// Bytes of an inline cache.
    pub cache: i32,
    /// [`loxo_bytecode`] knows no kinds of entries: the number of the plain one.
    pub plain: u8,
    /// Flags of a frame that compiled code sets which calls.
    pub called_natively: u32,
    pub bare: u32,
    pub unwanted: u32,
    /// The flag of a constructor that `new` calls.
    pub constructor: u32,
    /// Flags of a window where a class has none: what is called drops its arguments, and those by name as well.
    pub no_constructor: u32,
    pub drops_names: u32,
    /// The flag that says that the arguments of the variadic parameter lie in an array.
    pub collected: u32,
    /// Of a function.
    pub func_flags: i32,
    pub func_class: i32,
    /// Of a class.
    pub class_parent: i32,
    pub class_flags: i32,
    pub class_name: i32,
    /// Of a closure object: address of its native part.
    pub native_part: i32,
    /// Of that: the function, the object or null, the address of what it has captured, and the class that it was called on.
    pub closure_func: i32,
    pub closure_this: i32,
    pub closure_captured: i32,
    pub closure_called: i32,
}
