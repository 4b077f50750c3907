--TEST--
Compiled closures: static properties by self::, static:: and names of classes that are missing
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
class Counter
{
    public static $count = 0;
    public static ?string $name = null;

    static function writers(): array
    {
        return [
            function ($n) { self::$count = $n; },
            function ($n) { static::$count = $n + 1; },
            fn ($n) => self::$count++,
            fn ($n) => self::$count += $n,
            function ($n) { self::$name = "n$n"; },
            function ($n) { if (isset(self::$name)) self::$name = null; },
            function ($n) { Absent::$count = $n; },
        ];
    }
}

class Second extends Counter
{
    public static $count = 100;
}

foreach ([Counter::writers(), Second::writers()] as $writers) {
    foreach ($writers as $i => $writer) {
        try {
            array_map($writer, [1, 2, 3]);
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
        echo $i, " ", Counter::$count, " ", Second::$count, " ", var_export(Counter::$name, true), "\n";
    }
}
?>
--EXPECT--
0 3 100 NULL
1 4 100 NULL
2 7 100 NULL
3 13 100 NULL
4 13 100 'n3'
5 13 100 NULL
Class "Absent" not found
6 13 100 NULL
0 3 100 NULL
1 3 4 NULL
2 6 4 NULL
3 12 4 NULL
4 12 4 'n3'
5 12 4 NULL
Class "Absent" not found
6 12 4 NULL
