<?php
// What the application answers.
use Illuminate\Http\Request;
use Illuminate\Support\Arr;
use Illuminate\Support\Carbon;
use Illuminate\Support\Collection;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Crypt;
use Illuminate\Support\Facades\Hash;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Facades\Storage;
use Illuminate\Support\Facades\URL;
use Illuminate\Support\LazyCollection;
use Illuminate\Support\Number;
use Illuminate\Support\Str;
use Notes\NoteResource;
use Notes\Shelf;
use Notes\StoreNote;

Route::get('/', static fn (Shelf $shelf) => response("Notes: {$shelf->count()}")->header('Content-Type', 'text/plain'))->name('home');
Route::get('/hello/{name}', static fn (Request $request, string $name) => ['name' => $name, 'query' => $request->query(), 'path' => $request->path()])->name('hello');
Route::get('/list', static fn (Shelf $shelf) => view('list', ['notes' => iterator_to_array($shelf), 'count' => count($shelf)]))->name('list');
Route::post('/notes', static fn (StoreNote $request) => (new NoteResource($request->validated()))->additional(['meta' => ['safe' => $request->safe()->only('title')]])
    ->response()->setStatusCode(201))->name('notes.store');

Route::get('/collect', static function () {
    $people = collect([
        ['name' => 'Ann', 'age' => 31, 'town' => 'Bern'], ['name' => 'Bob', 'age' => 25, 'town' => 'Rome'],
        ['name' => 'Cid', 'age' => 47, 'town' => 'Bern'], ['name' => 'Dee', 'age' => null, 'town' => 'Oslo'],
    ]);
    Collection::macro('secondOrFail', fn () => $this->get(1) ?? throw new RuntimeException('none'));
    return [
        'grouped' => $people->groupBy('town')->map->pluck('age', 'name')->sortKeysDesc(),
        'stats' => [$people->avg('age'), $people->median('age'), $people->max('age'), $people->sum(fn (array $p) => $p['age'] * 2), $people->mode('town')],
        'partition' => $people->partition(fn (array $p) => $p['age'] > 30)->map->count(),
        'chunks' => $people->pluck('name')->chunk(3)->map->values()->all(),
        'sorted' => $people->sortBy([['town', 'asc'], ['age', 'desc']])->pluck('name'),
        'higher' => $people->where('age', '>=', 31)->whereNotNull('age')->map(fn (array $p) => (object) $p)->map->name,
        'second' => $people->secondOrFail(),
        'zip' => collect([1, 2])->zip(['a', 'b'], [true, false])->mapSpread(fn ($n, $l, $b) => "$n$l" . var_export($b, true)),
        'lazy' => LazyCollection::make(static function () {
            for ($i = 1; ; $i++) {
                yield $i;
            }
        })->filter(fn (int $i) => $i % 3 === 0)->map(fn (int $i) => $i ** 2)->take(4)->all(),
        'dot' => Arr::dot(['a' => ['b' => 1, 'c' => ['d' => null]]]) + ['undot' => Arr::undot(['x.y' => 1, 'x.z' => 2])],
        'reduce' => $people->reduceSpread(fn (int $n, string $s, array $p) => [$n + 1, $s . $p['name'][0]], 0, ''),
        'cross' => collect([1, 2])->crossJoin(['a'], ['x', 'y'])->count(), 'duplicates' => $people->duplicates('town'),
        'data' => [data_get($people->all(), '*.town'), Arr::query(['a' => [1, 2], 'b' => 'c d']), Arr::toCssClasses(['p-4', 'on' => true, 'off' => false])],
    ];
})->name('collect');

Route::get('/strings', static fn () => [
    Str::slug('Ünïcode & Straße 100%'), Str::snake('HelloWorldAgain'), Str::camel('hello_world-again'), Str::studly('hello world'), Str::headline('someTitle_goes here'),
    Str::plural('child'), Str::singular('mice'), Str::plural('note', 1), Str::limit('The quick brown fox', 9), Str::words('one two three', 2), Str::mask('secret@example.com', '*', 3),
    Str::ascii('žluťoučký'), Str::is('a*b', 'axxb'), Str::excerpt('This is a long text about foxes', 'long', ['radius' => 5]), Str::wordCount('a b c'), Str::padBoth('x', 5, '-'),
    Str::of('a/b/c')->explode('/')->reverse()->implode('.'), (string) Str::of('  Hello  ')->trim()->append('!')->replaceMatches('/l+/', fn (array $m) => strlen($m[0]))->whenContains('2', fn ($s) => $s->upper()),
    Str::markdown("# Hi\n\n* a\n* **b** `c`\n\n| x | y |\n|---|--:|\n| 1 | 2 |\n"), Str::inlineMarkdown('_x_ ~~y~~'), Str::between('[a] b [c]', '[', ']'), Str::swap(['a' => 'b', 'b' => 'a'], 'aabb'),
    Str::uuid()->getVersion(), strlen(Str::random(12)), Str::isJson('{"a":1}'), Str::isUuid('a'), Str::substrCount('banana', 'an'), Str::ucsplit('FooBarBaz'), Str::squish("a \n b"),
    Number::fileSize(123456), e('<a href="x">'), class_basename(Str::class), trans_choice('{0} none|{1} one|[2,*] :count notes', 5),
])->name('strings');

