--TEST--
PropertyHookType is backed by strings
--FILE--
<?php
var_dump(PropertyHookType::from("get"), PropertyHookType::tryFrom("neither"), PropertyHookType::Set->value, count(PropertyHookType::cases()));
try {
    PropertyHookType::from("neither");
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
echo (new ReflectionEnum("PropertyHookType"))->getBackingType(), "\n";
?>
--EXPECT--
enum(PropertyHookType::Get)
NULL
string(3) "set"
int(2)
"neither" is not a valid backing value for enum PropertyHookType
string
