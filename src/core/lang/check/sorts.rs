//! Checks of sorts: every variable fits where it is used.

mod relations;

use super::super::ast::{
    AlternativeExpr, ConclusionExpr, ConditionExpr, CountExpr, Declaration, EveryExpr, HousesAmong,
    Name, PresenceExpr, SeenExpr, SortWord, SubjectExpr, Use,
};
use super::super::diagnostics::{Finding, Problem};
use super::definition::Definition;
use super::need::{
    ANY, CANDIDATE, CELL, CELLS, CLUSTER, CONSTRAINT, DIGIT, GUARDIANS, HOUSE, HOUSES, NODE, Need,
    Needed, ONE_CELL, ONE_DIGIT, ONE_HOUSE, ONE_NODE, PLACE, SET, TRUTH, container, need,
};
use super::scope::{self, NameBinding, Plurality, VariableKind};

pub(super) fn check(definition: &Definition, findings: &mut Vec<Finding>) {
    let mut sorts = Sorts {
        definition,
        findings,
    };
    let body = definition.body;
    for declaration in body.declarations.iter().chain(&body.targets) {
        sorts.declaration(declaration);
    }
    body.conditions
        .iter()
        .for_each(|c| sorts.condition(&c.node));
    for deadly in &body.deadly {
        sorts.each(&deadly.node.digits, DIGIT);
        sorts.each(&deadly.node.cells, CELL);
    }
    for every in &body.knowledge {
        sorts.subject(&every.node.subject);
        sorts.linked(&every.node);
        every
            .node
            .alternatives
            .iter()
            .for_each(|a| sorts.alternative(&a.node, &every.node.subject));
    }
    for presence in &body.presence {
        sorts.presence(&presence.node);
    }
    definition
        .conclusions
        .iter()
        .for_each(|c| sorts.conclusion(&c.node));
}

struct Sorts<'a, 'f> {
    definition: &'a Definition<'a>,
    findings: &'f mut Vec<Finding>,
}

impl Sorts<'_, '_> {
    fn want(&mut self, thing: &Use, need: Need) {
        self.want_or(thing, need, None);
    }

    fn want_or(&mut self, thing: &Use, need: Need, help: Option<&str>) {
        // An unknown name is reported elsewhere.
        let Some(binding) = self.definition.scope.get(thing) else {
            return;
        };
        if need.fits(binding, thing) {
            return;
        }
        if binding.is_whole_family(thing) && need.kinds.contains(&binding.kind) {
            return self.family_as_set(thing);
        }
        let problem = Problem::WrongSort {
            name: thing.name.node.clone(),
            found: binding.describe(),
            expected: need.words.to_string(),
        };
        let label = format!("this is {}", binding.describe());
        let finding = Finding::new(problem, &thing.name.span, label);
        let finding = finding.also(&binding.span, "declared here");
        let help = help.map_or_else(|| self.instead(need), str::to_string);
        self.findings.push(finding.help(help));
    }

    /// The variables that would fit.
    fn instead(&self, need: Need) -> String {
        let fits = |(name, binding): &(&String, &NameBinding)| {
            let whole = Use {
                name: Name {
                    node: name.to_string(),
                    span: binding.span.clone(),
                },
                index: None,
            };
            !binding.is_whole_family(&whole) && need.fits(binding, &whole)
        };
        let names = self.definition.scope.names.iter().filter(fits).take(4);
        let names: Vec<String> = names.map(|(name, _)| format!("`{name}`")).collect();
        match names.as_slice() {
            [] => format!(
                "no variable of this rule is {}; declare one in `for`",
                need.words
            ),
            [one] => format!("{one} would do"),
            [most @ .., last] => format!("{} or {last} would do", most.join(", ")),
        }
    }

    fn family_as_set(&mut self, thing: &Use) {
        let problem = Problem::FamilyAsSet {
            name: thing.name.node.clone(),
        };
        let finding = Finding::new(problem, &thing.name.span, "which of them?");
        self.findings
            .push(finding.help(format!("choose a member, `{}[1]`", thing.name.node)));
    }

    fn each(&mut self, things: &[Use], need: Need) {
        things.iter().for_each(|thing| self.want(thing, need));
    }

