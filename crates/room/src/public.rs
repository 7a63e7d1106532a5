//! The page at an address at which others find it: its links, and the picture of a preview, need
//! whole addresses.

/// Where the page has its public address, and the picture of its preview.
const ADDRESS: &str = "data-public=\"\"";
const PICTURE: &str = "content=\"card.png\"";

/// An address at which others find the page. It ends in a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress(String);

/// What should be the address of a page and is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an address such as https://example.org/belle/, got '{0}'")]
pub struct NoAddress(String);

impl PublicAddress {
    /// Reads an address.
    ///
    /// # Errors
    /// It is no address of a page.
    pub fn read(text: &str) -> Result<PublicAddress, NoAddress> {
        let address = text.trim_end_matches('/');
        let rest = address
            .strip_prefix("https://")
            .or_else(|| address.strip_prefix("http://"));
        // It stands in the page as it is, so it may not end what it stands in.
        let is_plain = |letter: char| letter.is_ascii_graphic() && !"\"'<>&#?".contains(letter);
        match rest {
            Some(rest) if rest.chars().all(is_plain) => Ok(PublicAddress(format!("{address}/"))),
            _ => Err(NoAddress(text.to_owned())),
        }
    }

    /// The text of the page, which knows this address.
    pub fn in_page(&self, page: &str) -> String {
        let PublicAddress(address) = self;
        page.replace(ADDRESS, &format!("data-public=\"{address}\""))
            .replace(PICTURE, &format!("content=\"{address}card.png\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_what_is_no_address_of_a_page_is_refused() {
        for wrong in [
            "example.org",
            "https://",
            "https:///",
            "ftp://a.b/",
            "https://a\"><script>",
            "https://a.b/#c",
            "https://a.b/?c",
        ] {
            let error = PublicAddress::read(wrong).unwrap_err();
            assert!(error.to_string().contains("such as https://"), "{error}");
        }
    }

    #[test]
    fn in_page_links_and_preview_have_the_address() {
        let page = include_str!("../../../web/index.html");
        for text in ["https://example.org/belle", "https://example.org/belle/"] {
            let made = PublicAddress::read(text).unwrap().in_page(page);
            for expected in [
                "data-public=\"https://example.org/belle/\"",
                "<meta property=\"og:image\" content=\"https://example.org/belle/card.png\">",
            ] {
                assert!(
                    page.len() < made.len() && made.contains(expected),
                    "{expected}"
                );
            }
        }
    }
}
