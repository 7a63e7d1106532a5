//! The page's files, which are part of the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use room::PublicAddress;

/// The page's files.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// The pages of documentation, served under docs/.
static DOCS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs");

/// Names of openings, served as openings.tsv.
static OPENINGS: &[u8] = include_bytes!("../../../suites/openings.tsv");

/// Where the page has whether the server has a board.
const BOARD: &str = "data-board=\"\"";

/// What the page is told of its server.
#[derive(Clone)]
pub(crate) struct Facts {
    /// Where others find this page; `None` for nowhere.
    pub(crate) public_address: Option<Arc<PublicAddress>>,
    /// One of the players is the machine on a board.
    pub(crate) has_board: bool,
}

/// Answers with a file.
pub(crate) async fn file(State(facts): State<Facts>, uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(contents) = find(path) else {
        return (StatusCode::NOT_FOUND, format!("no file '{path}'\n")).into_response();
    };
    let kind = [(header::CONTENT_TYPE, content_type(path))];
    if path.ends_with(".html") {
        let mut text = String::from_utf8_lossy(contents).into_owned();
        if let Some(address) = &facts.public_address {
            text = address.in_page(&text);
        }
        if facts.has_board {
            text = text.replace(BOARD, "data-board=\"there\"");
        }
        return (kind, text).into_response();
    }
    (kind, contents).into_response()
}

fn find(path: &str) -> Option<&'static [u8]> {
    if path == "openings.tsv" {
        return Some(OPENINGS);
    }
    let file = match path.strip_prefix("docs/") {
        // Of the documentation only the pages, not their pictures.
        Some(page) if page.ends_with(".md") => DOCS.get_file(page),
        Some(_) => None,
        None => PAGE.get_file(path),
    };
    Some(file?.contents())
}

/// The content type of a file by its ending.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}
