<?php
// Orders with money, enums, traits, named arguments, null-safe chains, exceptions.

enum Status: string
{
    case New = 'new';
    case Paid = 'paid';
    case Sent = 'sent';
    case Cancelled = 'cancelled';

    public function next(): self
    {
        return match ($this) {
            self::New => self::Paid, self::Paid => self::Sent, default => $this
        };
    }

    public static function fromAmount(float $a): self
    {
        return $a > 500 ? self::Cancelled : self::New;
    }
}

trait HasEvents
{
    private array $events = [];

    protected function record(string $e, mixed ...$data): void
    {
        $this->events[] = [$e, $data];
    }

    public function release(): array
    {
        $e = $this->events;
        $this->events = [];
        return $e;
    }
}

final class Money
{
    private function __construct(public readonly int $cents, public readonly string $cur) {}

    public static function of(int|float $a, string $c = 'EUR'): self
    {
        return new self((int)round($a * 100), $c);
    }

    public function plus(Money $o): self
    {
        if ($o->cur !== $this->cur) throw new InvalidArgumentException('currency');
        return new self($this->cents + $o->cents, $this->cur);
    }

    public function times(float $f): self
    {
        return new self((int)round($this->cents * $f), $this->cur);
    }

    public function __toString(): string
    {
        return number_format($this->cents / 100, 2, '.', '') . ' ' . $this->cur;
    }
}

class Line
{
    public function __construct(public readonly string $sku, public readonly int $qty, public readonly Money $price) {}

    public function total(): Money
    {
        return $this->price->times($this->qty);
    }
}

class Order
{
    use HasEvents;
    private static int $seq = 0;
    private array $lines = [];
    private Status $status;
    public readonly int $id;
    public ?Customer $customer = null;

    public function __construct()
    {
        $this->id = ++self::$seq;
        $this->status = Status::New;
        $this->record('created', id: $this->id);
    }

    public function add(Line $l): static
    {
        $this->lines[] = $l;
        $this->record('line', $l->sku, $l->qty);
        return $this;
    }

    public function total(): Money
    {
        $t = Money::of(0);
        foreach ($this->lines as $l) $t = $t->plus($l->total());
        return $t;
    }

    public function advance(): static
    {
        $old = $this->status;
        $this->status = $this->status->next();
        if ($old !== $this->status) $this->record('status', from: $old->value, to: $this->status->value);
        return $this;
    }

    public function status(): Status
    {
        return $this->status;
    }
}

class Customer
{
    public function __construct(public string $name, public ?Address $address = null) {}
}

class Address
{
    public function __construct(public ?string $city = null) {}
}

$log = [];
$sum = Money::of(0);
$cities = [];
for ($i = 0; $i < 16000; $i++) {
    $o = new Order;
    if ($i % 2) $o->customer = new Customer("c$i", $i % 4 == 1 ? new Address('city' . $i % 9) : null);
    for ($k = 0; $k < 3; $k++) $o->add(new Line(sku: "sku$k", qty: $k + 1, price: Money::of(9.99 + $k)));
    $o->advance()->advance()->advance();
    $sum = $sum->plus($o->total());
    foreach ($o->release() as [$e, $d]) $log[$e] = ($log[$e] ?? 0) + count($d);
    $c = $o->customer?->address?->city ?? 'none';
    $cities[$c] = ($cities[$c] ?? 0) + 1;
    try {
        if ($i % 10 == 0) $sum->plus(Money::of(1, 'USD'));
    } catch (InvalidArgumentException $e) {
        $log['err'] = ($log['err'] ?? 0) + 1;
    }
}

ksort($cities);
echo $sum, ' ', json_encode($log), ' ', json_encode($cities), ' ', Status::from('paid')->next()->value, "\n";
