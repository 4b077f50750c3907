//! What a request changes about its surroundings is its own: two kinds of requests overlap on the threads of one process, as many rounds of them as
//! `LOXO_ROUNDS` says.

use super::body;
use super::serve::Server;

/// Sets what is asked for, waits while the other kind does the same, and looks. Each thing is seen by what it does, too: in a file that is made, a name
/// without a folder, a number that is printed, a process that is started.
const PROGRAM: &str = r#"<?php
    [$name, $round] = [$_GET['name'], (int) $_GET['round']];
    $before = [sprintf('%o', umask()), getcwd() === __DIR__, setlocale(LC_ALL, 0), getenv('LOXO_OWN'), date_default_timezone_get(), ini_get('precision')];
    if ($name !== 'none') {
        umask($name === 'one' ? 077 : 027);
        chdir(__DIR__ . "/$name");
        setlocale(LC_ALL, $name === 'one' ? 'C.UTF-8' : 'C');
        putenv("LOXO_OWN=$name");
        date_default_timezone_set($name === 'one' ? 'Asia/Tokyo' : 'America/New_York');
        ini_set('precision', $name === 'one' ? '3' : '5');
    }
    usleep(random_int(0, 1500));
    $made = "made-$name-$round";
    touch($made);
    $after = [sprintf('%o', umask()), basename(getcwd()), sprintf('%o', fileperms($made) & 0777), nl_langinfo(CODESET), getenv('LOXO_OWN'), date('T', 0), (string) (1 / 3)];
    unlink($made);
    if ($round % 50 === 0) {
        $after[] = trim(shell_exec('umask; basename "$(pwd)"; echo "$LOXO_OWN"'));
    }
    echo json_encode([$before, $after]);
"#;

#[test]
fn requests_see_their_own_surroundings() {
    let rounds: u32 = std::env::var("LOXO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(200);
    let server = Server::start("isolation", &[("a.php", PROGRAM)], &["--workers", "4"]);
    for folder in ["one", "two"] {
        std::fs::create_dir(server.root.join(folder)).expect("a folder");
    }
    let ask = |name: &str, round: u32| body(&server.get(&format!("/a.php?name={name}&round={round}"))).to_string();
    let [plain, plain_with_child] = [1, 0].map(|round| ask("none", round));
    assert!(plain.starts_with("[[\"") && plain_with_child.len() > plain.len(), "{plain} {plain_with_child}");
    let before = plain.split_once("],").map(|(before, _)| before).expect("two lists");
    let one = r#"["77","one","600","UTF-8","one","JST","0.333""#;
    let two = r#"["27","two","640","ANSI_X3.4-1968","two","EST","0.33333""#;
    let expected = |name: &str, round: u32| match (name, round % 50) {
        ("none", 0) => plain_with_child.clone(),
        ("none", _) => plain.clone(),
        ("one", 0) => format!(r#"{before}],{one},"0077\none\none"]]"#),
        ("one", _) => format!("{before}],{one}]]"),
        (_, 0) => format!(r#"{before}],{two},"0027\ntwo\ntwo"]]"#),
        _ => format!("{before}],{two}]]"),
    };
    let (ask, expected) = (&ask, &expected);
    std::thread::scope(|scope| {
        for name in ["one", "two", "none"] {
            scope.spawn(move || {
                for round in 0..rounds {
                    assert_eq!(ask(name, round), expected(name, round), "{name}, round {round}");
                }
            });
        }
    });
    println!("{rounds} rounds of three kinds of requests at once");
}

/// Says with which schemes, filters, transports and settings it has begun, and changes them if it is asked to.
const BEGINNING: &str = r#"<?php
    class Own { public $context; }
    $began = json_encode([
        stream_get_wrappers(), stream_get_filters(), stream_get_transports(),
        ini_get('session.name'), ini_get('session.gc_divisor'), ini_get('precision'),
    ]);
    if (isset($_GET['changes'])) {
        stream_wrapper_unregister('http');
        stream_wrapper_unregister('compress.zlib');
        stream_wrapper_register('own', 'Own');
        stream_filter_register('own.*', 'php_user_filter');
        ini_set('session.name', 'OWN');
        ini_set('session.gc_divisor', '7');
        ini_set('precision', '3');
        $began .= json_encode([
            array_diff(['http', 'compress.zlib', 'own'], stream_get_wrappers()), in_array('own.*', stream_get_filters()),
            ini_get('session.name'), ini_get('session.gc_divisor'),
        ]);
    }
    echo $began;
"#;

#[test]
fn requests_begin_with_what_the_process_has() {
    // The first is a setting's value that its owner accepts, the second one that it refuses.
    let options =
        ["--workers", "1", "-d", "session.name=FIRST", "-d", "session.gc_divisor=0", "-d", "precision=9", "-d", "display_errors=0"];
    let server = Server::start("beginning", &[("a.php", BEGINNING)], &options);
    let first = body(&server.get("/a.php")).to_string();
    assert!(first.ends_with(r#","FIRST","100","9"]"#), "{first}");
    for _ in 0..3 {
        assert_eq!(body(&server.get("/a.php?changes=1")), format!(r#"{first}[["http","compress.zlib"],true,"OWN","7"]"#));
        assert_eq!(body(&server.get("/a.php")), first);
    }
}
