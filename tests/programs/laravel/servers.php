<?php
// What the application does with a database, Redis and a queue.
declare(strict_types=1);

namespace Notes;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Casts\Attribute;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\BelongsTo;
use Illuminate\Database\Eloquent\Relations\HasMany;
use Illuminate\Database\Eloquent\SoftDeletes;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Queue\SerializesModels;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Redis;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\ServiceProvider;

final class ShelfModel extends Model
{
    protected $table = 'shelves';
    protected $fillable = ['name'];

    public function notes(): HasMany
    {
        return $this->hasMany(Note::class, 'shelf_id');
    }
}

final class Note extends Model
{
    use SoftDeletes;

    protected $guarded = [];
    protected $casts = ['kind' => Kind::class, 'price' => 'decimal:2', 'done' => 'boolean', 'tags' => 'array', 'due' => 'date:Y-m-d', 'weight' => 'float'];

    public function shelf(): BelongsTo
    {
        return $this->belongsTo(ShelfModel::class, 'shelf_id');
    }

    public function scopeOpen(Builder $query): void
    {
        $query->where('done', false);
    }

    protected function title(): Attribute
    {
        return Attribute::make(get: static fn (string $title): string => ucfirst($title), set: static fn (string $title): string => trim($title));
    }
}

final class CountViews implements ShouldQueue
{
    use Dispatchable, InteractsWithQueue, Queueable, SerializesModels;

    public int $tries = 2;

    public function __construct(public Note $note, private int $by)
    {
    }

    public function handle(): void
    {
        if ($this->by < 0) {
            throw new \DomainException('cannot count backwards');
        }
        $this->note->increment('views', $this->by);
    }
}

final class Servers extends ServiceProvider
{
    public function boot(): void
    {
        $this->loadMigrationsFrom(__DIR__ . '/migrations');
        Route::middleware('web')->group(static function (): void {
            Route::get('/health', static function (): array {
                return ['database' => DB::select('select 1 as one')[0]->one, 'redis' => Redis::exists('health'), 'again' => Redis::connection()->exists('nothing')];
            })->name('health');
            Route::get('/db/types', self::types(...));
            Route::get('/db/eloquent', self::eloquent(...));
            Route::get('/db/queries', self::queries(...));
            Route::get('/db/error', self::errors(...));
            Route::get('/redis/cache', self::cache(...));
            Route::get('/redis/raw', self::redis(...));
            Route::get('/queue', self::queue(...));
        });
    }

    private static function shelf(): ShelfModel
    {
        $shelf = ShelfModel::firstOrCreate(['name' => 'Bücher']);
        Note::withTrashed()->where('shelf_id', $shelf->id)->forceDelete();
        foreach ([['  first ', 'short', '1.10', ['a', 'b']], ['second', 'long', '20.25', ['b']], ['third', 'long', '0.30', null]] as $i => [$title, $kind, $price, $tags]) {
            $shelf->notes()->create(['title' => $title, 'kind' => $kind, 'price' => $price, 'tags' => $tags, 'weight' => $i / 3, 'due' => "2030-0$i-1" === '2030-00-1' ? null : "2030-0$i-11"]);
        }
        return $shelf;
    }

    /** What comes back, with its types, prepared by the server and by PDO. */
    private static function types(): array
    {
        $all = [];
        foreach (['mysql', 'emulated'] as $name) {
            $connection = DB::connection($name);
            $row = (array) $connection->selectOne(
                "select ? as i, ? as s, ? as f, ? as b, ? as n, 1 as one, 1.5 as d, 1e0 as e, 'x' as x, null as nothing, cast('2030-01-02' as date) as day,
                cast('2030-01-02 03:04:05.678' as datetime(3)) as at, 18446744073709551615 as big, true as t, cast('{\"a\":1}' as char) as j, x'00ff' as h",
                [5, "O'Neill \\ ünï", 2.5, true, null],
            );
            $all[$name] = array_map(static fn (mixed $value): string => get_debug_type($value) . ' ' . (is_string($value) ? bin2hex($value) : var_export($value, true)), $row);
        }
        return $all;
    }

