//! The text of `belle --version`.

/// Version, commit, build and processor features.
pub(crate) fn version() -> String {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("BELLE_COMMIT"));
    let (profile, target) = (env!("BELLE_PROFILE"), env!("BELLE_TARGET"));
    format!("{version} ({commit})\nbuild: {profile}, {target}\nprocessor: {}", play::processor_features())
}
