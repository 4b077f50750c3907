--TEST--
imageaffinematrixget() names the argument it means
--EXTENSIONS--
gd
--FILE--
<?php
foreach ([[0, 1], [1, 'x'], [0, null], [2, []], [3, 'x'], [9, 1], [0, ['x' => 1]], [1, ['x' => 2, 'y' => 3]]] as [$kind, $options]) {
    try {
        echo json_encode(imageaffinematrixget($kind, $options)), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
TypeError: imageaffinematrixget(): Argument #2 ($options) must be of type array when using translate or scale
TypeError: imageaffinematrixget(): Argument #2 ($options) must be of type array when using translate or scale
TypeError: imageaffinematrixget(): Argument #2 ($options) must be of type array when using translate or scale
[1,0,-0,1,0,0]
[1,0,0,1,0,0]
ValueError: imageaffinematrixget(): Argument #1 ($type) must be a valid element type
ValueError: imageaffinematrixget(): Argument #2 ($options) must have a "y" key
[2,0,0,3,0,0]
