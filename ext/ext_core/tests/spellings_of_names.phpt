--TEST--
Names in all spellings
--FILE--
<?php
namespace Some\Place {
    const Answer = 42;
    const answer = 43;
    function Aa_function_with_a_rather_long_name_that_is_longer_than_others_are_by_far() {
        return __FUNCTION__;
    }
    class A_Class {}
    interface Ab {}
}
namespace {
    foreach (['STRLEN', '\strlen', 'strle', 'strlenn', 'Some\Place\AA_Function_with_a_rather_long_name_that_is_longer_than_others_ARE_BY_FAR', 'some\place\none', '', '\\', "strlen\0", 'md5', 'MD5', 'mD_'] as $name) {
        echo (int) function_exists($name);
    }
    echo ' ';
    foreach (['arrayobject', 'ARRAYOBJECT', 'SOME\place\a_class', '\some\PLACE\A_CLASS', 'Some\Place\A-Class', 'Some/Place/A_Class', 'Some\Place\AB', 'stdclass', 'stdclasS', 'stdclas'] as $name) {
        echo (int) class_exists($name), (int) interface_exists($name);
    }
    echo ' ';
    foreach (['E_ALL', 'e_all', '\E_ALL', 'Some\Place\Answer', 'SOME\PLACE\Answer', 'Some\Place\answer', 'Some\Place\ANSWER', 'TRUE', 'Null', 'PHP_VERSION', 'PHP_version'] as $name) {
        echo (int) defined($name);
    }
    echo ' ', constant('some\place\Answer'), constant('SOME\Place\answer'), "\n";
    for ($i = 0; $i < 300; $i++) {
        define("Made\\Up_$i", $i);
        eval("function MadeUp$i() { return $i; } class Made$i {}");
    }
    $sum = 0;
    for ($i = 0; $i < 300; $i++) {
        $sum += constant("MADE\\Up_$i") + "MADEUP$i"() + class_exists("mADE$i") + function_exists("madeup$i");
    }
    var_dump($sum, function_exists('madeup300'), class_exists('made300'), defined('Made\Up_300'), defined('Made\up_1'));
    echo \some\place\aa_function_WITH_a_rather_long_name_that_is_longer_than_others_are_by_far(), "\n";
}
--EXPECT--
110010000110 10101010000001101000 10111101110 4243
int(90300)
bool(false)
bool(false)
bool(false)
bool(false)
Some\Place\Aa_function_with_a_rather_long_name_that_is_longer_than_others_are_by_far
