//! The page itself, embedded in the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};

use crate::server::Studio;

pub(crate) async fn index(State(studio): State<Arc<Studio>>) -> Html<String> {
    Html(include_str!("../../page/index.html").replace("{{TOKEN}}", &studio.guard.token))
}

/// Built by `npm run build` in the folder of the page.
pub(crate) async fn script() -> impl IntoResponse {
    let kind = [(CONTENT_TYPE, "text/javascript; charset=utf-8")];
    (kind, include_str!("../../page/dist/app.js"))
}

pub(crate) async fn style() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("../../page/style.css"))
}
