<?php
// Exceptions: thrown deep and caught by class, finally, rethrown with a cause, from builtins, in generators.

class NotFound extends RuntimeException {}
class Invalid extends InvalidArgumentException {}

function level(int $depth, int $n): int
{
    if ($depth === 0) {
        return match ($n % 4) {
            0 => throw new NotFound("no $n", $n),
            1 => throw new Invalid("bad $n"),
            2 => intdiv(1, $n - $n),
            default => $n,
        };
    }
    try {
        return level($depth - 1, $n) + 1;
    } finally {
        $GLOBALS['unwound']++;
    }
}

function guarded(int $n): int
{
    try {
        return level(6, $n);
    } catch (NotFound $error) {
        return $error->getCode() & 7;
    } catch (Invalid | LengthException $error) {
        throw new LogicException('wrapped', 3, $error);
    } finally {
        $GLOBALS['unwound']++;
    }
}

$unwound = 0;
$sum = 0;
for ($i = 0; $i < 140_000; $i++) {
    try {
        $sum += guarded($i);
    } catch (LogicException $error) {
        $sum += strlen($error->getPrevious()->getMessage()) + $error->getCode();
    } catch (DivisionByZeroError $error) {
        $sum += count($error->getTrace());
    }
    try {
        $sum += $i % 3;
        if ($i % 10 === 0) {
            $sum += (static fn (int $x): int => $x)("x$i");
        }
    } catch (TypeError) {
        $sum++;
    }
}
echo "$sum $unwound\n";
