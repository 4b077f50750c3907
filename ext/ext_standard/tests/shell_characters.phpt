--TEST--
Texts for the shell: characters of the locale stay whole, what is none is left out
--FILE--
<?php
$texts = ["\xff", "a\x80b", "\xc3", "\xc3(", "\xe2\x82\xac", "\xed\xa0\x80", "\xf0\x9f\x98\x80x", "\xe2\x82'\""];
foreach (['C.UTF-8', 'C'] as $locale) {
    echo setlocale(LC_CTYPE, $locale), "\n";
    foreach ($texts as $text) {
        echo bin2hex($text), ' ', bin2hex(escapeshellarg($text)), ' ', bin2hex(escapeshellcmd($text)), "\n";
    }
}
?>
--EXPECT--
C.UTF-8
ff 2727 
618062 27616227 6162
c3 2727 
c328 272827 5c28
e282ac 27e282ac27 e282ac
eda080 2727 
f09f988078 27f09f98807827 f09f988078
e2822722 27275c27272227 5c275c22
C
ff 2727 
618062 27616227 6162
c3 2727 
c328 272827 5c28
e282ac 2727 
eda080 2727 
f09f988078 277827 78
e2822722 27275c27272227 5c275c22
