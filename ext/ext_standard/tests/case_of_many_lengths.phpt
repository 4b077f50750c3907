--TEST--
strtolower() and strtoupper() of strings of many lengths, with bytes of every kind
--FILE--
<?php
$bad=0;
for ($n=0;$n<80;$n++) for ($t=0;$t<40;$t++) { $s=''; for($i=0;$i<$n;$i++) $s.=chr($t%4==0?mt_rand(0,255):($t%4==1?mt_rand(60,100):($t%4==2?mt_rand(90,128):97+$i%26)));
 $l=''; $u=''; for($i=0;$i<$n;$i++){ $c=ord($s[$i]); $l.=chr($c>=65&&$c<=90?$c+32:$c); $u.=chr($c>=97&&$c<=122?$c-32:$c);} 
 if (strtolower($s)!==$l||strtoupper($s)!==$u) $bad++; }
var_dump($bad);
?>
--EXPECT--
int(0)
