//! Tests of the form: its text, what is built from bytecode, passes, and programs by an evaluator beside a model of the interpreter.

mod built;
mod calls;
mod evaluator;
mod machine;
mod program;
mod programs;
mod texts;
