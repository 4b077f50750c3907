<?php
// One page for many requests that must see nothing of each other: it says what it found and leaves as much behind as it can.
$before = [
    ini_get('precision'), ini_get('default_charset'), setlocale(LC_CTYPE, 0), error_reporting(), get_include_path(), mb_internal_encoding(),
    date_default_timezone_get(), function_exists('str_rot13'), defined('WHO'), class_exists('Model', false), function_exists('greet'),
    isset($GLOBALS['left']), count(get_included_files()), ob_get_level(), getcwd() === __DIR__ || basename(getcwd()) === 'locked',
];
$version = (int) ($_GET['v'] ?? 1);
$user = $_COOKIE['user'] ?? 'nobody';
define('WHO', $user);
spl_autoload_register(function (string $class) use ($version): void {
    foreach (["/lib/$class$version.php", "/lib/$class.php"] as $file) {
        if (is_file(__DIR__ . $file)) {
            require_once __DIR__ . $file;
            return;
        }
    }
});
if (isset($_GET['p'])) {
    ini_set('precision', $_GET['p']);
}
if (isset($_GET['l'])) {
    setlocale(LC_CTYPE, $_GET['l']);
    ini_set('default_charset', 'ISO-8859-1');
    date_default_timezone_set('Europe/Berlin');
}
$left = [$user];
require __DIR__ . "/lib/functions$version.php";
require_once __DIR__ . '/changing.php';

function visits(): int
{
    static $visits = 0;
    return ++$visits;
}

function remember(string $what): array
{
    global $left;
    $left[] = $what;
    return $left;
}

$model = new Model($user);
$model->extra = $version;
$field = 'name';
$model->$field = strtoupper($model->$field);
foreach (['size' => 3, 'more' => 4] as $key => $value) {
    $model->$key = $value;
}
$peek = Closure::bind(fn () => $this->hidden . static::class . self::class, $model, Model::class);
$call = 'greet';
$seen = [];
for ($i = 0; $i < 3; $i++) {
    Model::$made += $version;
    $seen[] = [
        $model->describe(), Model::$made, Model::KIND, Model::computed(), Model::WHO, Level::High->label(), Level::from(2)->name, $peek(),
        $call($user), call_user_func([$model, 'describe']), remember("r$i"), visits(), 1 / 3, htmlspecialchars("<\xe9>"), isset($model->extra),
        isset($model->none), $model->more ?? null, Changing::VERSION, changing(), (eval('return new class { public $x = ' . $version . '; };'))->x,
    ];
}
try {
    $rotated = str_rot13($user);
} catch (Error $error) {
    $rotated = $error->getMessage();
}
set_error_handler(fn (int $level, string $message): bool => (bool) ($GLOBALS['caught'][] = $message));
echo $undefined, $model->nothing;
if (isset($_GET['reset'])) {
    opcache_reset();
}
$after = [Model::all(), get_parent_class('Model'), class_implements($model), $GLOBALS['caught'] ?? []];
ob_start();
chdir('/');
echo json_encode([$before, $seen, $rotated, $after, get_object_vars($model)], JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
if (isset($_GET['exit'])) {
    exit(3);
}
if (isset($_GET['throw'])) {
    throw new LogicException("thrown for $user");
}
