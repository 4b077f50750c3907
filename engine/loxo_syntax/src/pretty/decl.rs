//! Functions, classes and their parts.

use super::Printer;
use crate::ast::*;

impl Printer<'_> {
    /// `newlines`: each group on a line of its own.
    pub(super) fn attributes(&mut self, groups: &[AttributeGroup], newlines: bool, depth: usize) {
        for group in groups {
            self.str("#[");
            for (i, attr) in group.attrs.iter().enumerate() {
                if i > 0 {
                    self.str(", ");
                }
                self.name(&attr.name);
                if let Some(args) = attr.args {
                    self.str("(");
                    self.arg_list(args, depth);
                    self.str(")");
                }
            }
            self.str("]");
            if newlines {
                self.str("\n");
                self.indent(depth);
            } else {
                self.str(" ");
            }
        }
    }

    fn visibility(&mut self, modifiers: Modifiers) {
        for (flag, word) in [
            (Modifiers::PUBLIC, "public "),
            (Modifiers::VAR, "public "),
            (Modifiers::PROTECTED, "protected "),
            (Modifiers::PRIVATE, "private "),
            (Modifiers::PRIVATE_SET, "private(set) "),
            (Modifiers::PROTECTED_SET, "protected(set) "),
            (Modifiers::PUBLIC_SET, "public(set) "),
        ] {
            if modifiers.has(flag) {
                self.str(word);
            }
        }
    }

    /// Like `visibility` where PHP adds the default.
    fn visibility_or_public(&mut self, modifiers: Modifiers) {
        let any = Modifiers::PUBLIC.with(Modifiers::PROTECTED).with(Modifiers::PRIVATE);
        if !modifiers.any(any) {
            self.str("public ");
        }
        self.visibility(modifiers);
    }

    pub(super) fn type_decl(&mut self, ty: &Type) {
        match ty.kind {
            TypeKind::Name(name) => {
                let keyword = ["array", "callable", "static"].into_iter().find(|k| name.text.eq_ignore_ascii_case(k.as_bytes()));
                match keyword {
                    Some(keyword) if name.kind == NameKind::Unqualified => self.str(keyword),
                    _ => self.name(&name),
                }
            }
            TypeKind::Nullable(inner) => {
                // Behind `?` PHP forgets how the name was qualified.
                self.str("?");
                match inner.kind {
                    TypeKind::Name(name) if name.kind != NameKind::Unqualified => self.bytes(name.text),
                    _ => self.type_decl(inner),
                }
            }
            TypeKind::Union(types) => self.type_list(types, "|"),
            TypeKind::Intersection(types) => self.type_list(types, "&"),
        }
    }

    fn type_list(&mut self, types: &[Type], separator: &str) {
        for (i, ty) in types.iter().enumerate() {
            if i > 0 {
                self.str(separator);
            }
            self.type_decl(ty);
        }
    }

    fn signature(&mut self, decl: &FunctionDecl, depth: usize) {
        self.str("(");
        for (i, param) in decl.params.iter().enumerate() {
            if i > 0 {
                self.str(", ");
            }
            self.param(param, depth);
        }
        self.str(")");
        if !decl.uses.is_empty() {
            self.str(" use(");
            for (i, item) in decl.uses.iter().enumerate() {
                self.str(if i > 0 { ", " } else { "" });
                self.str(if item.by_ref { "&$" } else { "$" });
                self.bytes(item.var.name);
            }
            self.str(")");
        }
        if let Some(ty) = decl.return_type {
            self.str(": ");
            self.type_decl(&ty);
        }
    }

    fn param(&mut self, param: &Param, depth: usize) {
        self.attributes(param.attrs, false, depth);
        self.visibility(param.modifiers);
        if let Some(ty) = param.ty {
            self.type_decl(&ty);
            self.str(" ");
        }
        self.str(if param.by_ref { "&" } else { "" });
        self.str(if param.variadic { "..." } else { "" });
        self.str("$");
        self.bytes(param.var.name);
        if let Some(default) = param.default {
            self.str(" = ");
            self.expr(&default, 0, depth);
        }
        if let Some(hooks) = param.hooks {
            self.hooks(hooks, depth);
        }
    }

    pub(super) fn closure(&mut self, decl: &FunctionDecl, depth: usize) {
        self.attributes(decl.attrs, false, depth);
        if decl.is_static {
            self.str("static ");
        }
        self.str(if decl.is_arrow { "fn" } else { "function " });
        self.str(if decl.by_ref { "&" } else { "" });
        self.signature(decl, depth);
        match decl.body {
            Some([Stmt { kind: StmtKind::Return(Some(value)), .. }]) if decl.is_arrow => {
                self.str(" => ");
                self.expr(value, 0, depth);
            }
            body => self.block(body.unwrap_or(&[]), depth),
        }
    }

    pub(super) fn function_decl(&mut self, decl: &FunctionDecl, modifiers: Option<Modifiers>, depth: usize) {
        self.attributes(decl.attrs, true, depth);
        if let Some(modifiers) = modifiers {
            self.visibility_or_public(modifiers);
            for (flag, word) in [(Modifiers::STATIC, "static "), (Modifiers::ABSTRACT, "abstract "), (Modifiers::FINAL, "final ")] {
                if modifiers.has(flag) {
                    self.str(word);
                }
            }
        }
        self.str("function ");
        self.str(if decl.by_ref { "&" } else { "" });
        self.bytes(decl.name.name);
        self.signature(decl, depth);
        match decl.body {
            Some(body) => {
                self.block(body, depth);
                self.str("\n");
            }
            None => self.str(";\n"),
        }
    }

    /// ` {`, the statements, `}`.
    pub(super) fn block(&mut self, body: &[Stmt], depth: usize) {
        self.str(" {\n");
        self.stmts(body, depth + 1);
        self.indent(depth);
        self.str("}");
    }

    pub(super) fn class_decl(&mut self, decl: &ClassDecl, depth: usize) {
        self.attributes(decl.attrs, true, depth);
        for (flag, word) in [(Modifiers::ABSTRACT, "abstract "), (Modifiers::FINAL, "final "), (Modifiers::READONLY, "readonly ")] {
            if decl.modifiers.has(flag) {
                self.str(word);
            }
        }
        self.str(match decl.kind {
            ClassKind::Class => "class ",
            ClassKind::Interface => "interface ",
            ClassKind::Trait => "trait ",
            ClassKind::Enum => "enum ",
        });
        self.bytes(decl.name.map_or(&[], |name| name.name));
        if let Some(backing) = decl.backing {
            self.str(": ");
            self.type_decl(&backing);
        }
        self.class_rest(decl, depth);
        self.str("\n");
    }

    pub(super) fn anonymous_class(&mut self, decl: &ClassDecl, args: &Args, depth: usize) {
        self.str("new ");
        self.attributes(decl.attrs, false, depth);
        self.str("class");
        if !matches!(args, Args::List { args: [], .. }) {
            self.args(args, depth);
        }
        self.class_rest(decl, depth);
    }

    fn class_rest(&mut self, decl: &ClassDecl, depth: usize) {
        if let Some(parent) = decl.extends {
            self.str(" extends ");
            self.name(&parent);
        }
        if !decl.implements.is_empty() {
            self.str(" implements ");
            self.names(decl.implements, ", ");
        }
        self.str(" {\n");
        for member in decl.members {
            self.indent(depth + 1);
            self.class_member(member, depth + 1);
            self.str("\n");
        }
        self.indent(depth);
        self.str("}");
    }

    /// Names without the prefix that says how they are qualified, as PHP prints lists of them.
    pub(super) fn names(&mut self, names: &[Name], separator: &str) {
        for (i, name) in names.iter().enumerate() {
            if i > 0 {
                self.str(separator);
            }
            self.bytes(name.text);
        }
    }

    fn class_member(&mut self, member: &Member, depth: usize) {
        match member.kind {
            MemberKind::Const { attrs, modifiers, ty, items } => {
                self.attributes(attrs, true, depth);
                self.visibility_or_public(modifiers);
                self.str("const ");
                if let Some(ty) = ty {
                    self.type_decl(&ty);
                    self.str(" ");
                }
                self.const_items(items, depth);
                self.str(";");
            }
            MemberKind::Property { attrs, modifiers, ty, items } => self.property(attrs, modifiers, ty, items, depth),
            MemberKind::Method { modifiers, func } => self.function_decl(func, Some(modifiers), depth),
            MemberKind::Case { attrs, name, value, .. } => {
                self.attributes(attrs, true, depth);
                self.str("case ");
                self.bytes(name.name);
                if let Some(value) = value {
                    self.str(" = ");
                    self.expr(&value, 0, depth);
                }
                self.str(";");
            }
            MemberKind::TraitUse { traits, rules } => {
                self.str("use ");
                self.names(traits, ", ");
                if rules.is_empty() {
                    return self.str(";");
                }
                self.str(" {\n");
                for rule in rules {
                    self.indent(depth + 1);
                    self.trait_rule(rule);
                    self.str(";\n");
                }
                self.indent(depth);
                self.str("}");
            }
        }
    }

    pub(super) fn const_items(&mut self, items: &[ConstItem], depth: usize) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.str(", ");
            }
            self.bytes(item.name.name);
            self.str(" = ");
            self.expr(&item.value, 20, depth);
        }
    }

    fn property(&mut self, attrs: &[AttributeGroup], modifiers: Modifiers, ty: Option<Type>, items: &[PropertyItem], depth: usize) {
        self.attributes(attrs, true, depth);
        self.visibility(modifiers);
        self.str(if modifiers.has(Modifiers::STATIC) { "static " } else { "" });
        self.str(if modifiers.has(Modifiers::READONLY) { "readonly " } else { "" });
        if let Some(ty) = ty {
            self.type_decl(&ty);
            self.str(" ");
        }
        let mut hooked = false;
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.str(", ");
            }
            self.str("$");
            self.bytes(item.var.name);
            if let Some(default) = item.default {
                self.str(" = ");
                self.expr(&default, 0, depth + 1);
            }
            if let Some(hooks) = item.hooks {
                hooked = true;
                self.hooks(hooks, depth);
            }
        }
        if !hooked {
            self.str(";");
        }
    }

    fn hooks(&mut self, hooks: &[PropertyHook], depth: usize) {
        self.str(" {\n");
        for (i, hook) in hooks.iter().enumerate() {
            if i > 0 {
                self.str("\n");
            }
            self.indent(depth + 1);
            self.str(if hook.modifiers.has(Modifiers::FINAL) { "final " } else { "" });
            self.bytes(hook.name.name);
            match hook.body {
                HookBody::Abstract => self.str(";"),
                HookBody::Short(value) => {
                    self.str(" => ");
                    self.expr(&value, 0, depth + 1);
                    self.str(";");
                }
                HookBody::Block(body) => self.block(body, depth + 1),
            }
        }
        if hooks.is_empty() {
            self.indent(depth + 1);
        }
        self.str("\n");
        self.indent(depth);
        self.str("}");
    }

    fn trait_rule(&mut self, rule: &TraitRule) {
        match *rule {
            TraitRule::Precedence { class, method, instead_of } => {
                self.bytes(class.text);
                self.str("::");
                self.bytes(method.name);
                self.str(" insteadof ");
                self.names(instead_of, ", ");
            }
            TraitRule::Alias { class, method, modifiers, alias } => {
                if let Some(class) = class {
                    self.bytes(class.text);
                    self.str("::");
                }
                self.bytes(method.name);
                self.str(match modifiers {
                    Modifiers::PUBLIC => " as public",
                    Modifiers::PROTECTED => " as protected",
                    Modifiers::PRIVATE => " as private",
                    _ if alias.is_some() => " as",
                    _ => "",
                });
                if let Some(alias) = alias {
                    self.str(" ");
                    self.bytes(alias.name);
                }
            }
        }
    }
}
