//! load -> parse -> model -> verify -> score -> relate -> index -> render -> write.
