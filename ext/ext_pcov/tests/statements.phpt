--TEST--
Lines of statements
--INI--
pcov.enabled=1
pcov.directory=/
--FILE--
<?php
require __DIR__ . '/show.inc';
\pcov\start();
require __DIR__ . '/statements.inc';
branches(7);
cases(2);
arms(3);
loops();
tries(true);
constant_condition();
\pcov\stop();
show(__DIR__ . '/statements.inc');
--EXPECT--
  <?php
  function branches($x) {
+     if ($x > 10) {
-         return 'large';
+     } elseif ($x > 5) {
+         $y = 'middle';
      } else {
-         $y = 'small';
      }
+     return $y;
      echo 'never';
  }
  function cases($x) {
      switch ($x) {
+         case 1:
-             return 'one';
+         case 2:
+             break;
-         case 3:
-             $y = 'three';
-             break;
          default:
-             $y = 'other';
      }
+     return 'end';
  }
  function arms($x) {
+     return match ($x) {
-         1, 2 => 'few',
+         3 => strtoupper('three'),
+         default => 'many',
      };
  }
  function loops() {
+     for ($i = 0; $i < 3; $i++) {
+         if ($i == 1) {
+             continue;
          }
+         while (true) {
+             break;
          }
      }
+     foreach ([1, 2] as $k => $v) {
+         if ($v > 5) {
-             break;
          }
      }
      do {
+         $i--;
+     } while ($i > 0);
+ }
  function tries($x) {
      try {
+         if ($x) {
+             throw new LogicException(
+                 'thrown',
              );
          }
-         $y = 1;
+     } catch (RuntimeException $e) {
-         $y = 2;
+     } catch (LogicException $e) {
+         $y = 3;
+     } finally {
+         $z = 4;
      }
+     return $y;
  }
  function constant_condition() {
+     if (PHP_VERSION_ID < 50000) {
-         return 'old';
      }
+     return 'new';
  }
+ return;
