<?php

declare(strict_types=1);

namespace Loxo\Queue\Laravel;

use Illuminate\Contracts\Queue\ClearableQueue;
use Illuminate\Contracts\Queue\Queue as QueueContract;
use Illuminate\Queue\Queue;
use Loxo\Queue\Client;

/** Laravel's queue on `loxo queue`. */
final class LoxoQueue extends Queue implements QueueContract, ClearableQueue
{
    public function __construct(private Client $client, private string $default, private int $wait, bool $afterCommit)
    {
        $this->dispatchAfterCommit = $afterCommit;
    }

    public function size($queue = null): int
    {
        return $this->client->count($queue ?? $this->default);
    }

    public function push($job, $data = '', $queue = null): mixed
    {
        return $this->later(0, $job, $data, $queue);
    }

    public function later($delay, $job, $data = '', $queue = null): mixed
    {
        $queue ??= $this->default;
        $put = fn (string $payload, ?string $queue, mixed $delay = 0): mixed => $this->pushRaw($payload, $queue, ['delay' => $this->secondsUntil($delay)]);
        return $this->enqueueUsing($job, $this->createPayload($job, $queue, $data), $queue, $delay, $put);
    }

    public function pushRaw($payload, $queue = null, array $options = []): mixed
    {
        $this->client->put($queue ?? $this->default, $payload, $options['delay'] ?? 0);
        return json_decode($payload, true)['uuid'] ?? null;
    }

    public function pop($queue = null): ?LoxoJob
    {
        $queue ??= $this->default;
        $payload = $this->client->open($queue, $this->wait);
        return $payload === null ? null : new LoxoJob($this->container, $this, $this->client, $payload, $this->connectionName, $queue);
    }

    public function clear($queue): int
    {
        return $this->client->clear($queue ?? $this->default);
    }

    protected function createPayloadArray($job, $queue, $data = ''): array
    {
        return parent::createPayloadArray($job, $queue, $data) + ['attempts' => 0];
    }
}
