//! The small applications on Laravel and Symfony of tests/programs, as they run in production: caches written, debugging off.

use super::applications::Ground;
use super::site::{Masks, Page, Site};
use crate::{Result, paths};
use std::fs;
use std::path::Path;

/// Where Debian's autoloaders look for each other, by their full paths.
const LIBRARIES: &str = "/usr/share/php";

pub fn laravel(ground: &Ground) -> Result<Site> {
    libraries(ground, &["php-laravel-framework"])?;
    let pages = vec![Page::new("laravel list (Blade)", "/list"), Page::new("laravel collections (JSON)", "/collect")];
    site(ground, "laravel", pages, &[(r"[0-9A-Za-z]{40}", "TOKEN")])
}

pub fn symfony(ground: &Ground) -> Result<Site> {
    let bundles = ["php-symfony-framework-bundle", "php-symfony-twig-bundle", "php-symfony-console", "php-symfony-validator"];
    let more = ["php-symfony-yaml", "php-symfony-translation", "composer"];
    libraries(ground, &[&bundles[..], &more[..]].concat())?;
    let pages = vec![Page::new("symfony list (Twig)", "/shop/?sort=1"), Page::new("symfony article (JSON)", "/shop/1")];
    site(ground, "symfony", pages, &[])
}

fn site(ground: &Ground, name: &str, pages: Vec<Page>, masks: Masks) -> Result<Site> {
    let root = paths::root().join("tests/programs").join(name);
    let state = ground.folder.join("state");
    fs::create_dir_all(&state)?;
    let environment = [("LIBRARIES", LIBRARIES.to_string()), ("STATE", state.display().to_string()), ("APP_ENV", "prod".into())];
    let environment: Vec<(String, String)> = environment.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    Ok(Site { root, environment, settings: Vec::new(), masks, pages })
}

/// Installs libraries and sees to it that they are where they expect to be.
pub fn libraries(ground: &Ground, packages: &[&str]) -> Result<()> {
    let installed = ground.packages(packages)?.join("usr/share/php");
    if !Path::new(LIBRARIES).exists() {
        std::os::unix::fs::symlink(&installed, LIBRARIES)
            .map_err(|error| format!("Debian's libraries must be at {LIBRARIES}: ln -s {} {LIBRARIES} ({error})", installed.display()))?;
    }
    Ok(())
}
