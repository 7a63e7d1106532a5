//! The readings of the experiment `sensitivity`: the first one searches as the machine does, with
//! other values the search is another one.

use laboratory::{Scale, Trials, Work, find};
use notation::Epd;
use play::{Control, Limits, Player};
use serde_json::Value;

/// Depth of the quick scale.
const DEPTH: u32 = 3;
const READINGS: usize = 4;
/// The second position of the suite, which is rich in minor pieces.
const POSITION: usize = 1;

fn measured(trials: &Trials, task: usize) -> Value {
    let record = (trials.measure)(task, &Control::new()).unwrap().unwrap();
    serde_json::from_str(record.get()).unwrap()
}

#[test]
fn readings_search_as_built_or_otherwise() {
    let plan = (find("sensitivity").unwrap().plan)(Scale::Quick).unwrap();
    let Work::Trials(trials) = plan.work else {
        panic!("no measurements");
    };
    let suite = include_str!("../../../suites/bratko-kopec.epd");
    let line = suite.lines().nth(POSITION).unwrap();
    let epd = Epd::parse(line).unwrap();
    let mut nodes = 0;
    belle_player::Belle::new().search(
        &epd.game,
        &Limits::depth(DEPTH),
        &Control::new(),
        &mut |report| nodes = report.nodes,
    );
    let of_readings: Vec<Value> = (0..READINGS)
        .map(|reading| measured(&trials, POSITION * READINGS + reading))
        .collect();
    assert_eq!(
        of_readings[0]["nodes"], nodes,
        "the reference is the machine"
    );
    assert_eq!(of_readings[0]["position"], epd.id().unwrap());
    assert!(of_readings[0]["full_windows"].as_u64() > Some(nodes));
    assert_ne!(of_readings[1]["nodes"], nodes, "{}", of_readings[1]);
    for other in &of_readings[1..] {
        assert_eq!(other["position"], epd.id().unwrap());
    }
}
