--TEST--
HTML documents: errors by PHP's names, and elements in select
--FILE--
<?php
libxml_use_internal_errors(true);
$documents = [
    '<div><p>a<span>b</div>', '<span></div>', '<span><x></span>', '<ul><li><b>a</ul>', '<li><b>a<li>b', '<table><tr><td><p><i>a</table>',
    '<table><div>', '<a><a>', '</a>', '</br>', '</h1>', '</dt>', '</form>', '<form><form>', '<button><button>', '<rt>', '</template>',
    '<template><div></template>', '<nobr><nobr>', '<h1></h2>', '<frameset></object>', '</body></summary>a',
];
foreach ($documents as $document) {
    libxml_clear_errors();
    Dom\HTMLDocument::createFromString("<!DOCTYPE html><body>$document");
    echo $document, "\n";
    foreach (libxml_get_errors() as $error) {
        echo '    ', preg_replace('/ in Entity.*/s', '', $error->message), ' ', $error->column, "\n";
    }
}
foreach (['<select><div>a</div><option>b<b>c</select>', '<select><img><input>', '<select><option>a<optgroup><option>b<hr></select>', '<select><select>a'] as $document) {
    echo Dom\HTMLDocument::createFromString("<!DOCTYPE html>$document")->body->innerHTML, "\n";
}
?>
--EXPECT--
<div><p>a<span>b</div>
    tree error unexpected-element-in-open-elements-stack 40
<span></div>
    tree error unexpected-closed-token 30
<span><x></span>
    tree error unexpected-element-in-open-elements-stack 33
<ul><li><b>a</ul>
    tree error unexpected-element-in-open-elements-stack 36
<li><b>a<li>b
    tree error unexpected-element-in-open-elements-stack 31
<table><tr><td><p><i>a</table>
    tree error missing-element-in-open-elements-stack 46
<table><div>
<a><a>
    tree error unexpected-element-in-active-formatting-stack 26
</a>
</br>
</h1>
    tree error unexpected-closed-token 24
</dt>
    tree error unexpected-closed-token 24
</form>
    tree error unexpected-closed-token 24
<form><form>
    tree error unexpected-token 29
<button><button>
    tree error unexpected-token 31
<rt>
    tree error missing-element-in-open-elements-stack 23
</template>
    tree error template-closed-token-without-opening-in-head-mode 24
<template><div></template>
    tree error template-element-is-not-current-in-head-mode 39
<nobr><nobr>
    tree error unexpected-element-in-scope 29
<h1></h2>
    tree error unexpected-element-in-open-elements-stack 28
<frameset></object>
    tree error unexpected-token 23
    tree error unexpected-closed-token 34
</body></summary>a
    tree error unexpected-token 31
    tree error unexpected-closed-token 31
<select><div>a</div><option>b<b>c</b></option></select>
<select><img></select><input>
<select><option>a</option><optgroup><option>b</option></optgroup><hr></select>
<select></select>a
