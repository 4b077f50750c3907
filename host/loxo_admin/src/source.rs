//! Where what is shown comes from.

use loxo_sampler::Sampler;

/// The processes that run requests.
pub trait Source: Send + Sync {
    /// Asks all of them (`loxo_sampler`: `Sampler::answer`): those that answered.
    fn ask(&self, question: &str) -> Vec<Vec<u8>>;
}

impl Source for Sampler {
    fn ask(&self, question: &str) -> Vec<Vec<u8>> {
        vec![self.answer(question)]
    }
}
