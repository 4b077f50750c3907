--TEST--
mysqli: what connections count
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYSQL_TEST_PORT')) die('skip no server'); ?>
--FILE--
<?php
$all = mysqli_get_client_stats();
var_dump(count($all), array_key_first($all), array_key_last($all));
$db = new mysqli(getenv('MYSQL_TEST_HOST'), getenv('MYSQL_TEST_USER'), '', getenv('MYSQL_TEST_DB'), (int) getenv('MYSQL_TEST_PORT'));
$before = $db->get_connection_stats();
$step = function (string $name) use ($db, &$before) {
    $now = mysqli_get_connection_stats($db);
    $news = [];
    foreach ($now as $key => $count) {
        if ($count !== $before[$key] && !str_contains($key, 'bytes') && !str_starts_with($key, 'p')) {
            $news[] = "$key +" . ($count - $before[$key]);
        }
    }
    echo $name, ': ', implode(', ', $news), "\n";
    $before = $now;
};
$result = $db->query('SELECT 1 UNION SELECT 2');
$step('stored');
$result->fetch_row();
$result->free();
$step('read and freed');
$db->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT)->free();
$step('thrown away');
$select = $db->prepare('SELECT 1');
$select->execute();
$select->get_result()->fetch_row();
$select->close();
$step('prepared');
$db->query('SELECT 1 /*' . str_repeat('x', 5000) . '*/');
$step('long');
ini_set('mysqlnd.collect_statistics', 0);
$db->query('SELECT 1');
$step('off');
ini_set('mysqlnd.collect_statistics', 1);
$db->close();
$end = mysqli_get_client_stats();
var_dump($end['explicit_close'], $end['com_quit'], ini_set('mysqlnd.net_cmd_buffer_size', 100), ini_set('mysqlnd.debug', 'x'));
?>
--EXPECT--
int(163)
string(10) "bytes_sent"
string(27) "bytes_received_real_data_ps"
stored: result_set_queries +1, no_index_used +1, buffered_sets +1, rows_fetched_from_server_normal +2, rows_buffered_from_client_normal +2, com_query +1
read and freed: explicit_free_result +1
thrown away: result_set_queries +1, no_index_used +1, unbuffered_sets +1, flushed_normal_sets +1, rows_fetched_from_server_normal +2, rows_fetched_from_client_normal_unbuffered +2, rows_skipped_normal +2, explicit_free_result +1, com_query +1
prepared: result_set_queries +1, buffered_sets +1, rows_fetched_from_server_ps +1, rows_buffered_from_client_ps +1, explicit_free_result +1, implicit_free_result +1, com_stmt_prepare +1, com_stmt_execute +1, com_stmt_close +1
long: result_set_queries +1, buffered_sets +1, rows_fetched_from_server_normal +1, rows_buffered_from_client_normal +1, command_buffer_too_small +1, explicit_free_result +1, com_query +1
off: 
string(1) "1"
string(1) "1"
bool(false)
bool(false)