Route::get('/dates', static function () {
    Carbon::setTestNow('2024-02-29 13:14:15.123456');
    try {
        $date = Carbon::parse('first monday of next month', 'Europe/Paris');
        return [
            (string) now(), $date->toIso8601String(), $date->diffForHumans(), $date->copy()->subYears(3)->diffForHumans(['parts' => 3, 'join' => true]), $date->isoFormat('dddd D MMMM YYYY, LT'),
            $date->locale('de')->isoFormat('LLLL'), $date->locale('fr')->dayName, now()->addMonthNoOverflow()->toDateString(), now()->addMonth()->toDateString(), now()->startOfWeek()->toDateTimeString(),
            now()->diffInWeekdays(Carbon::parse('2024-12-25')), collect(Carbon::parse('2024-03-30')->toPeriod('2024-04-02', 12, 'hours'))->map->format('d.m H:i'), Carbon::parse('@86400')->toRfc822String(),
            now()->setTimezone('Asia/Tokyo')->format('c e T P'), Carbon::createFromFormat('d/m/Y H:i', '31/12/2023 23:59')->endOfMonth()->quarter, now()->isLeapYear(), now()->age, now()->diff('2030-01-01')->format('%y %m %d %h'),
        ];
    } finally {
        Carbon::setTestNow();
    }
})->name('dates');

Route::get('/session', static function (Request $request) {
    $request->session()->put('a.b', ['c' => 1]);
    $request->session()->flash('note', 'kept');
    $request->session()->push('list', 'x');
    return response()->json([$request->session()->get('a'), $request->session()->all()['list'], session('note'), strlen(csrf_token())])->cookie('plain', 'value', 5);
})->name('session');

Route::get('/crypt', static fn () => [Crypt::decrypt(Crypt::encrypt(['a' => 1, 'o' => collect([1])])), Crypt::decryptString(Crypt::encryptString('text')), Hash::check('pass', Hash::make('pass')), Hash::needsRehash('$2y$10$' . str_repeat('a', 53)),
    rescue(fn () => Crypt::decrypt('nonsense'), fn (Throwable $e) => $e->getMessage(), false)])->name('crypt');

Route::get('/cache', static function () {
    Cache::put('number', 5, 60);
    Cache::increment('number', 3);
    return [Cache::get('number'), Cache::remember('made', 60, fn () => collect(['x' => 1])), Cache::pull('made'), Cache::has('made'), Cache::add('number', 1), Cache::store('array')->many(['a', 'b']),
        Cache::lock('door', 5)->get(fn () => 'locked'), Cache::flush()];
})->name('cache');

Route::get('/download', static function () {
    Storage::put('folder/file.txt', str_repeat("line\n", 100));
    Storage::append('folder/file.txt', 'end');
    Storage::copy('folder/file.txt', 'folder/copy.txt');
    return Storage::exists('folder/copy.txt') && Storage::size('folder/file.txt') === 504 && Storage::allFiles() === ['folder/copy.txt', 'folder/file.txt']
        ? response()->streamDownload(static fn () => print(Storage::get('folder/file.txt')), 'näme.txt') : response('no', 500);
})->name('download');

Route::get('/redirect', static fn () => redirect()->route('hello', ['name' => 'you', 'q' => 'a b'])->with('status', 'sent')->withInput(['x' => 1]))->name('redirect');
Route::get('/signed', static fn (Request $request) => [URL::hasValidSignature(Request::create($url = URL::signedRoute('hello', ['name' => 'x']))), URL::hasValidSignature(Request::create("$url&a=1")), route('hello', ['name' => 'ä/b'], false), action(fn () => 1) ?: null])
    ->name('signed');
Route::get('/throttled', static fn () => 'ok')->middleware('throttle:twice')->name('throttled');
Route::post('/upload', static function (Request $request) {
    $request->validate(['file' => 'required|file|max:10', 'note.a' => 'required|string|size:2']);
    $file = $request->file('file');
    $path = $file->storeAs('uploads', 'kept.bin');
    return [$file->getClientOriginalName(), $file->getSize(), md5(Storage::get($path)), $request->input('note.a')];
})->name('upload');
Route::get('/break/{how}', static fn (string $how) => $how === 'abort' ? abort(409, 'In conflict.') : throw new DomainException('A secret.'))->name('break');
