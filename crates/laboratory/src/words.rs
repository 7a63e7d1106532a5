//! Numbers of the reports as cells of tables and as words.

use statistics::{Elo, Estimate, Paired, share};

/// The cell of a number, or `-` if there is none.
pub(crate) fn cell(value: Option<f64>, digits: usize) -> String {
    match value {
        Some(value) => format!("{value:.digits$}"),
        None => "-".to_owned(),
    }
}

/// A value with its error: `64±6`.
pub(crate) fn with_error(estimate: Estimate, digits: usize) -> String {
    format!("{:.digits$}±{:.digits$}", estimate.value, estimate.error)
}

/// A difference of ratings with its error: `64±6`.
pub(crate) fn elo(elo: Elo) -> String {
    format!("{:.0}±{:.0}", elo.difference, elo.error)
}

/// Texts as a list in words: `1, 2 and 3`.
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Points as tables show them: `9.5` or `20`.
pub(crate) fn points(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

/// A share in per cent with its interval: `64 % (56–70)`.
pub(crate) fn percent(successes: f64, trials: usize) -> String {
    let interval = share(successes, trials);
    let value = successes / trials.max(1) as f64;
    format!(
        "{:.0} % ({:.0}–{:.0})",
        100.0 * value,
        100.0 * interval.low,
        100.0 * interval.high
    )
}

/// Whether gains and losses are by chance.
pub(crate) fn chance(paired: Paired) -> &'static str {
    if paired.is_clear() {
        "beyond chance"
    } else {
        "not beyond chance"
    }
}

/// Sentence on a trend: that the subject rises or falls, or neither beyond the error.
pub(crate) fn trend(subject: &str, slope: Elo, a_step: &str) -> String {
    let Elo { difference, error } = slope;
    if difference.abs() > error {
        let verb = if difference > 0.0 { "rises" } else { "falls" };
        format!(
            "{subject} {verb} by {:.0}±{error:.0} points {a_step}.",
            difference.abs()
        )
    } else {
        format!(
            "{subject} neither rises nor falls beyond the error: {difference:+.0}±{error:.0} points {a_step}."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_without_a_number_is_a_dash() {
        assert_eq!(
            (cell(Some(2.55), 1), cell(None, 1)),
            ("2.5".to_owned(), "-".to_owned())
        );
    }

    #[test]
    fn listed_joins_the_last_with_and() {
        let parts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(listed(&parts), "a, b and c");
        assert_eq!(
            (listed(&parts[..1]), listed(&[])),
            ("a".to_owned(), "none".to_owned())
        );
        assert_eq!(
            (points(9.5), points(20.0)),
            ("9.5".to_owned(), "20".to_owned())
        );
    }

    #[test]
    fn percent_has_its_interval() {
        assert_eq!(percent(10.0, 20), "50 % (30–70)");
    }

    #[test]
    fn trend_names_its_direction_beyond_the_error_only() {
        let text = |difference| {
            let slope = Elo {
                difference,
                error: 2.0,
            };
            trend("It", slope, "a ply")
        };
        assert_eq!(text(-3.0), "It falls by 3±2 points a ply.");
        assert_eq!(text(3.0), "It rises by 3±2 points a ply.");
        assert_eq!(
            text(1.0),
            "It neither rises nor falls beyond the error: +1±2 points a ply."
        );
    }
}
