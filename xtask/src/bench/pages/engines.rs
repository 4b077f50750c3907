//! Who answers: `loxo serve`, and nginx with php-fpm of a release of PHP; one worker each.

use super::site::Site;
use crate::bench::servers::{Running, children, cpu_time, free_port, is_root, wait_for};
use crate::reference::Release;
use crate::{Result, paths};
use nix::unistd::Pid;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The settings of both sides. Without a php.ini PHP shows errors in the page; its page cache in memory is on by itself.
const SETTINGS: &[&str] = &[
    "memory_limit=512M",
    "display_errors=0",
    "log_errors=0",
    // E_ALL without deprecations, as PHP's php.ini for production has it: a later release has more of those.
    "error_reporting=22527",
    "date.timezone=UTC",
    "session.gc_probability=0",
];

#[derive(Clone)]
pub enum Engine {
    Loxo(PathBuf),
    Php(&'static Release),
}

impl Engine {
    pub fn title(&self) -> String {
        match self {
            Engine::Loxo(_) => "loxo".into(),
            Engine::Php(release) if release.jit => format!("PHP {} JIT", release.version),
            Engine::Php(release) => format!("PHP {}", release.version),
        }
    }
}

/// The settings as options of a command line.
pub fn settings(site: &Site, state: &Path) -> Vec<String> {
    let sessions = format!("session.save_path={}", state.display());
    let all = SETTINGS.iter().map(|setting| setting.to_string()).chain([sessions]).chain(site.settings.iter().cloned());
    all.flat_map(|setting| ["-d".to_string(), setting]).collect()
}

/// `loxo serve` of a site.
pub fn loxo(binary: &Path, site: &Site, state: &Path, port: u16) -> Command {
    let mut command = Command::new(binary);
    command.arg("serve").arg(&site.root).args(["-n", "--quiet", "--workers", "1", "--listen", &format!("127.0.0.1:{port}")]);
    command.args(settings(site, state)).envs(site.environment.iter().cloned()).current_dir(&site.root);
    command
}

/// An engine that serves a site.
pub struct Serving {
    pub title: String,
    pub port: u16,
    server: Running,
    /// In front of php-fpm.
    proxy: Option<Running>,
}

impl Serving {
    /// Starts it; `folder` is for its settings and logs.
    pub fn start(engine: &Engine, site: &Site, folder: &Path) -> Result<Serving> {
        fs::create_dir_all(folder)?;
        let port = free_port()?;
        let (server, proxy) = match engine {
            Engine::Loxo(binary) => {
                let log = fs::File::create(folder.join("loxo.log"))?;
                let mut command = loxo(binary, site, folder, port);
                (Running::start_as_it_is(command.stdout(log.try_clone()?).stderr(log))?, None)
            }
            Engine::Php(release) => {
                let name = format!("fpm{}", release.version);
                let mut command = release.program("fpm")?;
                command.args(["-F", "-R", "-y"]).arg(fpm_settings(folder, &name, site)?);
                command.args(release.opcache()).args(settings(site, folder));
                let server = Running::start(&mut command)?;
                let proxy = Running::start(
                    Command::new("nginx").args(["-g", "daemon off;", "-c"]).arg(nginx_settings(folder, &name, site, port)?),
                )?;
                (server, Some(proxy))
            }
        };
        let title = engine.title();
        wait_for(port).ok_or_else(|| format!("{title} does not answer; see {}", folder.display()))?;
        Ok(Serving { title, port, server, proxy })
    }

    /// Nanoseconds of CPU that PHP has used so far: all of `loxo serve`, HTTP included; php-fpm with its worker, but not nginx.
    pub fn cpu(&self) -> Result<u64> {
        let pid = self.server.pid();
        let mut total = cpu_time(pid)?;
        if self.proxy.is_some() {
            total += children(pid).into_iter().map(cpu_time).sum::<Result<u64>>()?;
        }
        Ok(total)
    }

    /// Bytes that are its own or its share of what several processes map, of the same processes.
    pub fn memory(&self) -> u64 {
        let pid = self.server.pid();
        let workers = if self.proxy.is_some() { children(pid) } else { Vec::new() };
        std::iter::once(pid).chain(workers).map(share_of_memory).sum()
    }
}

fn share_of_memory(pid: Pid) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) * 1024
}

fn fpm_settings(folder: &Path, name: &str, site: &Site) -> Result<PathBuf> {
    let mut text = format!("[global]\nerror_log = {0}/{name}.log\n[www]\nlisten = {0}/{name}.sock\n", folder.display());
    if is_root() {
        text += "user = root\ngroup = root\n";
    }
    text += "pm = static\npm.max_children = 1\nclear_env = no\n";
    for (name, value) in &site.environment {
        writeln!(text, "env[{name}] = \"{value}\"")?;
    }
    let file = folder.join(format!("{name}.conf"));
    fs::write(&file, text)?;
    Ok(file)
}

fn nginx_settings(folder: &Path, name: &str, site: &Site, port: u16) -> Result<PathBuf> {
    let user = if is_root() { "user root;" } else { "" };
    let (place, root, host) = (folder.display(), site.root.display(), super::site::HOST);
    let text = format!(
        "{user} pid {place}/nginx-{name}.pid; error_log {place}/nginx-{name}.log; worker_processes 1;\n\
         events {{ worker_connections 64; }}\n\
         http {{ access_log off; keepalive_requests 100000000; fastcgi_buffers 64 64k; fastcgi_buffer_size 64k;\n\
         client_body_temp_path {place}/nginx-body; fastcgi_temp_path {place}/nginx-fastcgi; proxy_temp_path {place}/nginx-proxy;\n\
         uwsgi_temp_path {place}/nginx-uwsgi; scgi_temp_path {place}/nginx-scgi;\n\
         server {{ listen 127.0.0.1:{port}; server_name {host}; root {root}; index index.php;\n\
         location / {{ try_files $uri $uri/ /index.php$is_args$args; }}\n\
         location ~ [^/]\\.php(/|$) {{ fastcgi_split_path_info ^(.+?\\.php)(/.*)$; set $info $fastcgi_path_info;\n\
         fastcgi_pass unix:{place}/{name}.sock; fastcgi_keep_conn on; include /etc/nginx/fastcgi_params;\n\
         fastcgi_param SERVER_PORT 80; fastcgi_param PATH_INFO $info;\n\
         fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; }} }} }}\n"
    );
    let file = folder.join(format!("nginx-{name}.conf"));
    fs::write(&file, text)?;
    Ok(file)
}

/// Installs what the measure needs beside the engines.
pub fn ensure_nginx() -> Result<()> {
    if Command::new("nginx").arg("-v").output().is_ok() {
        return Ok(());
    }
    crate::reference::apt_install(&["nginx-light"])
}

/// A folder for sockets, whose paths must be short, and for what a run writes.
pub fn run_folder() -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("loxo-pages-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Where applications are kept once they are installed.
pub fn state_folder() -> PathBuf {
    paths::target().join("bench/pages")
}
