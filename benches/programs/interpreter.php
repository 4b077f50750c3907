<?php
// A small language: lexer, recursive-descent parser to objects, tree-walking evaluator with `match` and environments.

enum Kind
{
    case Number;
    case Name;
    case Symbol;
    case End;
}

final readonly class Token
{
    public function __construct(public Kind $kind, public string $text) {}
}

abstract class Expression {}
final class Number extends Expression { public function __construct(public readonly int $value) {} }
final class Variable extends Expression { public function __construct(public readonly string $name) {} }
final class Binary extends Expression { public function __construct(public readonly string $operator, public readonly Expression $left, public readonly Expression $right) {} }
final class Assign extends Expression { public function __construct(public readonly string $name, public readonly Expression $value) {} }
final class Loop extends Expression { public function __construct(public readonly Expression $condition, public readonly array $body) {} }

final class Parser
{
    private array $tokens = [];
    private int $at = 0;

    public function __construct(string $source)
    {
        preg_match_all('/\d+|[a-z]+|[-+*%<>={}();]/', $source, $found);
        foreach ($found[0] as $text) {
            $kind = ctype_digit($text) ? Kind::Number : (ctype_alpha($text) ? Kind::Name : Kind::Symbol);
            $this->tokens[] = new Token($kind, $text);
        }
        $this->tokens[] = new Token(Kind::End, '');
    }

    public function program(string $end = ''): array
    {
        $statements = [];
        while ($this->peek()->text !== $end) {
            $statements[] = $this->statement();
        }
        $this->at++;
        return $statements;
    }

    private function peek(int $ahead = 0): Token { return $this->tokens[$this->at + $ahead]; }

    private function accept(string $text): bool
    {
        if ($this->peek()->text === $text) {
            $this->at++;
            return true;
        }
        return false;
    }

    private function statement(): Expression
    {
        if ($this->accept('while')) {
            $condition = $this->binary(0);
            $this->accept('{');
            return new Loop($condition, $this->program('}'));
        }
        if ($this->peek()->kind === Kind::Name && $this->peek(1)->text === '=') {
            $name = $this->peek()->text;
            $this->at += 2;
            $statement = new Assign($name, $this->binary(0));
        } else {
            $statement = $this->binary(0);
        }
        $this->accept(';') || throw new UnexpectedValueException('; expected at ' . $this->peek()->text);
        return $statement;
    }

    private const LEVELS = [['<', '>'], ['+', '-'], ['*', '%']];

    private function binary(int $level): Expression
    {
        if ($level === count(self::LEVELS)) {
            return $this->atom();
        }
        $left = $this->binary($level + 1);
        while (in_array($this->peek()->text, self::LEVELS[$level], true)) {
            $operator = $this->tokens[$this->at++]->text;
            $left = new Binary($operator, $left, $this->binary($level + 1));
        }
        return $left;
    }

    private function atom(): Expression
    {
        $token = $this->tokens[$this->at++];
        if ($token->text === '(') {
            $inner = $this->binary(0);
            $this->accept(')');
            return $inner;
        }
        return match ($token->kind) {
            Kind::Number => new Number((int) $token->text),
            Kind::Name => new Variable($token->text),
            default => throw new UnexpectedValueException("unexpected $token->text"),
        };
    }
}

final class Machine
{
    public array $variables = [];

    public function evaluate(Expression $expression): int
    {
        return match (true) {
            $expression instanceof Number => $expression->value,
            $expression instanceof Variable => $this->variables[$expression->name] ?? 0,
            $expression instanceof Assign => $this->variables[$expression->name] = $this->evaluate($expression->value),
            $expression instanceof Binary => $this->binary($expression),
            $expression instanceof Loop => $this->loop($expression),
        };
    }

    private function binary(Binary $node): int
    {
        $left = $this->evaluate($node->left);
        $right = $this->evaluate($node->right);
        return match ($node->operator) {
            '+' => $left + $right,
            '-' => $left - $right,
            '*' => $left * $right,
            '%' => $left % $right,
            '<' => (int) ($left < $right),
            '>' => (int) ($left > $right),
        };
    }

    private function loop(Loop $loop): int
    {
        for ($rounds = 0; $this->evaluate($loop->condition) !== 0; $rounds++) {
            foreach ($loop->body as $statement) {
                $this->evaluate($statement);
            }
        }
        return $rounds;
    }
}

$source = 'i = 0; a = 1; b = 1; while i < 24000 { c = (a + b) % 10007; a = b; b = c; j = 0; while j < 3 { s = (s * 31 + c * j - i) % 65521; j = j + 1; } i = i + 1; }';
$machine = new Machine();
foreach ((new Parser($source))->program() as $statement) {
    $machine->evaluate($statement);
}
for ($i = 0; $i < 200; $i++) {
    $parsed = (new Parser(str_repeat($source . ' ', 2)))->program();
}
echo json_encode($machine->variables), ' ', count($parsed), "\n";
