<?php
// `setup.php TREE`: installs the WordPress in TREE, whose wp-config.php is there already, as a blog that somebody has kept for a while.
// Dates are fixed, so that the pages are the same whenever it runs.

define('WP_INSTALLING', true);
$_SERVER += ['HTTP_HOST' => 'pages.test', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1'];

/** WordPress would write a letter. */
function wp_new_blog_notification(): void
{
}

require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install('Notes from the harbour', 'admin', 'admin@example.com', true, '', 'correct horse');
update_option('timezone_string', 'Europe/Berlin');
$GLOBALS['wp_rewrite']->set_permalink_structure('/%year%/%postname%/');
flush_rewrite_rules();

$people = [1, wp_create_user('bob', 'secret word', 'bob@example.com')];
wp_update_user(['ID' => $people[1], 'role' => 'author', 'display_name' => 'Bob “the Boat” O’Neil']);
$categories = array_map(static fn (string $name): int => wp_create_category($name), ['Boats', 'Weather & tides', 'Repairs']);

const WORDS = ['anchor', 'bow', 'canvas', 'deck', 'ebb', 'ferry', 'gale', 'hull', 'island', 'jetty', 'keel', 'lantern', 'mast', 'net', 'oar', 'pier'];

/** Some text, always the same for the same number. */
function sentence(int $number, int $length): string
{
    $words = [];
    for ($at = 0; $at < $length; $at++) {
        $words[] = WORDS[($number * 7 + $at * $at + 3 * $at) % count(WORDS)];
    }
    return ucfirst(implode(' ', $words)) . ($number % 3 === 0 ? ' -- and "so on"...' : '.');
}

for ($number = 1; $number <= 9; $number++) {
    $text = '';
    for ($part = 0; $part < 4; $part++) {
        $text .= '<!-- wp:paragraph --><p>' . sentence($number + $part, 30) . ' <strong>' . sentence($part, 3) . '</strong> &amp; 1024x768</p><!-- /wp:paragraph -->';
    }
    $text .= '<!-- wp:heading --><h2 class="wp-block-heading">' . sentence($number, 4) . '</h2><!-- /wp:heading -->';
    $text .= '<!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>one</li><!-- /wp:list-item --><!-- wp:list-item --><li>two</li><!-- /wp:list-item --></ul><!-- /wp:list -->';
    $text .= '<!-- wp:quote --><blockquote class="wp-block-quote"><!-- wp:paragraph --><p>' . sentence($number, 12) . '</p><!-- /wp:paragraph --></blockquote><!-- /wp:quote -->';
    $post = wp_insert_post([
        'post_title' => sentence($number, 5), 'post_content' => $text, 'post_excerpt' => $number % 2 ? '' : sentence($number, 20), 'post_status' => 'publish',
        'post_name' => "post-$number", 'post_author' => $people[$number % 2], 'post_category' => [$categories[$number % 3]], 'tags_input' => [WORDS[$number], WORDS[$number + 3]],
        'post_date' => sprintf('2025-03-%02d 10:00:00', $number), 'post_date_gmt' => sprintf('2025-03-%02d 09:00:00', $number),
    ]);
    for ($comment = 0; $comment < $number % 4; $comment++) {
        wp_insert_comment([
            'comment_post_ID' => $post, 'comment_author' => "Visitor $comment", 'comment_author_email' => "v$comment@example.com", 'comment_content' => sentence($comment, 14),
            'comment_approved' => 1, 'comment_date' => "2025-04-0$number 1$comment:00:00", 'comment_date_gmt' => "2025-04-0$number 1$comment:00:00",
        ]);
    }
}
foreach (['About', 'Moorings', 'Contact'] as $number => $title) {
    wp_insert_post(['post_type' => 'page', 'post_title' => $title, 'post_name' => strtolower($title), 'post_status' => 'publish', 'post_author' => 1, 'post_content' => '<!-- wp:paragraph --><p>' . sentence($number, 25) . '</p><!-- /wp:paragraph -->']);
}

// Of the first post and page, which an installation makes with today's date.
$GLOBALS['wpdb']->query("update {$GLOBALS['wpdb']->posts} set post_date = '2025-02-01 10:00:00', post_date_gmt = '2025-02-01 09:00:00', post_modified = post_date, post_modified_gmt = post_date_gmt where post_date > '2025-12-31'");
$GLOBALS['wpdb']->query("update {$GLOBALS['wpdb']->posts} set post_modified = post_date, post_modified_gmt = post_date_gmt");
