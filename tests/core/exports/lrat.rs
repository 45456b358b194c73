//! A strict LRAT checker: each hint must be a unit clause when it is used, and the last one must be
//! falsified. Only the hints are used, and RAT steps are rejected.

use std::collections::BTreeMap;

type Clause = Vec<i64>;

fn numbers(line: &str) -> Result<Vec<i64>, String> {
    let number = |word: &str| word.parse().map_err(|_| format!("{word} is no number"));
    line.split_whitespace().map(number).collect()
}

/// Returns the clauses of a DIMACS formula, numbered from 1.
fn formula(text: &str) -> Result<BTreeMap<i64, Clause>, String> {
    let mut clauses = BTreeMap::new();
    let mut promised = None;
    for line in text.lines().filter(|line| !line.starts_with('c')) {
        if let Some(sizes) = line.strip_prefix("p cnf ") {
            promised = numbers(sizes)?.get(1).copied();
            continue;
        }
        let mut clause = numbers(line)?;
        assert_eq!(clause.pop(), Some(0), "{line}");
        clauses.insert(clauses.len() as i64 + 1, clause);
    }
    match promised == Some(clauses.len() as i64) {
        true => Ok(clauses),
        false => Err("the formula has not as many clauses as it says".to_owned()),
    }
}

/// Returns the number of clauses that the proof adds, if it derives the empty clause.
pub fn check(cnf: &str, proof: &str) -> Result<usize, String> {
    let mut clauses = formula(cnf)?;
    let mut added = 0;
    for line in proof.lines() {
        let (id, rest) = line.split_once(' ').ok_or("an empty line")?;
        let id: i64 = id.parse().map_err(|_| format!("{id} is no number"))?;
        if let Some(ids) = rest.strip_prefix("d ") {
            for id in numbers(ids)?.into_iter().filter(|&id| id != 0) {
                clauses
                    .remove(&id)
                    .ok_or(format!("{line}: {id} is not there"))?;
            }
            continue;
        }
        let all = numbers(rest)?;
        let end = all
            .iter()
            .position(|&n| n == 0)
            .ok_or("no end of a clause")?;
        let hints = all[end + 1..].strip_suffix(&[0]).ok_or("no end of hints")?;
        let clause = all[..end].to_vec();
        follows(&clauses, &clause, hints).map_err(|reason| format!("{line}: {reason}"))?;
        added += 1;
        if clause.is_empty() {
            return Ok(added);
        }
        if clauses.insert(id, clause).is_some() {
            return Err(format!("{line}: the number is taken"));
        }
    }
    Err("the empty clause is not derived".to_owned())
}

fn follows(clauses: &BTreeMap<i64, Clause>, clause: &[i64], hints: &[i64]) -> Result<(), String> {
    let mut values: BTreeMap<i64, bool> = BTreeMap::new();
    for &literal in clause {
        values.insert(literal.abs(), literal < 0);
    }
    for (i, hint) in hints.iter().enumerate() {
        let clause = clauses.get(hint).ok_or(format!("{hint} is not there"))?;
        let open = |l: &&i64| values.get(&l.abs()).is_none_or(|&value| value == (**l > 0));
        let mut left = clause.iter().filter(open).copied();
        match (left.next(), left.next()) {
            (None, _) if i + 1 == hints.len() => return Ok(()),
            (None, _) => return Err(format!("{hint} is violated too early")),
            (Some(literal), None) if !values.contains_key(&literal.abs()) => {
                values.insert(literal.abs(), literal > 0);
            }
            _ => return Err(format!("{hint} is no unit")),
        }
    }
    Err("no hint is violated".to_owned())
}
