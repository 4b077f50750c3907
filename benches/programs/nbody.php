<?php
// Planets pull at each other: float arithmetic on object properties.

final class Body
{
    public function __construct(
        public float $x, public float $y, public float $z,
        public float $vx, public float $vy, public float $vz,
        public float $mass,
    ) {}
}

function energy(array $bodies): float
{
    $energy = 0.0;
    foreach ($bodies as $i => $a) {
        $energy += 0.5 * $a->mass * ($a->vx ** 2 + $a->vy ** 2 + $a->vz ** 2);
        for ($j = $i + 1; $j < count($bodies); $j++) {
            $b = $bodies[$j];
            $energy -= $a->mass * $b->mass / sqrt(($a->x - $b->x) ** 2 + ($a->y - $b->y) ** 2 + ($a->z - $b->z) ** 2);
        }
    }
    return $energy;
}

function advance(array $bodies, float $dt): void
{
    $count = count($bodies);
    for ($i = 0; $i < $count; $i++) {
        $a = $bodies[$i];
        for ($j = $i + 1; $j < $count; $j++) {
            $b = $bodies[$j];
            $dx = $a->x - $b->x;
            $dy = $a->y - $b->y;
            $dz = $a->z - $b->z;
            $square = $dx * $dx + $dy * $dy + $dz * $dz;
            $force = $dt / ($square * sqrt($square));
            $a->vx -= $dx * $b->mass * $force;
            $a->vy -= $dy * $b->mass * $force;
            $a->vz -= $dz * $b->mass * $force;
            $b->vx += $dx * $a->mass * $force;
            $b->vy += $dy * $a->mass * $force;
            $b->vz += $dz * $a->mass * $force;
        }
    }
    foreach ($bodies as $body) {
        $body->x += $dt * $body->vx;
        $body->y += $dt * $body->vy;
        $body->z += $dt * $body->vz;
    }
}

$bodies = [
    new Body(0, 0, 0, 0, 0, 0, 40.0),
    new Body(5, 0, 0.1, 0, 2.8, 0, 0.04),
    new Body(-9, 1, 0.3, 0.1, -2.1, 0.02, 0.011),
    new Body(1, 16, -0.2, -1.57, 0.1, 0.01, 0.0017),
    new Body(-2, -25, 0.5, 1.26, -0.1, 0.03, 0.0021),
];
printf("%.9f\n", energy($bodies));
for ($step = 0; $step < 120000; $step++) {
    advance($bodies, 0.001);
}
printf("%.9f\n", energy($bodies));
