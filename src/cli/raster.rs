//! Pixels, in a build with the feature `pictures`.

use crate::picture_error::NoPicture;
use qedoku_raster::RasterError;

pub fn png(svg: &str) -> Result<Vec<u8>, NoPicture> {
    qedoku_raster::png(svg).map_err(failed)
}

pub fn film(pictures: &[String]) -> Result<Vec<u8>, NoPicture> {
    qedoku_raster::film(pictures).map_err(failed)
}

/// The error for an internal failure of rasterising.
fn failed(error: RasterError) -> NoPicture {
    let reason = error.to_string();
    NoPicture::Pixels { reason }
}
