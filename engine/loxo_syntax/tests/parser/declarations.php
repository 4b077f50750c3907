<?php
namespace A\B { use X\{Y, function f as g, const Z\C}; const Q = 1; }
namespace {
/** doc */
#[Attr(1)] abstract class K extends \L implements M {
    use T { a as protected b; T::c insteadof U; }
    final const int X = 1;
    /** prop */
    public private(set) ?int $p = 1 { get => 5; set(int $v) { $this->p = $v; } }
    abstract static function &m(private readonly A|(B&C) $x = 1): static;
}
enum S: string { case A = 'a'; }
if ($x): echo 1, 2; elseif ($y): else: endif;
foreach ($a as $k => [$v]) { break 1; }
try { throw $e; } catch (A|\B $c) {} finally { goto out; } out:
}
declare(ticks=1); echo "${a}"; ?>
text
<?php __halt_compiler(); garbage " here
