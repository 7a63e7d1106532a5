//! Reading of record.toml.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, Value};

use crate::{Confidence, Event, EventGame, Fact, Question, Record, Source, Year};

/// Reads the file. The error names the table and key.
pub(crate) fn parse(text: &str) -> Result<Record, String> {
    let document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    Ok(Record {
        sources: rows(&document, "source", source)?,
        facts: rows(&document, "fact", fact)?,
        questions: rows(&document, "question", question)?,
        years: rows(&document, "year", year)?,
        events: rows(&document, "event", event)?,
    })
}

/// The tables `[[name]]`.
fn rows<T>(
    document: &DocumentMut,
    name: &str,
    read: impl Fn(&Table) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let Some(Item::ArrayOfTables(tables)) = document.get(name) else {
        return Err(format!("no [[{name}]]"));
    };
    let mut rows = Vec::new();
    for (index, table) in tables.iter().enumerate() {
        let row = read(table).map_err(|error| format!("[[{name}]] {}: {error}", index + 1))?;
        rows.push(row);
    }
    Ok(rows)
}

fn source(table: &Table) -> Result<Source, String> {
    Ok(Source {
        key: text(table, "key")?,
        short: text(table, "short")?,
        title: text(table, "title")?,
        read: text(table, "read")?,
    })
}

fn fact(table: &Table) -> Result<Fact, String> {
    let confidence = match text(table, "confidence")?.as_str() {
        "H" => Confidence::High,
        "M" => Confidence::Medium,
        "L" => Confidence::Low,
        other => return Err(format!("confidence: expected H, M or L, got {other}")),
    };
    let place = if table.contains_key("place") {
        text(table, "place")?
    } else {
        String::new()
    };
    Ok(Fact {
        id: text(table, "id")?,
        area: text(table, "area")?,
        claim: text(table, "claim")?,
        source: text(table, "source")?,
        place,
        confidence,
    })
}

fn question(table: &Table) -> Result<Question, String> {
    Ok(Question {
        area: text(table, "area")?,
        ask: text(table, "ask")?,
        known: texts(table, "known")?,
        page: text(table, "page")?,
    })
}

fn year(table: &Table) -> Result<Year, String> {
    Ok(Year {
        year: text(table, "year")?,
        text: text(table, "text")?,
        facts: texts(table, "facts")?,
    })
}

fn event(table: &Table) -> Result<Event, String> {
    let mut games = Vec::new();
    for value in array(table, "games")? {
        let game = value.as_inline_table().ok_or("games: expected tables")?;
        games.push(event_game(game)?);
    }
    Ok(Event {
        year: text(table, "year")?,
        name: text(table, "name")?,
        machine: text(table, "machine")?,
        result: text(table, "result")?,
        sources: texts(table, "sources")?,
        games,
    })
}

fn event_game(table: &InlineTable) -> Result<EventGame, String> {
    let optional = |key: &str| Some(table.get(key)?.as_str()?.to_owned());
    let required = |key: &str| optional(key).ok_or_else(|| format!("a game has no {key}"));
    Ok(EventGame {
        against: required("against")?,
        color: required("color")?,
        points: required("points")?,
        score: optional("score"),
    })
}

fn text(table: &Table, key: &str) -> Result<String, String> {
    match table.get(key) {
        Some(Item::Value(Value::String(text))) => Ok(text.value().clone()),
        _ => Err(format!("no {key}")),
    }
}

fn array<'a>(table: &'a Table, key: &str) -> Result<&'a Array, String> {
    match table.get(key) {
        Some(Item::Value(Value::Array(list))) => Ok(list),
        _ => Err(format!("no list {key}")),
    }
}

fn texts(table: &Table, key: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for value in array(table, key)? {
        let text = value
            .as_str()
            .ok_or_else(|| format!("{key}: expected texts"))?;
        found.push(text.to_owned());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_faulty_rows_names_table_and_key() {
        let source = "[[source]]\nkey = 'a'\nshort = 's'\ntitle = 'b'\nread = 'c'\n";
        let missing = parse(source).unwrap_err();
        assert_eq!(missing, "no [[fact]]");
        let fact = format!(
            "{source}[[fact]]\nid = 'F001'\narea = 'a'\nclaim = 'c'\nsource = 'a'\nconfidence = 'X'\n"
        );
        let faulty = parse(&fact).unwrap_err();
        assert_eq!(faulty, "[[fact]] 1: confidence: expected H, M or L, got X");
    }
}
