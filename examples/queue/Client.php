<?php
// One queue server, as the drivers for Laravel and Symfony use it: reliable reads, and jobs that are due later.

declare(strict_types=1);

namespace Loxo\Queue;

final class Client
{
    /** A job that is due later is in the queue of the largest of these times, in seconds, that is not more than what is left. */
    private const DELAYS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072];

    private ?\Memcached $server = null;
    /** When jobs that have become due were looked for last, by queue. */
    private array $looked = [];

    public function __construct(private string $host, private int $port)
    {
    }

    /** Puts a job at the end of a queue. */
    public function put(string $queue, string $job, int $delay = 0): void
    {
        $delay > 0 ? $this->putUntil($queue, $job, time() + $delay) : $this->set($queue, $job);
    }

    /** Opens the first job, for which it waits so many milliseconds. It comes back if the process ends before close(). */
    public function open(string $queue, int $wait = 0): ?string
    {
        if (($this->looked[$queue] ?? 0) !== time()) {
            $this->looked[$queue] = time();
            $this->moveDue($queue);
        }
        return $this->get($wait > 0 ? "$queue/t=$wait/open" : "$queue/open");
    }

    /** The open job is done with. */
    public function close(string $queue): void
    {
        $this->get("$queue/close");
    }

    /** How many jobs there are, with those that are due later. */
    public function count(string $queue): int
    {
        $stats = current($this->server()->getStats() ?: []) ?: [];
        $count = 0;
        foreach ([$queue, ...array_map(fn (int $delay): string => "$queue.in.$delay", self::DELAYS)] as $name) {
            $count += (int) ($stats["queue_{$name}_items"] ?? 0);
        }
        return $count;
    }

    /** Removes all jobs. */
    public function clear(string $queue): int
    {
        $count = $this->count($queue);
        foreach ([$queue, ...array_map(fn (int $delay): string => "$queue.in.$delay", self::DELAYS)] as $name) {
            $this->server()->delete($name);
        }
        return $count;
    }

    /** All jobs of one of these queues wait equally long, so that the first one is due first. */
    private function putUntil(string $queue, string $job, int $due): void
    {
        $left = max($due - time(), 1);
        $delay = max(array_filter(self::DELAYS, fn (int $delay): bool => $delay <= $left));
        $this->set("$queue.in.$delay", time() + $delay . " $due $job");
    }

    /** Moves jobs that have waited long enough to their queue, or to the one for the time that is left. */
    private function moveDue(string $queue): void
    {
        foreach (self::DELAYS as $delay) {
            $name = "$queue.in.$delay";
            while (($waiting = $this->get("$name/open")) !== null) {
                [$until, $due, $job] = explode(' ', $waiting, 3);
                if ((int) $until > time()) {
                    $this->get("$name/abort");
                    break;
                }
                $due <= time() ? $this->set($queue, $job) : $this->putUntil($queue, $job, (int) $due);
                $this->get("$name/close");
            }
        }
    }

    private function set(string $name, string $value): void
    {
        if (!$this->server()->set($name, $value)) {
            throw new \RuntimeException("the queue server has not stored a job in $name: " . $this->server()->getResultMessage());
        }
    }

    private function get(string $key): ?string
    {
        $value = $this->server()->get($key);
        if ($value !== false) {
            return $value;
        }
        if ($this->server()->getResultCode() !== \Memcached::RES_NOTFOUND) {
            $why = $this->server()->getResultMessage();
            // What was open comes back with the end of the connection.
            $this->server = null;
            throw new \RuntimeException("the queue server does not give $key: $why");
        }
        return null;
    }

    private function server(): \Memcached
    {
        if ($this->server === null) {
            $this->server = new \Memcached();
            $this->server->setOptions([\Memcached::OPT_COMPRESSION => false, \Memcached::OPT_POLL_TIMEOUT => 60_000]);
            $this->server->addServer($this->host, $this->port);
        }
        return $this->server;
    }
}
