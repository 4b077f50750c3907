--TEST--
A parent that is not there is an error of the line where the declaration begins
--FILE--
<?php
function line(string $code)
{
    try {
        eval($code);
    } catch (Error $e) {
        echo $e->getMessage(), ' in line ', $e->getLine(), "\n";
    }
}
line("class A\n extends\n Missing\n{\n function f() {}\n}");
line("\nfinal class B implements Missing {\n\n}\n");
line("\n\ninterface C extends Missing {\n\n}\n");
line("\n\nif (true) { class E extends Missing {\n\n}\n}");
?>
--EXPECT--
Class "Missing" not found in line 1
Interface "Missing" not found in line 2
Interface "Missing" not found in line 3
Class "Missing" not found in line 3
