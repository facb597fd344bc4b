//! What machine this is.

use std::path::Path;
use std::process::Command;
use std::thread;

use marahel_system::files;

/// A description of the machine; what cannot be found out is `unknown`.
pub(crate) fn description() -> String {
    let unknown = || "unknown".to_owned();
    let processor = value_of("/proc/cpuinfo", "model name", ':').unwrap_or_else(unknown);
    let system = value_of("/etc/os-release", "PRETTY_NAME", '=');
    let system = system.unwrap_or_else(|| std::env::consts::OS.to_owned());
    let n_cores = thread::available_parallelism().map_or(1, usize::from);
    // The one that is found by its name, which is usually the one that built this program.
    let compiler = Command::new("rustc").arg("--version").output().ok();
    let compiler = compiler.and_then(|output| String::from_utf8(output.stdout).ok());
    let compiler = compiler.map_or_else(unknown, |version| version.trim().to_owned());
    // Processes that wanted to run in the last minute, this one included.
    let load = files::read(Path::new("/proc/loadavg")).ok();
    let load = load.and_then(|text| text.split_whitespace().next().map(str::to_owned));
    let load = load.unwrap_or_else(unknown);
    let architecture = std::env::consts::ARCH;
    format!(
        "{processor} ({architecture}), {n_cores} cores, {system}, {compiler}; load at the start {load}"
    )
}

/// The first value of a key in a text file of one `key separator value` a line.
fn value_of(file: &str, key: &str, separator: char) -> Option<String> {
    let text = files::read(Path::new(file)).ok()?;
    let (_, value) = text
        .lines()
        .filter_map(|line| line.split_once(separator))
        .find(|(found, _)| found.trim() == key)?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// Processor time of this process so far, on Linux.
pub(crate) fn processor_seconds() -> Option<f64> {
    /// Ticks per second in which Linux tells times to programs, on all common machines.
    const TICKS: f64 = 100.0;
    let text = files::read(Path::new("/proc/self/stat")).ok()?;
    // After the name of the program, which may contain blanks: state, ten
    // numbers, then the ticks as a program and those within the system.
    let (_, numbers) = text.rsplit_once(')')?;
    let ticks = numbers.split_whitespace().skip(11).take(2);
    let ticks = ticks.map(|ticks| ticks.parse::<f64>().ok()).sum::<Option<f64>>()?;
    Some(ticks / TICKS)
}
