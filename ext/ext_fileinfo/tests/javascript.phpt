--TEST--
What is JavaScript, beside HTML and other texts
--EXTENSIONS--
fileinfo
--FILE--
<?php
$finfo = new finfo(FILEINFO_MIME_TYPE);
$lines = <<<'TEXTS'
module.exports = {};
  module.exports.a = 1
x module["exports"] = 1
module.exports
exports.a = 1
'use strict';
a = "use strict"
"use stricter"
(function() {})();
$(function ($) {
x = (async function x() {})
( function() {})
(function
function a() {}
!function(a) {}
import a from 'b'
import {a} from 'b'
import 'b'
 import a from 'b'
export * from 'b'
export default x
export const a = 1
export async function a() {}
export { a }
export PATH=x
const a = require('b')
var a=x.require(b)
require("b")
a = require('b')
let x = 1
TEXTS;
foreach (explode("\n", $lines) as $line) {
    echo $line, ' | ', $finfo->buffer($line . "\n"), ' | ', $finfo->buffer("some text\n$line\n"), "\n";
}
foreach (['<html>', '<head>', '<script>', '<!doctype html>', 'x = "<title>"', '<!-- x -->', '{', 'a,b', "all:\n\tls", 'diff a b', '<?php', 'From: x', '#include <x>'] as $before) {
    echo json_encode($before);
    foreach (["(function() {\n", "'use strict'\n", "module.exports = 1\n"] as $after) {
        echo ' | ', $finfo->buffer("$before\n$after");
    }
    echo "\n";
}
foreach ([8100, 8200, 65000, 66000] as $length) {
    echo $length, ' ', $finfo->buffer(str_repeat("x\n", $length / 2) . "module.exports = 1\n"), ' ',
        $finfo->buffer(str_repeat("x\n", $length / 2) . "'use strict'\n"), "\n";
}
echo (new finfo)->buffer("'use strict'\r\n\xc3\xa9\r\n"), ' ', (new finfo(FILEINFO_EXTENSION))->buffer("'use strict'\n"), "\n";
?>
--EXPECT--
module.exports = {}; | application/javascript | application/javascript
  module.exports.a = 1 | application/javascript | application/javascript
x module["exports"] = 1 | application/javascript | application/javascript
module.exports | text/plain | text/plain
exports.a = 1 | text/plain | text/plain
'use strict'; | application/javascript | application/javascript
a = "use strict" | application/javascript | application/javascript
"use stricter" | text/plain | text/plain
(function() {})(); | application/javascript | application/javascript
$(function ($) { | application/javascript | application/javascript
x = (async function x() {}) | application/javascript | application/javascript
( function() {}) | text/plain | text/plain
(function | text/plain | text/plain
function a() {} | text/plain | text/plain
!function(a) {} | text/plain | text/plain
import a from 'b' | application/javascript | application/javascript
import {a} from 'b' | application/javascript | application/javascript
import 'b' | text/plain | text/plain
 import a from 'b' | text/plain | text/plain
export * from 'b' | application/javascript | application/javascript
export default x | application/javascript | application/javascript
export const a = 1 | application/javascript | application/javascript
export async function a() {} | application/javascript | application/javascript
export { a } | text/plain | text/plain
export PATH=x | text/plain | text/plain
const a = require('b') | application/javascript | application/javascript
var a=x.require(b) | application/javascript | application/javascript
require("b") | application/javascript | application/javascript
a = require('b') | text/plain | text/plain
let x = 1 | text/plain | text/plain
"<html>" | text/html | text/html | text/html
"<head>" | application/javascript | text/html | application/javascript
"<script>" | application/javascript | text/html | application/javascript
"<!doctype html>" | text/html | text/html | text/html
"x = \"<title>\"" | application/javascript | text/html | application/javascript
"<!-- x -->" | application/javascript | application/javascript | application/javascript
"{" | application/javascript | application/javascript | application/javascript
"a,b" | application/javascript | application/javascript | application/javascript
"all:\n\tls" | application/javascript | application/javascript | application/javascript
"diff a b" | application/javascript | application/javascript | application/javascript
"<?php" | text/x-php | text/x-php | text/x-php
"From: x" | message/rfc822 | message/rfc822 | message/rfc822
"#include <x>" | application/javascript | application/javascript | application/javascript
8100 application/javascript application/javascript
8200 text/plain application/javascript
65000 text/plain application/javascript
66000 text/plain text/plain
JavaScript source, Unicode text, UTF-8 text, with CRLF line terminators js
