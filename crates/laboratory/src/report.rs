//! The page of all results, with its plots and tables in a folder beside it.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use files::{Job, is_stream, write_atomically};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::experiment::Experiment;
use crate::experiments::EXPERIMENTS;
use crate::page::{Section, Table, figures_markdown};
use crate::plan::{Plan, Scale};
use crate::run::{check_plan, is_quick, measured_signature, read, signature, whole_path};

const INTRODUCTION: &str = "# The laboratory

Written by `belle lab report` from files of results; ±, or two ends in brackets, is a 95 % interval. \
`belle lab` lists the experiments. `belle lab run NAME` runs one, and with `--resume` continues it; \
`--results FOLDER` says where its results are, `--quick` takes at most four minutes on two cores, and \
`--report FILE` writes such a page.
";

#[derive(Serialize)]
struct Evaluated<'a> {
    experiment: &'a str,
    record: &'a str,
    conditions: &'a str,
    quick: bool,
    reproducible: bool,
    signature: u64,
    tasks_done: usize,
    tasks: usize,
    #[serde(flatten)]
    section: &'a Section,
}

/// A table of the experiments with their progress in a folder. Fails if a file of results is
/// malformed.
pub fn list(folder: &Path) -> anyhow::Result<String> {
    let mut table = format!(
        "{:12} {:>12} {:>12}  subject\n",
        "experiment", "done", "quick"
    );
    for experiment in EXPERIMENTS {
        let column = |scale| {
            let plan = (experiment.plan)(scale)?;
            let (path, tasks) = (whole_path(experiment, scale, folder), plan.weights.len());
            if !path.exists() {
                return Ok(format!("-/{tasks}"));
            }
            let job = Job::read(&path)?;
            let is_other = check_plan(&job, experiment, scale, &plan).is_err();
            anyhow::Ok(if is_other {
                "other run".to_owned()
            } else {
                format!("{}/{tasks}", job.len())
            })
        };
        let (full, quick) = (column(Scale::Full)?, column(Scale::Quick)?);
        table += &format!(
            "{:12} {full:>12} {quick:>12}  {}\n",
            experiment.name, experiment.title
        );
    }
    Ok(table
        + &format!(
            "\nResults in {}; --results names another folder: suites/laboratory of the sources has those of the page.\n",
            folder.display()
        ))
}

/// Writes the page from the results in a folder; plots, CSV and JSON go to a folder named like the
/// page. Returns the names of the experiments with results. Fails if there are none, or one is
/// malformed or of another run.
pub fn write_report(folder: &Path, page: &Path) -> anyhow::Result<Vec<&'static str>> {
    check_page(page)?;
    let stem = page.file_stem().unwrap_or_default();
    let beside = page.with_file_name(stem);
    let mut text = INTRODUCTION.to_owned();
    let mut names = Vec::new();
    let mut files = Vec::new();
    for experiment in EXPERIMENTS {
        let Some(BestResults {
            scale,
            plan,
            results,
        }) = best_results(experiment, folder)?
        else {
            text += &format!(
                "\n## {}\n\nNot run yet: `belle lab run {}`.\n",
                experiment.title, experiment.name
            );
            continue;
        };
        names.push(experiment.name);
        let path = whole_path(experiment, scale, folder);
        let section = (experiment.report)(&results).with_context(|| path.display().to_string())?;
        let link = stem.to_string_lossy();
        text += &section_text(experiment, scale, &plan, &results, &section, &link)?;
        for table in &section.tables {
            files.push((csv_name(experiment, table), table.csv()?));
        }
        for plot in &section.plots {
            files.push((
                format!("{}-{}.svg", experiment.name, plot.name),
                plot.chart.svg(),
            ));
        }
        let json = evaluation(experiment, &plan, &results, &section)? + "\n";
        files.push((format!("{}.json", experiment.name), json));
    }
    if names.is_empty() {
        bail!(
            "{} has no results: run an experiment with `belle lab run NAME`",
            folder.display()
        );
    }
    // No folder can stand beside a device or a pipe.
    if !is_stream(page) {
        files::create_folder(&beside)?;
        for (name, content) in files {
            write_atomically(&beside.join(name), &content)?;
        }
    }
    write_atomically(page, &text)?;
    Ok(names)
}

/// The evaluations of the results in a folder, each a JSON object as it stands beside the page.
/// Fails as [`write_report`] does, but not if there are no results.
pub fn evaluations(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut evaluations = Vec::new();
    for experiment in EXPERIMENTS {
        let Some(BestResults {
            scale,
            plan,
            results,
        }) = best_results(experiment, folder)?
        else {
            continue;
        };
        let path = whole_path(experiment, scale, folder);
        let section = (experiment.report)(&results).with_context(|| path.display().to_string())?;
        evaluations.push(evaluation(experiment, &plan, &results, &section)?);
    }
    Ok(evaluations)
}

