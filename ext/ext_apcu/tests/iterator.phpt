--TEST--
Entries one after another
--INI--
apc.enable_cli=1
--FILE--
<?php
foreach (range(1, 250) as $number) {
    apcu_store("key$number", $number);
}
$sum = 0;
foreach (new APCUIterator('/^key\d*5$/', APC_ITER_VALUE, 10) as $key => $row) {
    $sum += $row['value'];
}
var_dump($sum);
$iterator = new APCUIterator(['key1', 'key2', 'missing'], APC_ITER_ALL & ~APC_ITER_REFCOUNT);
var_dump($iterator->getTotalCount(), $iterator->getTotalHits() >= 0, $iterator->getTotalSize() > 0);
var_dump(array_diff(['type', 'key', 'value', 'ttl', 'mem_size'], array_keys($iterator->current())), $iterator->current()['type']);
while ($iterator->valid()) {
    $iterator->next();
}
try {
    $iterator->key();
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
var_dump(apcu_delete(new APCUIterator('/^key1/')), count(iterator_to_array(new APCUIterator())));
var_dump(apcu_cache_info(true)['num_entries'], count(apcu_cache_info()['cache_list']), apcu_sma_info(true)['num_seg']);
--EXPECTF--
int(3125)
int(2)
bool(true)
bool(true)
array(0) {
}
string(4) "user"
Cannot call key() on invalid iterator
bool(true)
int(139)
int(139)
int(139)
int(1)
