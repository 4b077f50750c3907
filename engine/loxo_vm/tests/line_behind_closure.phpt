--TEST--
What follows a closure in a statement stands at the line of the closure's end
--FILE--
<?php
try {
    $text = 'a' . function () {
        return 1;
    };
} catch (Error $error) {
    echo $error->getLine(), ': ', $error->getMessage(), "\n";
}
--EXPECT--
5: Object of class Closure could not be converted to string
