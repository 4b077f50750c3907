--TEST--
min() and max() of two equal values give the first, where code does not have their name
--FILE--
<?php
namespace Its\Own;

$pairs = [[1, '1'], ['1', 1], [1, 1.0], [1.0, 1], [0, null], [null, 0], ['1', '01'], ['01', '1'], ['a', 'a'], [NAN, 1], [1, NAN], [NAN, NAN], [0.0, -0.0], [-0.0, 0.0],
    ['x', NAN], [[1, 'a' => 2], [1, 'b' => 2]], [[1], ['1']], [true, 'x'], ['x', true], [2, 3], [3, 2], ['b', 'a'], [1.5, 2]];
foreach ($pairs as [$a, $b]) {
    foreach (['min', 'max'] as $name) {
        $list = [$a, $b];
        $results = [
            $name == 'min' ? \min($a, $b) : \max($a, $b),
            $name == 'min' ? min($a, $b) : max($a, $b),
            $name == 'min' ? \min(...$list) : \max(...$list),
            $name == 'min' ? \min($a, ...[$b]) : \max($a, ...[$b]),
            $name($a, $b),
            \call_user_func($name, $a, $b),
            call_user_func($name, $a, $b),
            \call_user_func_array($name, $list),
            array_map($name, [$a], [$b])[0],
            array_reduce([$b], $name, $a),
            $name == 'min' ? (min(...))($a, $b) : (max(...))($a, $b),
        ];
        echo $name, ' ', var_export($a, true), ' ', var_export($b, true), ': ', implode(' ', array_map(fn($r) => var_export($r, true), $results)), "\n";
    }
}
?>
--EXPECT--
min 1 '1': '1' '1' 1 1 1 1 1 1 1 1 1
max 1 '1': 1 1 1 1 1 1 1 1 1 1 1
min '1' 1: 1 1 '1' '1' '1' '1' '1' '1' '1' '1' '1'
max '1' 1: '1' '1' '1' '1' '1' '1' '1' '1' '1' '1' '1'
min 1 1.0: 1.0 1.0 1 1 1 1 1 1 1 1 1
max 1 1.0: 1 1 1 1 1 1 1 1 1 1 1
min 1.0 1: 1 1 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0
max 1.0 1: 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0
min 0 NULL: NULL NULL 0 0 0 0 0 0 0 0 0
max 0 NULL: 0 0 0 0 0 0 0 0 0 0 0
min NULL 0: 0 0 NULL NULL NULL NULL NULL NULL NULL NULL NULL
max NULL 0: NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL NULL
min '1' '01': '01' '01' '1' '1' '1' '1' '1' '1' '1' '1' '1'
max '1' '01': '1' '1' '1' '1' '1' '1' '1' '1' '1' '1' '1'
min '01' '1': '1' '1' '01' '01' '01' '01' '01' '01' '01' '01' '01'
max '01' '1': '01' '01' '01' '01' '01' '01' '01' '01' '01' '01' '01'
min 'a' 'a': 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a'
max 'a' 'a': 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a'
min NAN 1: 1 1 NAN NAN NAN NAN NAN NAN NAN NAN NAN
max NAN 1: 1 1 NAN NAN NAN NAN NAN NAN NAN NAN NAN
min 1 NAN: NAN NAN 1 1 1 1 1 1 1 1 1
max 1 NAN: NAN NAN 1 1 1 1 1 1 1 1 1
min NAN NAN: NAN NAN NAN NAN NAN NAN NAN NAN NAN NAN NAN
max NAN NAN: NAN NAN NAN NAN NAN NAN NAN NAN NAN NAN NAN
min 0.0 -0.0: -0.0 -0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0
max 0.0 -0.0: 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0
min -0.0 0.0: 0.0 0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0
max -0.0 0.0: -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0 -0.0
min 'x' NAN: NAN NAN 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x'
max 'x' NAN: 'x' 'x' NAN NAN NAN NAN NAN NAN NAN NAN NAN
min array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'b' => 2,
): array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
)
max array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'b' => 2,
): array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'a' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
) array (
  0 => 1,
  'b' => 2,
)
min array (
  0 => 1,
) array (
  0 => '1',
): array (
  0 => '1',
) array (
  0 => '1',
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
)
max array (
  0 => 1,
) array (
  0 => '1',
): array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
) array (
  0 => 1,
)
min true 'x': 'x' 'x' true true true true true true true true true
max true 'x': true true true true true true true true true true true
min 'x' true: true true 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x'
max 'x' true: 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x' 'x'
min 2 3: 2 2 2 2 2 2 2 2 2 2 2
max 2 3: 3 3 3 3 3 3 3 3 3 3 3
min 3 2: 2 2 2 2 2 2 2 2 2 2 2
max 3 2: 3 3 3 3 3 3 3 3 3 3 3
min 'b' 'a': 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a' 'a'
max 'b' 'a': 'b' 'b' 'b' 'b' 'b' 'b' 'b' 'b' 'b' 'b' 'b'
min 1.5 2: 1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5 1.5
max 1.5 2: 2 2 2 2 2 2 2 2 2 2 2
