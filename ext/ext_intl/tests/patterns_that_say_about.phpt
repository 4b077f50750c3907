--TEST--
ICU would end the process when it is to parse a number by a pattern that says "about"
--FILE--
<?php
$parses = function (string $pattern, int $style = NumberFormatter::PATTERN_DECIMAL) {
    $format = new NumberFormatter('en_US', $style, $pattern);
    echo str_pad($pattern, 12), ' ', $format->format(5), ': ';
    echo json_encode([$format->parse('~5'), $format->getErrorCode() === U_UNSUPPORTED_ERROR, @$format->parseCurrency('~5', $currency)]), "\n";
};
$parses('~0');
$parses('0~');
$parses("'~'0");
$parses('*~0');
$parses('#,##0');
$parses('0: =#0~=;', NumberFormatter::PATTERN_RULEBASED);
$parses('0: ~=#0=;', NumberFormatter::PATTERN_RULEBASED);
$format = new NumberFormatter('en_US', NumberFormatter::DECIMAL);
$format->setPattern('~0');
var_dump($format->parse('5', NumberFormatter::TYPE_INT32), $format->parse('5', NumberFormatter::TYPE_INT64));
$format->setTextAttribute(NumberFormatter::POSITIVE_PREFIX, '~');
var_dump($format->format(5), is_float($format->parse('~5')) || $format->getErrorCode() === U_UNSUPPORTED_ERROR);
$message = new MessageFormatter('en_US', 'x {0, number, ~0}');
var_dump($message->format([5]), $message->parse('x ~5'), $message->getErrorCode() === U_UNSUPPORTED_ERROR);
?>
--EXPECT--
~0           ~5: [false,true,false]
0~           5~: [false,true,false]
'~'0         ~5: [5,false,false]
*~0          5: [5,false,false]
#,##0        5: [false,false,false]
0: =#0~=;    5~: [false,true,false]
0: ~=#0=;    ~5: [5,false,false]
bool(false)
bool(false)
string(2) "~5"
bool(true)
string(5) "x  ~5"
bool(false)
bool(true)
