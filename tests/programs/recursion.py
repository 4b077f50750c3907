#!/usr/bin/env python3
"""Generated programs, run by two engines: the output must be the same.

usage: recursion.py [--engine BINARY] [--reference BINARY] [--seconds N] [--seed N] [--stress]

Each program is some functions of numbers that call themselves and each other, which compiled code does without frames; ints overflow on the way,
arguments are now and then something else, and what is thrown deep inside shows its trace. --stress runs the engine with LOXO_STRESS=jit. Programs
that differ are kept in --keep.
"""
import sys

import generated

TRACE = 'preg_replace(["/, called.*/", "/#(\\\\d+) .*?\\\\.php/"], ["", "#$1 file"], $e->getMessage() . " " . $e->getTraceAsString())'


class Recursion:
    def __init__(self, rng):
        self.rng = rng
        self.floats = rng.random() < 0.25
        self.names = [f"f{i}" for i in range(rng.randint(2, 4))]
        declared = ["", "int ", "float "] if self.floats else ["", "", "int "]
        self.types = {name: [rng.choice(declared) for _ in range(rng.randint(1, 3))] for name in self.names}
        self.calls = 0

    def number(self):
        if self.rng.random() < 0.7:
            return self.rng.choice(["1", "2", "3", "5"])
        return self.rng.choice(["0.5", "1.25", "-2.0"] if self.floats else ["-1", "0", "1000003", "3037000500", "9223372036854775807"])

    def expression(self, function, variables, depth):
        def more():
            return self.expression(function, variables, depth + 1)

        r = self.rng.random()
        if depth > 3 or r < 0.3:
            return self.rng.choice(variables)
        if r < 0.5:
            return self.number()
        if r < 0.8:
            return f"({more()} {self.rng.choice(['+', '-', '*'] if self.floats else ['+', '-', '*', '+', '-', '&', '|', '^'])} {more()})"
        if r < 0.86:
            return f"({more()} {self.rng.choice(['<', '>', '==', '<=', '!='])} {more()} ? {more()} : {more()})"
        if self.calls == 0:
            return self.rng.choice(variables)
        self.calls -= 1
        callee = self.rng.choice(self.names[: 1 + len(self.names) // 2] + [function])
        return f"{callee}({', '.join(['$n - 1'] + [more() for _ in self.types[callee]])})"

    def function(self, name):
        def value(depth, calls=2):
            self.calls = calls
            return self.expression(name, variables, depth)

        variables = ["$n"] + [f"$p{i}" for i in range(len(self.types[name]))]
        params = ", ".join(["$n"] + [f"{ty}$p{i}" for i, ty in enumerate(self.types[name])])
        body = [f"if ($n <= 0) return {value(2, 0)};"]
        for _ in range(self.rng.randint(1, 4)):
            r = self.rng.random()
            to = self.rng.choice(variables[1:])
            if r < 0.6:
                to = self.rng.choice(["$a", "$b"] + variables[1:])
                body.append(f"{to} = {value(0)};")
                variables += [to] if to not in variables else []
            elif r < 0.75:
                body.append(f"if ({self.rng.choice(variables)} < {self.rng.choice(variables)}) return {value(0)};")
            elif r < 0.9:
                body.append(f"for ($i = 0; $i < 3; $i++) {{ {to} = {value(1)}; }}")
            else:
                body.append(f"if ({self.rng.choice(variables)} > {self.rng.choice(variables)}) {{ {to} = {value(1)}; }} else {{ {to} = {value(1)}; }}")
        if self.rng.random() < 0.15:
            body.append('if ($n == 3 && $GLOBALS["calls"]++ % 50 == 49) throw new Exception("at $n");')
        return f"function {name}({params}) {{ {' '.join(body)} return {value(0)}; }}\n"

    def text(self):
        runs = []
        for name in self.names:
            for run in range(14):
                usual = ["1.0", "2.5", "-0.5", "3"] if self.floats else ["1", "2", "3", "0", "-5", "17"]
                others = ["1.5", '"3"', "1", "PHP_INT_MAX", "true", "null", "4611686018427387904"]
                args = [str(self.rng.randint(0, 4))] + [self.rng.choice(others if run > 10 else usual) for _ in self.types[name]]
                runs.append(f"try {{ var_dump({name}({', '.join(args)})); }} catch (Throwable $e) {{ echo get_class($e), ' ', {TRACE}, \"\\n\"; }}\n")
        head = "<?php\nini_set('precision', 17); error_reporting(E_ALL & ~E_DEPRECATED); $calls = 0;\n"
        return head + "".join(self.function(name) for name in self.names) + "".join(runs)


if __name__ == "__main__":
    sys.exit(generated.compare(__doc__, lambda rng: Recursion(rng).text(), "recursion"))