/// The records of an experiment's results in a folder, a JSON object for each task that is done;
/// none without results. Fails if the file is malformed or of another run.
pub fn records(experiment: &Experiment, folder: &Path) -> anyhow::Result<Vec<Box<RawValue>>> {
    let Some(BestResults { results, .. }) = best_results(experiment, folder)? else {
        return Ok(Vec::new());
    };
    let mut records = Vec::new();
    for record in results.records() {
        let (_, record) = record?;
        records.push(record);
    }
    Ok(records)
}

fn evaluation(
    experiment: &Experiment,
    plan: &Plan,
    results: &Job,
    section: &Section,
) -> anyhow::Result<String> {
    let evaluated = Evaluated {
        experiment: experiment.name,
        record: experiment.record,
        conditions: &plan.conditions,
        quick: is_quick(results),
        reproducible: experiment.reproducible,
        signature: measured_signature(results)?,
        tasks_done: results.len(),
        tasks: plan.weights.len(),
        section,
    };
    Ok(serde_json::to_string_pretty(&evaluated)?)
}

/// Fails if a path is not that of a page: a folder, or a name without an extension, which its
/// folder has; or if the page cannot be written.
pub fn check_page(page: &Path) -> anyhow::Result<()> {
    ensure!(
        is_stream(page) || (page.extension().is_some() && !page.is_dir()),
        "{}: expected the name of a Markdown file, such as page.md",
        page.display()
    );
    files::check_output(page)
}

/// The results of an experiment at one scale.
struct BestResults {
    scale: Scale,
    plan: Plan,
    results: Job,
}

/// The results at full scale, or else the quick ones.
fn best_results(experiment: &Experiment, folder: &Path) -> anyhow::Result<Option<BestResults>> {
    for scale in [Scale::Full, Scale::Quick] {
        let plan = (experiment.plan)(scale)?;
        if let Some(results) =
            read(experiment, scale, &plan, folder)?.filter(|results| !results.is_empty())
        {
            return Ok(Some(BestResults {
                scale,
                plan,
                results,
            }));
        }
    }
    Ok(None)
}

/// Name of a table's file.
fn csv_name(experiment: &Experiment, table: &Table) -> String {
    format!("{}-{}.csv", experiment.name, table.name)
}

/// The section of an experiment on the page.
fn section_text(
    experiment: &Experiment,
    scale: Scale,
    plan: &Plan,
    results: &Job,
    section: &Section,
    link: &str,
) -> anyhow::Result<String> {
    let (done, tasks) = (results.len(), plan.weights.len());
    let flag = scale.pick("", " --quick");
    let extent = if done == tasks {
        format!(
            "Complete ({tasks}): `belle lab run {}{flag}`.",
            experiment.name
        )
    } else {
        format!(
            "So far {done} of {tasks}; `belle lab run {}{flag} --resume` goes on.",
            experiment.name
        )
    };
    let (measured, now) = (measured_signature(results)?, signature(experiment));
    let changed = if measured == now {
        String::new()
    } else {
        format!(" By an older machine (signature {measured}, now {now}).")
    };
    let mut text = format!(
        "\n## {}\n\nRecord: {}\n\nHere: {} {extent}{changed}\n",
        experiment.title, experiment.record, plan.conditions
    );
    if !section.figures.is_empty() {
        text += &format!("\n{}", figures_markdown(&section.figures));
    }
    for table in section
        .tables
        .iter()
        .filter(|table| table.rows_shown > 0 && !table.rows.is_empty())
    {
        text += &format!("\n{}", table.markdown());
        if table.rows.len() > table.rows_shown {
            let (shown, all) = (table.rows_shown, table.rows.len());
            text += &format!(
                "\n{shown} of {all} rows; [all]({link}/{}).\n",
                csv_name(experiment, table)
            );
        }
    }
    for plot in &section.plots {
        text += &format!(
            "\n![{}]({link}/{}-{}.svg)\n",
            plot.chart.title, experiment.name, plot.name
        );
    }
    let data = |table: &Table| format!("[{}]({link}/{})", table.name, csv_name(experiment, table));
    let json = format!("[all]({link}/{}.json)", experiment.name);
    let files: Vec<String> = section.tables.iter().map(data).chain([json]).collect();
    Ok(text + &format!("\n{}\n\nData: {}.\n", section.verdict, files.join(", ")))
}
