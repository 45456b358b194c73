//! Random syntax trees of the rule language. They are well formed but need not make sense.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use qedoku_core::lang::ast::*;

fn spanned<T>(node: T) -> Spanned<T> {
    Spanned {
        node,
        span: Span::default(),
    }
}

fn name() -> impl Strategy<Value = Name> {
    let names = vec![
        "a",
        "b",
        "d",
        "x",
        "n",
        "i",
        "R",
        "S",
        "V_2",
        "chain",
        "_",
        "Row",
        "everything",
    ];
    select(names).prop_map(|name| spanned(name.to_string()))
}

fn names(most: usize) -> impl Strategy<Value = Vec<Name>> {
    vec(name(), 1..=most)
}

fn text() -> impl Strategy<Value = Spanned<String>> {
    "[ -~\n\u{e4}]{0,20}".prop_map(spanned)
}

fn number() -> impl Strategy<Value = Spanned<u32>> {
    (0u32..1000).prop_map(spanned)
}

fn size_expr() -> impl Strategy<Value = SizeExpr> {
    let expr = |(name, plus): (Option<Name>, i32)| SizeExpr {
        plus: if name.is_none() { plus.abs() } else { plus },
        name,
        span: Span::default(),
    };
    (of(name()), -3..=3).prop_map(expr)
}

fn size() -> impl Strategy<Value = Size> {
    let make = |(least, most)| Size {
        least,
        most,
        span: Span::default(),
    };
    (size_expr(), of(size_expr())).prop_map(make)
}

fn thing() -> impl Strategy<Value = Use> {
    (name(), of(size_expr())).prop_map(|(name, index)| Use { name, index })
}

fn things() -> impl Strategy<Value = Vec<Use>> {
    vec(thing(), 1..4)
}

fn some_things() -> impl Strategy<Value = Vec<Use>> {
    vec(thing(), 0..3)
}

fn sort() -> impl Strategy<Value = Vec<Spanned<SortWord>>> {
    let words: Vec<SortWord> = SortWord::ALL.iter().map(|(word, ..)| *word).collect();
    vec(select(words).prop_map(spanned), 1..3)
}

fn variables() -> impl Strategy<Value = Declaration> {
    let names = vec((name(), of(size())), 1..4);
    let parts = (
        sort(),
        names,
        of(thing()),
        some_things(),
        some_things(),
        some_things(),
    );
    parts.prop_map(
        |(sort, names, of, inside, outside, seen_by)| Declaration::Variables {
            sort,
            names,
            of,
            inside,
            outside,
            seen_by,
        },
    )
}

fn declaration() -> impl Strategy<Value = Declaration> {
    let pattern = |(name, arguments, count)| Declaration::Pattern {
        name,
        arguments,
        count,
    };
    prop_oneof![3 => variables(), 1 => (name(), names(3), of(size())).prop_map(pattern)]
}

fn related() -> impl Strategy<Value = Related> {
    (name(), things()).prop_map(|(name, arguments)| Related { name, arguments })
}

fn size_sum() -> impl Strategy<Value = SizeSum> {
    let sign = || prop_oneof![Just(1), Just(-1)];
    let parts = (
        vec((sign(), thing()), 0..3),
        vec((sign(), name()), 0..2),
        -3..=3i32,
    );
    parts.prop_map(|(sets, names, plus)| {
        let alone = sets.is_empty() && names.is_empty();
        let plus = SizeExpr {
            name: None,
            plus: if alone { plus.abs() } else { plus },
            span: Span::default(),
        };
        SizeSum { sets, names, plus }
    })
}

fn condition() -> impl Strategy<Value = Spanned<ConditionExpr>> {
    let two = || (things(), things());
    let pair = || (thing(), thing());
    prop_oneof![
        two().prop_map(|(a, b)| ConditionExpr::Sees(a, b)),
        two().prop_map(|(a, b)| ConditionExpr::Excludes(a, b)),
        two().prop_map(|(a, b)| ConditionExpr::In(a, b)),
        two().prop_map(|(a, b)| ConditionExpr::NotIn(a, b)),
        things().prop_map(ConditionExpr::Disjoint),
        things().prop_map(ConditionExpr::Distinct),
        things().prop_map(ConditionExpr::NotGiven),
        (size_sum(), size_sum()).prop_map(|(a, b)| ConditionExpr::Sizes(a, b)),
        (pair(), pair()).prop_map(|(one, other)| ConditionExpr::AllSee { one, other }),
        (pair(), things()).prop_map(|(one, other)| ConditionExpr::AllExclude { one, other }),
        (things(), any::<bool>())
            .prop_map(|(things, every)| ConditionExpr::Template { things, every }),
        (thing(), pair()).prop_map(|(node, places)| ConditionExpr::IsEvery { node, places }),
        (thing(), two(), any::<bool>()).prop_map(|(set, (inside, others), has_others)| {
            let outside = if has_others { others } else { Vec::new() };
            ConditionExpr::EveryCell {
                set,
                inside,
                outside,
            }
        }),
        related().prop_map(ConditionExpr::Relation),
    ]
    .prop_map(spanned)
}

