//! DokuWiki with a page of its own markup and an index.

use super::ground::Ground;
use super::site::{Page, Site};
use crate::Result;
use std::fs;

const MASKS: &[(&str, &str)] =
    &[(r"tseed=[0-9a-f]+", "tseed=SEED"), (r"taskrunner\.php\?id=[^\x22]*", "taskrunner"), (r"\beyJ[0-9A-Za-z.=+/_-]+", "TOKEN")];

const PAGE: &str = "====== Harbour ======\n\n\
    **Boats** //that// ''float'' ((or sink)), [[start|home]], [[notes:ferry]] and [[https://www.php.net/|PHP]]. -- 640x480 \"quotes\" :-)\n\n\
      * oars\n    * of wood\n      * nets\n\n      - first\n      - second\n\n\
    ===== Table =====\n\n^ boat ^ length ^\n| ferry  |  40 m |\n| dinghy |  3 m |\n\n> quoted\n\n\
    ===== Code =====\n\n<code php>\n<?php\nforeach ([1, 2, 3] as $number) {\n    echo \"$number\\n\"; // a comment\n}\n</code>\n\n\
    <del>old</del> <sub>low</sub> {{wiki:dokuwiki-128.png}}\n\n===== End =====\n\nFTP, HTML and WWW are acronyms.\n";

pub fn prepare(ground: &Ground) -> Result<Site> {
    let root = ground.packages(&["dokuwiki"])?;
    let tree = ground.tree(&root, "/usr/share/dokuwiki")?;
    ground.copy_once(&root, "/etc/dokuwiki", &tree.join("conf"))?;
    ground.copy_once(&root, "/var/lib/dokuwiki/data", &tree.join("data"))?;
    ground.once("installed", || {
        // Debian's file of this name sends it to /etc and /var.
        fs::write(tree.join("inc/preload.php"), "<?php\ndefine('DOKU_CONF', dirname(__DIR__) . '/conf/');\n")?;
        fs::write(
            tree.join("conf/local.php"),
            "<?php\n$conf['title'] = 'Notes';\n$conf['useacl'] = 0;\n$conf['updatecheck'] = 0;\n$conf['savedir'] = './data';\n",
        )?;
        fs::create_dir_all(tree.join("data/pages/notes"))?;
        fs::write(tree.join("data/pages/harbour.txt"), PAGE)?;
        fs::write(tree.join("data/pages/start.txt"), "====== Start ======\n\n[[harbour]]\n")?;
        fs::write(tree.join("data/pages/notes/ferry.txt"), "====== Ferry ======\n\nLeaves at eight.\n")?;
        Ok(String::new())
    })?;
    Ok(Site {
        root: tree,
        environment: Vec::new(),
        settings: Vec::new(),
        masks: MASKS,
        pages: vec![
            Page::new("dokuwiki page", "/doku.php?id=harbour"),
            Page::new("dokuwiki page, parsed anew", "/doku.php?id=harbour&purge=true"),
            Page::new("dokuwiki index", "/doku.php?id=start&do=index"),
        ],
    })
}
