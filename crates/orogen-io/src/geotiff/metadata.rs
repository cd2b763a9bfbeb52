//! GDAL's metadata tag: an XML list of names and texts.
//!
//! GDAL escapes the texts before it puts them into the XML, which escapes them again; so do we.

use std::collections::BTreeMap;

/// Reads the items of the whole data set; those of a band or of another domain are not ours.
pub(super) fn parse(xml: &str) -> BTreeMap<String, String> {
    let mut metadata = BTreeMap::new();
    for item in xml.split("<Item ").skip(1) {
        let Some((attributes, rest)) = item.split_once('>') else { continue };
        let Some((text, _)) = rest.split_once("</Item>") else { continue };
        let name = attributes.strip_prefix("name=\"").and_then(|rest| rest.strip_suffix('"'));
        // A second attribute leaves a quote inside.
        if let Some(name) = name.filter(|name| !name.contains('"')) {
            metadata.insert(unescape(name), unescape(&unescape(text)));
        }
    }
    metadata
}

/// The text of the tag.
pub(super) fn build(metadata: &BTreeMap<String, String>) -> String {
    let mut xml = String::from("<GDALMetadata>\n");
    for (name, text) in metadata {
        xml += &format!("  <Item name=\"{}\">{}</Item>\n", escape(name), escape(&escape(text)));
    }
    xml + "</GDALMetadata>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn unescape(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn items_of_bands_and_domains_are_left_alone() {
        let xml = "<GDALMetadata>\n  <Item name=\"level_id\">a&amp;lt;b</Item>\n  \
                   <Item name=\"STATISTICS_MEAN\" sample=\"0\">3</Item>\n  <Item name=\"cut";
        assert_eq!(parse(xml), [("level_id".to_string(), "a<b".to_string())].into());
    }

    proptest! {
        #[test]
        fn what_is_built_parses_to_itself(metadata in prop::collection::btree_map("[a-z<&\"]{1,6}", ".{0,20}", 0..4)) {
            prop_assert_eq!(parse(&build(&metadata)), metadata);
        }
    }
}
