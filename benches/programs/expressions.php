<?php
// Expressions: a lexer, a parser by recursive descent, trees that are evaluated and shown.

interface Expr
{
    public function eval(array $env): float;

    public function show(): string;
}

final class Num implements Expr
{
    public function __construct(private float $v) {}

    public function eval(array $env): float
    {
        return $this->v;
    }

    public function show(): string
    {
        return (string)$this->v;
    }
}

final class Variable implements Expr
{
    public function __construct(private string $n) {}

    public function eval(array $env): float
    {
        return $env[$this->n] ?? throw new RuntimeException("undefined {$this->n}");
    }

    public function show(): string
    {
        return $this->n;
    }
}

final class Bin implements Expr
{
    public function __construct(private string $op, private Expr $l, private Expr $r) {}

    public function eval(array $env): float
    {
        $a = $this->l->eval($env);
        $b = $this->r->eval($env);
        return match ($this->op) {
            '+' => $a + $b, '-' => $a - $b, '*' => $a * $b, '/' => $b == 0 ? throw new DivisionByZeroError('zero') : $a / $b
        };
    }

    public function show(): string
    {
        return '(' . $this->l->show() . ' ' . $this->op . ' ' . $this->r->show() . ')';
    }
}

final class Neg implements Expr
{
    public function __construct(private Expr $e) {}

    public function eval(array $env): float
    {
        return -$this->e->eval($env);
    }

    public function show(): string
    {
        return '-' . $this->e->show();
    }
}

class Lexer
{
    const DIGITS = '0123456789.';
    private int $pos = 0;
    private int $len;

    public function __construct(private string $src)
    {
        $this->len = strlen($src);
    }

    public function next(): ?array
    {
        while ($this->pos < $this->len && $this->src[$this->pos] === ' ') $this->pos++;
        if ($this->pos >= $this->len) return null;
        $c = $this->src[$this->pos];
        if ($c >= '0' && $c <= '9') {
            $s = $this->pos;
            while ($this->pos < $this->len && strpos(self::DIGITS, $this->src[$this->pos]) !== false) $this->pos++;
            return ['num', substr($this->src, $s, $this->pos - $s)];
        }
        if (($c >= 'a' && $c <= 'z') || $c === '_') {
            $s = $this->pos;
            while ($this->pos < $this->len && preg_match('/[a-z_0-9]/', $this->src[$this->pos])) $this->pos++;
            return ['id', substr($this->src, $s, $this->pos - $s)];
        }
        $this->pos++;
        return ['op', $c];
    }
}

class Parser
{
    private ?array $tok;

    public function __construct(private Lexer $lx)
    {
        $this->tok = $lx->next();
    }

    private function accept(string $type, ?string $v = null): ?string
    {
        if ($this->tok !== null && $this->tok[0] === $type && ($v === null || $this->tok[1] === $v)) {
            $r = $this->tok[1];
            $this->tok = $this->lx->next();
            return $r;
        }
        return null;
    }

    public function expr(): Expr
    {
        $l = $this->term();
        while (($op = $this->accept('op', '+') ?? $this->accept('op', '-')) !== null) $l = new Bin($op, $l, $this->term());
        return $l;
    }

    private function term(): Expr
    {
        $l = $this->factor();
        while (($op = $this->accept('op', '*') ?? $this->accept('op', '/')) !== null) $l = new Bin($op, $l, $this->factor());
        return $l;
    }

    private function factor(): Expr
    {
        if (($n = $this->accept('num')) !== null) return new Num((float)$n);
        if (($n = $this->accept('id')) !== null) return new Variable($n);
        if ($this->accept('op', '-') !== null) return new Neg($this->factor());
        if ($this->accept('op', '(') !== null) {
            $e = $this->expr();
            $this->accept('op', ')') ?? throw new RuntimeException('expected )');
            return $e;
        }
        throw new RuntimeException('unexpected');
    }
}

$sum = 0;
$errors = 0;
for ($i = 0; $i < 4000; $i++) {
    try {
        $src = "($i + alpha * 2.5) / (b" . ($i % 7 ? '' : 'x') . " - 3) * -(c + " . ($i * 3 % 11) . ") + alpha * (1 + 2 * (3 + 4))"; $e = (new Parser(new Lexer($src)))->expr(); for ($k = 0; $k < 4; $k++) $sum += $e->eval(['alpha' => $k, 'b' => $i % 5, 'c' => 2]); $h = md5($e->show());
    } catch (RuntimeException | DivisionByZeroError $x) {
        $errors++;
    }
}

echo round($sum, 3), ' ', $errors, ' ', $h, "\n";
