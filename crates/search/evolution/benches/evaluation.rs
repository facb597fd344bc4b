//! Time to evaluate: one generator on 50 levels, and one whole generation.

use divan::Bencher;
use divan::counter::ItemsCount;
use marahel::Script;
use marahel_config::{Config, Noise, Options, named, problem_of};
use marahel_evolution::{Unrecorded, Unwatched, evaluate_script, run};
use marahel_papers::fdg20::BUILT_IN;

const N_MAPS: u32 = 50;

fn main() {
    divan::Divan::default().max_time(std::time::Duration::from_secs(1)).config_with_args().main();
}

/// A published generator: compiled, run and measured.
#[divan::bench(args = published_names())]
fn published(bencher: Bencher, name: &str) {
    let kind = BUILT_IN.find(name).expect("the problem is in the table");
    let text = kind.published.expect("the study printed one");
    let script = Script::parse(text).expect("the published generators are scripts");
    let config = Config { maps: N_MAPS, ..study_of(name) };
    let problem = problem_of(&config);
    bencher.counter(ItemsCount::new(N_MAPS)).bench(|| {
        evaluate_script(&script, &problem, &config).expect("the generators fit their problems")
    });
}

/// The problems that somebody published a generator for.
fn published_names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.kinds.iter().filter(|kind| kind.published.is_some()).map(|kind| kind.name)
}

/// The first generation of the study, on all threads: 500 random genomes, 50
/// fresh levels each, ranked.
#[divan::bench(args = BUILT_IN.names(), sample_count = 3)]
fn generation(bencher: Bencher, name: &str) {
    let mut config =
        Config { maps: N_MAPS, validation_maps: 0, noise: Noise::Fresh, ..study_of(name) };
    config.search.generations = 1;
    let n_maps = config.maps as usize * config.search.population;
    bencher.counter(ItemsCount::new(n_maps)).bench(|| {
        run(&config, &problem_of(&config), &mut Unrecorded, &Unwatched)
            .expect("the default settings are right")
    });
}

/// The study's search for a problem, with default settings.
fn study_of(problem: &str) -> Config {
    let options = Options {
        problem: Some(problem.to_owned()),
        algorithm: named("nsga2").ok(),
        ..Options::default()
    };
    Config::load(BUILT_IN, None, &options).expect("the default settings are right")
}
