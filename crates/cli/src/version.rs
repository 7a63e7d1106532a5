//! The text of `belle --version`.

/// Version, commit, build, processor features and license.
pub(crate) fn version() -> String {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("BELLE_COMMIT"));
    let (profile, target) = (env!("BELLE_PROFILE"), env!("BELLE_TARGET"));
    format!(
        "{version} ({commit})\nbuild: {profile}, {target}\nprocessor: {}\n\
         license: {}, without any warranty",
        processor(),
        env!("CARGO_PKG_LICENSE")
    )
}

/// The features of this processor that the program can use.
fn processor() -> String {
    #[cfg(target_arch = "x86_64")]
    let features = [
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let features: [(&str, bool); 0] = [];
    let found: Vec<&str> = features
        .into_iter()
        .filter(|&(_, found)| found)
        .map(|(name, _)| name)
        .collect();
    if found.is_empty() {
        "no special features".to_owned()
    } else {
        found.join(" ")
    }
}
