--TEST--
HTML by libxml2's parser
--FILE--
<?php
$d = new DOMDocument;
@$d->loadHTML('<!DOCTYPE html><p class=x>one<br>two<unknown>');
echo $d->saveHTML();
echo $d->saveHTML($d->getElementsByTagName('p')->item(0)), "\n";
--EXPECTF--
<!DOCTYPE html>
<html><body><p class="x">one<br>two<unknown></unknown></p></body></html>
<p class="x">one<br>two<unknown></unknown></p>
