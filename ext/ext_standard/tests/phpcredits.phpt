--TEST--
phpcredits(): parts of it; types and defaults as reflection shows them
--FILE--
<?php
set_error_handler(fn($level, $text) => print("$text\n"));
var_dump(phpcredits(CREDITS_SAPI));
var_dump(phpcredits(0));
ob_start();
phpcredits();
$all = ob_get_clean();
ob_start();
phpinfo(INFO_CREDITS);
var_dump(str_contains(ob_get_clean(), $all));
echo (new ReflectionFunction("phpcredits")), new ReflectionParameter("extract", "prefix"), "\n", new ReflectionParameter("str_getcsv", 3), "\n";
echo new ReflectionParameter("number_format", 0), "\n";
try {
    number_format("abc");
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
echo number_format("12.5", 1), number_format(PHP_INT_MAX), number_format(null), "\n";
?>
--EXPECT--
PHP Credits

                               SAPI Modules                               
Contribution => Authors
Apache 2 Handler => Ian Holsman, Justin Erenkrantz (based on Apache 2 Filter code)
CGI / FastCGI => Rasmus Lerdorf, Stig Bakken, Shane Caraveo, Dmitry Stogov
CLI => Edin Kadribasic, Marcus Boerger, Johannes Schlueter, Moriyoshi Koizumi, Xinchen Hui
Embed => Edin Kadribasic
FastCGI Process Manager => Andrei Nigmatulin, dreamcat4, Antony Dovgal, Jerome Loyet
litespeed => George Wang
phpdbg => Felipe Pena, Joe Watkins, Bob Weinand
bool(true)
PHP Credits
bool(true)
bool(true)
Function [ <internal:standard> function phpcredits ] {

  - Parameters [1] {
    Parameter #0 [ <optional> int $flags = CREDITS_ALL ]
  }
  - Return [ true ]
}
Parameter #2 [ <optional> string $prefix = "" ]
Parameter #3 [ <optional> string $escape = "\\" ]
Parameter #0 [ <required> float $num ]
number_format(): Argument #1 ($num) must be of type int|float, string given
12.59,223,372,036,854,775,807number_format(): Passing null to parameter #1 ($num) of type float is deprecated
0
