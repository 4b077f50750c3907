--TEST--
Groups with their places, unmatched ones, names and marks
--FILE--
<?php
foreach ([0, PREG_UNMATCHED_AS_NULL, PREG_OFFSET_CAPTURE, PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL] as $flags) {
    foreach (['/(a)(b)?(c)?(d)?/', '/(?<first>a)(?<second>b)?(c)/', '/(*MARK:m)(a)(x)?/', '/(?|(a)|(b))(x)?$|c/', '/z/'] as $pattern) {
        preg_match($pattern, '-acab', $match, $flags);
        preg_match_all($pattern, '-acab', $all, $flags | PREG_SET_ORDER);
        $match[] = 'behind';
        echo json_encode([$match, $all]), "\n";
    }
}
echo json_encode(preg_split('/(,)|(;)/', 'a,b;;c', -1, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_OFFSET_CAPTURE | PREG_SPLIT_NO_EMPTY)), "\n";
--EXPECT--
[["ac","a","","c","behind"],[["ac","a","","c"],["ab","a","b"]]]
[{"0":"ac","first":"a","1":"a","second":"","2":"","3":"c","4":"behind"},[{"0":"ac","first":"a","1":"a","second":"","2":"","3":"c"}]]
[{"0":"a","1":"a","MARK":"m","2":"behind"},[{"0":"a","1":"a","MARK":"m"},{"0":"a","1":"a","MARK":"m"}]]
[["c","behind"],[["c"],["b","b"]]]
[["behind"],[]]
[["ac","a",null,"c",null,"behind"],[["ac","a",null,"c",null],["ab","a","b",null,null]]]
[{"0":"ac","first":"a","1":"a","second":null,"2":null,"3":"c","4":"behind"},[{"0":"ac","first":"a","1":"a","second":null,"2":null,"3":"c"}]]
[{"0":"a","1":"a","2":null,"MARK":"m","3":"behind"},[{"0":"a","1":"a","2":null,"MARK":"m"},{"0":"a","1":"a","2":null,"MARK":"m"}]]
[["c",null,null,"behind"],[["c",null,null],["b","b",null]]]
[["behind"],[]]
[[["ac",1],["a",1],["",-1],["c",2],"behind"],[[["ac",1],["a",1],["",-1],["c",2]],[["ab",3],["a",3],["b",4]]]]
[{"0":["ac",1],"first":["a",1],"1":["a",1],"second":["",-1],"2":["",-1],"3":["c",2],"4":"behind"},[{"0":["ac",1],"first":["a",1],"1":["a",1],"second":["",-1],"2":["",-1],"3":["c",2]}]]
[{"0":["a",1],"1":["a",1],"MARK":"m","2":"behind"},[{"0":["a",1],"1":["a",1],"MARK":"m"},{"0":["a",3],"1":["a",3],"MARK":"m"}]]
[[["c",2],"behind"],[[["c",2]],[["b",4],["b",4]]]]
[["behind"],[]]
[[["ac",1],["a",1],[null,-1],["c",2],[null,-1],"behind"],[[["ac",1],["a",1],[null,-1],["c",2],[null,-1]],[["ab",3],["a",3],["b",4],[null,-1],[null,-1]]]]
[{"0":["ac",1],"first":["a",1],"1":["a",1],"second":[null,-1],"2":[null,-1],"3":["c",2],"4":"behind"},[{"0":["ac",1],"first":["a",1],"1":["a",1],"second":[null,-1],"2":[null,-1],"3":["c",2]}]]
[{"0":["a",1],"1":["a",1],"2":[null,-1],"MARK":"m","3":"behind"},[{"0":["a",1],"1":["a",1],"2":[null,-1],"MARK":"m"},{"0":["a",3],"1":["a",3],"2":[null,-1],"MARK":"m"}]]
[[["c",2],[null,-1],[null,-1],"behind"],[[["c",2],[null,-1],[null,-1]],[["b",4],["b",4],[null,-1]]]]
[["behind"],[]]
[["a",0],[",",1],["b",2],[";",3],[";",4],["c",5]]