fn subject() -> impl Strategy<Value = SubjectExpr> {
    prop_oneof![
        things().prop_map(SubjectExpr::CandidatesOf),
        (thing(), thing()).prop_map(|(a, b)| SubjectExpr::In(a, b)),
        (thing(), thing()).prop_map(|(a, b)| SubjectExpr::InTwoOf(a, b)),
    ]
}

fn alternatives() -> impl Strategy<Value = Vec<Spanned<AlternativeExpr>>> {
    let one = prop_oneof![
        thing().prop_map(AlternativeExpr::Is),
        thing().prop_map(AlternativeExpr::At),
        things().prop_map(AlternativeExpr::In),
        things().prop_map(AlternativeExpr::Sees),
        thing().prop_map(AlternativeExpr::Excludes),
        thing().prop_map(AlternativeExpr::ExcludedBy),
        name().prop_map(AlternativeExpr::ExcludedByEarlier),
        (name(), thing()).prop_map(|(name, one)| AlternativeExpr::Relation(name, one)),
        (thing(), name()).prop_map(|(one, name)| AlternativeExpr::RelationFrom(one, name)),
    ];
    vec(one.prop_map(spanned), 1..4)
}

fn every() -> impl Strategy<Value = Spanned<EveryExpr>> {
    let full = (subject(), alternatives()).prop_map(|(subject, alternatives)| EveryExpr {
        subject,
        alternatives,
    });
    let none = (thing(), thing()).prop_map(|(a, b)| EveryExpr {
        subject: SubjectExpr::InTwoOf(a, b),
        alternatives: Vec::new(),
    });
    prop_oneof![4 => full, 1 => none].prop_map(spanned)
}

fn quantity() -> impl Strategy<Value = Quantity> {
    prop_oneof![
        Just(Quantity::Every),
        Just(Quantity::Some),
        (0u32..9).prop_map(Quantity::AtLeast),
        (0u32..9).prop_map(Quantity::AtMost),
        (0u32..9).prop_map(Quantity::Exactly),
    ]
}

fn presence() -> impl Strategy<Value = Spanned<PresenceExpr>> {
    let parts = (
        any::<bool>(),
        quantity(),
        any::<bool>(),
        subject(),
        alternatives(),
        any::<bool>(),
    );
    let count = parts.prop_map(|(negated, quantity, each, subject, alternatives, bare)| {
        let bare = bare && quantity != Quantity::Every;
        PresenceExpr::Count(CountExpr {
            negated,
            quantity,
            each: each && !matches!(subject, SubjectExpr::InTwoOf(..)),
            subject,
            alternatives: if bare { Vec::new() } else { alternatives },
        })
    });
    let open = (thing(), thing()).prop_map(|(a, b)| PresenceExpr::OnlyOpen(a, b));
    let among = (sort(), things()).prop_map(|(sort, houses)| HousesAmong { sort, houses });
    let among = vec(among, 1..3).prop_map(PresenceExpr::SomeAmong);
    let each = (thing(), thing()).prop_map(|(a, b)| PresenceExpr::EachIn(a, b));
    prop_oneof![3 => count, 1 => open, 1 => among, 1 => each].prop_map(spanned)
}

fn body() -> impl Strategy<Value = Body> {
    let deadly = (any::<bool>(), things(), things()).prop_map(|(all_but, digits, cells)| {
        spanned(Deadly {
            all_but,
            digits,
            cells,
        })
    });
    let parts = (
        vec(declaration(), 0..4),
        vec(condition(), 0..4),
        vec(deadly, 0..2),
        vec(every(), 0..4),
        vec(presence(), 0..3),
        vec(variables(), 0..2),
    );
    parts.prop_map(
        |(declarations, conditions, deadly, knowledge, presence, targets)| Body {
            declarations,
            conditions,
            deadly,
            knowledge,
            presence,
            targets,
            span: Span::default(),
        },
    )
}

