//! The small applications on Laravel and Symfony of tests/programs, as they run in production: caches written, debugging off.

use super::ground::{Ground, LIBRARIES};
use super::site::{Masks, Page, Site};
use crate::{Result, paths};
use std::fs;

pub fn laravel(ground: &Ground) -> Result<Site> {
    ground.libraries(&["php-laravel-framework"])?;
    let pages = vec![Page::new("laravel list (Blade)", "/list"), Page::new("laravel collections (JSON)", "/collect")];
    site(ground, "laravel", pages, &[(r"[0-9A-Za-z]{40}", "TOKEN")])
}

pub fn symfony(ground: &Ground) -> Result<Site> {
    let bundles = ["php-symfony-framework-bundle", "php-symfony-twig-bundle", "php-symfony-console", "php-symfony-validator"];
    let more = ["php-symfony-yaml", "php-symfony-translation", "composer"];
    ground.libraries(&[&bundles[..], &more[..]].concat())?;
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
