//! What is said to the authority: an account, an order, answers to its challenges, and the certificate that comes of it.

use std::path::PathBuf;
use std::time::Duration;

use instant_acme::{Account, AuthorizationStatus, ChallengeType, Error, Identifier, NewAccount, NewOrder, Order, OrderStatus, RetryPolicy};
use rcgen::{CertificateParams, CustomExtension, DistinguishedName, KeyPair};
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;

use crate::store::Store;
use crate::{Challenge, Settings, validity};

/// How long the authority may take to look, and to issue.
const PATIENCE: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(120));

/// Files with answers, which are there as long as the authority may look.
#[derive(Default)]
struct Answers(Vec<PathBuf>);

impl Drop for Answers {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Orders a certificate of these names, and stores it. The error is one line.
pub(crate) async fn order(settings: &Settings, store: &Store<'_>, names: &[String]) -> Result<(), String> {
    let account = account(settings, store).await?;
    let identifiers: Vec<Identifier> = names.iter().cloned().map(Identifier::Dns).collect();
    let mut order = account.new_order(&NewOrder::new(&identifiers)).await.map_err(line)?;
    let answers = answer(settings, store, &mut order).await?;
    let ready = order.poll_ready(&PATIENCE).await;
    if !matches!(ready, Ok(OrderStatus::Ready)) {
        let refused = refusal(&mut order).await;
        return Err(refused.unwrap_or_else(|| ready.err().map_or_else(|| "the order was refused".into(), line)));
    }
    drop(answers);
    let failed = |error: rcgen::Error| one_line(&error.to_string());
    let key = KeyPair::generate().map_err(failed)?;
    let mut params = CertificateParams::new(names).map_err(failed)?;
    params.distinguished_name = DistinguishedName::new();
    let request = params.serialize_request(&key).map_err(failed)?;
    order.finalize_csr(request.der()).await.map_err(line)?;
    let chain = order.poll_certificate(&PATIENCE).await.map_err(line)?;
    let leaf = CertificateDer::from_pem_slice(chain.as_bytes()).ok();
    if leaf.and_then(|leaf| validity::of_certificate(&leaf)).is_none() {
        return Err("what the authority sent is no certificate".into());
    }
    store.set_certificate(names, &key.serialize_pem(), &chain).map_err(|error| format!("{}: {error}", settings.folder.display()))
}

async fn account(settings: &Settings, store: &Store<'_>) -> Result<Account, String> {
    let builder = || match &settings.ca {
        Some(ca) => Account::builder_with_root(ca).map_err(|error| format!("{}: {}", ca.display(), line(error))),
        None => Account::builder().map_err(line),
    };
    let known = store.account(&settings.directory).and_then(|stored| serde_json::from_value(stored).ok());
    if let Some(known) = known {
        return builder()?.from_credentials(known).await.map_err(line);
    }
    let contact: Vec<&str> = settings.contact.iter().map(String::as_str).collect();
    let new = NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
    let (account, credentials) = builder()?.create(&new, settings.directory.clone(), None).await.map_err(line)?;
    store.set_account(&settings.directory, &credentials).map_err(|error| format!("{}: {error}", settings.folder.display()))?;
    Ok(account)
}

/// Lays down the answers, and tells the authority that it may look.
async fn answer(settings: &Settings, store: &Store<'_>, order: &mut Order) -> Result<Answers, String> {
    let kind = match settings.challenge {
        Challenge::Http => ChallengeType::Http01,
        Challenge::TlsAlpn => ChallengeType::TlsAlpn01,
    };
    let mut answers = Answers::default();
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization.map_err(line)?;
        if authorization.status == AuthorizationStatus::Valid {
            continue;
        }
        let missing = || format!("the authority offers no {}", settings.challenge.name());
        let mut challenge = authorization.challenge(kind.clone()).ok_or_else(missing)?;
        let key = challenge.key_authorization();
        let (file, bytes) = match settings.challenge {
            Challenge::Http => (challenge.token.clone(), key.as_str().as_bytes().to_vec()),
            Challenge::TlsAlpn => {
                let name = challenge.identifier().to_string();
                let proof = proof(&name, key.digest().as_ref()).map_err(|error| one_line(&error.to_string()))?;
                (format!("{}.pem", name.to_ascii_lowercase()), proof.into_bytes())
            }
        };
        // Both come from the authority.
        if file.contains('/') || file.starts_with('.') {
            return Err("the authority sent a token that is none".into());
        }
        answers.0.push(store.set_answer(&file, &bytes).map_err(|error| format!("{}: {error}", settings.folder.display()))?);
        challenge.set_ready().await.map_err(line)?;
    }
    Ok(answers)
}

/// The certificate that answers TLS-ALPN-01, with its key (RFC 8737, 3).
fn proof(name: &str, digest: &[u8]) -> Result<String, rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new([name.to_string()])?;
    params.custom_extensions.push(CustomExtension::new_acme_identifier(digest));
    Ok(key.serialize_pem() + &params.self_signed(&key)?.pem())
}

/// What the authority did not like, if it says so.
async fn refusal(order: &mut Order) -> Option<String> {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let state = authorization.refresh().await.ok()?;
        let name = state.identifier().to_string();
        if let Some(error) = state.challenges.iter().find_map(|challenge| challenge.error.clone()) {
            return Some(format!("{name}: {}", one_line(&error.to_string())));
        }
    }
    None
}

fn line(error: Error) -> String {
    // What lies below says more: a refused connection, a certificate that is not trusted.
    let mut text = error.to_string();
    let mut below = std::error::Error::source(&error);
    while let Some(error) = below {
        text = format!("{text}: {error}");
        below = error.source();
    }
    one_line(&text)
}

/// Text from elsewhere as a line of a log.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match clean.char_indices().nth(500) {
        Some((at, _)) => format!("{}…", &clean[..at]),
        None => clean,
    }
}
