<?php
// Exceptions, finally, null-safe chains, match.
class Missing extends RuntimeException
{
}

function find(int $n): ?object
{
    return match (true) {
        $n % 3 === 0 => null,
        $n % 5 === 0 => throw new Missing("no $n"),
        default => (object) ['name' => 'x'],
    };
}

$done = 0;
for ($i = 0; $i < $argv[1]; $i++) {
    try {
        $name = find($i % 15)?->name ?? 'none';
    } catch (Missing $missing) {
        $name = $missing->getMessage();
    } finally {
        $done++;
    }
}
