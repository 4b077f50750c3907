--TEST--
Selectors
--FILE--
<?php
$d = Dom\HTMLDocument::createFromString(<<<'HTML'
<!doctype html>
<ul id="list"><li class="a b" data-k="en-GB">1</li><li title="x y">2</li><li>3<p><em>e</em></p></li><LI>4</LI></ul>
<form><input type=CHECKBOX checked><input disabled required><fieldset disabled><input name=in></fieldset></form>
<a href="https://example.org/p.html">l</a><a>none</a>
HTML);
$show = function (string $s) use ($d) {
    echo $s, ': ';
    try {
        echo implode(' ', array_map(fn ($e) => $e->localName . '[' . trim(substr($e->textContent, 0, 3)) . ']', iterator_to_array($d->querySelectorAll($s)))), "\n";
    } catch (DOMException $e) {
        echo $e->getMessage(), "\n";
    }
};
foreach ([
    'li', 'UL > li.a', '.a.b', '#list li:nth-child(2n+1)', 'li:nth-last-child(1)', 'li:nth-child(2 of :not(.a))', 'li + li', 'li ~ li:last-child',
    '[data-k|=en]', '[title~="y"]', 'a[href^="https" i][href$=".html"]', 'a[href*=example]', '[type=checkbox]', ':checked', 'input:disabled',
    ':required', 'a:link', 'li:has(> p em)', ':is(em, p)', 'li:where(.a, .c)', 'li:not(.a, :has(p))', ':root', 'em:only-child', 'li:empty',
    'p, em, p', '*|li:first-of-type', 'li:nth-child(-n + 2)', '\6c i:first-child', 'li:nth-child(', 'li >', ':unknown', '::before', '[a', 'li /* c */ p',
    ':is(:nonsense, em)',
] as $s) {
    $show($s);
}
$em = $d->querySelector('em');
var_dump($em->closest('li:nth-child(3)')->textContent, $em->matches('ul em'), $em->closest('table'));
?>
--EXPECT--
li: li[1] li[2] li[3e] li[4]
UL > li.a: li[1]
.a.b: li[1]
#list li:nth-child(2n+1): li[1] li[3e]
li:nth-last-child(1): li[4]
li:nth-child(2 of :not(.a)): li[3e]
li + li: li[2] li[3e] li[4]
li ~ li:last-child: li[4]
[data-k|=en]: li[1]
[title~="y"]: li[2]
a[href^="https" i][href$=".html"]: a[l]
a[href*=example]: a[l]
[type=checkbox]: input[]
:checked: input[]
input:disabled: input[]
:required: input[]
a:link: a[l]
li:has(> p em): li[3e]
:is(em, p): p[e] em[e]
li:where(.a, .c): li[1]
li:not(.a, :has(p)): li[2] li[4]
:root: html[123]
em:only-child: em[e]
li:empty: 
p, em, p: p[e] p[e] em[e]
*|li:first-of-type: li[1]
li:nth-child(-n + 2): li[1] li[2]
\6c i:first-child: li[1]
li:nth-child(: Invalid selector (Selectors. End Of File in pseudo function)
li >: Invalid selector (Selectors. Unexpected token: END-OF-FILE)
:unknown: Invalid selector (Selectors. Unexpected token: unknown)
::before: Invalid selector (Selectors. Not supported: before)
[a: Invalid selector (Selectors. Unexpected token: END-OF-FILE)
li /* c */ p: p[e]
:is(:nonsense, em): em[e]
string(2) "3e"
bool(true)
NULL
