--TEST--
What another process has written into a segment's head is not believed
--FILE--
<?php
$size = 256;
$heads = [
    'end behind the segment' => [40, 1 << 40, 100, $size],
    'end before the start' => [40, 8, 100, $size],
    'negative' => [-8, -1, -1, -1],
    'more free than there is' => [40, 40, 1 << 40, $size],
];
foreach ($heads as $name => $numbers) {
    $key = ftok(__FILE__, 'h');
    $segment = shmop_open($key, 'c', 0600, $size);
    shmop_write($segment, "PHP_SM\0\0" . pack('q4', ...$numbers) . str_repeat("\1", 100), 0);
    $memory = shm_attach($key, $size);
    echo $name, ': ', json_encode([shm_has_var($memory, 1), @shm_get_var($memory, 1), @shm_put_var($memory, 1, 'v'), @shm_put_var($memory, 2, str_repeat('v', 300)), @shm_remove_var($memory, 1)]), "\n";
    shm_remove($memory);
}
?>
--EXPECT--
end behind the segment: [false,false,false,false,false]
end before the start: [false,false,false,false,false]
negative: [false,false,false,false,false]
more free than there is: [false,false,true,false,true]
