#!/usr/bin/env python3
"""Generated programs, run by two engines: the output must be the same.

usage: functions.py [--engine BINARY] [--reference BINARY] [--seconds N] [--seed N] [--stress]

Each program is some functions, methods, closures and generators that call each other, recursively too, with arguments whose types change on the
way: declared types, defaults, references, variadics, arguments by name, statics, globals, exceptions through several of them, `finally`,
destructors that say when they run. --stress runs the engine with LOXO_STRESS=jit, which compiles each at its first call. Programs that differ are
kept in --keep.
"""
import sys

import generated

PROLOGUE = r"""<?php
ini_set('precision', 17);
set_error_handler(function ($n, $m, $f, $l) { static $k = 0; if ($k++ < 40) echo "[$m:$l]"; if (str_contains($m, 'zero')) throw new ErrorException($m); return true; });
class D { public $name; public $next; function __construct($name) { $this->name = $name; } function __destruct() { global $said; if ($said++ < 60) echo "~{$this->name} "; }
  function name() { return $this->name; } function me() { return $this; } function fails($v) { if ($v) { throw new LogicException($this->name); } return $v; }
  function frees($holder) { $holder->held = null; $name = $this->name; return $name . kind($holder->held); } static function made($name) { return new static($name); } }
class P { public $p = 1; public int $q = 2; public ?float $s = 0.5; public $list = [1, 2, 3]; public $map = ['k' => ['k' => 1, 2]]; public $held; private $hidden = 7;
  function held() { return $this->held ??= new D('h'); } function drop() { $this->held = null; return $this; }
  function get() { return $this->p; } function set($v) { $this->p = $v; return $this; } function hidden() { return $this->hidden; }
  static function make($v) { $o = new static; $o->p = $v; return $o; } function __get($n) { return $n; } function __toString() { return "P{$this->q}"; }
  function by($v) { return $this->p === 1 ? $v : $this->q; } function adder($n) { return fn($v) => $this->q + $n; } function keeper($d) { return function ($v) use ($d) { return $d; }; }
  function counter() { return function (int $by): int { return $this->q += $by; }; } }
class Q extends P { function get() { return parent::get() ?? 0; } function __call($n, $a) { return count($a); } }
function show(...$v) { echo json_encode($v, JSON_PARTIAL_OUTPUT_ON_ERROR), "\n"; }
function kind($v) { return is_object($v) ? get_class($v) : gettype($v); }
function run($f, $v) { return $f($v); }
function sums($f, $v) { $all = 0; for ($i = 0; $i < 9; $i++) { $all = small($all + $f(is_int($v) ? $v % 50 : $v)); } return $all; }
function small($v) { return is_int($v) ? $v % 1000 : (is_float($v) ? (is_finite($v) ? fmod($v, 1000.0) : 0.5) : $v); }
$fuel = 0; $said = 0; $count = 0;
"""

TYPES = ["", "", "", "", "int ", "float ", "string ", "array ", "?int ", "int|string ", "bool ", "mixed ", "P ", "?P ", "int|float "]


