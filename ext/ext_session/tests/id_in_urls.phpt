--TEST--
Without cookies the id travels in URLs and forms
--FILE--
<?php
ini_set('session.use_cookies', 0);
@ini_set('session.use_only_cookies', 0);
@ini_set('session.use_trans_sid', 1);
session_id('abc');
session_start();
echo '<a href="page">1</a> <form action="x"></form> <area href="y?z=1"> <frame src=f.html> <img src="i">', "\n";
var_dump(output_add_rewrite_var('a', 'b'));
echo '<a href="#mark">2</a> <a href="http://example.com/">3</a> <form>', "\n";
--EXPECT--
<a href="page?PHPSESSID=abc">1</a> <form action="x"><input type="hidden" name="PHPSESSID" value="abc" /></form> <area href="y?z=1&PHPSESSID=abc"> <frame src=f.html?PHPSESSID=abc> <img src="i">
bool(true)
<a href="#mark">2</a> <a href="http://example.com/">3</a> <form><input type="hidden" name="PHPSESSID" value="abc" /><input type="hidden" name="a" value="b" />
