//! Rules, patterns and relations: from pairs to the tree.

use pest::iterators::Pair;

use super::super::ast::{
    self, Body, Declaration, Example, Instance, Item, Name, Parameter, PatternDef, RelationDef,
    Size, SizeExpr, SortWord, Spanned, Use,
};
use super::{PairReader, Rule, parts};

impl PairReader<'_> {
    pub(super) fn item(&mut self, pair: Pair<Rule>) -> Option<Item> {
        match pair.as_rule() {
            Rule::rule => Some(Item::Rule(self.rule(&pair))),
            Rule::pattern => Some(Item::Pattern(self.pattern(&pair))),
            Rule::relation => Some(Item::Relation(self.relation(&pair))),
            _ => None,
        }
    }

    fn rule(&mut self, pair: &Pair<Rule>) -> ast::Rule {
        let mut rule = ast::Rule {
            doc: doc(pair),
            name: self.first_name(pair),
            parameter: None,
            titles: Vec::new(),
            known_as: Vec::new(),
            levels: Vec::new(),
            scores: Vec::new(),
            assuming_unique: None,
            on_request: None,
            by_template: None,
            body: Body::default(),
            conclusions: Vec::new(),
            say: None,
            examples: Vec::new(),
            span: self.span(pair),
        };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::parameter => rule.parameter = Some(self.parameter(&part)),
                Rule::title => rule.titles = self.strings(&part),
                Rule::known_as => {
                    let scheme = self.first_name(&part);
                    rule.known_as.push((scheme, self.strings(&part)));
                }
                Rule::level => rule.levels = self.names(&part),
                Rule::score => {
                    let numbers = parts(&part).filter(|p| p.as_rule() == Rule::number);
                    rule.scores = numbers.map(|p| self.number(&p)).collect();
                }
                Rule::assuming => rule.assuming_unique = Some(self.span(&part)),
                Rule::by_template => rule.by_template = Some(Box::new(self.span(&part))),
                Rule::on_request => {
                    let instances = parts(&part).filter(|p| p.as_rule() == Rule::instance);
                    let instances = instances.filter_map(|p| self.instance(&p)).collect();
                    rule.on_request = Some(Box::new(self.spanned(&part, instances)));
                }
                Rule::body => rule.body = self.body(&part),
                Rule::then => rule.conclusions = self.conclusions(&part),
                Rule::say => rule.say = self.strings(&part).pop(),
                Rule::example | Rule::silent => rule.examples.extend(self.example(&part)),
                _ => {}
            }
        }
        rule
    }

    fn pattern(&mut self, pair: &Pair<Rule>) -> PatternDef {
        let mut pattern = PatternDef {
            doc: doc(pair),
            name: self.first_name(pair),
            parameter: None,
            arguments: Vec::new(),
            body: Body::default(),
            span: self.span(pair),
        };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::parameter => pattern.parameter = Some(self.parameter(&part)),
                Rule::names => pattern.arguments = self.names(&part),
                Rule::body => pattern.body = self.body(&part),
                _ => {}
            }
        }
        pattern
    }

    fn relation(&mut self, pair: &Pair<Rule>) -> RelationDef {
        let mut relation = RelationDef {
            doc: doc(pair),
            name: self.first_name(pair),
            arguments: Vec::new(),
            cases: Vec::new(),
            span: self.span(pair),
        };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::argument => {
                    let sort = parts(&part).find(|p| p.as_rule() == Rule::sort);
                    let sort = sort.map(|p| self.sort(&p)).unwrap_or_default();
                    relation.arguments.push((sort, self.first_name(&part)));
                }
                Rule::case => {
                    let body = parts(&part).find(|p| p.as_rule() == Rule::body);
                    let mut body = body.map(|p| self.body(&p)).unwrap_or_default();
                    body.span = self.span(&part);
                    relation.cases.push(body);
                }
                _ => {}
            }
        }
        relation
    }

    fn body(&mut self, pair: &Pair<Rule>) -> Body {
        let mut body = Body {
            span: self.span(pair),
            ..Body::default()
        };
        for part in parts(pair) {
            match part.as_rule() {
                Rule::for_section => body.declarations = self.declarations(&part),
                Rule::target_section => body.targets = self.declarations(&part),
                Rule::with_section => body.conditions = self.conditions(&part),
                Rule::deadly => body.deadly.push(self.deadly(&part)),
                Rule::when_section => body.knowledge = self.knowledge(&part),
                Rule::where_section => body.presence = self.presence(&part),
                _ => {}
            }
        }
        body
    }

    fn parameter(&mut self, pair: &Pair<Rule>) -> Parameter {
        let numbers = parts(pair).filter(|p| p.as_rule() == Rule::number);
        let numbers: Vec<Spanned<u32>> = numbers.map(|p| self.number(&p)).collect();
        Parameter {
            name: self.first_name(pair),
            first: numbers[0].clone(),
            last: numbers[1].clone(),
        }
    }

    fn declarations(&mut self, pair: &Pair<Rule>) -> Vec<Declaration> {
        let mut declarations = Vec::new();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::pattern_use => {
                    let names = parts(&part).find(|p| p.as_rule() == Rule::names);
                    let count = parts(&part).find(|p| p.as_rule() == Rule::size);
                    declarations.push(Declaration::Pattern {
                        name: self.first_name(&part),
                        arguments: names.map(|p| self.names(&p)).unwrap_or_default(),
                        count: count.map(|p| self.size(&p)),
                    });
                }
                Rule::variables => declarations.push(self.variables(&part)),
                _ => {}
            }
        }
        declarations
    }

    fn variables(&mut self, pair: &Pair<Rule>) -> Declaration {
        let (mut sort, mut names) = (Vec::new(), Vec::new());
        let (mut of, mut inside, mut outside, mut seen_by) = (None, vec![], vec![], vec![]);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::sort => sort = self.sort(&part),
                Rule::sized => {
                    let size = parts(&part).find(|p| p.as_rule() == Rule::size);
                    let size = size.map(|p| self.size(&p));
                    names.push((self.first_name(&part), size));
                }
                Rule::of => of = self.things(&part).pop(),
                Rule::inside => inside = self.things(&part),
                Rule::outside => outside = self.things(&part),
                Rule::seen_by => seen_by = self.things(&part),
                _ => {}
            }
        }
        Declaration::Variables {
            sort,
            names,
            of,
            inside,
            outside,
            seen_by,
        }
    }

    pub(super) fn sort(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<SortWord>> {
        let words = parts(pair).filter(|p| p.as_rule() == Rule::sort_word);
        let word = |p: Pair<Rule>| Some(self.spanned(&p, SortWord::parse(p.as_str())?));
        words.filter_map(word).collect()
    }

    fn size(&mut self, pair: &Pair<Rule>) -> Size {
        let mut sums = parts(pair).filter(|p| p.as_rule() == Rule::sum);
        let least = sums.next().map(|p| self.sum(&p));
        let most = sums.next().map(|p| self.sum(&p));
        Size {
            least: least.unwrap_or_default(),
            most,
            span: self.span(pair),
        }
    }

    pub(super) fn sum(&mut self, pair: &Pair<Rule>) -> SizeExpr {
        let mut sum = SizeExpr {
            span: self.span(pair),
            ..SizeExpr::default()
        };
        let mut sign = 1;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::ident => sum.name = Some(self.name(&part)),
                Rule::sign if part.as_str() == "-" => sign = -1,
                Rule::number => sum.plus = sign * self.number(&part).node as i32,
                _ => {}
            }
        }
        sum
    }

    pub(super) fn name(&self, pair: &Pair<Rule>) -> Name {
        self.spanned(pair, pair.as_str().to_string())
    }

    /// The first name among the parts. The grammar ensures that there is a name.
    pub(super) fn first_name(&self, pair: &Pair<Rule>) -> Name {
        let name = parts(pair).find(|p| p.as_rule() == Rule::ident);
        self.name(&name.unwrap_or_else(|| pair.clone()))
    }

    fn names(&self, pair: &Pair<Rule>) -> Vec<Name> {
        let names = parts(pair).filter(|p| p.as_rule() == Rule::ident);
        names.map(|p| self.name(&p)).collect()
    }

    /// The variables among the parts, including those inside lists.
    pub(super) fn things(&mut self, pair: &Pair<Rule>) -> Vec<Use> {
        let mut things = Vec::new();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::thing => things.push(self.thing(&part)),
                Rule::things | Rule::both | Rule::either => things.extend(self.things(&part)),
                _ => {}
            }
        }
        things
    }

    pub(super) fn thing(&mut self, pair: &Pair<Rule>) -> Use {
        let index = parts(pair).find(|p| p.as_rule() == Rule::sum);
        Use {
            name: self.first_name(pair),
            index: index.map(|p| self.sum(&p)),
        }
    }

    fn strings(&self, pair: &Pair<Rule>) -> Vec<Spanned<String>> {
        let strings = parts(pair).filter(|p| p.as_rule() == Rule::string);
        strings
            .map(|p| self.spanned(&p, unquote(p.as_str())))
            .collect()
    }

    fn instance(&mut self, pair: &Pair<Rule>) -> Option<Instance> {
        let number = parts(pair).find(|p| p.as_rule() == Rule::number)?;
        Some((self.first_name(pair), self.number(&number)))
    }

    fn example(&mut self, pair: &Pair<Rule>) -> Option<Example> {
        let mut instance = None;
        let mut literals = Vec::new();
        let mut derives = false;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::instance => instance = Some(self.instance(&part)?),
                Rule::literal => literals.push(self.name(&part)),
                Rule::derives => derives = true,
                _ => {}
            }
        }
        Some(Example {
            expected: (pair.as_rule() == Rule::example).then_some(literals),
            derives,
            board: self.strings(pair).pop()?,
            instance,
            span: self.span(pair),
        })
    }
}

/// The lines of the doc comment, without `///` and one space.
fn doc(pair: &Pair<Rule>) -> Vec<String> {
    let lines = parts(pair).filter(|p| p.as_rule() == Rule::doc);
    let plain = |p: Pair<Rule>| {
        let line = p.as_str().trim_start_matches('/').trim_end();
        line.strip_prefix(' ').unwrap_or(line).to_string()
    };
    lines.map(plain).collect()
}

fn unquote(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text[1..text.len() - 1].chars();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    plain
}
