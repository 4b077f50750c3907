<?php

declare(strict_types=1);

namespace Loxo\Queue\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Queue\Job as JobContract;
use Illuminate\Queue\Jobs\Job;
use Loxo\Queue\Client;

/** A job that a worker has open. If the worker dies, it comes back; that attempt is not counted then. */
final class LoxoJob extends Job implements JobContract
{
    public function __construct(Container $container, private LoxoQueue $loxo, private Client $client, private string $payload, string $connectionName, string $queue)
    {
        [$this->container, $this->connectionName, $this->queue] = [$container, $connectionName, $queue];
    }

    public function getJobId(): ?string
    {
        return $this->payload()['uuid'] ?? null;
    }

    public function getRawBody(): string
    {
        return $this->payload;
    }

    public function attempts(): int
    {
        return ($this->payload()['attempts'] ?? 0) + 1;
    }

    public function delete(): void
    {
        parent::delete();
        $this->client->close($this->queue);
    }

    public function release($delay = 0): void
    {
        parent::release($delay);
        // Put again before it is closed: a worker that dies in between leaves it twice, never lost.
        $payload = json_encode(['attempts' => $this->attempts()] + $this->payload(), JSON_THROW_ON_ERROR);
        $this->loxo->pushRaw($payload, $this->queue, ['delay' => $this->secondsUntil($delay)]);
        $this->client->close($this->queue);
    }
}