class Functions:
    def __init__(self, rng):
        self.rng = rng
        self.depth = 0
        self.signatures = []
        self.inside = None
        self.calls = 0

    def pick(self, *options):
        return self.rng.choice(options)

    def variable(self):
        return self.pick("$a", "$b", "$c", "$x", "$y", "$s", "$v", "$w")

    def literal(self):
        return self.pick("0", "1", "2", "7", "-3", "100", "0.5", "-1.5", "1e3", "''", "'ab'", "'12'", "'3x'", "null", "true", "false", "[]", "[1, 2]", "['k' => 3]", "PHP_INT_MAX")

    def value(self):
        r = self.rng.random()
        if r < 0.4 or self.depth > 3:
            return self.variable()
        if r < 0.55:
            return self.literal()
        if r < 0.7:
            return self.call()
        if r < 0.75:
            return self.pick("$o->p", "$o->q", "$o->get()", "$o->hidden()", "$o->nothing", "$o->list[1]", "$o?->s", "P::make($x)->p", "(new Q)->any(1, 2)", "(string) $o",
                             "(new D('t'))->name()", "(new D('u'))->me()->name()", "D::made('m')->fails($x)", "$o->held()->name()", "$o->held()->frees($o)", "$o->drop()->get()", "$o->held->name")
        if r < 0.8:
            return self.pick("$t[0] ?? 'none'", "$t['k'] ?? $x", "isset($t[1]) ? 1 : 0", "count($t)", "$t[count($t) - 1] ?? null", "empty($v)", "isset($v)")
        if r < 0.82:
            return self.element()
        if r < 0.85:
            return self.pick("strlen((string) small($s))", "kind($v)", "is_int($x)", "is_string($v)", "intdiv((int) $y, 3)", "max($x, 3)", "abs((int) $y)", "implode(',', array_map('kind', $t))", "str_repeat('z', $x & 3)")
        if r < 0.88:
            return f"match (true) {{ is_int($x) && $x > 3 => {self.variable()}, is_null($v) => 'nil', default => {self.literal()} }}"
        if r < 0.92:
            self.depth += 1
            text = f"(({self.condition()}) ? ({self.value()}) : ({self.value()}))"
            self.depth -= 1
            return text
        return self.arithmetic()

    def element(self):
        base = self.pick("$t", "$t", "$m", "$m", "$o->list", "$s", "$m['a']", "$m['n']['d']", "$v", "$u", "$o->map['k']")
        read = base + self.pick("['k']", "[0]", "[$x]", "[$v]", "['a']['b']", "['n'][$x]", "[1][0]", "[$s]", "['12']", "[$o->p]")
        return self.pick(f"{read} ?? {self.literal()}", f"({read} ?? null) === null", f"isset({read}) ? 'set' : 'not'", f"empty({read})", f"@{read}", f"is_array({read})", f"({read} ? 'yes' : 'no')", f"is_null({read})", f"(is_array({read} ?? 0) ? count({read}) : 0)", f"strlen({read})", f"kind({read} ?? 1)",
                         f"isset({base}) && is_array({base}) ? count({base}) : 0", "array_key_exists($x, $m)", f"array_key_exists({self.pick('$v', '12', '$s', chr(39) + 'r' + chr(39))}, $m)",
                         "array_key_exists('k', $t)", "in_array($x, [1, 'ab', 3])", "in_array($s, ['st', 'q'], true)", "is_array($a)", "is_string($m['a'])", "is_null($t['k'] ?? null)", "strlen($s)", "count($m)")

    def arithmetic(self):
        self.depth += 1
        r = self.rng.random()
        left, right = self.pick("$x", "$y", "$x", "small($a)", "1", "$n"), self.pick("$y", "2", "3", "$n", "0.5", "7")
        text = f"small({left} {self.pick('+', '-', '*', '+', '-')} {right})" if r < 0.8 else f"(int) ({left}) {self.pick('%', '&', '|', '^', '<<')} {self.pick('3', '5', '7')}"
        self.depth -= 1
        return text

    def condition(self):
        r = self.rng.random()
        if r < 0.5:
            return f"{self.pick('$x', '$y', '$n')} {self.pick('<', '<=', '>', '==', '!=', '===')} {self.pick('1', '3', '$y', '$n', '2.5')}"
        if r < 0.7:
            return self.variable()
        if r < 0.85:
            return f"!{self.variable()}"
        return f"{self.variable()} === {self.pick('null', 'true', chr(39) + 'ab' + chr(39), '[]', '1')}"

    def call(self):
        # Not more than the fuel lasts, and not in every statement.
        if not self.signatures or self.calls > 8:
            return self.variable()
        self.calls += 1
        name, params, kind = self.rng.choice(self.signatures)
        if self.inside is not None and self.rng.random() < 0.35:
            name, params, kind = self.inside
        self.depth += 1
        args = []
        required = sum(1 for p in params if "=" not in p and "..." not in p)
        count = required if self.rng.random() < 0.6 else self.rng.randrange(max(0, required - (self.rng.random() < 0.1)), len(params) + 2)
        for i in range(count):
            by_ref = i < len(params) and "&" in params[i]
            args.append(self.variable() if by_ref else self.value())
        if count == required and len(params) > required and self.rng.random() < 0.3:
            last = params[-1]
            if "=" in last and "&" not in last:
                args.append(f"{last.split('=')[0].split('$')[1].strip()}: {self.value()}")
        elif self.rng.random() < 0.05:
            args.append("...$t")
        self.depth -= 1
        arguments = ", ".join(args)
        if kind == "method":
            return f"$this->{name}({arguments})" if self.inside and self.inside[2] == "method" else f"$host->{name}({arguments})"
        if kind == "static":
            return f"Host::{name}({arguments})"
        if kind == "closure":
            return f"$GLOBALS['{name}']({arguments})"
        if kind == "generator":
            return f"last({name}({arguments}))"
        return f"{name}({arguments})"

    def statement(self):
        r = self.rng.random()
        rng = self.rng
        if r < 0.25:
            return f"{self.pick('$x', '$y')} = {self.arithmetic()};"
        if r < 0.4:
            return f"{self.variable()} = {self.value()};"
        if r < 0.45:
            return f"{self.pick('$x', '$y', '$n')}{self.pick('++', '--', ' += 2', ' -= $y', ' *= 3')};"
        if r < 0.5:
            return f"$s .= {self.pick(chr(39) + 'q' + chr(39), 'kind($v)', '(string) small($x)')}; $s = substr($s, -20);"
        if r < 0.56:
            return self.pick("$t[] = $x;", "$t['k'] = $v;", "$t[$x & 3] = $y;", "unset($t[0]);", "$t = array_slice($t, 0, 6);", "$u = $t; $u[] = 9; $v = count($u);", "[$a, $b] = [$b, $a];", "['k' => $c] = $t + ['k' => 1];")
        if r < 0.62:
            return self.pick("$o->p = $x;", "$o->q += 1;", "$o->set($v);", "$o->list[] = $x;", "$o->s = $y;", "$o = clone $o;", "$o = P::make($v);", "$v = new D('d' . ($GLOBALS['count']++ % 50));", "$w = $v;", "$v = null;", "unset($w);",
                             "(new D('s'))->name();", "(new D('z'))->me();", "$o->held()->frees($o);", "$o->held()->me();", "$o->held()->fails($v);", "$o->drop();", "$w = $o->held();", "$w = (new D('y'))->me();")
        if r < 0.64:
            return self.pick("foreach ($t as $k => $v) { $y = $k; }", "foreach ($m as $k => $e) { foreach ((array) $e as $j => $w) { $y = kind($w); } $s .= $k; }", "foreach ([['a' => 1, 'b' => $x], [2, 3]] as $g) { foreach ($g as $k => $e) { $w = $e; } }",
                             "$m['n'] = [1]; $m['n'][] = $x;", "$m[$s] = $v;", "$m[$x] = $y;", "$o->list['z'] = $y;", "$o->map['k'] = $m;", "$u = ['a' => $x, 'b' => [$y], 3 => kind($v)];", "$w = \"$s-$x-{$n}\";",
                             "$m['k'] ??= $x;", "$m['a']['b'] = $y;", "$m['r'] = &$y;", "foreach ($m as $x => [$b]) { $c = $b; }", "foreach ($o as $k => $e) { $w = $k; }", "unset($m['k'], $m[0]);", "foreach ($t as $v) { if (is_int($v)) { unset($t[0]); continue; } $w = $v; break; }")
        if r < 0.66:
            return self.pick("$r = &$x;", "$r = 5;", "unset($r);", "$r = &$t[2];", "static $z = 0; $z += 1; $y = $z;", "global $count; $count++;", "$GLOBALS['count'] += 1;", "foreach ($t as &$e) { $e = 1; } unset($e);")
        if r < 0.72 and self.depth < 3:
            return self.block(f"if ({self.condition()})") + (self.block(" else") if rng.random() < 0.4 else "")
        if r < 0.77 and self.depth < 3:
            return self.block(self.pick("for ($i = 0; $i < 5; $i++)", "foreach ($t as $k => $e)", "foreach ([1, 2.5, 'x'] as $v)", "foreach (numbers(4) as $k => $x)", "$i = 3; while ($i-- > 0)").replace("$i", f"$i{self.depth}"))
        if r < 0.82 and self.depth < 3:
            body = self.block("try")
            rest = self.pick(" catch (LogicException $e) { echo '!'; }", " catch (Throwable $e) { $v = get_class($e); }", " finally { $n++; echo '.'; }", " catch (TypeError $e) { $y = 1; } finally { $x = 2; }")
            return body + rest
        if r < 0.85:
            return f"if ({self.condition()}) {{ throw new {self.pick('LogicException', 'RuntimeException', 'DomainException')}('t' . small((int) $x)); }}"
        if r < 0.89 and self.inside:
            return f"if ({self.condition()}) {{ {self.leave()} }}"
        if r < 0.92:
            return f"$f = {self.pick('fn($p) => $p . $s', 'function ($p) use ($x, &$y) { $y = 4; return $p + 1; }', 'kind(...)', '$o->get(...)', 'static fn($p = 2) => $p')}; $w = $f(3);"
        if r < 0.925:
            return self.pick("$w = run($f ?? 'kind', $x);", "$y = sums(fn($p) => $p + $x, $y);", "$y = sums($o->by(...), 2);", "$w = run($o->adder($x), $v);", "$w = run($o->keeper(new D('k')), 1);", "$x = sums($o->counter(), 3);", "$w = run(fn() => $undefined, 1);",
                             "$w = run(Closure::bind(fn($p) => $this->p, new Q, Q::class), 2);", "$w = $o->adder(2)($x);", "$w = (fn($p) => [$p, $s])($v);", "$w = run(['P', 'make'], 1)->p;", "$y = sums(static fn(int $p, $q = 2): int => $p + $q, 4);", "$w = run(fn(int $p) => $p, $v);",
                             "$w = run(function ($p) use ($o) { return $o; }, 1)->q;", "$w = run(fn($p) => throw new LogicException('c'), $x);", "$y = sums(function ($p) use (&$n) { return $n += 1; }, 1);", "$w = run(fn() => func_num_args(), 1);", "$w = run(fn($p) => $this->mine ?? 0, 1);")
        if r < 0.94:
            return self.pick("switch ($x) { case 1: $y = 1; break; case 'ab': $y = 2; default: $n = 4; }", "$v = $v ?? 'unset';", "$x = $x ?: 3;", "echo kind($v), ' ';", "@$u['none'];", "$v = $undefined;", "list(, $b) = [1, $x];")
        return f"{self.call()};"

    def leave(self):
        return "return;" if self.inside[2] == "void" else f"return {self.value()};"

    def block(self, head):
        self.depth += 1
        body = " ".join(self.statement() for _ in range(self.rng.randrange(1, 4)))
        self.depth -= 1
        return f"{head} {{ {body} }}"

    def signature(self, number):
        rng = self.rng
        kind = self.pick("function", "function", "function", "method", "method", "static", "closure", "generator")
        params, names, optional = [], ["$a", "$b", "$c"], False
        for name in names[: rng.randrange(0, 4)]:
            declared = rng.choice(TYPES)
            by_ref = "&" if rng.random() < 0.08 else ""
            optional = optional or rng.random() < 0.25
            default = ""
            if optional:
                default = {"int ": "4", "float ": "1.5", "string ": "'d'", "array ": "[3]", "bool ": "true", "P ": None, "int|string ": "'i'", "int|float ": "2", "mixed ": "null", "": self.pick("3", "null", "[1]", "'e'", "PHP_INT_SIZE")}.get(declared, "null")
                if default is None:
                    declared, default = "", "5"
                default = f" = {default}"
            params.append(f"{declared}{by_ref}{name}{default}")
        if rng.random() < 0.1:
            params.append(self.pick("...$t", "int ...$t"))
        return f"f{number}", params, kind

    def function(self, signature):
        name, params, kind = signature
        self.inside, self.depth, self.calls = signature, 0, 0
        returns = "" if kind == "generator" else self.pick("", "", "", "", ": mixed", ": int", ": ?string", ": int|float|null", ": static" if kind == "method" and self.rng.random() < 0.2 else "")
        names = [p.split("$")[1].split(" ")[0].split("=")[0] for p in params]
        begin = "if ($GLOBALS['fuel']-- <= 0) " + ("return 0;" if kind != "generator" else "return;") + " global $host; "
        begin += "$x = 1; $y = 2; $n = 3; $s = 'st'; $o = new P; "
        begin += " ".join(f"${v} = {self.literal()};" for v in ["a", "b", "c", "v", "w"] if v not in names and self.rng.random() < 0.85)
        if "t" not in names:
            begin += " $t = [1, 2, 'k' => 'three'];"
        begin += self.pick(" $m = ['a' => ['b' => null, 'k' => 4], 'k' => 'text', 12 => 1.5, 'n' => ['d' => [[5]]]];", " $m = [];", " $m = ['a' => 'x', 'r' => &$y, 'k' => null];", " $m = [[1, 2], 3];")
        if names and self.rng.random() < 0.7:
            begin += f" $x = ${self.rng.choice(names)};"
        body = []
        for _ in range(self.rng.randrange(2, 7)):
            body.append("        " + self.statement())
            if kind == "generator":
                body.append("        " + self.pick("yield $x;", "yield $s => $y;", "$v = yield;", "yield from [1, 2];", "yield $a ?? 1;"))
        end = f"return {self.value()};" if self.rng.random() < 0.9 else ""
        text = f"({', '.join(params)}){returns} {{\n        {begin}\n" + "\n".join(body) + f"\n        {end}\n    }}"
        self.inside = None
        if kind == "method":
            return "method", f"    function {name}{text}\n"
        if kind == "static":
            return "method", f"    static function {name}{text}\n"
        if kind == "closure":
            return "function", f"${name} = function {text};\n"
        return "function", f"function {name}{text}\n"

    def text(self):
        functions, methods, signatures = [], [], []
        for number in range(self.rng.randrange(3, 8)):
            signature = self.signature(number)
            signatures.append(signature)
            where, text = self.function(signature)
            self.signatures.append(signature)
            (methods if where == "method" else functions).append(text)
        runs = []
        for name, params, kind in signatures:
            call = {"method": f"$host->{name}", "static": f"Host::{name}", "closure": f"${name}"}.get(kind, name)
            sets = ["[$i, $i + 1, 2]", "[$i * 1.5, 'ab', [1]]", "[$i % 2 ? $i : null, $p, 'x']", "['7', $i, 0.5]", "[$p, [1, 2], 3]"]
            self.rng.shuffle(sets)
            for args in sets[:3]:
                wrapped = f"last({call}(...array_slice({args}, 0, {max(len(params), 1)})))" if kind == "generator" else f"{call}(...array_slice({args}, 0, {max(len(params), 1)}))"
                runs.append(
                    f"for ($i = 0; $i < {self.pick('4', '12', '30')}; $i++) {{ $fuel = 25; $p = new Q; try {{ show({wrapped}); }}"
                    " catch (Throwable $e) { echo get_class($e), ': ', preg_replace('/called in .*? on line/', 'called on line', $e->getMessage()), ' ', $e->getLine(), ' ', count($e->getTrace()), \"\\n\"; } }\n"
                )
        return (
            PROLOGUE
            + "function numbers($n) { for ($i = 0; $i < $n; $i++) { yield $i => $i * 2; } return 9; }\n"
            + "function last($g) { $r = null; if (!$g instanceof Generator) return $g; foreach ($g as $k => $v) { $r = is_scalar($k) ? \"$k\" : 'key'; } return $r; }\n"
            + "class Host { public $mine = 4;\n" + "".join(methods) + "}\n$host = new Host;\n"
            + "".join(functions) + "".join(runs)
            + "echo $count, ' ', $said > 60 ? 60 : $said, \"\\n\";\n"
        )


if __name__ == "__main__":
    sys.exit(generated.compare(__doc__, lambda rng: Functions(rng).text(), "functions"))