    fn is_in(&mut self, inner: &Use, containers: &[Use], all_of: bool) {
        if containers.is_empty() {
            return;
        }
        let Some(binding) = self.definition.scope.get(inner) else {
            return;
        };
        let Some(need) = container(binding.kind) else {
            let words = "a cell, a digit, a candidate or a group";
            return self.want(inner, self::need(words, &[], Needed::Any));
        };
        for container in containers {
            let Some(outer) = self.definition.scope.get(container) else {
                continue;
            };
            // A cell can be in a set of cells, not in a cell.
            let cell_in_cell = binding.kind == VariableKind::Cell
                && outer.kind == VariableKind::Cell
                && !outer.is_set(container);
            if cell_in_cell {
                self.want(
                    container,
                    self::need(need.words, &[VariableKind::House], Needed::Any),
                );
            } else if all_of && outer.is_whole_family(container) {
                self.family_as_set(container);
            } else {
                self.want(container, need);
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let Declaration::Variables {
            names,
            of,
            inside,
            outside,
            seen_by,
            ..
        } = declaration
        else {
            return;
        };
        for (name, _) in names {
            let thing = Use {
                name: name.clone(),
                index: None,
            };
            if let Some(digit) = of {
                self.want(&thing, NODE);
                self.want(digit, ONE_DIGIT);
            }
            self.is_in(&thing, inside, true);
            self.is_in(&thing, outside, false);
            if !seen_by.is_empty() {
                self.want(&thing, CELL);
            }
        }
        self.each(seen_by, CELL);
    }

    fn condition(&mut self, condition: &ConditionExpr) {
        match condition {
            ConditionExpr::Sees(left, right) => {
                left.iter().chain(right).for_each(|t| self.want(t, CELL))
            }
            ConditionExpr::Excludes(left, right) => {
                left.iter().chain(right).for_each(|t| self.want(t, NODE))
            }
            ConditionExpr::In(left, right) => left.iter().for_each(|t| self.is_in(t, right, true)),
            ConditionExpr::NotIn(left, right) => {
                left.iter().for_each(|t| self.is_in(t, right, false))
            }
            ConditionExpr::Disjoint(all) => self.alike(
                all,
                &[
                    VariableKind::Digit,
                    VariableKind::House,
                    VariableKind::Cell,
                    VariableKind::Candidate,
                    VariableKind::Group,
                    VariableKind::Cluster,
                ],
            ),
            ConditionExpr::Distinct(all) => self.alike(all, ANY),
            ConditionExpr::NotGiven(all) => self.each(all, CELL),
            ConditionExpr::Sizes(left, right) => {
                // The number of links and the sum of capacities are checked elsewhere.
                let all = left.sets.iter().chain(&right.sets).map(|(_, set)| set);
                let sets: Vec<&Use> = all.filter(|set| !self.is_computed(set)).collect();
                sets.into_iter().for_each(|set| self.want(set, SET));
            }
            ConditionExpr::AllSee { one, other } => {
                for (digit, cells) in [one, other] {
                    self.want(digit, ONE_DIGIT);
                    self.want(cells, PLACE);
                }
                if one.0 != other.0 {
                    let label = "not the digit of the other side";
                    let finding = Finding::new(Problem::TwoDigits, &other.0.name.span, label);
                    let digit = &one.0.name.node;
                    self.findings.push(finding.help(format!("write `{digit}`")));
                }
            }
            ConditionExpr::AllExclude { one, other } => {
                self.want(&one.0, ONE_DIGIT);
                self.want(&one.1, PLACE);
                self.each(other, NODE);
            }
            ConditionExpr::Template { things, .. } => self.each(things, CANDIDATE),
            ConditionExpr::IsEvery {
                node,
                places: (digit, cells),
            } => {
                self.want(node, CLUSTER);
                self.want(digit, ONE_DIGIT);
                self.want(cells, PLACE);
            }
            ConditionExpr::EveryCell {
                set,
                inside,
                outside,
            } => {
                self.want(set, CELLS);
                self.each(inside, HOUSE);
                self.each(outside, HOUSE);
            }
            ConditionExpr::Relation(related) => self.related(related),
        }
    }

    /// Checks that links or capacities are about the candidates of cells.
    fn linked(&mut self, every: &EveryExpr) {
        let is_computed = |a: &AlternativeExpr| matches!(a, AlternativeExpr::In(all) if all.iter().any(|one| self.is_computed(one)));
        let speaks = every.alternatives.iter().any(|a| is_computed(&a.node));
        if let (true, SubjectExpr::CandidatesOf(cells)) = (speaks, &every.subject) {
            self.each(cells, CELL);
        }
    }

    fn is_computed(&self, thing: &Use) -> bool {
        let binding = self.definition.scope.get(thing);
        binding.is_some_and(|binding| binding.kind.is_computed())
    }

    /// Checks that all variables have one kind.
    fn alike(&mut self, things: &[Use], kinds: &'static [VariableKind]) {
        self.each(
            things,
            need(
                "a digit, a cell, a set of them, a candidate or a group",
                kinds,
                Needed::Any,
            ),
        );
        let known = things
            .iter()
            .filter_map(|t| Some((t, self.definition.scope.get(t)?)));
        let known: Vec<(&Use, &NameBinding)> = known.collect();
        let Some((first, rest)) = known.split_first() else {
            return;
        };
        for (thing, binding) in rest {
            if binding.kind != first.1.kind && kinds.contains(&binding.kind) {
                let problem = Problem::WrongSort {
                    name: thing.name.node.clone(),
                    found: binding.describe(),
                    expected: format!("something like `{}`", first.0.name.node),
                };
                let finding = Finding::new(problem, &thing.name.span, "of another sort");
                let finding = finding.also(&first.0.name.span, first.1.describe());
                self.findings
                    .push(finding.help("only variables of one sort can be compared"));
            }
        }
    }

    fn subject(&mut self, subject: &SubjectExpr) {
        match subject {
            SubjectExpr::CandidatesOf(all) => self.each(all, TRUTH),
            SubjectExpr::In(digit, house) => {
                self.want(digit, DIGIT);
                let help = "only houses must hold a digit; for cells, write `every candidate of`";
                self.want_or(house, HOUSE, Some(help));
            }
            SubjectExpr::InTwoOf(digit, houses) => {
                self.want(digit, ONE_DIGIT);
                self.want(houses, HOUSES);
            }
        }
    }

    fn alternative(&mut self, alternative: &AlternativeExpr, subject: &SubjectExpr) {
        match alternative {
            AlternativeExpr::Is(one) => {
                let is = need(
                    "a digit or a candidate",
                    &[VariableKind::Digit, VariableKind::Candidate],
                    Needed::Any,
                );
                let help = match self.definition.scope.get(one) {
                    Some(b) if b.is_set(one) => "write `is in`",
                    Some(b) if b.kind == VariableKind::Cell => "write `is at`",
                    _ => "write `is in`",
                };
                let set = self
                    .definition
                    .scope
                    .get(one)
                    .is_some_and(|b| b.is_set(one));
                let is = if set {
                    Need {
                        form: Needed::One,
                        ..is
                    }
                } else {
                    is
                };
                self.want_or(one, is, Some(help));
            }
            AlternativeExpr::At(one) => {
                let set = self
                    .definition
                    .scope
                    .get(one)
                    .is_some_and(|b| b.is_set(one));
                self.want_or(
                    one,
                    if set { ONE_CELL } else { CELL },
                    Some("write `is in`"),
                );
            }
            AlternativeExpr::In(all) => {
                for thing in all {
                    self.alternative_in(thing, all.len() > 1);
                }
            }
            AlternativeExpr::Sees(all) => {
                let help = "for a candidate, write `excludes`";
                all.iter()
                    .for_each(|thing| self.want_or(thing, CELL, Some(help)));
            }
            AlternativeExpr::Excludes(one) | AlternativeExpr::ExcludedBy(one) => {
                self.want_or(one, NODE, Some("of a cell say `sees`"));
            }
            AlternativeExpr::ExcludedByEarlier(name) => self.earlier(name, subject),
            AlternativeExpr::Relation(name, one) if self.lacks_it(name, one) => {}
            AlternativeExpr::Relation(name, one) => match self.relation(name) {
                Some(ends) if ends.get(1) == Some(&SortWord::Candidate) => {
                    self.want(one, CANDIDATE)
                }
                Some(_) => self.want(one, ONE_NODE),
                None => {}
            },
            AlternativeExpr::RelationFrom(one, name) => match self.relation(name) {
                Some(ends) if ends.first() == Some(&SortWord::Candidate) => {
                    self.want(one, CANDIDATE)
                }
                Some(_) => self.want(one, ONE_NODE),
                None => {}
            },
        }
    }

    /// Checks `an earlier r`: the clause must concern a member of a family.
    fn earlier(&mut self, name: &Name, subject: &SubjectExpr) {
        self.want(
            &Use {
                name: name.clone(),
                index: None,
            },
            NODE,
        );
        let indexed = match subject {
            SubjectExpr::CandidatesOf(all) => all.iter().any(|t| t.index.is_some()),
            SubjectExpr::In(a, b) | SubjectExpr::InTwoOf(a, b) => {
                a.index.is_some() || b.index.is_some()
            }
        };
        if !indexed {
            let problem = Problem::EarlierThanWhat {
                name: name.node.clone(),
            };
            let finding = Finding::new(problem, &name.span, "earlier than what?");
            self.findings
                .push(finding.help("write, for example, `every candidate of V[i] ...`"));
        }
    }

    /// Checks `is in`: a house, or something with members.
    fn alternative_in(&mut self, thing: &Use, one_of_several: bool) {
        let words = "a house, a group, or a set of cells or digits";
        let Some(binding) = self.definition.scope.get(thing) else {
            return;
        };
        let help = match binding.kind {
            VariableKind::Cell => "write `is at`",
            _ => "say `is`",
        };
        if one_of_several && binding.is_whole_family(thing) {
            return self.family_as_set(thing);
        }
        match binding.kind {
            VariableKind::House | VariableKind::Group | VariableKind::Cluster => {}
            VariableKind::Guardian | VariableKind::Link | VariableKind::Capacity
                if !one_of_several => {}
            VariableKind::Cell | VariableKind::Digit
                if matches!(binding.form, Plurality::Set | Plurality::Sets) => {}
            _ => self.want_or(thing, need(words, &[], Needed::Any), Some(help)),
        }
    }

    fn presence(&mut self, presence: &PresenceExpr) {
        match presence {
            PresenceExpr::Count(count) => self.count(count),
            PresenceExpr::OnlyOpen(cell, house) => {
                self.want(cell, ONE_CELL);
                self.want(house, ONE_HOUSE);
            }
            PresenceExpr::EachIn(digits, cells) => {
                self.want(digits, DIGIT);
                self.want(cells, PLACE);
            }
            PresenceExpr::SomeAmong(all) => all.iter().for_each(|among| self.among(among)),
        }
    }

    fn among(&mut self, among: &HousesAmong) {
        self.each(&among.houses, HOUSE);
        scope::check_words(&among.sort, self.findings);
        if let [word] = among.sort.as_slice()
            && !scope::is_house(word.node)
        {
            let problem = Problem::MixedSorts {
                words: word.node.text(true).to_string(),
            };
            let finding = Finding::new(problem, &word.span, "not a kind of house");
            self.findings
                .push(finding.help("write `row`, `column`, `box` or `line`"));
        }
    }

    fn count(&mut self, count: &CountExpr) {
        self.subject(&count.subject);
        for alternative in &count.alternatives {
            self.alternative(&alternative.node, &count.subject);
        }
        let whole = |thing: &&Use| {
            let binding = self.definition.scope.get(thing);
            binding.is_some_and(|b| b.is_whole_family(thing))
        };
        let things = match &count.subject {
            SubjectExpr::CandidatesOf(all) => all.iter().collect::<Vec<_>>(),
            SubjectExpr::In(a, b) | SubjectExpr::InTwoOf(a, b) => vec![a, b],
        };
        if let Some(family) = things.iter().copied().find(whole) {
            return self.family_as_set(family);
        }
        if let SubjectExpr::CandidatesOf(all) = &count.subject
            && let [first, .., last] = all.as_slice()
        {
            let span = first.name.span.to(&last.name.span);
            let finding = Finding::new(Problem::OneSubject, &span, "several");
            self.findings
                .push(finding.help("write one clause for each"));
        }
    }

    fn conclusion(&mut self, conclusion: &ConclusionExpr) {
        match conclusion {
            ConclusionExpr::Eliminate(digits, cells) => {
                let (digits, except) = digits.named();
                self.each(digits, DIGIT);
                self.each(except, DIGIT);
                self.each(&cells.within, PLACE);
                for thing in &cells.inside {
                    self.want(thing, PLACE);
                }
                self.each(&cells.except, PLACE);
                for seen in &cells.seeing {
                    match seen {
                        SeenExpr::All(thing) => self.want(thing, CELL),
                        SeenExpr::Every(digit, cells) => {
                            // If the eliminated digit is a set, the clause holds for each digit
                            // separately.
                            let is_eliminated = digits.contains(digit);
                            self.want(digit, if is_eliminated { DIGIT } else { ONE_DIGIT });
                            self.want(cells, PLACE);
                        }
                    }
                }
            }
            ConclusionExpr::EliminateCandidate(one) => self.want(one, NODE),
            ConclusionExpr::EliminateExcluded(all) => match &all[..] {
                [one] if self.is_computed(one) => {}
                _ => self.each(all, NODE),
            },
            ConclusionExpr::EliminateUnfilled(all) => self.each(all, CONSTRAINT),
            ConclusionExpr::EliminateLinks(related) => self.related(related),
            ConclusionExpr::Place(digit, cell) => {
                self.want(digit, ONE_DIGIT);
                self.want(cell, ONE_CELL);
            }
            ConclusionExpr::PlaceCandidate(one) => self.want(one, CANDIDATE),
            ConclusionExpr::OneOf(one) => self.want(one, GUARDIANS),
        }
    }
}
