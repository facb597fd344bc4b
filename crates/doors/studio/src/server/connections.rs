//! Browser connections, limited in number and time.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// Maximum number of connections; a browser opens six for a page.
const N_CONNECTIONS_MAX: usize = 512;

/// Maximum time to send the head of a request; an idle connection also ends then.
const PATIENCE: Duration = Duration::from_secs(30);

/// Maximum bytes of the head of a request.
const HEAD_BYTES_MAX: usize = 64 << 10;

/// The time to wait when the system has no room for another connection.
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) async fn answer(listener: TcpListener, app: Router) -> Infallible {
    let room = Arc::new(Semaphore::new(N_CONNECTIONS_MAX));
    loop {
        let place = Arc::clone(&room).acquire_owned().await.expect("it is never closed");
        match listener.accept().await {
            Ok((stream, _)) => {
                let app = app.clone();
                tokio::spawn(async move {
                    converse(stream, app).await;
                    drop(place);
                });
            }
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Answers the requests of one connection until either side closes it.
async fn converse(stream: TcpStream, app: Router) {
    // Answers are written at once, so there is no need to wait for more.
    let _ = stream.set_nodelay(true);
    // Only the sender is told about an invalid request.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .await;
}
