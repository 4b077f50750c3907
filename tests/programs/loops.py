#!/usr/bin/env python3
"""Generated programs, run by two engines: the output must be the same.

usage: loops.py [--engine BINARY] [--reference BINARY] [--seconds N] [--seed N] [--stress]

Each program is a few functions full of loops over ints, floats, bools, strings, arrays, nested arrays and objects, whose types change on the
way. --stress runs the engine with LOXO_STRESS=jit, which compiles every loop at once. Programs that differ are kept in --keep.
"""
import sys

import generated

INTS = ["$i", "$j", "$k", "$x", "$y", "$n"]
FLOATS = ["$f", "$g"]
BOOLS = ["$b", "$c"]
ANY = ["$v", "$w"]


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.depth = 0
        self.loops = 0

    def pick(self, *options):
        return self.rng.choice(options)

    def number(self):
        r = self.rng.random()
        if r < 0.3:
            return self.rng.choice(INTS)
        if r < 0.45:
            return str(self.rng.choice([0, 1, 2, 3, 5, 7, 10, 63, 64, 255, -1, -7, 1000003]))
        if r < 0.6:
            return self.rng.choice(FLOATS)
        if r < 0.68:
            return str(self.rng.choice([0.5, 1.5, -2.25, 1e3, 0.1, -0.0, 9.3e18]))
        if r < 0.72:
            return self.rng.choice(ANY)
        if r < 0.8:
            return f"$a[{self.index()}]"
        if r < 0.85:
            return f"$m[{self.index()}][{self.index()}]"
        if r < 0.9:
            return self.pick("$o->p", "$o->q", "$this->r", "$o->s")
        if r < 0.93:
            return f"$h[{self.pick('$i % 5', chr(34) + 'k' + chr(34), '$x & 3')}]"
        if r < 0.95:
            return f"count($a)"
        if r < 0.96:
            return self.pick(f"{self.pick('max', 'min')}({self.pick('$x', '$f', '$a[$i % 8]')}, {self.number()})", f"abs({self.number()})")
        if r < 0.97:
            return f"add({self.rng.choice(INTS)}, {self.rng.choice(INTS)})"
        return f"({self.number()} {self.pick('+', '-', '*')} {self.number()})"

    def index(self):
        return self.pick("$i % 8", "$j & 7", "$k % 6", "3", "0", "$x & 7", "$i", "($i + $j) % 8")

    def expression(self):
        r = self.rng.random()
        a, b = self.number(), self.number()
        if r < 0.55:
            return f"{a} {self.pick('+', '-', '*', '+', '-')} {b}"
        if r < 0.62:
            return f"({a} & {self.rng.randrange(256)})" if "." not in a else f"(int) ({a})"
        if r < 0.67:
            return f"{self.rng.choice(INTS)} {self.pick('|', '^', '&')} {self.rng.choice(INTS)}"
        if r < 0.72:
            return f"{self.rng.choice(INTS)} {self.pick('<<', '>>')} {self.rng.randrange(6)}"
        if r < 0.77:
            return f"{self.rng.choice(INTS)} % {self.pick('7', '13', '1000', '-3')}"
        if r < 0.8:
            return f"{a} / {self.pick('2', '4', '3', '0.5', '1.5')}"
        if r < 0.83:
            return f"-({a})"
        if r < 0.86:
            return f"(float) ({a})"
        if r < 0.9:
            return f"{self.condition()} ? {a} : {b}"
        return a

    def condition(self):
        r = self.rng.random()
        if r < 0.6:
            return f"({self.number()} {self.pick('<', '<=', '>', '>=', '==', '!=', '===', '!==')} {self.number()})"
        if r < 0.75:
            return self.rng.choice(BOOLS)
        if r < 0.85:
            return f"!{self.rng.choice(BOOLS)}"
        if r < 0.9:
            return f"({self.rng.choice(INTS)} & 1)"
        return f"is_{self.pick('int', 'float', 'string')}({self.rng.choice(INTS + ANY)})"

    def statement(self):
        r = self.rng.random()
        rng = self.rng
        if r < 0.22:
            return f"{rng.choice(['$x', '$y', '$n'])} = (int) ({self.expression()}) % 100000;"
        if r < 0.34:
            return f"{rng.choice(FLOATS)} = clamp({self.expression()});"
        if r < 0.4:
            return f"{rng.choice(BOOLS)} = {self.condition()};"
        if r < 0.48:
            return f"{rng.choice(['$x', '$y', '$f', '$v'])} {self.pick('+=', '-=', '+=')} {self.number()};"
        if r < 0.53:
            return f"{rng.choice(['$x', '$y', '$v', '$f'])}{self.pick('++', '--')};"
        if r < 0.61:
            return f"$a[{self.index()}] = {self.expression()};"
        if r < 0.65:
            return f"$m[{self.index()}][{self.index()}] {self.pick('=', '=', '+=')} {self.number()};"
        if r < 0.69:
            return f"$a[{self.index()}] {self.pick('+=', '-=', '*=')} {self.pick('1', '2', '$x', '$f')};"
        if r < 0.72:
            return f"{self.pick('$o->p', '$o->q', '$this->r', '$o->s')} {self.pick('=', '+=', '-=')} {self.number()};"
        if r < 0.74:
            return f"{self.pick('$o->p', '$this->r')}{self.pick('++', '--')};"
        if r < 0.76:
            return f"$t[] = {self.number()};"
        if r < 0.78:
            return f"$h[{self.pick('$i % 5', chr(34) + 'k' + chr(34), '$x & 3')}] = {self.number()};"
        if r < 0.80:
            return f"$v = {self.pick('null', '$f', '$x', chr(34) + '12' + chr(34), 'true', '$a[2]', '[1, 2]', '$w')};"
        if r < 0.81:
            return self.pick("$d = $a; $d[0] = $x; $z += count($d);", f"$e = $a; $a[{self.index()}] = $x; $a[{self.index()}] = $y; $x += $e[3] <=> $a[3];", "$a = $e;")
        if r < 0.82:
            return self.pick("$q = &$a[1];", "unset($q);", "$rr = &$x;", "unset($rr);", "$ra = &$a;", f"$ra[{self.index()}] = $y;", "unset($ra);", "$a[9] = 1;", "unset($a[6]);", "$a = array_values($a);")
        if r < 0.84:
            return f"switch ({rng.choice(INTS)} % 4) {{ case 0: $x += 1; break; case 1: $f += 0.5; case 2: $y ^= 3; break; default: $n = {self.number()} % 50; }}"
        if r < 0.9 and self.depth < 4:
            return self.block(f"if ({self.condition()})")
        if r < 0.96 and self.loops < 3:
            return self.loop()
        return self.pick("if ($x > 90000) continue;", "if ($f > 1e12) break;", "$z += $i;", "$s .= $x;", "note($v);", "$y = strlen($s);")

    def block(self, head):
        self.depth += 1
        body = " ".join(self.statement() for _ in range(self.rng.randrange(1, 4)))
        self.depth -= 1
        return f"{head} {{ {body} }}"

    def loop(self):
        var = ["$i", "$j", "$k"][self.loops]
        self.loops += 1
        count = [40, 9, 5][self.loops - 1]
        form = self.rng.randrange(7)
        if form == 0:
            head, tail = f"for ({var} = 0; {var} < {count}; {var}++)", ""
        elif form == 1:
            head, tail = f"for ({var} = {count}; {var} > 0; --{var})", ""
        elif form == 2:
            head, tail = f"foreach (range(0, {count}) as {var})", ""
        elif form == 3:
            over = self.pick("$a", "$h", "$t", "$m[$x & 3]", "[1, 2.5, 'x', null, $x]", "[$o, $o]", "array_fill(0, 9, $f)")
            head, tail = f"foreach ({over} as {self.pick('$v', '$kk => $v', '$kk => $w', '$y')})", ""
        elif form == 4:
            over = self.pick("each($x & 1, $a)", "each($n % 3, $m)", "$m")
            head, tail = f"foreach ({over} as {self.pick('$v', '$kk => $v')})", ""
        else:
            head, tail = f"{var} = 0; while ({var}++ < {count})", ""
        self.depth += 1
        body = " ".join(self.statement() for _ in range(self.rng.randrange(2, 7)))
        self.depth -= 1
        self.loops -= 1
        return f"{head} {{ {body} }}{tail}\n"

    def text(self):
        functions = []
        for f in range(self.rng.randrange(1, 4)):
            body = "".join("        " + self.loop() for _ in range(self.rng.randrange(1, 4)))
            functions.append(
                f"    function f{f}($o, $a, $x) {{\n"
                "        $i = $j = $k = 0; $y = 5; $n = 3; $f = 0.5; $g = -1.5; $b = true; $c = false; $v = 1; $w = 2.5; $z = 0; $s = ''; $kk = 0; $t = []; $h = [1, 2]; $e = $a; $ra = [];\n"
                "        $m = [range(0, 7), range(1, 8), [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]]; for ($q = 3; $q < 8; $q++) $m[] = $m[$q % 3]; unset($q);\n"
                f"{body}        show($x, $y, $n, $f, $g, $b, $c, $v, $w, $z, $s, $t, $h, $m, $a, $o, $this->r);\n    }}\n"
            )
        runs = "".join(
            f"(new A)->f{f}(new P, {arg}, {x});\n"
            for f in range(len(functions))
            for arg, x in [("range(1, 8)", "1"), ("[1.5, 2.5, 3, 4, 5, 6, 7, 8.0]", "7"), ("range(1, 8)", "2.5"), ("array_fill(0, 8, 1.25)", "3")]
        )
        return (
            "<?php\nini_set('precision', 17); $GLOBALS['notes'] = 0;\n"
            "set_error_handler(function ($n, $m, $f, $l) { static $k = 0; if ($k++ < 60) echo \"[$m:$l]\"; return true; });\n"
            "function each($k, $a) { return $k == 0 ? $a : ($k == 1 ? (function () use ($a) { foreach ($a as $k => $v) { yield $k => $v; } })() : new ArrayIterator($a)); }\n"
            "function add($p, $q) { return $p + $q; }\nfunction note($v) { $GLOBALS['notes'] += is_numeric($v) ? 1 : 2; }\n"
            "function clamp($v) { return is_finite($v) && abs($v) < 1e15 ? (float) $v : 0.25; }\n"
            "function show(...$v) { echo md5(serialize($v)), ' ', json_encode(array_slice($v, 0, 10), JSON_PARTIAL_OUTPUT_ON_ERROR), \"\\n\"; }\n"
            "class P { public $p = 1; public int $q = 2; public float $s = 0.5; }\n"
            "class A { public $r = 3;\n" + "".join(functions) + "}\n"
            "try {\n" + runs + "} catch (Throwable $e) { echo get_class($e), ': ', $e->getMessage(), ' ', $e->getLine(), \"\\n\"; }\n"
            "echo $notes, \"\\n\";\n"
        )


if __name__ == "__main__":
    sys.exit(generated.compare(__doc__, lambda rng: Program(rng).text(), "loops"))
