//! A worker runs one request after the other on its thread, each from its head until its memory is given back.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use loxo_dev::Watcher;
use loxo_engine::Request;
use loxo_process_sys::ThreadId;
use loxo_runtime::ini::{Ini, IniStage};
use loxo_runtime::web::{WebRequest, user_ini_files};
use loxo_runtime::{ErrorLevel, RequestInfo};
use loxo_sampler::{Recorder, Sampler};

use crate::message::{FatalError, Job, RequestHead, Script};
use crate::route::as_path;
use crate::sapi::{PendingResponse, ServerSapi};
use crate::site::{SapiKind, Site};
use crate::slot::{About, Slot};
use crate::variables;

/// What a worker keeps between requests.
pub(crate) struct Worker {
    slot: Arc<Slot>,
    thread: ThreadId,
    recorder: Option<Recorder>,
    /// `.user.ini` texts by folder, until they are looked for again.
    user_settings: HashMap<Vec<u8>, (Instant, Vec<Vec<u8>>)>,
}

impl Worker {
    /// For the calling thread.
    pub(crate) fn new(slot: Arc<Slot>, sampler: Option<&Arc<Sampler>>) -> Worker {
        let thread = slot.take_place();
        let recorder = sampler.map(|sampler| Recorder::new(sampler, u64::try_from(thread.number()).unwrap_or(0)));
        Worker { thread, slot, recorder, user_settings: HashMap::new() }
    }

    /// Runs a request: the most memory that it had. `None`: it has shown a bug, and the thread should not run another.
    pub(crate) fn run(&mut self, job: Job) -> Option<u64> {
        let site = job.site;
        let response = PendingResponse::new(job.reply, job.head.is_head(), self.slot.clone());
        let mut info = info(&site, &job.head, job.length, &job.script);
        if job.router.is_some() {
            info.cwd.clone_from(&site.root);
        }
        let directory = info.web.directory.clone();
        let sapi = ServerSapi { site: site.clone(), response: Rc::clone(&response), body: job.body };
        let head = job.head.clone();
        let _busy = site.watcher.as_ref().map(Watcher::begin);
        let began = Instant::now();
        let about = About { head: job.head, script: job.script.file.clone(), length: job.length, began, began_time: SystemTime::now() };
        let mut request = site.engine.request(Box::new(sapi), info, Ini::new(site.config.clone()));
        let expired = job.expired;
        self.slot.begin(about, self.thread, request.interrupter(), move || {
            // Nobody listens where a response has begun.
            let _ = expired.send(());
        });
        if let Some(recorder) = self.recorder.as_mut().filter(|recorder| recorder.is_wanted()) {
            let interrupter = request.interrupter();
            recorder.begin(request.cx(), interrupter, &looked_at(&site, &head, &job.script, began, recorder.reads_tickets()));
        }
        for setting in job.script.rules.iter().flat_map(|rules| &rules.settings) {
            // What may not be set there stays as it is.
            let _ = request.cx().ini_change(&setting.name, Some(Arc::from(&setting.value[..])), IniStage::UserFile);
        }
        for text in self.user_settings(&site, &directory) {
            request.cx().ini_user_file(text);
        }
        request.set_superglobals();
        response.borrow_mut().by_router = job.router.is_some();
        let declined = job.router.as_ref().is_none_or(|router| runs_and_declines(&mut request, router));
        if declined {
            response.borrow_mut().by_router = false;
        }
        if declined && job.run_script && request.cx().ending.is_none() {
            request.cx().info.cwd = parent_directory(&job.script.file);
            request.run_file(&job.script.file);
        } else if declined {
            response.borrow_mut().decline();
        }
        // The built-in server's log tells how the script ended, whatever its shutdown functions do after that.
        let ended = (site.sapi == SapiKind::CliServer).then(|| fatal_error(&mut request));
        request.finish();
        let error = ended.unwrap_or_else(|| fatal_error(&mut request));
        if let Some(watcher) = &site.watcher {
            let files = (request.cx().hooks.included_files)(request.cx());
            watcher.note(files.iter().map(|file| file.as_bytes()));
        }
        response.borrow_mut().finish(error);
        let peak = loxo_runtime::value::heap::peak(true) as u64;
        if let Some(recorder) = self.recorder.as_mut().filter(|recorder| recorder.is_looked_at()) {
            response.borrow().count(&head);
            recorder.end(request.cx(), peak);
        }
        let sound = !request.is_broken();
        // The client has its answer; now the memory.
        request.release();
        self.slot.end(peak);
        sound.then_some(peak)
    }

