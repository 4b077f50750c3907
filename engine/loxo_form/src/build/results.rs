//! What is known of the results of ops that the interpreter runs.

use loxo_bytecode::{Op, OpCode as O, flag};

use super::builder::Builder;
use super::frame::Held;
use super::types::{declared, tags_of};
use crate::Tags;

impl Builder<'_> {
    /// What an op leaves where its result goes.
    pub fn result_of(&self, op: &Op) -> Held {
        let tags = self.result_tags(op);
        let seen = self.hint();
        Held { likely: if seen == Tags::NONE { Tags::ANY } else { seen }, ..Held::tagged(tags) }
    }

    fn result_tags(&self, op: &Op) -> Tags {
        let number = Tags::INT.with(Tags::FLOAT);
        match op.code {
            O::Strlen | O::Count | O::FuncNumArgs | O::CastInt | O::Spaceship => Tags::INT,
            O::CastFloat => Tags::FLOAT,
            O::NewArray | O::ArrayShape | O::CastArray | O::FetchGlobals | O::CollectVariadic => Tags::ARRAY,
            O::ToStringTmp => Tags::STRING.with(Tags::INT),
            O::Concat | O::ConcatN | O::CastString | O::FetchClassName | O::FetchObjectClass => Tags::STRING,
            O::MakeClosure | O::New | O::Clone | O::CastObject | O::MakeCallable => Tags::OBJECT,
            O::MakeRef | O::LvMakeRef => Tags::REFERENCE,
            O::JumpIfKeep | O::JumpIfNotKeep | O::IsType => Tags::BOOL,
            O::LoadK | O::AssignK | O::DefaultK => self.constant(op.b).map_or(Tags::VALUE, tags_of),
            O::UnsetVar => Tags::UNDEF,
            O::Div | O::Pow | O::Mul | O::Sub | O::SubI | O::MulI | O::SubVar | O::MulVar | O::SubIVar | O::Neg | O::Plus => {
                // Objects of extensions have operators too.
                number.with(Tags::OBJECT)
            }
            O::Mod | O::ModI | O::Shl | O::Shr | O::ShlI | O::ShrI => Tags::INT.with(Tags::OBJECT),
            O::CheckParam => {
                let param = self.f.params.get(op.b as usize);
                param.filter(|param| !param.by_ref).and_then(|param| declared(param.ty.as_ref()?)).unwrap_or(self.held(op.a).tags)
            }
            O::Copy
            | O::CopyQuiet
            | O::FetchDim
            | O::FetchDimK
            | O::FetchProp
            | O::FetchPropDyn
            | O::FetchStaticProp
            | O::FetchConst
            | O::FetchConstNs
            | O::FetchClassConst
            | O::FetchGlobal
            | O::IncDecProp
            | O::PreInc
            | O::PreDec
            | O::PostInc
            | O::PostDec
            | O::Assign
            | O::FetchThisOrNull
            | O::Add
            | O::AddI
            | O::AddVar
            | O::AddIVar
            | O::BitAnd
            | O::BitOr
            | O::BitXor
            | O::BitAndI
            | O::BitNot => Tags::VALUE,
            O::Call | O::CallFn | O::CallBuiltin => Tags::VALUE,
            O::CallArgs if op.flags & flag::KEEP == 0 => Tags::VALUE,
            code if code.info().gives_bool => Tags::BOOL,
            _ => Tags::ANY,
        }
    }
}
