//! Files that declare classes and do nothing else: what their classes are made of is asked anew in each request.

use super::body;
use super::serve::Server;

const FILES: [(&str, &str); 6] = [
    ("of_one.php", "<?php interface Part { const NAME = 'one'; }"),
    ("of_two.php", "<?php interface Part { const NAME = 'two'; }"),
    ("whole.php", "<?php class Whole implements Part, Countable { function count(): int { return 1; } } class Child extends Whole {}"),
    ("loaded.php", "<?php class Loaded implements Missing {}"),
    ("number.php", "<?php class Numbered implements Countable { function count(): int { return 2; } } return 7;"),
    (
        "a.php",
        "<?php
        require __DIR__ . \"/of_$_GET[of].php\";
        echo require __DIR__ . '/whole.php', Child::NAME, count(new Child), ' ';
        echo require __DIR__ . '/number.php', ' ', count(get_included_files()), ' ';
        spl_autoload_register(function ($class) { throw new Exception($class); });
        try { require __DIR__ . '/loaded.php'; } catch (Exception $e) {
            foreach ($e->getTrace() as $call) echo $call['function'], ' ';
        }
        if (isset($_GET['again'])) include __DIR__ . '/whole.php';",
    ),
];

#[test]
fn classes_of_files_are_made_of_what_the_request_has() {
    let server = Server::start("declarations", &FILES, &["--workers", "1", "-d", "display_errors=1", "-d", "html_errors=0"]);
    for _ in 0..3 {
        for name in ["one", "two"] {
            let answer = server.get(&format!("/a.php?of={name}"));
            assert_eq!(body(&answer), format!("1{name}1 7 4 {{closure:{0}/a.php:5}} require ", server.root.display()), "{answer}");
        }
        let again = server.get("/a.php?of=one&again=1");
        let expected = "Fatal error: Cannot redeclare class Whole (previously declared in ";
        assert!(body(&again).contains(expected) && body(&again).trim_end().ends_with("whole.php on line 1"), "{again}");
    }
}
