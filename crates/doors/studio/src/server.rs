//! The server of the page, for one browser on this machine.
//!
//! [`serve`] listens on the loopback address, accepts only requests of its own page, and does not
//! leave one folder. [`answers`](crate::answers) handles requests in child processes that are
//! killed if they take too long; a search is a run in its own process.

mod assets;
mod connections;
mod desk;
mod files;
mod guard;
mod process;
mod questions;
mod refusal;
mod run_folder;
mod runs;

use std::ffi::OsStr;
use std::future::{Future, poll_fn};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::{io, thread};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::runtime;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::spawn_blocking;

pub use desk::answer_questions;
pub use files::{Folder, FolderFiles};
use guard::Guard;
pub use guard::N_BYTES_TOGETHER;
pub use questions::{PATIENCE, Questions};
pub use refusal::Refusal;
pub use run_folder::{FrontScript, Generation, Glimpse, N_ROWS_SHOWN, Plan, RunState, RunSummary};
pub use runs::{NewRun, RunProblem, Runs};

/// Number of ports to try, from the wanted one on.
const N_PORTS: u16 = 100;

/// The folder, its searches, and the processes for requests.
pub struct Workshop {
    /// The folder of scripts and problem files.
    pub folder: Folder,
    /// The searches.
    pub runs: Runs,
    /// The processes that answer requests.
    pub questions: Questions,
}

impl Workshop {
    /// Opens a folder. `program` is `evolve`, which runs searches; with the arguments `to_answer`
    /// it answers requests by [`answer_questions`].
    pub fn open(folder: &Path, program: PathBuf, to_answer: &[&OsStr]) -> io::Result<Self> {
        let n_cores = thread::available_parallelism().map_or(1, usize::from);
        let folder = Folder::open(folder)?;
        Ok(Self {
            questions: Questions::new(n_cores, &program, to_answer),
            runs: Runs::new(folder.runs(), program),
            folder,
        })
    }
}

/// The state shared by all requests.
struct Studio {
    workshop: Workshop,
    guard: Guard,
}

/// Serves the page until a signal ends the program; `ready` receives the address. Running searches
/// are then stopped so that they can be resumed; a second signal does not wait for them. The folder
/// contains scripts, problems and runs. If the port is taken, the next free one is used. `program`
/// is `evolve`, which runs searches; with the arguments `to_answer` it answers requests by
/// [`answer_questions`].
pub fn serve(
    folder: &Path,
    port: u16,
    program: PathBuf,
    to_answer: &[&OsStr],
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = listen(port).await?;
        let address = listener.local_addr()?;
        let studio = Arc::new(Studio {
            workshop: Workshop::open(folder, program, to_answer)?,
            guard: Guard::new(address.port())?,
        });
        let mut signals = Signals::watch()?;
        ready(address);
        tokio::spawn(connections::answer(listener, router(Arc::clone(&studio))));
        signals.next().await;
        let mut stopping = pin!(spawn_blocking(move || studio.workshop.runs.stop_all()));
        let mut again = pin!(signals.next());
        poll_fn(|context| {
            let is_over = stopping.as_mut().poll(context).is_ready();
            if is_over { Poll::Ready(()) } else { again.as_mut().poll(context) }
        })
        .await;
        Ok(())
    });
    // Interrupted work leaves valid files.
    runtime.shutdown_background();
    served
}

/// Signals that end a program: Ctrl-C, a closed terminal, a shutdown.
#[cfg(unix)]
struct Signals([Signal; 3]);

#[cfg(unix)]
impl Signals {
    fn watch() -> io::Result<Self> {
        let kinds = [SignalKind::interrupt(), SignalKind::hangup(), SignalKind::terminate()];
        let [interrupt, hangup, terminate] = kinds.map(signal);
        Ok(Self([interrupt?, hangup?, terminate?]))
    }

    async fn next(&mut self) {
        poll_fn(|context| {
            // Poll each: one that was not polled would not wake this up.
            let came = self.0.iter_mut().map(|signal| signal.poll_recv(context).is_ready());
            if came.fold(false, |any, is_ready| any | is_ready) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn watch() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

fn router(studio: Arc<Studio>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/app.js", get(assets::script))
        .route("/style.css", get(assets::style))
        .route("/api/ask", post(questions::ask))
        .route("/api/files", get(files::list))
        .route("/api/file", get(files::read).put(files::write))
        .route("/api/runs", get(runs::list).post(runs::start))
        .route("/api/runs/{name}", get(runs::results))
        .route("/api/runs/{name}/script", get(runs::script))
        .route("/api/runs/{name}/stop", post(runs::stop))
        .route("/api/runs/{name}/resume", post(runs::resume))
        .fallback(refusal::nothing_there)
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(Arc::clone(&studio), guard::check))
        .with_state(studio)
}

/// Listens on the first free port from the wanted one on.
async fn listen(port: u16) -> io::Result<TcpListener> {
    let mut failure = None;
    for port in (port..=u16::MAX).take(usize::from(N_PORTS)) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    Err(failure.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}
