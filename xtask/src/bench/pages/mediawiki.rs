//! MediaWiki with MariaDB: a page from the cache of parsed pages, and the parser itself.

use super::ground::Ground;
use super::site::{HOST, Page, Site};
use crate::Result;
use std::fs;

const MASKS: &[(&str, &str)] = &[
    (r#""wgRequestId":"[^"]*""#, "REQUEST"),
    (r#""wgBackendResponseTime":[0-9]+"#, "TIME"),
    (r"(?s)<!-- ?\nNewPP limit report.*?-->", "REPORT"),
    (r"(?s)<!--\nTransclusion expansion time report.*?-->", "REPORT"),
    (r"<!-- Saved in (parser )?cache[^>]*-->", "SAVED"),
    (r#"fromFormatted=[^"]*"#, "TIME"),
    (r#"reqId[^,]*,"#, "REQUEST"),
    (r"(?s)\x22limitreport\x22.*?\}\}", "REPORT"),
];

pub fn prepare(ground: &Ground) -> Result<Site> {
    let root = ground.libraries(&["mediawiki"])?;
    let tree = ground.tree(&root, "/usr/share/mediawiki")?;
    let database = ground.database()?;
    let socket = format!("localhost:{}", database.socket.display());
    // It installs into the folder of a file that is not there yet.
    let settings = tree.join("LocalSettings.php");
    ground.once("installed", || {
        let _ = fs::remove_file(&settings);
        database.create("mediawiki")?;
        let words = [
            ("--confpath", ground.folder.display().to_string()),
            ("--dbtype", "mysql".into()),
            ("--dbserver", socket.clone()),
            ("--dbname", "mediawiki".into()),
            ("--dbuser", "root".into()),
            ("--dbpass", String::new()),
            ("--pass", "Long-Secret-12".into()),
            ("--server", format!("http://{HOST}")),
            ("--scriptpath", String::new()),
        ];
        let words: Vec<String> = words.into_iter().flat_map(|(name, value)| [name.to_string(), value]).collect();
        let mut arguments = vec!["install".to_string()];
        arguments.extend(words);
        arguments.extend(["Notes".into(), "Admin".into()]);
        ground.php(&tree.join("maintenance/run.php"), &arguments, b"")
    })?;
    let mut text = fs::read_to_string(ground.folder.join("LocalSettings.php"))?;
    text += &format!(
        "\n$wgDBserver = '{socket}';\n$wgSecretKey = str_repeat('s', 64);\n$wgJobRunRate = 0;\n$wgMainCacheType = CACHE_NONE;\n\
         $wgParserCacheType = CACHE_DB;\n$wgCacheDirectory = '{}';\n$wgEnableUploads = false;\n",
        ground.folder.display()
    );
    fs::write(&settings, text)?;
    ground.once("written", || {
        let page = std::path::absolute(crate::paths::root().join("benches/pages/mediawiki/harbour.wiki"))?;
        ground.php(&tree.join("maintenance/run.php"), &["edit".into(), "--user".into(), "Admin".into(), "Harbour".into()], &fs::read(page)?)
    })?;
    Ok(Site {
        root: tree,
        environment: Vec::new(),
        settings: Vec::new(),
        masks: MASKS,
        pages: vec![
            Page::new("mediawiki page", "/index.php/Harbour"),
            Page::new(
                "mediawiki page, parsed anew",
                "/api.php?action=parse&page=Harbour&format=json&disablelimitreport=1&contentmodel=wikitext",
            ),
            Page::new("mediawiki recent changes", "/index.php/Special:RecentChanges"),
        ],
    })
}
