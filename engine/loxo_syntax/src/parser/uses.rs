//! `use` declarations. Groups are flattened, so the tree knows only single imports.

use super::*;

impl<'a> Parser<'a> {
    pub(super) fn use_decl(&mut self) -> PResult<StmtKind<'a>> {
        self.bump();
        let kind = self.use_kind();
        let mut items = Vec::new();
        loop {
            if (kind.is_some() || !items.is_empty()) && !self.begins_import() {
                return Err(self.unexpected(&[T::Identifier, T::NameFullyQualified, T::NameQualified]));
            }
            let name = self.import_name(true)?;
            if items.is_empty() && self.at(T::NsSeparator) {
                self.group(name, kind, &mut items)?;
                self.expect(T::Semicolon)?;
                break;
            }
            let alias = self.alias()?;
            items.push(UseItem { kind: kind.unwrap_or(UseKind::Class), name, alias });
            if self.eat(T::Comma) {
                continue;
            }
            if !self.at(T::Semicolon) {
                return Err(self.unexpected(&[T::Comma, T::Semicolon]));
            }
            self.bump();
            break;
        }
        Ok(StmtKind::Use(self.list(items)))
    }

    fn use_kind(&mut self) -> Option<UseKind> {
        match self.tok.kind {
            T::Function => {
                self.bump();
                Some(UseKind::Function)
            }
            T::Const => {
                self.bump();
                Some(UseKind::Const)
            }
            _ => None,
        }
    }

    fn begins_import(&self) -> bool {
        matches!(self.tok.kind, T::Identifier | T::NameQualified | T::NameFullyQualified)
    }

    fn import_name(&mut self, allow_leading: bool) -> PResult<Name<'a>> {
        match self.tok.kind {
            T::Identifier | T::NameQualified => {}
            T::NameFullyQualified if allow_leading => {}
            _ => return Err(self.unexpected(&[])),
        }
        let token = self.bump();
        let mut name = self.name_of(token);
        name.kind = if name.text.contains(&b'\\') { NameKind::Qualified } else { NameKind::Unqualified };
        Ok(name)
    }

    fn alias(&mut self) -> PResult<Option<Ident<'a>>> {
        if !self.eat(T::As) {
            return Ok(None);
        }
        let token = self.expect(T::Identifier)?;
        Ok(Some(self.ident(token)))
    }

    /// `\{a, b as c}` behind a prefix.
    fn group(&mut self, prefix: Name<'a>, kind: Option<UseKind>, items: &mut Vec<UseItem<'a>>) -> PResult<()> {
        self.bump();
        self.expect(T::LBrace)?;
        let first = items.len();
        loop {
            let is_name = matches!(self.tok.kind, T::Identifier | T::NameQualified);
            let is_kind = kind.is_none() && matches!(self.tok.kind, T::Function | T::Const);
            if !is_name && !is_kind {
                let expecting: &[TokenKind] = match (items.len() > first, kind) {
                    (true, _) => &[T::RBrace],
                    (false, None) => &[T::Identifier, T::NameQualified, T::Function, T::Const],
                    (false, Some(_)) => &[T::Identifier, T::NameQualified],
                };
                return Err(self.unexpected(expecting));
            }
            let own = if kind.is_none() { self.use_kind() } else { None };
            if own.is_some() && !matches!(self.tok.kind, T::Identifier | T::NameQualified) {
                return Err(self.unexpected(&[T::Identifier, T::NameQualified]));
            }
            let name = self.import_name(false)?;
            let alias = self.alias()?;
            let mut text = Vec::with_capacity(prefix.text.len() + 1 + name.text.len());
            text.extend_from_slice(prefix.text);
            text.push(b'\\');
            text.extend_from_slice(name.text);
            let name = Name { kind: NameKind::Qualified, text: self.arena.alloc_slice_copy(&text), span: name.span };
            items.push(UseItem { kind: own.or(kind).unwrap_or(UseKind::Class), name, alias });
            if !self.eat(T::Comma) || self.at(T::RBrace) {
                break;
            }
        }
        self.expect_list_end(T::RBrace)?;
        Ok(())
    }
}