    private static function eloquent(): array
    {
        $shelf = self::shelf();
        $first = Note::with('shelf')->orderBy('id')->first();
        $first->fill(['done' => true, 'body' => "line\nline 😀", 'data' => "\0\x01\xff"])->save();
        $fresh = $first->fresh();
        $wanted = ['title', 'kind', 'price', 'done', 'tags', 'weight', 'due', 'body', 'views'];
        $deleted = Note::firstWhere('title', 'second');
        $deleted->delete();
        return [
            'first' => $fresh->only($wanted), 'raw' => array_map('get_debug_type', array_diff_key($fresh->getAttributes(), ['id' => 1, 'shelf_id' => 1])),
            'data' => bin2hex($fresh->data), 'changes' => array_keys($first->getChanges()), 'shelf' => $first->shelf->name,
            'open' => Note::open()->pluck('title'), 'trashed' => Note::onlyTrashed()->count(), 'restored' => $deleted->restore(),
            'counts' => ShelfModel::withCount(['notes', 'notes as long' => fn (Builder $q) => $q->where('kind', 'long')])->withSum('notes', 'price')->get()->map->only(['name', 'notes_count', 'long', 'notes_sum_price']),
            'json' => Note::whereJsonContains('tags', 'a')->pluck('title'), 'page' => Note::orderBy('title')->paginate(2, ['title'])->toArray()['data'],
            'cursor' => Note::orderBy('id')->cursor()->map->title->all(), 'chunks' => (static function (): array {
                $sizes = [];
                Note::orderBy('id')->chunk(2, static function ($notes) use (&$sizes): void {
                    $sizes[] = $notes->count();
                });
                return $sizes;
            })(),
            'has' => ShelfModel::whereHas('notes', fn (Builder $q) => $q->where('price', '>', 20))->exists(), 'array' => array_keys($fresh->toArray()),
            'replicated' => tap($first->replicate(), fn (Note $n) => $n->save())->wasRecentlyCreated, 'deleted' => $shelf->delete(), 'left' => Note::count(),
        ];
    }

    private static function queries(): array
    {
        $shelf = self::shelf();
        $log = [];
        DB::listen(static function ($query) use (&$log): void {
            $log[] = $query->sql;
        });
        $rolled = null;
        DB::transaction(static function () use ($shelf, &$rolled): void {
            DB::table('notes')->where('shelf_id', $shelf->id)->lockForUpdate()->update(['views' => DB::raw('views + 2')]);
            try {
                DB::transaction(static function (): void {
                    DB::table('notes')->delete();
                    throw new \RuntimeException('back');
                });
            } catch (\RuntimeException $e) {
                $rolled = $e->getMessage() . ' at level ' . DB::transactionLevel();
            }
        });
        $result = [
            'rolled' => $rolled, 'sum' => DB::table('notes')->sum('views'), 'average' => DB::table('notes')->avg('price'), 'max' => DB::table('notes')->max('title'),
            'upsert' => DB::table('shelves')->upsert([['name' => 'Bücher'], ['name' => 'new']], ['name'], ['name']), 'names' => DB::table('shelves')->orderBy('name')->pluck('name'),
            'group' => DB::table('notes')->selectRaw('kind, count(*) as count, group_concat(title order by title) as titles')->groupBy('kind')->orderBy('kind')->get(),
            'join' => DB::table('notes')->join('shelves', 'shelves.id', '=', 'notes.shelf_id')->where('notes.price', '>=', 1)->orderBy('title')->value('shelves.name'),
            'union' => DB::table('notes')->select('title')->where('kind', 'short')->union(DB::table('notes')->select('title')->where('kind', 'long'))->orderBy('title')->pluck('title'),
            'id' => DB::table('shelves')->insertGetId(['name' => 'id']) > 0, 'affected' => DB::update('update n_shelves set name = ? where name = ?', ['renamed', 'id']),
            'named' => DB::select('select count(*) as c from n_notes where kind = :kind', ['kind' => 'long'])[0]->c, 'statement' => DB::statement('set @x = 5'),
            'unprepared' => DB::unprepared('do 1'), 'scalar' => DB::scalar('select @x'),
        ];
        DB::table('shelves')->delete();
        return $result + ['log' => $log];
    }

    private static function errors(): array
    {
        $messages = [];
        foreach (['select * from missing', 'insert into n_shelves (name) values (?), (?)', 'select broken from', 'insert into n_notes (shelf_id, title) values (?, ?)'] as $sql) {
            try {
                DB::statement($sql, str_contains($sql, '?') ? ['1', '1'] : []);
            } catch (\Illuminate\Database\QueryException $e) {
                $messages[] = [get_class($e), $e->getMessage(), $e->getCode(), $e->errorInfo];
            }
        }
        return $messages;
    }

