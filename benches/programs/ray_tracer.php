<?php
// A ray tracer with immutable vectors, interfaces, closures over arrays.

final class Vec
{
    public function __construct(public readonly float $x, public readonly float $y, public readonly float $z) {}

    public function add(Vec $o): Vec
    {
        return new Vec($this->x + $o->x, $this->y + $o->y, $this->z + $o->z);
    }

    public function sub(Vec $o): Vec
    {
        return new Vec($this->x - $o->x, $this->y - $o->y, $this->z - $o->z);
    }

    public function mul(float $k): Vec
    {
        return new Vec($this->x * $k, $this->y * $k, $this->z * $k);
    }

    public function dot(Vec $o): float
    {
        return $this->x * $o->x + $this->y * $o->y + $this->z * $o->z;
    }

    public function len(): float
    {
        return sqrt($this->dot($this));
    }

    public function norm(): Vec
    {
        return $this->mul(1 / $this->len());
    }
}

interface Shape
{
    public function hit(Vec $o, Vec $d): ?float;

    public function normal(Vec $p): Vec;

    public function color(): array;
}

class Sphere implements Shape
{
    public function __construct(private Vec $c, private float $r, private array $color) {}

    public function hit(Vec $o, Vec $d): ?float
    {
        $oc = $o->sub($this->c);
        $b = $oc->dot($d);
        $q = $b * $b - $oc->dot($oc) + $this->r * $this->r;
        if ($q < 0) return null;
        $t = -$b - sqrt($q);
        return $t > 1e-4 ? $t : null;
    }

    public function normal(Vec $p): Vec
    {
        return $p->sub($this->c)->norm();
    }

    public function color(): array
    {
        return $this->color;
    }
}

class Plane implements Shape
{
    public function __construct(private float $y) {}

    public function hit(Vec $o, Vec $d): ?float
    {
        if (abs($d->y) < 1e-6) return null;
        $t = ($this->y - $o->y) / $d->y;
        return $t > 1e-4 ? $t : null;
    }

    public function normal(Vec $p): Vec
    {
        return new Vec(0, 1, 0);
    }

    public function color(): array
    {
        return [200, 200, 200];
    }
}

class Scene
{
    private array $shapes = [];

    public function __construct(private Vec $light) {}

    public function add(Shape $s): self
    {
        $this->shapes[] = $s;
        return $this;
    }

    private function nearest(Vec $o, Vec $d): ?array
    {
        $best = null;
        foreach ($this->shapes as $s) {
            $t = $s->hit($o, $d);
            if ($t !== null && ($best === null || $t < $best[0])) $best = [$t, $s];
        }
        return $best;
    }

    public function trace(Vec $o, Vec $d, int $depth = 0): array
    {
        $h = $this->nearest($o, $d);
        if ($h === null) return [40, 60, 90];
        [$t, $s] = $h;
        $p = $o->add($d->mul($t));
        $n = $s->normal($p);
        $l = $this->light->sub($p)->norm();
        $i = max(0.1, $n->dot($l));
        if ($this->nearest($p, $l) !== null) $i = 0.1;
        $c = array_map(fn($v) => $v * $i, $s->color());
        if ($depth < 2) {
            $r = $d->sub($n->mul(2 * $d->dot($n)));
            $rc = $this->trace($p, $r, $depth + 1);
            foreach ($c as $k => $v) $c[$k] = $v * 0.7 + $rc[$k] * 0.3;
        }
        return $c;
    }
}

$s = (new Scene(new Vec(5, 8, -5)))->add(new Sphere(new Vec(0, 1, 3), 1, [255, 0, 0]))->add(new Sphere(new Vec(2, 1, 4), 1, [0, 255, 0]))->add(new Sphere(new Vec(-2, 1, 4), 1, [0, 0, 255]))->add(new Plane(0));
$o = new Vec(0, 1, -4);
$sum = [0, 0, 0];
for ($y = 0; $y < 80; $y++) for ($x = 0; $x < 120; $x++) {
    $c = $s->trace($o, (new Vec(($x - 60) / 60, (40 - $y) / 60, 1))->norm());
    foreach ($c as $k => $v) $sum[$k] += (int)$v;
}

echo implode(' ', $sum), "\n";
