//! An image for containers as a layout of the Open Container Initiative, made without a daemon: one layer with the program, the shared libraries that it
//! needs, and nothing else that runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::compress::{compress, plain_tar};
use super::contents::{ARCHITECTURE, Package, SUMMARY};
use super::run::{date, output, sha256};
use crate::Result;

/// Of nobody else in most images.
const USER: u32 = 65532;
/// Certificates of authorities, where Loxo's OpenSSL looks for them.
const AUTHORITIES: &str = "etc/ssl/certs/ca-certificates.crt";

/// `loxo-VERSION-oci.tar`, for `skopeo copy oci-archive:…` and `podman load`.
pub(super) fn make(package: &Package) -> Result<PathBuf> {
    let root = package.tree("oci-root")?;
    root.file("usr/bin/loxo", &fs::read(&package.binary)?, 0o755)?;
    for program in ["php", "php-cgi", "php-fpm"] {
        root.link(&format!("usr/bin/{program}"), "loxo")?;
    }
    for library in libraries(&package.binary)? {
        root.file(library.trim_start_matches('/'), &fs::read(&library)?, 0o755)?;
    }
    if let Ok(authorities) = fs::read(Path::new("/").join(AUTHORITIES)) {
        root.file(AUTHORITIES, &authorities, 0o644)?;
    }
    root.file("etc/passwd", format!("root:x:0:0:root:/:/sbin/nologin\nloxo:x:{USER}:{USER}:loxo:/app:/sbin/nologin\n").as_bytes(), 0o644)?;
    root.file("etc/group", format!("root:x:0:\nloxo:x:{USER}:\n").as_bytes(), 0o644)?;
    root.file("etc/nsswitch.conf", b"hosts: files dns\n", 0o644)?;
    root.folder("tmp", 0o1777)?;
    root.folder("app", 0o755)?;
    package.fill_documents(&root)?;
    root.set_times()?;

    let layout = package.tree("oci")?;
    layout.folder("blobs/sha256", 0o755)?;
    let blobs = layout.root.join("blobs/sha256");
    let tar = package.out.join("plain.tar");
    plain_tar(&root.root, ".", &tar, package.time)?;
    let unpacked = sha256(&tar)?;
    let compressed = package.out.join("layer.tar.gz");
    compress(&tar, &compressed, package.quick)?;
    fs::remove_file(&tar)?;
    let layer = keep(&blobs, &compressed, "application/vnd.oci.image.layer.v1.tar+gzip")?;
    let created = date(package.time, "%Y-%m-%dT%H:%M:%SZ")?;
    let config = json!({
        "created": created,
        "architecture": ARCHITECTURE.deb,
        "os": "linux",
        "config": {
            "User": USER.to_string(),
            "WorkingDir": "/app",
            "Env": ["PATH=/usr/bin"],
            "Entrypoint": ["/usr/bin/loxo"],
            // Within a container nobody else's port is there; who may connect is its network's to say.
            "Cmd": ["serve", "/app", "--listen", "0.0.0.0:8080"],
            "ExposedPorts": { "8080/tcp": {} },
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "loxo",
                "org.opencontainers.image.description": SUMMARY,
                "org.opencontainers.image.version": package.version,
                "org.opencontainers.image.licenses": "Apache-2.0 OR MIT",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{unpacked}")] },
        "history": [{ "created": created, "created_by": "cargo xtask package" }],
    });
    let config = keep_json(package, &blobs, &config, "application/vnd.oci.image.config.v1+json")?;
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [layer],
    });
    let mut manifest = keep_json(package, &blobs, &manifest, "application/vnd.oci.image.manifest.v1+json")?;
    manifest["annotations"] = json!({ "org.opencontainers.image.ref.name": package.version });
    manifest["platform"] = json!({ "architecture": ARCHITECTURE.deb, "os": "linux" });
    let index = json!({ "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest] });
    layout.file("index.json", index.to_string().as_bytes(), 0o644)?;
    layout.file("oci-layout", br#"{"imageLayoutVersion":"1.0.0"}"#, 0o644)?;
    layout.set_times()?;
    let file = package.out.join(format!("loxo-{}-{}-oci.tar", package.version, ARCHITECTURE.deb));
    plain_tar(&layout.root, ".", &file, package.time)?;
    Ok(file)
}

/// Moves a file to the blobs; its descriptor.
fn keep(blobs: &Path, file: &Path, media_type: &str) -> Result<Value> {
    let (digest, size) = (sha256(file)?, fs::metadata(file)?.len());
    fs::rename(file, blobs.join(&digest))?;
    Ok(json!({ "mediaType": media_type, "digest": format!("sha256:{digest}"), "size": size }))
}

fn keep_json(package: &Package, blobs: &Path, value: &Value, media_type: &str) -> Result<Value> {
    let file = package.out.join("blob.json");
    fs::write(&file, value.to_string())?;
    keep(blobs, &file, media_type)
}

/// The files that the loader of this machine takes for the binary, as it names them, its own among them.
fn libraries(binary: &Path) -> Result<Vec<String>> {
    let said = output(Command::new("ldd").arg(binary))?;
    let mut files: Vec<String> = said.split_whitespace().filter(|word| word.starts_with('/')).map(str::to_string).collect();
    // The C library loads these itself when a host's name is looked up.
    let folder = files.iter().find(|file| file.contains("/libc.so")).and_then(|file| Path::new(file).parent()).map(Path::to_path_buf);
    for name in ["libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2"] {
        let file = folder.as_ref().map(|folder| folder.join(name)).unwrap_or_default();
        if file.is_file() {
            files.push(file.to_string_lossy().into_owned());
        }
    }
    Ok(files)
}
