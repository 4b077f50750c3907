--TEST--
Elements that are made on the way to what is assigned
--FILE--
<?php
$xml = simplexml_load_string('<root/>');
$xml->bla->posts[]->name = 'one';
$xml->bla->posts[]->name = 'two';
$xml->list[] = '1';
$xml->list[] = '2';
$xml->x->y['a'] = 3;
$xml->w->v->u[] = 4;
$xml->n[0]->m = 5;
$xml->n[1]->m = 6;
echo $xml->asXML();
try {
    $xml[] = 1;
} catch (Error $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
?>
--EXPECTF--
<?xml version="1.0"?>
<root><bla><posts><name>one</name></posts><posts><name>two</name></posts></bla><list>1</list><list>2</list><x><y a="3"/></x><w><v><u>4</u></v></w><n><m>5</m></n><n><m>6</m></n></root>
ValueError: Cannot append to an attribute list
