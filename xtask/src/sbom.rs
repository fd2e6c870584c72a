//! The bill of materials: every linked package, in `CycloneDX` 1.6.
//!
//! Generated from cargo's metadata. cargo-cyclonedx writes a random number and the time into every document, so that releases would
//! not be reproducible.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use crate::release::metadata;
use crate::tool::root;

const PROGRAM: &str = "mazzo";
const SPEC: &str = "1.6";

/// The document of the program for a target.
pub(crate) fn of_program(target: &str) -> anyhow::Result<Value> {
    let known = metadata(target)?;
    let packages: BTreeMap<&str, &Value> =
        list(&known, "packages").iter().map(|package| (text(package, "id"), package)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&known["resolve"], "nodes").iter().map(|node| (text(node, "id"), node)).collect();
    let start =
        packages.iter().find(|(_, package)| text(package, "name") == PROGRAM).context("no such package")?.0;

    let mut linked: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut next = vec![*start];
    while let Some(id) = next.pop() {
        if linked.contains_key(id) {
            continue;
        }
        let node = nodes.get(id).with_context(|| format!("{id} is not resolved"))?;
        let needs: BTreeSet<&str> =
            list(node, "deps").iter().filter(|dep| is_linked(dep)).map(|dep| text(dep, "pkg")).collect();
        next.extend(&needs);
        linked.insert(id, needs);
    }

    let sums = checksums()?;
    let reference = |id: &str| packages.get(id).map_or_else(String::new, |package| purl(package));
    let component = |id: &str, kind: &str| {
        let package = packages[id];
        let mut component = json!({
            "type": kind, "bom-ref": purl(package), "name": text(package, "name"), "version": text(package, "version"),
            "purl": purl(package),
        });
        if let Some(licence) = package["license"].as_str() {
            component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
        }
        if let Some(sum) = sums.get(&(text(package, "name").to_owned(), text(package, "version").to_owned()))
        {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        if let Some(url) = package["repository"].as_str() {
            component["externalReferences"] = json!([{ "type": "vcs", "url": url }]);
        }
        component
    };
    let others = linked.keys().filter(|id| *id != start).map(|id| component(id, "library"));
    let depends = linked.iter().map(|(id, needs)| {
        json!({ "ref": reference(id), "dependsOn": needs.iter().map(|id| reference(id)).collect::<BTreeSet<_>>() })
    });
    Ok(json!({
        "$schema": format!("http://cyclonedx.org/schema/bom-{SPEC}.schema.json"),
        "bomFormat": "CycloneDX",
        "specVersion": SPEC,
        "version": 1,
        "metadata": {
            "component": component(start, "application"),
            "properties": [{ "name": "cdx:rustc:sbom:target:triple", "value": target }],
        },
        "components": others.collect::<Vec<_>>(),
        "dependencies": depends.collect::<Vec<_>>(),
    }))
}

/// False for build and test dependencies.
fn is_linked(dependency: &Value) -> bool {
    list(dependency, "dep_kinds").iter().any(|kind| kind["kind"].is_null())
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// The package URL.
fn purl(package: &Value) -> String {
    format!("pkg:cargo/{}@{}", text(package, "name"), text(package, "version").replace('+', "%2B"))
}

/// The checksums of registry packages, by name and version.
fn checksums() -> anyhow::Result<BTreeMap<(String, String), String>> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let mut sums = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""));
            line.and_then(|line| line.strip_suffix('"')).map(str::to_owned)
        };
        if let (Some(name), Some(version), Some(sum)) = (field("name"), field("version"), field("checksum")) {
            sums.insert((name, version), sum);
        }
    }
    Ok(sums)
}

/// Checks a document against the essentials of the schema. Returns the number of parts.
pub(crate) fn check(document: &Value) -> anyhow::Result<usize> {
    ensure!(
        document["bomFormat"] == "CycloneDX" && document["specVersion"] == SPEC,
        "wrong format or version"
    );
    ensure!(document["version"].as_u64().is_some_and(|version| version >= 1), "no document version");
    ensure!(document["metadata"]["component"]["name"] == PROGRAM, "wrong program");
    let parts = list(document, "components");
    let all = || parts.iter().chain([&document["metadata"]["component"]]);
    let references: BTreeSet<&str> = all().map(|part| text(part, "bom-ref")).collect();
    ensure!(references.len() == parts.len() + 1, "duplicate reference");
    for part in all() {
        let name = text(part, "bom-ref");
        ensure!(matches!(text(part, "type"), "application" | "library"), "{name}: unknown type");
        ensure!(
            !text(part, "name").is_empty() && !text(part, "version").is_empty(),
            "{name}: no name or version"
        );
        ensure!(text(part, "purl").starts_with("pkg:cargo/"), "{name}: no package URL");
        let licences = list(part, "licenses");
        ensure!(licences.len() == 1 && !text(&licences[0], "expression").is_empty(), "{name}: no licence");
        for hash in list(part, "hashes") {
            let is_sum = |sum: &str| sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
            ensure!(hash["alg"] == "SHA-256" && is_sum(text(hash, "content")), "{name}: invalid checksum");
        }
        let is_ours = name.starts_with("pkg:cargo/mazzo");
        ensure!(is_ours || !list(part, "hashes").is_empty(), "{name}: external package without a checksum");
    }
    let depends = list(document, "dependencies");
    let from: BTreeSet<&str> = depends.iter().map(|depends| text(depends, "ref")).collect();
    ensure!(
        from == references && depends.len() == from.len(),
        "dependencies are not listed once for every part"
    );
    for depends in depends {
        for on in list(depends, "dependsOn") {
            ensure!(
                on.as_str().is_some_and(|on| references.contains(on)),
                "{on} is a dependency and not listed"
            );
        }
    }
    ensure!(parts.len() > 50, "only {} parts", parts.len());
    Ok(parts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        let target = crate::tool::host().expect("a host triple");
        of_program(&target).expect("a document")
    }

    #[test]
    fn the_bill_of_materials_lists_exactly_the_linked_packages() {
        let document = document();
        assert_eq!(check(&document).expect("a complete document"), list(&document, "components").len());
        let names: Vec<&str> = list(&document, "components").iter().map(|part| text(part, "name")).collect();
        for linked in ["serde", "tokio", "rusqlite", "mazzo-server"] {
            assert!(names.contains(&linked), "{linked}");
        }
        for other in ["xtask", "criterion", "tempfile", "portable-pty"] {
            assert!(!names.contains(&other), "{other}");
        }
    }

    #[test]
    fn an_incomplete_document_is_rejected() {
        for field in ["purl", "licenses", "version", "bom-ref"] {
            let mut document = document();
            document["components"][0].as_object_mut().expect("a part").remove(field);
            assert!(check(&document).is_err(), "{field}");
        }
    }

    #[test]
    fn the_document_is_reproducible() {
        assert_eq!(document(), document());
    }
}
