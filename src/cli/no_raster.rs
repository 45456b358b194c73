//! Pixels, in a build without the feature `pictures`: there are none.

use crate::picture_error::NoPicture;

pub fn png(_: &str) -> Result<Vec<u8>, NoPicture> {
    Err(NoPicture::NotBuilt)
}

pub fn film(_: &[String]) -> Result<Vec<u8>, NoPicture> {
    Err(NoPicture::NotBuilt)
}
