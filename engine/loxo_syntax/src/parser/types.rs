//! Parses type declarations: names, `?`, unions and intersections.

use super::*;

impl<'a> Parser<'a> {
    /// `: type`, if there is one.
    pub(super) fn return_type(&mut self) -> PResult<Option<Type<'a>>> {
        if !self.eat(T::Colon) {
            return Ok(None);
        }
        if !self.begins_type(true) {
            return Err(self.unexpected(&[]));
        }
        self.type_expr(true).map(Some)
    }

    pub(super) fn begins_type(&self, allow_static: bool) -> bool {
        match self.tok.kind {
            T::Question | T::LParen | T::Array | T::Callable => true,
            T::Static => allow_static,
            kind => kind.is_name(),
        }
    }

    /// A whole type. Where modifiers may precede, `static` is one of them and no type.
    pub(super) fn type_expr(&mut self, allow_static: bool) -> PResult<Type<'a>> {
        let lo = self.tok.lo;
        if self.eat(T::Question) {
            let inner = self.simple_type(allow_static)?;
            let kind = TypeKind::Nullable(self.arena.alloc(inner));
            return Ok(Type { kind, span: self.span_from(lo) });
        }
        let is_group = self.at(T::LParen);
        let first = self.union_element(allow_static)?;
        match self.tok.kind {
            T::Amp if !is_group => self.intersection(first, allow_static),
            T::Pipe => self.union(first, allow_static),
            _ if is_group => Err(self.unexpected(&[T::Pipe])),
            _ => Ok(first),
        }
    }

    fn union(&mut self, first: Type<'a>, allow_static: bool) -> PResult<Type<'a>> {
        let mut types = vec![first];
        while self.eat(T::Pipe) {
            types.push(self.union_element(allow_static)?);
        }
        Ok(Type { kind: TypeKind::Union(self.list(types)), span: self.span_from(first.span.lo) })
    }

    fn intersection(&mut self, first: Type<'a>, allow_static: bool) -> PResult<Type<'a>> {
        let mut types = vec![first];
        while self.eat(T::Amp) {
            types.push(self.simple_type(allow_static)?);
        }
        Ok(Type { kind: TypeKind::Intersection(self.list(types)), span: self.span_from(first.span.lo) })
    }

    fn union_element(&mut self, allow_static: bool) -> PResult<Type<'a>> {
        if !self.eat(T::LParen) {
            return self.simple_type(allow_static);
        }
        let first = self.simple_type(allow_static)?;
        if !self.at(T::Amp) {
            return Err(self.unexpected(&[T::Amp]));
        }
        let inner = self.intersection(first, allow_static)?;
        if !self.eat(T::RParen) {
            return Err(self.unexpected(&[T::RParen, T::Amp]));
        }
        Ok(inner)
    }

    fn simple_type(&mut self, allow_static: bool) -> PResult<Type<'a>> {
        let is_type = match self.tok.kind {
            T::Array | T::Callable => true,
            T::Static => allow_static,
            kind => kind.is_name(),
        };
        if !is_type {
            return Err(self.unexpected(&[]));
        }
        let token = self.bump();
        Ok(Type { kind: TypeKind::Name(self.name_of(token)), span: Span::new(token.lo, token.hi) })
    }
}
