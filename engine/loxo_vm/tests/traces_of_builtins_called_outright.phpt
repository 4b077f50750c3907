--TEST--
The trace of an error in a builtin takes nothing from what lay where a method's call would have its object
--FILE--
<?php
class Box { public function put($x) { return [$x, $this]; } }
function fail()
{
    try {
        return strrev([]);
    } catch (TypeError $e) {
        return $e->getTraceAsString();
    }
}
for ($i = 0; $i < 3; $i++) {
    (new Box)->put(new Box)[1]->put(str_repeat('x', 10));
    echo fail(), "\n";
}
?>
--EXPECTF--
#0 %s(6): strrev(Array)
#1 %s(13): fail()
#2 {main}
#0 %s(6): strrev(Array)
#1 %s(13): fail()
#2 {main}
#0 %s(6): strrev(Array)
#1 %s(13): fail()
#2 {main}
