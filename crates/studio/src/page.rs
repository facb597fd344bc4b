//! The page itself, which the program carries with it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};

use crate::Studio;

/// Built by `npm run build` in the folder of the page.
const SCRIPT: &str = include_str!("../page/dist/app.js");
const STYLE: &str = include_str!("../page/style.css");
const INDEX: &str = include_str!("../page/index.html");

/// Where the page has its token.
const TOKEN: &str = "{{TOKEN}}";

pub(crate) async fn index(State(studio): State<Arc<Studio>>) -> Html<String> {
    Html(INDEX.replace(TOKEN, studio.guard.token()))
}

pub(crate) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT)
}

pub(crate) async fn style() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)
}
