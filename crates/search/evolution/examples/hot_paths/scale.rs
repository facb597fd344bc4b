//! Time per tile, from small levels to large ones.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::paths::{self, Path};

/// The argument by which a process is told to be timed.
pub(crate) const CHILD: &str = "timed";

const SIDES: [u32; 5] = [14, 64, 256, 1024, 2048];

/// A size takes at most this long; larger ones are then left out.
const TIME_MAX: Duration = Duration::from_mins(1);

/// Time in which walks are repeated, to take their median: levels differ.
const TIME_OF_WALKS: Duration = Duration::from_millis(300);

/// A path grows if a tile of the largest level costs this many times one of the smallest.
const GROWTH_MAX: f64 = 2.0;

/// Prints the nanoseconds per tile of each path that depends on the size of a level.
pub(crate) fn table(filter: &str) -> Result<(), String> {
    println!(
        "Nanoseconds per tile, the median of {} ms. Growth is the last size by the first.\n",
        TIME_OF_WALKS.as_millis()
    );
    let sides: Vec<String> = SIDES.iter().map(|side| format!("{side}x{side}")).collect();
    println!("| path | {} | growth |", sides.join(" | "));
    println!("|---|{}---:|", "---:|".repeat(SIDES.len()));
    let paths = paths::all();
    for path in paths.iter().filter(|path| path.scales && path.name.contains(filter)) {
        let times = times_per_tile(path)?;
        let cell = |time: &Result<f64, String>| match time {
            Ok(nanoseconds) => format!("{nanoseconds:.1}"),
            Err(reason) => reason.clone(),
        };
        let cells: Vec<String> = times.iter().map(cell).collect();
        println!("| {} | {} | {} |", path.name, cells.join(" | "), growth(&times));
    }
    Ok(())
}

/// How much more a tile of the largest measured level costs than one of the smallest.
fn growth(times: &[Result<f64, String>]) -> String {
    let measured: Vec<f64> = times.iter().flatten().copied().collect();
    let (Some(first), Some(last)) = (measured.first(), measured.last()) else {
        return String::new();
    };
    let growth = last / first;
    if growth > GROWTH_MAX || measured.len() < times.len() {
        format!("**{growth:.1}**")
    } else {
        format!("{growth:.1}")
    }
}

/// The nanoseconds per tile at each size, or why there are none.
fn times_per_tile(path: &Path) -> Result<Vec<Result<f64, String>>, String> {
    let mut times = Vec::new();
    for side in SIDES {
        if times.iter().any(Result::is_err) {
            times.push(Err("-".to_owned()));
        } else {
            times.push(time_per_tile(path, side)?);
        }
    }
    Ok(times)
}

/// Times a path in a process of its own, which is ended when it takes too long.
fn time_per_tile(path: &Path, side: u32) -> Result<Result<f64, String>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut process = Command::new(program)
        .args([CHILD, &path.name, &side.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let begin = Instant::now();
    while process.try_wait().map_err(|error| error.to_string())?.is_none() {
        if begin.elapsed() > TIME_MAX {
            process.kill().map_err(|error| error.to_string())?;
            process.wait().map_err(|error| error.to_string())?;
            return Ok(Err(format!("over {} s", TIME_MAX.as_secs())));
        }
        thread::sleep(Duration::from_millis(2));
    }
    let output = process.wait_with_output().map_err(|error| error.to_string())?;
    let seconds: Option<f64> = String::from_utf8_lossy(&output.stdout).trim().parse().ok();
    Ok(match seconds {
        Some(seconds) => Ok(seconds * 1e9 / (f64::from(side) * f64::from(side))),
        None => Err("no level".to_owned()),
    })
}

/// Prints the median seconds of a walk.
pub(crate) fn child(name: &str, side: &str) -> Result<(), String> {
    let side: u32 = side.parse().map_err(|_| format!("`{side}` is no size"))?;
    let mut walk = (paths::find(name)?.prepare)(side);
    walk()?; // makes memory grow
    let mut times = Vec::new();
    let begin = Instant::now();
    while times.is_empty() || begin.elapsed() < TIME_OF_WALKS {
        let begin = Instant::now();
        walk()?;
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    println!("{}", times[(times.len() - 1) / 2].as_secs_f64());
    Ok(())
}
