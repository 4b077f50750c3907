--TEST--
Short strings are appended in place
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
function append(string $text, $value, int $times)
{
    $all = '';
    for ($i = 0; $i < $times; $i++) {
        $all .= $value;
        $all .= $text[$i % strlen($text)];
        $kept = $all;
        $all .= $text;
        $kept .= '!';
        if ($i % 3 === 0) {
            $all .= $all;
        }
        if ($i % 5 === 0) {
            $all = substr($all, 0, 20);
        }
        $all .= chr(65 + $i % 26);
        $all .= str_repeat('z', $i);
    }
    return md5($all . $kept);
}

function append_to_itself(string $text)
{
    $a = $text . '1';
    $b = &$a;
    for ($i = 0; $i < 10; $i++) {
        $b .= $a;
        $a .= $b;
        $a .= 'k';
        if (strlen($a) > 1000) {
            $a = substr($a, 0, 3);
        }
    }
    return $a;
}

function keys(array $counts)
{
    $key = 'k';
    for ($i = 0; $i < 5; $i++) {
        $key .= 'y';
        $counts[$key] = $i;
        $key .= $i;
    }
    return json_encode($counts) . $key;
}

class Text
{
    public string $text = 'q';
    public ?int $number = 3;

    public function __toString(): string
    {
        return 'T';
    }
}

function append_to_property()
{
    $of = new Text;
    $text = &$of->text;
    for ($i = 0; $i < 10; $i++) {
        $text .= 'ab';
        $text .= $of;
        $text .= 1.5;
    }
    try {
        $number = &$of->number;
        $number .= 'x';
    } catch (TypeError $e) {
        $text .= $e->getMessage();
    }
    return $of->text;
}

foreach (['a', '', 12, 1.5, null, true, str_repeat('long', 20)] as $value) {
    for ($round = 0; $round < 20; $round++) {
        $said = append('hello', $value, 40);
    }
    echo $said, "\n";
}
for ($round = 0; $round < 200; $round++) {
    $said = [md5(append_to_itself('x')), keys(['k' => 1]), append_to_property()];
}
echo implode("\n", $said), "\n";
--EXPECT--
e1dd5ca2641cfe59db32ce35645d295c
c9579912213a1125df0be28f1f4b39d1
892aef34613811a769f271b6487dcb55
0887f7ec1aff02754f03ba9509f3e996
c9579912213a1125df0be28f1f4b39d1
36a785434c89fa53c5135aea458aae65
a561380fb80ba5f030bdcbbccaf88690
d45e7cdcc95320c6ea7b0b5c2374104a
{"k":1,"ky":0,"ky0y":1,"ky0y1y":2,"ky0y1y2y":3,"ky0y1y2y3y":4}ky0y1y2y3y4
qabT1.5abT1.5abT1.5abT1.5abT1.5abT1.5abT1.5abT1.5abT1.5abT1.5Cannot assign string to reference held by property Text::$number of type ?int
