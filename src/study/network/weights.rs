//! Weights as safetensors: four tensors, and the command that made them.

use std::collections::HashMap; // order does not matter

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use thiserror::Error;

use super::features::{DIGIT_COUNT, INPUTS};
use super::{MAX_HIDDEN, Model};

/// Error in a file of weights.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file is not in safetensors format.
    #[error("the file is not in safetensors format: {0}")]
    SummaryFormat(#[from] safetensors::SafeTensorError),
    /// A tensor has the wrong type or shape.
    #[error("tensor `{0}` has the wrong type or shape")]
    Shape(&'static str),
    /// A weight is not finite.
    #[error("tensor `{0}` has a weight that is not a finite number")]
    NotFinite(&'static str),
}

/// The metadata key of the origin.
const ORIGIN: &str = "origin";

impl Model {
    /// The network that comes with the program.
    pub fn standard() -> Result<Model, WeightsError> {
        Model::from_bytes(include_bytes!("weights.safetensors"))
    }

    /// Reads weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, WeightsError> {
        let (_, header) = SafeTensors::read_metadata(bytes)?;
        let origin = header
            .metadata()
            .as_ref()
            .and_then(|m| m.get(ORIGIN).cloned());
        let tensors = SafeTensors::deserialize(bytes)?;
        let hidden = match tensors.tensor("first.bias")?.shape() {
            &[hidden] if (1..=MAX_HIDDEN).contains(&hidden) => hidden,
            _ => return Err(WeightsError::Shape("first.bias")),
        };
        let read = |name: &'static str, shape: &[usize]| {
            let tensor = tensors.tensor(name)?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
                return Err(WeightsError::Shape(name));
            }
            let numbers = tensor.data().chunks_exact(4);
            let numbers: Vec<f32> = numbers
                .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                .collect();
            match numbers.iter().all(|number| number.is_finite()) {
                true => Ok(numbers),
                false => Err(WeightsError::NotFinite(name)),
            }
        };
        Ok(Model {
            hidden,
            first: read("first.weight", &[INPUTS, hidden])?,
            first_bias: read("first.bias", &[hidden])?,
            second: read("second.weight", &[hidden, DIGIT_COUNT])?,
            second_bias: read("second.bias", &[DIGIT_COUNT])?,
            origin: origin.unwrap_or_default(),
        })
    }

    /// Writes weights.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WeightsError> {
        let bytes = |numbers: &[f32]| -> Vec<u8> {
            numbers
                .iter()
                .flat_map(|number| number.to_le_bytes())
                .collect()
        };
        let tensors = [
            (
                "first.weight",
                vec![INPUTS, self.hidden],
                bytes(&self.first),
            ),
            ("first.bias", vec![self.hidden], bytes(&self.first_bias)),
            (
                "second.weight",
                vec![self.hidden, DIGIT_COUNT],
                bytes(&self.second),
            ),
            ("second.bias", vec![DIGIT_COUNT], bytes(&self.second_bias)),
        ];
        let views: Result<Vec<_>, _> = (tensors.iter())
            .map(|(name, shape, data)| {
                Ok((*name, TensorView::new(Dtype::F32, shape.clone(), data)?))
            })
            .collect::<Result<_, WeightsError>>();
        let origin = (ORIGIN.to_owned(), self.origin.clone());
        let metadata = HashMap::from([origin]); // order does not matter: there is one
        Ok(serialize(views?, Some(metadata))?)
    }
}
