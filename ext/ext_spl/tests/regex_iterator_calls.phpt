--TEST--
RegexIterator: accept() is called where it can be seen
--FILE--
<?php
class Text {
    function __toString(): string {
        echo '<', implode(' ', array_slice(array_column(debug_backtrace(), 'function'), 0, 2)), '> ';
        return 'ab';
    }
}
class Odd extends RegexIterator {
    function accept(): bool {
        return !parent::accept();
    }
}
$values = ['x' => 'abc', 'y' => 12, 'z' => new Text, 'ab' => 'q', 7 => null, 'n' => "\xff"];
foreach ([RegexIterator::MATCH, RegexIterator::GET_MATCH] as $mode) {
    foreach ([0, RegexIterator::USE_KEY, RegexIterator::INVERT_MATCH] as $flags) {
        foreach (['RegexIterator', 'Odd'] as $class) {
            foreach (['/^a(b)?|1/', '/b/u'] as $pattern) {
                echo "$class $mode $flags: ";
                foreach (new $class(new ArrayIterator($values), $pattern, $mode, $flags) as $key => $value) {
                    echo $key, '=', is_array($value) ? implode('|', $value) : bin2hex((string) $value), ' ';
                }
                echo "\n";
            }
        }
    }
}
--EXPECT--
RegexIterator 0 0: x=616263 y=3132 <__toString accept> z=<__toString> 6162 
RegexIterator 0 0: x=616263 <__toString accept> z=<__toString> 6162 
Odd 0 0: <__toString accept> ab=71 7= n=ff 
Odd 0 0: y=3132 <__toString accept> ab=71 7= n=ff 
RegexIterator 0 1: ab=71 
RegexIterator 0 1: ab=71 
Odd 0 1: x=616263 y=3132 z=<__toString> 6162 7= n=ff 
Odd 0 1: x=616263 y=3132 z=<__toString> 6162 7= n=ff 
RegexIterator 0 2: <__toString accept> ab=71 7= n=ff 
RegexIterator 0 2: y=3132 <__toString accept> ab=71 7= n=ff 
Odd 0 2: x=616263 y=3132 <__toString accept> z=<__toString> 6162 
Odd 0 2: x=616263 <__toString accept> z=<__toString> 6162 
RegexIterator 1 0: x=ab|b y=1 <__toString accept> z=ab|b 
RegexIterator 1 0: x=b <__toString accept> z=b 
Odd 1 0: <__toString accept> ab= 7= n= 
Odd 1 0: y= <__toString accept> ab= 7= n= 
RegexIterator 1 1: ab=ab|b 
RegexIterator 1 1: ab=b 
Odd 1 1: x= y= z= 7= n= 
Odd 1 1: x= y= z= 7= n= 
RegexIterator 1 2: <__toString accept> ab= 7= n= 
RegexIterator 1 2: y= <__toString accept> ab= 7= n= 
Odd 1 2: x=ab|b y=1 <__toString accept> z=ab|b 
Odd 1 2: x=b <__toString accept> z=b 
