--TEST--
unserialize() refuses what cannot be the name of a class where the object begins
--FILE--
<?php
spl_autoload_register(function ($class) { echo "[$class] "; });
foreach (['O:9:"\stdClass":0:{}', 'O:3:"a b":0:{}', "O:3:\"\0ab\":0:{}", 'C:2:"\A":0:{}', 'O:2:"A\":0:{}', 'a:1:{i:0;O:2:"\A":0:{}}', 'O:3:"A:B":0:{}', 'O:3:"é-"x', 'O:2:"9a":0:{}'] as $text) {
    foreach ([true, false] as $allowed) {
        echo str_replace("\0", '~', json_encode(@unserialize($text, ['allowed_classes' => $allowed]))), ' ', error_get_last()['message'] ?? '', "\n";
        error_clear_last();
    }
}
?>
--EXPECT--
false unserialize(): Error at offset 0 of 20 bytes
false unserialize(): Error at offset 0 of 20 bytes
false unserialize(): Error at offset 0 of 14 bytes
false unserialize(): Error at offset 0 of 14 bytes
false unserialize(): Error at offset 0 of 14 bytes
false unserialize(): Error at offset 0 of 14 bytes
false unserialize(): Error at offset 0 of 13 bytes
false unserialize(): Error at offset 0 of 13 bytes
[A\] {"__PHP_Incomplete_Class_Name":"A\\"} 
{"__PHP_Incomplete_Class_Name":"A\\"} 
false unserialize(): Error at offset 9 of 23 bytes
false unserialize(): Error at offset 9 of 23 bytes
false unserialize(): Error at offset 0 of 14 bytes
false unserialize(): Error at offset 0 of 14 bytes
false unserialize(): Error at offset 9 of 10 bytes
false unserialize(): Error at offset 9 of 10 bytes
[9a] {"__PHP_Incomplete_Class_Name":"9a"} 
{"__PHP_Incomplete_Class_Name":"9a"} 
