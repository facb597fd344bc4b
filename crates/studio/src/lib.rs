//! The studio: a local page to write generators and to watch searches.
//!
//! [`serve`] answers a browser on this machine, and nobody else: it listens on the loopback
//! address, heeds only requests of its own page, and leads nowhere outside of one folder. What the
//! page asks is answered by the crate `answers`; a search that it starts is a run of the program
//! itself, in a process of its own, so that neither can harm the other.

mod connections;
mod files;
mod guard;
mod page;
mod process;
mod questions;
mod refusal;
mod run_folder;
mod runs;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::task::Poll;
use std::{io, thread};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::task::block_in_place;

use files::Folder;
use guard::Guard;
use questions::Questions;
use runs::Runs;

/// Ports that are tried, from the wanted one on.
const N_PORTS: u16 = 100;

/// What a studio is about.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder with scripts, problems and runs.
    pub folder: PathBuf,
    /// The port to listen on; if it is taken, the next free one.
    pub port: u16,
    /// The program that searches: `evolve`.
    pub program: PathBuf,
}

/// What all requests share.
struct Studio {
    folder: Folder,
    runs: Runs,
    guard: Guard,
    questions: Questions,
}

/// Serves the page until the program is told to end; `ready` is told its address. Searches that
/// still run then are stopped so that they can go on later.
///
/// # Errors
///
/// If the folder cannot be read, or no port can be listened on.
pub fn serve(settings: &Settings, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = listen(settings.port).await?;
        let address = listener.local_addr()?;
        let n_cores = thread::available_parallelism().map_or(1, usize::from);
        let folder = Folder::open(&settings.folder)?;
        let studio = Arc::new(Studio {
            runs: Runs::new(folder.runs(), settings.program.clone()),
            folder,
            guard: Guard::new(address.port())?,
            questions: Questions::new(n_cores),
        });
        ready(address);
        let app = router(Arc::clone(&studio));
        tokio::spawn(connections::answer(listener, app));
        ended().await?;
        block_in_place(|| studio.runs.stop_all());
        Ok(())
    })
}

/// Waits until the program is told to end.
async fn ended() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        std::future::poll_fn(|context| {
            match (terminate.poll_recv(context), interrupt.poll_recv(context)) {
                (Poll::Pending, Poll::Pending) => Poll::Pending,
                _ => Poll::Ready(()),
            }
        })
        .await;
        Ok(())
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

fn router(studio: Arc<Studio>) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/app.js", get(page::script))
        .route("/style.css", get(page::style))
        .route("/api/ask", post(questions::ask))
        .route("/api/files", get(files::list))
        .route("/api/file", get(files::read).put(files::write))
        .route("/api/runs", get(runs::list).post(runs::start))
        .route("/api/runs/{name}", get(runs::found))
        .route("/api/runs/{name}/script", get(runs::script))
        .route("/api/runs/{name}/stop", post(runs::stop))
        .route("/api/runs/{name}/resume", post(runs::resume))
        .fallback(refusal::nothing_there)
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(Arc::clone(&studio), guard::check))
        .with_state(studio)
}

/// The first free port from the wanted one on.
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