fn conclusion() -> impl Strategy<Value = Spanned<ConclusionExpr>> {
    let digits = prop_oneof![
        things().prop_map(Digits::These),
        things().prop_map(Digits::AllBut),
        (things(), things()).prop_map(|(all, except)| Digits::Without(all, except)),
    ];
    let seen = prop_oneof![
        thing().prop_map(SeenExpr::All),
        (thing(), thing()).prop_map(|(a, b)| SeenExpr::Every(a, b)),
    ];
    let cells = (some_things(), some_things(), vec(seen, 0..3), some_things());
    let cells = cells.prop_map(|(within, inside, seeing, except)| CellsExpr {
        within,
        inside,
        seeing,
        except,
    });
    prop_oneof![
        3 => (digits, cells).prop_map(|(digits, cells)| ConclusionExpr::Eliminate(digits, cells)),
        1 => thing().prop_map(ConclusionExpr::EliminateCandidate),
        1 => things().prop_map(ConclusionExpr::EliminateExcluded),
        1 => related().prop_map(ConclusionExpr::EliminateLinks),
        1 => (thing(), thing()).prop_map(|(a, b)| ConclusionExpr::Place(a, b)),
        1 => thing().prop_map(ConclusionExpr::PlaceCandidate),
        1 => thing().prop_map(ConclusionExpr::OneOf),
    ]
    .prop_map(spanned)
}

fn parameter() -> impl Strategy<Value = Parameter> {
    (name(), number(), number()).prop_map(|(name, first, last)| Parameter { name, first, last })
}

fn example() -> impl Strategy<Value = Example> {
    let literal = "r[1-9]c[1-9](=|<>)[1-9]".prop_map(spanned);
    let instance = of((name(), number()));
    let parts = (of(vec(literal, 1..3)), text(), instance, any::<bool>());
    parts.prop_map(|(expected, board, instance, derives)| Example {
        derives: derives && expected.is_some(),
        expected,
        board,
        instance,
        span: Span::default(),
    })
}

fn doc() -> impl Strategy<Value = Vec<String>> {
    vec("[a-z]{1,8}( [a-z.]{1,8}){0,3}", 0..3)
}

fn rule() -> impl Strategy<Value = Rule> {
    let head = (
        doc(),
        name(),
        of(parameter()),
        vec(text(), 0..3),
        vec((name(), vec(text(), 1..3)), 0..2),
    );
    let rest = (
        vec(name(), 0..3),
        vec(number(), 0..3),
        any::<bool>(),
        (of(vec((name(), number()), 0..3)), any::<bool>()),
        body(),
        vec(conclusion(), 0..3),
        of(text()),
        vec(example(), 0..2),
    );
    (head, rest).prop_map(|(head, rest)| {
        let (doc, name, parameter, titles, known_as) = head;
        let (levels, scores, unique, (on_request, by_template), body, conclusions, say, examples) =
            rest;
        Rule {
            doc,
            name,
            parameter,
            titles,
            known_as,
            levels,
            scores,
            assuming_unique: unique.then(Span::default),
            on_request: on_request.map(|named| Box::new(spanned(named))),
            by_template: by_template.then(Box::default),
            body,
            conclusions,
            say,
            examples,
            span: Span::default(),
        }
    })
}

/// Returns a strategy for random files.
pub fn file() -> impl Strategy<Value = File> {
    let pattern = (doc(), name(), of(parameter()), names(3), body());
    let pattern = pattern.prop_map(|(doc, name, parameter, arguments, body)| PatternDef {
        doc,
        name,
        parameter,
        arguments,
        body,
        span: Span::default(),
    });
    let relation = (
        doc(),
        name(),
        vec((sort(), name()), 1..4),
        vec(body(), 1..3),
    );
    let relation = relation.prop_map(|(doc, name, arguments, cases)| RelationDef {
        doc,
        name,
        arguments,
        cases,
        span: Span::default(),
    });
    let item = prop_oneof![
        2 => rule().prop_map(Item::Rule),
        1 => pattern.prop_map(Item::Pattern),
        1 => relation.prop_map(Item::Relation),
    ];
    vec(item, 1..4).prop_map(|items| File {
        items,
        unread: Vec::new(),
    })
}
