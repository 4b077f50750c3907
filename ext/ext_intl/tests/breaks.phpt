--TEST--
Boundaries in UTF-8, by ICU's rules, rules of one's own and code points
--EXTENSIONS--
intl
--FILE--
<?php
$w = IntlBreakIterator::createWordInstance('en');
var_dump($w->getText());
$w->setText("Größe 3,5 – ok.");
foreach ($w->getPartsIterator(IntlPartsIterator::KEY_RIGHT) as $end => $part) {
    echo $end, '=', $part, '(', $w->getRuleStatus(), ') ';
}
echo "\n", implode(',', iterator_to_array($w)), "\n";
var_dump($w->following(2), $w->preceding(2), $w->isBoundary(3), $w->current(), $w->next(-1), $w->next(), $w->last());
$copy = clone $w;
var_dump($copy == $w, $copy->first(), $w->current(), $copy == $w);
$c = IntlBreakIterator::createCodePointInstance();
$c->setText("a\u{20ac}\xff\u{1F600}");
foreach ($c as $key => $at) {
    echo $key, ':', $at, '=', dechex(max(0, $c->getLastCodePoint())), ' ';
}
echo "\n";
while (($at = $c->previous()) !== IntlBreakIterator::DONE) {
    echo $at, ' ';
}
echo "\n";
$r = new IntlRuleBasedBreakIterator('[a-z]+; [0-9]+ {7};');
$r->setText('ab12c');
$r->first();
$r->next();
$r->next();
var_dump($r->current(), $r->getRuleStatus(), $r->getRuleStatusVec(), $r->getRules());
$again = new IntlRuleBasedBreakIterator($r->getBinaryRules(), true);
$again->setText('12ab');
var_dump(implode(',', iterator_to_array($again)));
try {
    new IntlRuleBasedBreakIterator('[');
} catch (IntlException $e) {
    echo $e->getMessage(), "\n";
}
try {
    new IntlRuleBasedBreakIterator('nonsense', true);
} catch (IntlException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
NULL
7=Größe(200) 8= (0) 11=3,5(100) 12= (0) 15=–(0) 16= (0) 18=ok(200) 19=.(0) 
0,7,8,11,12,15,16,18,19
int(7)
int(0)
bool(false)
int(7)
int(0)
int(7)
int(19)
bool(true)
int(0)
int(19)
bool(false)
0:0=0 1:1=61 2:4=20ac 3:5=fffd 4:9=1f600 
5 4 1 0 
int(4)
int(7)
array(1) {
  [0]=>
  int(7)
}
string(17) "[a-z]+;[0-9]+{7};"
string(5) "0,2,4"
IntlRuleBasedBreakIterator::__construct(): unable to create RuleBasedBreakIterator from rules (parse error on line 1, offset 1)
IntlRuleBasedBreakIterator::__construct(): unable to create instance from compiled rules
