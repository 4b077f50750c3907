//! phpMyAdmin on a table of its own.

use super::ground::Ground;
use super::site::{Page, Site};
use crate::Result;
use std::fs;

const MASKS: &[(&str, &str)] = &[
    (r#"(token|nonce)([\x22'=:> ]|value=|&quot;)+[0-9A-Za-z%+/=]{10,}"#, "TOKEN"),
    (r"[0-9A-Fa-f]{32,}", "HEX"),
    (r"PHP version: [^<]*", "VERSION"),
    (r"(?s)PHP extension:.*?</li>", "EXTENSIONS"),
    (r"Web server information|Apache[^<]*|nginx[^<]*|Loxo[^<]*", "SERVER"),
    (r"showAll_[0-9]+|[a-zA-Z_]+Random[0-9]+|-?[0-9]{6,}", "RANDOM"),
];

const TABLE: &str = "use phpmyadmin; \
    create table boats (id int primary key auto_increment, name varchar(40) not null, built date, length double, kind enum('ferry', 'dinghy'), key (name)) comment 'what floats'; \
    insert into boats (name, built, length, kind) select concat('boat ', seq), '2001-02-03' + interval seq day, seq / 3, if(seq % 2, 'ferry', 'dinghy') from seq_1_to_40; \
    create table people (id int primary key, name text); create view ferries as select name from boats where kind = 'ferry'";

pub fn prepare(ground: &Ground) -> Result<Site> {
    let root = ground.libraries(&["phpmyadmin"])?;
    let tree = ground.tree(&root, "/usr/share/phpmyadmin")?;
    let database = ground.database()?;
    ground.once("installed", || {
        database.create("phpmyadmin")?;
        database.run(TABLE)?;
        let config = tree.join("libraries/vendor_config.php");
        let text = fs::read_to_string(&config)?;
        let text = text.replace("'/etc/phpmyadmin/config.inc.php'", "ROOT_PATH . 'config.inc.php'");
        fs::write(&config, text.replace("'/var/lib/phpmyadmin/tmp/'", "ROOT_PATH . 'tmp/'"))?;
        fs::create_dir_all(tree.join("tmp"))?;
        Ok(String::new())
    })?;
    let config = format!(
        "<?php\n$cfg['blowfish_secret'] = str_repeat('k', 32);\n$cfg['SendErrorReports'] = 'never';\n$cfg['VersionCheck'] = false;\n\
         $cfg['Servers'][1] = ['auth_type' => 'config', 'host' => 'localhost', 'socket' => '{}', 'user' => 'root', 'password' => '', 'AllowNoPassword' => true];\n",
        database.socket.display()
    );
    fs::write(tree.join("config.inc.php"), config)?;
    Ok(Site {
        root: tree,
        environment: Vec::new(),
        settings: Vec::new(),
        masks: MASKS,
        pages: vec![
            Page::new("phpmyadmin structure", "/index.php?route=/database/structure&db=phpmyadmin"),
            Page::new("phpmyadmin browse", "/index.php?route=/sql&db=phpmyadmin&table=boats&pos=0"),
        ],
    })
}