    private static function cache(): array
    {
        $store = Cache::store('redis');
        $store->flush();
        $lock = $store->lock('lock', 10);
        return [
            'put' => $store->put('a', ['x' => 1.5, 'o' => new Shelf(['t'])], 60), 'get' => get_debug_type($store->get('a')['o']), 'add' => [$store->add('a', 1, 60), $store->add('b', 2, 60)],
            'many' => $store->many(['b', 'none']), 'increment' => [$store->increment('n'), $store->increment('n', 5), $store->decrement('n')], 'remember' => $store->remember('r', 60, fn (): string => 'made'),
            'again' => $store->remember('r', 60, fn (): string => 'not'), 'forget' => [$store->forget('r'), $store->has('r')], 'pull' => [$store->pull('b'), $store->get('b', 'gone')],
            'lock' => [$lock->get(), $store->lock('lock', 10)->get(), $lock->release(), $store->lock('lock', 10)->get(fn (): string => 'held')],
            'forever' => $store->forever('f', 'ever') && $store->get('f') === 'ever', 'tags' => [$store->tags(['t'])->put('tagged', 1, 60), $store->tags(['t'])->get('tagged'), $store->tags(['t'])->flush(), $store->tags(['t'])->get('tagged')],
            'database' => [Cache::store('database')->put('k', [1], 60), Cache::store('database')->get('k'), Cache::store('database')->increment('k2')],
            'seen' => session()->increment('seen'),
        ];
    }

    private static function redis(): array
    {
        Redis::command('flushdb');
        return [
            'set' => (string) Redis::set('a', "b\0\r\nc"), 'get' => bin2hex(Redis::get('a')), 'none' => Redis::get('none'), 'incr' => [Redis::incr('n'), Redis::incrby('n', 4)],
            'hash' => [Redis::hset('h', 'f', 'v'), Redis::hmset('h', ['g' => '1', 'i' => '2']) == true, Redis::hgetall('h'), Redis::hmget('h', ['f', 'zz'])],
            'list' => [Redis::rpush('l', ...['1', '2', '3']), Redis::lrange('l', 0, -1), Redis::lpop('l')], 'sorted' => [Redis::zadd('z', ['a' => 1, 'b' => 2.5]), Redis::zrange('z', 0, -1, ['withscores' => true])],
            'pipeline' => array_map('strval', Redis::pipeline(static function ($pipe): void {
                $pipe->set('p', '1');
                $pipe->incr('p');
                $pipe->get('p');
            })),
            'transaction' => array_map('strval', Redis::transaction(static function ($tx): void {
                $tx->set('t', 'x');
                $tx->strlen('t');
            })),
            'eval' => Redis::eval('return {KEYS[1], ARGV[1], redis.call("get", "notes:n")}', 1, 'key', 'arg'), 'keys' => collect(Redis::keys('*'))->sort()->values(), 'large' => strlen(Redis::set('big', str_repeat('x', 300000)) ? Redis::get('big') : ''),
            'expire' => [Redis::setex('e', 100, 'x') == true, Redis::ttl('e') > 90, Redis::expire('e', 5), Redis::del('e', 'n')], 'error' => (static function (): string {
                try {
                    Redis::incr('h');
                } catch (\Exception $e) {
                    return $e->getMessage();
                }
                return '';
            })(),
        ];
    }

    private static function queue(): array
    {
        $note = self::shelf()->notes()->first();
        dispatch(new CountViews($note, 3));
        CountViews::dispatch($note, 4)->onQueue('default')->delay(0);
        CountViews::dispatch($note, -1);
        $waiting = DB::table('jobs')->count();
        $payload = json_decode(DB::table('jobs')->value('payload'), true);
        $status = Artisan::call('queue:work', ['--stop-when-empty' => true, '--sleep' => 0, '--tries' => 1]);
        $failed = DB::table('failed_jobs')->get();
        return [
            'waiting' => $waiting, 'payload' => [$payload['displayName'], $payload['maxTries'], strlen($payload['data']['command']) > 200], 'status' => $status, 'views' => $note->fresh()->views,
            'left' => DB::table('jobs')->count(), 'failed' => $failed->map(fn (object $job): string => explode("\n", $job->exception)[0]),
        ];
    }
}
