--TEST--
xml: entities, notations and what the default handler is given
--EXTENSIONS--
xml
--FILE--
<?php
function t($xml,$def=false,$cd=true){ echo "--- $xml\n";
$p=xml_parser_create();
if($def)xml_set_default_handler($p,function($p,$d){echo "D:";var_dump($d);});
if($cd)xml_set_character_data_handler($p,function($p,$d){echo "C:";var_dump($d);});
xml_set_element_handler($p,function($p,$n,$a){echo "<$n ",json_encode($a),">\n";},function($p,$n){echo "</$n>\n";});
xml_set_external_entity_ref_handler($p,function(...$a){echo "X:";var_dump(array_slice($a,1)); return 1;});
xml_set_notation_decl_handler($p,function(...$a){echo "N:";var_dump(array_slice($a,1)); return 1;});
xml_set_unparsed_entity_decl_handler($p,function(...$a){echo "U:";var_dump(array_slice($a,1)); return 1;});
$r=xml_parse($p,$xml,true);
echo $r," ",xml_get_error_code($p),"\n";}
foreach([[0,1],[1,0],[1,1],[0,0]] as [$d,$c]){ echo "=====$d $c\n";
t("<!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'><!ENTITY g '&e;&#65;y'>]><a z='&e;&g;'>&e;&f;&lt;&g;|</a>",$d,$c);
t("<!DOCTYPE a [<!ENTITY e SYSTEM 'sys'><!ENTITY f PUBLIC 'pub' \"sys2\">]><a>&e;&f;|</a>",$d,$c);
t("<a>&nope;|</a>",$d,$c);
t("<!DOCTYPE a SYSTEM 'x'><a>&nope;|</a>",$d,$c);
t("<a>&lt;&#65;|</a>",$d,$c);
}
t("<!DOCTYPE a [<!-- it's --><!NOTATION n PUBLIC 'p'><!NOTATION m PUBLIC 'p' 's'><!ENTITY u SYSTEM 's' NDATA n><!ENTITY v PUBLIC 'q' 's' NDATA n><!ATTLIST a x CDATA 'd' y (p|q) #IMPLIED z NOTATION (n) #FIXED 'n' w NMTOKEN ' w  v '>]><a y='p'/>");
t("<a></b>");
t("<a");
t("<a b");
t("<a b=c>");
t("<a b='");
t("<a><!--");
t("<a>]]></a>");
t("<a b='1'c='2'/>");
function u($ns,$xml,$chunks=false){ echo "--- $xml\n";
$p=$ns?xml_parser_create_ns():xml_parser_create();
xml_set_default_handler($p,function($p,$d){var_dump($d);});
if($chunks){foreach(str_split($xml) as $c)xml_parse($p,$c);xml_parse($p,'',true);} else
xml_parse($p,$xml,true);
echo xml_get_error_code($p),"\n";}
foreach([0,1] as $ns){
u($ns,"<a><b/><b  x='1' /><c y=\"2\" >t&amp;u</c ><?pi  x y?><!--c--><![CDATA[zz]]></a>");
u($ns,"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'>]><a z='&e;'>&e;&f;&lt;</a>");
u($ns,"<a xmlns='u' xmlns:p='v'><p:b p:x='1'></p:b></a>");
}
u(0,"<a><b  x='1' />tt<c/></a>",true);
?>
--EXPECT--
=====0 1
--- <!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'><!ENTITY g '&e;&#65;y'>]><a z='&e;&g;'>&e;&f;&lt;&g;|</a>
<A {"Z":"xxAy"}>
C:string(1) "x"
C:string(4) "<q/>"
C:string(1) "<"
C:string(5) "&e;Ay"
C:string(1) "|"
</A>
1 0
--- <!DOCTYPE a [<!ENTITY e SYSTEM 'sys'><!ENTITY f PUBLIC 'pub' "sys2">]><a>&e;&f;|</a>
<A []>
X:array(4) {
  [0]=>
  string(1) "e"
  [1]=>
  string(0) ""
  [2]=>
  string(3) "sys"
  [3]=>
  bool(false)
}
X:array(4) {
  [0]=>
  string(1) "f"
  [1]=>
  string(0) ""
  [2]=>
  string(4) "sys2"
  [3]=>
  string(3) "pub"
}
C:string(1) "|"
</A>
1 0
--- <a>&nope;|</a>
<A []>
0 26
--- <!DOCTYPE a SYSTEM 'x'><a>&nope;|</a>
<A []>
C:string(1) "|"
</A>
0 27
--- <a>&lt;&#65;|</a>
<A []>
C:string(1) "<"
C:string(1) "A"
C:string(1) "|"
</A>
1 0
=====1 0
--- <!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'><!ENTITY g '&e;&#65;y'>]><a z='&e;&g;'>&e;&f;&lt;&g;|</a>
<A {"Z":"xxAy"}>
D:string(3) "&e;"
D:string(3) "&f;"
D:string(4) "&lt;"
D:string(3) "&g;"
D:string(1) "|"
</A>
1 0
--- <!DOCTYPE a [<!ENTITY e SYSTEM 'sys'><!ENTITY f PUBLIC 'pub' "sys2">]><a>&e;&f;|</a>
<A []>
X:array(4) {
  [0]=>
  string(1) "e"
  [1]=>
  string(0) ""
  [2]=>
  string(3) "sys"
  [3]=>
  bool(false)
}
X:array(4) {
  [0]=>
  string(1) "f"
  [1]=>
  string(0) ""
  [2]=>
  string(4) "sys2"
  [3]=>
  string(3) "pub"
}
D:string(1) "|"
</A>
1 0
--- <a>&nope;|</a>
<A []>
D:string(6) "&nope;"
0 26
--- <!DOCTYPE a SYSTEM 'x'><a>&nope;|</a>
<A []>
D:string(6) "&nope;"
D:string(1) "|"
</A>
0 27
--- <a>&lt;&#65;|</a>
<A []>
D:string(4) "&lt;"
D:string(1) "A"
D:string(1) "|"
</A>
1 0
=====1 1
--- <!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'><!ENTITY g '&e;&#65;y'>]><a z='&e;&g;'>&e;&f;&lt;&g;|</a>
<A {"Z":"xxAy"}>
D:string(3) "&e;"
D:string(3) "&f;"
C:string(1) "<"
D:string(3) "&g;"
C:string(1) "|"
</A>
1 0
--- <!DOCTYPE a [<!ENTITY e SYSTEM 'sys'><!ENTITY f PUBLIC 'pub' "sys2">]><a>&e;&f;|</a>
<A []>
X:array(4) {
  [0]=>
  string(1) "e"
  [1]=>
  string(0) ""
  [2]=>
  string(3) "sys"
  [3]=>
  bool(false)
}
X:array(4) {
  [0]=>
  string(1) "f"
  [1]=>
  string(0) ""
  [2]=>
  string(4) "sys2"
  [3]=>
  string(3) "pub"
}
C:string(1) "|"
</A>
1 0
--- <a>&nope;|</a>
<A []>
D:string(6) "&nope;"
0 26
--- <!DOCTYPE a SYSTEM 'x'><a>&nope;|</a>
<A []>
D:string(6) "&nope;"
C:string(1) "|"
</A>
0 27
--- <a>&lt;&#65;|</a>
<A []>
C:string(1) "<"
C:string(1) "A"
C:string(1) "|"
</A>
1 0
=====0 0
--- <!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'><!ENTITY g '&e;&#65;y'>]><a z='&e;&g;'>&e;&f;&lt;&g;|</a>
<A {"Z":"xxAy"}>
</A>
1 0
--- <!DOCTYPE a [<!ENTITY e SYSTEM 'sys'><!ENTITY f PUBLIC 'pub' "sys2">]><a>&e;&f;|</a>
<A []>
X:array(4) {
  [0]=>
  string(1) "e"
  [1]=>
  string(0) ""
  [2]=>
  string(3) "sys"
  [3]=>
  bool(false)
}
X:array(4) {
  [0]=>
  string(1) "f"
  [1]=>
  string(0) ""
  [2]=>
  string(4) "sys2"
  [3]=>
  string(3) "pub"
}
</A>
1 0
--- <a>&nope;|</a>
<A []>
0 26
--- <!DOCTYPE a SYSTEM 'x'><a>&nope;|</a>
<A []>
</A>
0 27
--- <a>&lt;&#65;|</a>
<A []>
</A>
1 0
--- <!DOCTYPE a [<!-- it's --><!NOTATION n PUBLIC 'p'><!NOTATION m PUBLIC 'p' 's'><!ENTITY u SYSTEM 's' NDATA n><!ENTITY v PUBLIC 'q' 's' NDATA n><!ATTLIST a x CDATA 'd' y (p|q) #IMPLIED z NOTATION (n) #FIXED 'n' w NMTOKEN ' w  v '>]><a y='p'/>
N:array(4) {
  [0]=>
  string(1) "n"
  [1]=>
  bool(false)
  [2]=>
  bool(false)
  [3]=>
  string(1) "p"
}
N:array(4) {
  [0]=>
  string(1) "m"
  [1]=>
  bool(false)
  [2]=>
  string(1) "s"
  [3]=>
  string(1) "p"
}
U:array(5) {
  [0]=>
  string(1) "u"
  [1]=>
  bool(false)
  [2]=>
  string(1) "s"
  [3]=>
  bool(false)
  [4]=>
  string(1) "n"
}
U:array(5) {
  [0]=>
  string(1) "v"
  [1]=>
  bool(false)
  [2]=>
  string(1) "s"
  [3]=>
  string(1) "q"
  [4]=>
  string(1) "n"
}
<A {"Y":"p"}>
</A>
1 0
--- <a></b>
<A []>
0 76
--- <a
0 5
--- <a b
0 73
--- <a b=c>
0 41
--- <a b='
0 73
--- <a><!--
<A []>
0 45
--- <a>]]></a>
<A []>
0 62
--- <a b='1'c='2'/>
0 65
--- <a><b/><b  x='1' /><c y="2" >t&amp;u</c ><?pi  x y?><!--c--><![CDATA[zz]]></a>
string(3) "<a>"
string(3) "<b>"
string(4) "</b>"
string(11) "<b  x='1' >"
string(4) "</b>"
string(10) "<c y="2" >"
string(1) "t"
string(5) "&amp;"
string(1) "u"
string(4) "</c>"
string(10) "<?pi x y?>"
string(8) "<!--c-->"
string(2) "zz"
string(4) "</a>"
0
--- <?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'>]><a z='&e;'>&e;&f;&lt;</a>
string(11) "<a z='&e;'>"
string(3) "&e;"
string(3) "&f;"
string(4) "&lt;"
string(4) "</a>"
0
--- <a xmlns='u' xmlns:p='v'><p:b p:x='1'></p:b></a>
string(25) "<a xmlns='u' xmlns:p='v'>"
string(13) "<p:b p:x='1'>"
string(6) "</p:b>"
string(4) "</a>"
0
--- <a><b/><b  x='1' /><c y="2" >t&amp;u</c ><?pi  x y?><!--c--><![CDATA[zz]]></a>
string(3) "<a>"
string(3) "<b>"
string(4) "</b>"
string(11) "<b  x='1' >"
string(4) "</b>"
string(10) "<c y="2" >"
string(1) "t"
string(5) "&amp;"
string(1) "u"
string(4) "</c>"
string(10) "<?pi x y?>"
string(8) "<!--c-->"
string(2) "zz"
string(4) "</a>"
0
--- <?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<q/>'>]><a z='&e;'>&e;&f;&lt;</a>
string(11) "<a z='&e;'>"
string(3) "&e;"
string(3) "&f;"
string(4) "&lt;"
string(4) "</a>"
0
--- <a xmlns='u' xmlns:p='v'><p:b p:x='1'></p:b></a>
string(25) "<a xmlns='u' xmlns:p='v'>"
string(13) "<p:b p:x='1'>"
string(6) "</p:b>"
string(4) "</a>"
0
--- <a><b  x='1' />tt<c/></a>
string(3) "<a>"
string(11) "<b  x='1' >"
string(4) "</b>"
string(2) "tt"
string(3) "<c>"
string(4) "</c>"
string(4) "</a>"
0
