--TEST--
A builtin that throws where its window was never that of a method: the trace takes nothing from what lay there before
--FILE--
<?php
class Filter extends php_user_filter
{
    public function filter($in, $out, &$consumed, $closing): int
    {
        while (stream_bucket_make_writeable($in)) {
        }
        try {
            fclose($this->stream);
        } catch (TypeError $e) {
            echo $e->getMessage(), "\n";
            echo count($e->getTrace()), " ", $e->getTrace()[0]['function'], "\n";
        }
        return 0;
    }
}
stream_filter_register('filter', 'Filter');
$stream = fopen('php://memory', 'w');
stream_filter_append($stream, 'filter');
@fwrite($stream, "foo");
for ($i = 0; $i < 3; $i++) {
    try {
        (new ArrayObject([1, 2]))->offsetGet(...)(strrev([]));
    } catch (TypeError $e) {
        echo $e->getTraceAsString(), "\n";
    }
}
echo "end\n";
?>
--EXPECTF--
#0 %s(23): strrev(Array)
#1 {main}
#0 %s(23): strrev(Array)
#1 {main}
#0 %s(23): strrev(Array)
#1 {main}
end
fclose(): supplied resource is not a valid stream resource
2 fclose
