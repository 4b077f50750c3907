//! WordPress 6.8 with a block theme: a blog of some posts, comments and pages.

use super::ground::Ground;
use super::site::{HOST, Page, Site};
use crate::Result;
use std::fs;

const MASKS: &[(&str, &str)] = &[
    (r"\b[0-9a-f]{10}\b", "NONCE"),
    (r"(unique|uid|wp-(?:elements|container|block)[a-z-]*-)[0-9a-f]{13,}", "UNIQUE"),
    (r"#\?secret=[0-9A-Za-z]{10}", "SECRET"),
    (r#"data-secret=\\?"[^"\\]*"#, "SECRET"),
];

pub fn prepare(ground: &Ground) -> Result<Site> {
    let root = ground.packages(&["wordpress", "wordpress-theme-twentytwentyfive"])?;
    let tree = ground.tree(&root, "/usr/share/wordpress")?;
    let database = ground.database()?;
    let config = format!(
        "<?php\n\
         foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {{ define($name . '_KEY', \"$name key\"); define($name . '_SALT', \"$name salt\"); }}\n\
         define('DB_NAME', 'wordpress');\ndefine('DB_USER', 'root');\ndefine('DB_PASSWORD', '');\ndefine('DB_HOST', 'localhost:{socket}');\n\
         define('DB_CHARSET', 'utf8mb4');\n\
         foreach (['DISABLE_WP_CRON', 'WP_HTTP_BLOCK_EXTERNAL', 'AUTOMATIC_UPDATER_DISABLED'] as $name) {{ define($name, true); }}\n\
         define('WP_HOME', 'http://{HOST}');\ndefine('WP_SITEURL', 'http://{HOST}');\n$table_prefix = 'wp_';\n\
         if (!defined('ABSPATH')) {{ define('ABSPATH', __DIR__ . '/'); }}\nrequire ABSPATH . 'wp-settings.php';\n",
        socket = database.socket.display()
    );
    fs::write(tree.join("wp-config.php"), config)?;
    ground.once("installed", || {
        database.create("wordpress")?;
        ground.script("wordpress/setup.php", &[&tree], &[])
    })?;
    let cookie = ground.once("cookie", || ground.script("wordpress/cookie.php", &[&tree], &[]))?;
    let cookie = cookie.trim();
    Ok(Site {
        root: tree,
        environment: Vec::new(),
        settings: Vec::new(),
        masks: MASKS,
        pages: vec![
            Page::new("wordpress front page", "/"),
            Page::new("wordpress post", "/2025/post-7/"),
            Page::new("wordpress search", "/?s=anchor"),
            Page::new("wordpress REST posts", "/wp-json/wp/v2/posts"),
            Page::new("wordpress feed", "/feed/"),
            Page::new("wordpress dashboard", "/wp-admin/").with_cookie(cookie),
            Page::new("wordpress login form", "/wp-login.php"),
        ],
    })
}
