//! PNG and GIF in a build without the feature `pictures`: each function returns an error.

use crate::picture_error::NoPicture;

pub fn png(_: &str) -> Result<Vec<u8>, NoPicture> {
    Err(NoPicture::NotBuilt)
}

pub fn film(_: &[String]) -> Result<Vec<u8>, NoPicture> {
    Err(NoPicture::NotBuilt)
}
