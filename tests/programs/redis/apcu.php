<?php
// The cache: values of each kind, times to live, steps, the list of entries.
function show(string $label, mixed $value): void
{
    echo $label, ': ', json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION), "\n";
}

final class Item
{
    public function __construct(public string $name, protected ?Item $next = null, private array $rest = []) {}

    public function __serialize(): array
    {
        return [$this->name, $this->next, $this->rest];
    }

    public function __unserialize(array $data): void
    {
        [$this->name, $this->next, $this->rest] = $data;
    }
}

enum Suit: string
{
    case Hearts = 'h';
}

apcu_clear_cache();
show('enabled', apcu_enabled());
$shared = [1, 'b' => ['c' => null]];
$cycle = ['a' => 1];
$cycle['self'] = &$cycle;
$values = ['null' => null, 'true' => true, 'int' => PHP_INT_MIN, 'float' => -0.0, 'nan' => NAN, 'text' => "a\0b", 'empty' => '', 'list' => [1, [2, [3]]], 'map' => ['x' => $shared, 'y' => $shared], 'object' => new Item('a', new Item('b'), [1]), 'enum' => Suit::Hearts, 'dates' => [new DateTimeImmutable('2020-01-02 03:04:05 UTC'), new ArrayObject([1])], 'cycle' => $cycle];
foreach ($values as $key => $value) {
    $stored = apcu_store("k:$key", $value);
    echo $key, ' ', var_export($stored, true), ' ', serialize(apcu_fetch("k:$key", $found)), ' ', var_export($found, true), "\n";
}
foreach ([fn () => 1, (function () { yield 1; })()] as $value) {
    try {
        var_dump(apcu_store('bad', $value));
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}
$first = apcu_fetch('k:object');
show('no object twice', $first !== apcu_fetch('k:object') && $first == apcu_fetch('k:object'));
show('enum', apcu_fetch('k:enum') === Suit::Hearts);
show('add', [apcu_add('k:int', 1), apcu_add('fresh', 1), apcu_add(['fresh' => 2, 'fresher' => 3])]);
show('store many', [apcu_store(['m1' => 1, 'm2' => [2], 7 => 'seven'], null, 0), apcu_fetch(['m1', 'm2', 'none', '7'])]);
show('exists', [apcu_exists('m1'), apcu_exists('none'), apcu_exists(['m1', 'none', 'm2'])]);
show('delete', [apcu_delete('m1'), apcu_delete('m1'), apcu_delete(['m2', 'none'])]);
show('inc', [apcu_inc('n'), apcu_inc('n', 4, $ok), $ok, apcu_dec('n', 2), apcu_dec('d', -3), apcu_inc('k:text', 1, $bad), $bad, apcu_fetch('n')]);
show('inc past the end', [apcu_store('max', PHP_INT_MAX), apcu_inc('max'), apcu_store('half', 0.5), apcu_inc('half')]);
show('cas', [apcu_cas('n', 3, 30), apcu_cas('n', 3, 31), apcu_cas('none', 1, 2), apcu_cas('k:text', 1, 2), apcu_fetch('n')]);
show('entry', [apcu_entry('made', fn ($key) => "by $key"), apcu_entry('made', fn () => 'again'), apcu_entry('n', fn () => 'no')]);
show('entry within', apcu_entry('outer', fn () => apcu_entry('inner', fn () => 5) + apcu_fetch('n')));
try {
    apcu_entry('failing', fn () => throw new DomainException('no value'));
} catch (DomainException $error) {
    show($error->getMessage(), apcu_exists('failing'));
}
apcu_store('short', 1, 1);
show('ttl', [apcu_key_info('short')['ttl'], apcu_key_info('none'), array_keys(apcu_key_info('n')), apcu_key_info('n')['refs'] ?? null]);
sleep(2);
show('after two seconds', [apcu_exists('short'), apcu_fetch('short'), apcu_add('short', 2)]);
foreach ([APC_ITER_KEY, APC_ITER_VALUE | APC_ITER_TYPE, APC_ITER_TTL | APC_ITER_NUM_HITS, APC_ITER_NONE] as $format) {
    $rows = [];
    foreach (new APCUIterator('/^(n|fresh|made|7)/', $format) as $key => $row) {
        $rows[$key] = is_array($row) ? array_diff_key($row, ['num_hits' => 0]) : $row;
    }
    ksort($rows);
    show("iterator $format", $rows);
}
$iterator = new APCUIterator(['n', 'made', 'none'], APC_ITER_ALL, 1, APC_LIST_ACTIVE);
show('counts', [$iterator->getTotalCount(), $iterator->valid(), is_string($iterator->key()), array_keys($iterator->current())]);
$iterator->next();
show('next', [$iterator->valid(), $iterator->next(), $iterator->valid()]);
show('deleted by', [apcu_delete(new APCUIterator('/^fresh/')), apcu_exists(['fresh', 'fresher'])]);
foreach ([fn () => apcu_fetch(new ArrayObject()), fn () => new APCUIterator(1), fn () => new APCUIterator('/x/', 0, 1, 7), fn () => (new APCUIterator('/zz/'))->current(), fn () => apcu_store([]), fn () => apcu_store('x'), fn () => apcu_exists(1.5), fn () => apcu_fetch([1, 2.5])] as $at => $wrong) {
    try {
        show("wrong $at", $wrong());
    } catch (Throwable $error) {
        show("wrong $at", [get_class($error), $error->getMessage()]);
    }
}
$info = apcu_cache_info(true);
show('info', [array_keys($info), $info['num_entries'] > 10, array_keys(apcu_cache_info()), array_keys(apcu_cache_info()['cache_list'][0])]);
show('memory', array_keys(apcu_sma_info()));
show('cleared', [apcu_clear_cache(), apcu_cache_info(true)['num_entries'], apcu_fetch('n')]);
foreach (ini_get_all('apcu', false) as $name => $value) {
    echo $name, ' = ', var_export($value, true), "\n";
}
