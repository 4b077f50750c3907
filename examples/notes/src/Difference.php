<?php

declare(strict_types=1);

namespace Notes;

use Generator;

/** What changed between two texts, by line: the longest common subsequence. */
final class Difference
{
    /** @return Generator<int, array{string, string}> '=', '-' or '+' and the line */
    public static function lines(string $old, string $new): Generator
    {
        [$a, $b] = [explode("\n", $old), explode("\n", $new)];
        // lengths[i][j]: of what a from i and b from j have in common.
        $lengths = array_fill(0, count($a) + 1, array_fill(0, count($b) + 1, 0));
        for ($i = count($a) - 1; $i >= 0; $i--) {
            for ($j = count($b) - 1; $j >= 0; $j--) {
                $lengths[$i][$j] = $a[$i] === $b[$j] ? $lengths[$i + 1][$j + 1] + 1 : max($lengths[$i + 1][$j], $lengths[$i][$j + 1]);
            }
        }
        $i = $j = 0;
        while ($i < count($a) || $j < count($b)) {
            if ($i < count($a) && $j < count($b) && $a[$i] === $b[$j]) {
                yield ['=', $a[$i]];
                $i++;
                $j++;
            } elseif ($j >= count($b) || ($i < count($a) && $lengths[$i + 1][$j] >= $lengths[$i][$j + 1])) {
                yield ['-', $a[$i++]];
            } else {
                yield ['+', $b[$j++]];
            }
        }
    }
}
