//! What a person sees on a terminal of 80 columns.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use rustix_openpty::openpty;
use rustix_openpty::rustix::termios::Winsize;
use vt100::{Parser, Screen};

use crate::program::{OurChild, Scratch, TIME_LIMIT, program_path, workspace};

/// Columns of the terminal, and rows enough for all that a run says.
const SIZE: Winsize = Winsize { ws_row: 100, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };

/// A program on a terminal of its own.
struct Session {
    child: OurChild,
    written: Receiver<Vec<u8>>,
    terminal: Parser,
}

impl Session {
    /// Starts a program with arguments that are separated by spaces.
    fn start(scratch: &Scratch, program: &str, arguments: &str) -> Self {
        let pty = openpty(None, Some(&SIZE)).expect("there is a terminal left");
        let side = || Stdio::from(pty.user.try_clone().expect("a second handle"));
        let child = Command::new(program_path(program))
            .current_dir(scratch.path(""))
            .env("TERM", "xterm-256color")
            .args(arguments.split_whitespace())
            .stdin(Stdio::null())
            .stdout(side())
            .stderr(side())
            .spawn()
            .expect("the program starts");
        let (sender, written) = channel();
        let mut controller = File::from(pty.controller);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Linux reports the end of a terminal as an error.
            while let Some(n @ 1..) = read(&mut controller, &mut bytes) {
                if sender.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let [rows, columns] =
            [SIZE.ws_row, SIZE.ws_col].map(|n| NonZero::new(n).expect("it has a size"));
        let terminal = Parser::new(rows, columns, 0);
        Self { child: OurChild(child), written, terminal }
    }

    /// Waits until the screen shows what is looked for.
    #[track_caller]
    fn wait_for(&mut self, what: &str, is_shown: impl Fn(&Screen) -> bool) {
        let begin = Instant::now();
        while !is_shown(self.terminal.screen()) {
            let left = TIME_LIMIT.saturating_sub(begin.elapsed());
            let written = self.written.recv_timeout(left);
            let screen = self.terminal.screen().contents();
            self.terminal.process(&written.unwrap_or_else(|_| panic!("no {what} on\n{screen}")));
        }
    }

    /// The screen after the end of the program.
    fn end(mut self) -> Parser {
        for bytes in &self.written {
            self.terminal.process(&bytes);
        }
        self.terminal
    }
}

fn read(terminal: &mut File, bytes: &mut [u8]) -> Option<usize> {
    loop {
        match terminal.read(bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read.ok(),
        }
    }
}

/// Rows of a screen that are not empty.
fn n_rows(screen: &Screen) -> usize {
    screen.rows(0, SIZE.ws_col).filter(|row| !row.is_empty()).count()
}

/// Fails if a row but the first `n_wide` goes on in the next one, unless it is a command to copy.
#[track_caller]
fn check_width(screen: &Screen, n_wide: usize) {
    for (index, row) in (0..).zip(screen.rows(0, SIZE.ws_col)).skip(n_wide) {
        let is_wide = screen.row_wrapped(index) && !row.starts_with("  ");
        assert!(!is_wide, "`{row}` goes on in the next row");
    }
}

#[test]
fn a_search_shows_a_bar_and_then_what_it_found() {
    let scratch = Scratch::new();
    let arguments = "--problem zelda --gens 1000000 --validation-maps 20 --threads 1 --out run";
    let mut session = Session::start(&scratch, "evolve", arguments);
    session.wait_for("bar", |screen| screen.contents().contains(" left"));
    session.wait_for("hypervolume", |screen| {
        let text = screen.contents();
        text.contains("the best script meets ") && text.contains(" gone, ")
    });
    // Two rows for what is planned, two or three for what was found so far, and the bar.
    let screen = session.terminal.screen();
    assert!((5..=7).contains(&n_rows(screen)), "{}", screen.contents());

    session.child.signal("INT");
    let terminal = session.end();
    let (screen, text) = (terminal.screen(), terminal.screen().contents());
    check_width(screen, 2);
    assert!(!text.contains(" left"), "the bar is still there:\n{text}");
    for part in [
        "\nstopping the search",
        "interrupted at generation ",
        "objective ",
        "playable ",
        "run folder: run\n",
    ] {
        assert!(text.contains(part), "there is no `{part}` in\n{text}");
    }
}

#[test]
fn many_levels_come_with_a_bar_and_leave_nothing_half_written() {
    let scratch = Scratch::new();
    let castle = workspace().join("configs/generators/gallery/castle.json");
    scratch.write("castle.json", std::fs::read(castle).expect("it is in the gallery"));
    let arguments = "generate castle.json --count 100000000 --out castles.csv";
    let mut session = Session::start(&scratch, "marahel", arguments);
    session.wait_for("bar", |screen| screen.contents().contains(" of 100,000,000 levels, "));
    assert_eq!(n_rows(session.terminal.screen()), 1);
    check_width(session.terminal.screen(), 0);
    // Not by INT, which whoever is started in the background of a shell ignores.
    session.child.signal("TERM");
    session.end();
    assert!(!scratch.path("castles.csv").exists());
}

#[test]
fn a_search_shows_a_level_of_its_best_script_at_each_tenth() {
    let scratch = Scratch::new();
    let arguments = "--problem zelda --gens 20 --pop 10 --maps 4 --validation-maps 5 --out run";
    let mut session = Session::start(&scratch, "evolve", arguments);
    session.wait_for("second level", |screen| {
        screen.contents().contains("20 %: the best script meets ")
    });
    let screen = session.terminal.screen();
    let mut rows = screen.rows(0, SIZE.ws_col);
    let title = rows.position(|row| row.contains("10 %: the best script meets ")).expect("a title");
    // The level stands below: eleven cells in two columns each, with colors.
    let is_colored = |row: u16, column: u16| {
        screen.cell(row, column).is_some_and(|cell| cell.bgcolor() != vt100::Color::Default)
    };
    let first = (title as u16..SIZE.ws_row).find(|&row| is_colored(row, 0)).expect("a level");
    assert!(first <= title as u16 + 3, "{}", screen.contents());
    for row in first..first + 7 {
        let n_colored = (0..SIZE.ws_col).filter(|&column| is_colored(row, column)).count();
        assert_eq!(n_colored, 22, "{}", screen.contents());
    }
    assert!(!is_colored(first + 7, 0), "{}", screen.contents());
}