    /// Texts of the `.user.ini` files that count for a folder.
    fn user_settings(&mut self, site: &Site, directory: &[u8]) -> &[Vec<u8>] {
        let now = Instant::now();
        let config = &site.config;
        let setting = |name: &str| config.get(name.as_bytes()).unwrap_or_default();
        let name = setting("user_ini.filename");
        if name.is_empty() || site.sapi == SapiKind::CliServer {
            return &[];
        }
        let fresh = site.watcher.is_none() && self.user_settings.get(directory).is_some_and(|(until, _)| *until > now);
        if !fresh {
            let lifetime = loxo_runtime::ini::parse_quantity(setting("user_ini.cache_ttl")).value;
            let until = now + Duration::from_secs(u64::try_from(lifetime).unwrap_or(0).max(1));
            let files = user_ini_files(&site.root, directory, name);
            let texts = files.iter().filter_map(|file| loxo_files::read(as_path(file)).ok()).collect();
            self.user_settings.insert(directory.to_vec(), (until, texts));
        }
        self.user_settings.get(directory).map_or(&[], |(_, texts)| texts)
    }
}

/// What the sampler knows of it. `tickets`: and what asks for a trace.
fn looked_at<'a>(site: &'a Site, head: &'a RequestHead, script: &'a Script, began: Instant, tickets: bool) -> loxo_sampler::About<'a> {
    let header = |name| if tickets { head.header(name) } else { None };
    loxo_sampler::About {
        site: b"",
        release: &site.root,
        script: &script.file,
        method: head.method.as_bytes(),
        target: head.target.as_bytes(),
        began,
        ticket: header("x-loxo-trace"),
        cookie: header("cookie"),
    }
}

/// What the engine knows of a request.
fn info(site: &Site, head: &RequestHead, length: u64, script: &Script) -> RequestInfo {
    let text = |name: &str| head.header(name).unwrap_or_default().to_vec();
    let directory = parent_directory(&script.file);
    let rules = script.rules.as_deref();
    let web = WebRequest {
        method: head.method.clone().into_bytes(),
        query: match rules {
            Some(rules) => Some(rules.query.clone()),
            None => head.query.as_ref().map(|query| query.clone().into_bytes()),
        },
        cookie: text("cookie"),
        content_type: head.header("content-type").map(<[u8]>::to_vec).or_else(|| (site.sapi == SapiKind::Fpm).then(Vec::new)),
        content_length: i64::try_from(length).unwrap_or(i64::MAX),
        authorization: match rules {
            Some(rules) if !rules.shows_credentials => rules.variable(b"HTTP_AUTHORIZATION").unwrap_or_default().to_vec(),
            _ => text("authorization"),
        },
        host: head.host_name().to_ascii_lowercase(),
        directory: directory.clone(),
        fields: head.fields.clone(),
    };
    let mut headers = loxo_runtime::web::HeaderLines::default();
    if site.config.get(b"expose_php").is_some_and(loxo_runtime::ini::parse_bool) {
        headers.add("X-Powered-By", format!("PHP/{}", site.php_version).as_bytes());
    }
    RequestInfo {
        script: script.file.clone(),
        server: variables::server(site, head, script),
        web,
        headers,
        start_time: RequestInfo::now(),
        cwd: directory,
        ..RequestInfo::default()
    }
}

/// The router's answer is `return false`.
fn runs_and_declines(request: &mut Request, router: &[u8]) -> bool {
    request.run_file_for_value(router).is_some_and(|value| value.deref().is_false())
}

/// The fatal error that ended the script, as the log of the built-in server reports it.
fn fatal_error(request: &mut Request) -> Option<FatalError> {
    let last = request.cx().errors.last.as_ref()?;
    let fatal = ErrorLevel::FATAL_LEVELS & last.level as u32 != 0;
    fatal.then(|| FatalError {
        level: last.level as i32,
        message: last.message.to_str_lossy().into_owned(),
        file: last.file.to_str_lossy().into_owned(),
        line: last.line,
    })
}

fn parent_directory(file: &[u8]) -> Vec<u8> {
    file.iter().rposition(|b| *b == b'/').map_or_else(|| b"/".to_vec(), |at| file[..at.max(1)].to_vec())
}
