//! A toy operator: binds a single digit by trying all of them, the largest first.

use std::sync::Arc;

use qedoku_core::lang::ir::{Pattern, Sort, Var};
use qedoku_core::matcher::Value;
use qedoku_core::matcher::operator::{
    Constraint, Execution, OnRow, Operator, RowSource, Rows, VarSet,
};

/// Recognises the first single digit of a pattern.
pub const TOY: Operator = Operator {
    name: "toy",
    recognise: |pattern| {
        let mut variables = pattern.variables.iter();
        let digit = variables.position(|v| v.sort == Sort::Digit && v.size.is_none());
        let source = digit.map(|at| Arc::new(ToyRows(Var(at as u16))) as Arc<dyn RowSource>);
        source.into_iter().collect()
    },
};

/// All digits, for this variable.
#[derive(Debug)]
struct ToyRows(Var);

impl RowSource for ToyRows {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn binds(&self) -> Vec<Var> {
        vec![self.0]
    }

    fn leads(&self) -> bool {
        true
    }

    fn estimate(&self, _: &Pattern, _: &VarSet) -> u32 {
        9
    }

    fn discharges(&self, _: &Constraint, _: &Pattern) -> bool {
        // The source discharges nothing, so the planner checks every constraint.
        false
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let digits = exec.bindings.position.board().size();
        for digit in (0..digits).rev() {
            exec.try_value(self.0, Value::Digits(1 << digit), row);
        }
        Rows::All
    }
}
