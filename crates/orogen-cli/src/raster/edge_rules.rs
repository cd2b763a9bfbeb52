//! What a command line says of a map's edges: one rule for all, or one by name.

use std::str::FromStr;

use orogen::raster::{Edge, Edges};

/// `free`, or `west=fixed,east=free,north=wrap,south=wrap`; edges that are not named keep the process's usual rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EdgeRules(Vec<(Option<Side>, Edge)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    North,
    South,
    West,
    East,
}

impl EdgeRules {
    /// The rules over a usual one.
    pub(crate) fn over(&self, usual: Edge) -> Edges {
        let mut edges = Edges::all(usual);
        for (side, rule) in &self.0 {
            match side {
                None => edges = Edges::all(*rule),
                Some(Side::North) => edges.north = *rule,
                Some(Side::South) => edges.south = *rule,
                Some(Side::West) => edges.west = *rule,
                Some(Side::East) => edges.east = *rule,
            }
        }
        edges
    }
}

impl FromStr for EdgeRules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(rule).collect::<Result<_, _>>().map(Self)
    }
}

fn rule(text: &str) -> Result<(Option<Side>, Edge), String> {
    let (side, rule) = match text.split_once('=') {
        None => (None, text),
        Some((side, rule)) => (Some(named_side(side)?), rule),
    };
    let edge = match rule {
        "fixed" => Edge::Fixed,
        "free" => Edge::Free,
        "wrap" => Edge::Wrap,
        other => return Err(format!("expected fixed, free or wrap, got {other:?}")),
    };
    Ok((side, edge))
}

fn named_side(name: &str) -> Result<Side, String> {
    match name {
        "north" => Ok(Side::North),
        "south" => Ok(Side::South),
        "west" => Ok(Side::West),
        "east" => Ok(Side::East),
        other => Err(format!("expected north, south, west or east before the =, got {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rule_for_all_or_one_by_name() {
        let edges = |text: &str| text.parse::<EdgeRules>().map(|rules| rules.over(Edge::Fixed));
        assert_eq!(edges("free"), Ok(Edges::all(Edge::Free)));
        let west = Edges { west: Edge::Free, ..Edges::all(Edge::Fixed) };
        assert_eq!(edges("west=free"), Ok(west));
        let ring = Edges { north: Edge::Wrap, south: Edge::Wrap, ..Edges::all(Edge::Free) };
        assert_eq!(edges("free,north=wrap,south=wrap"), Ok(ring));
        assert!(edges("loose").unwrap_err().contains("\"loose\""));
        assert!(edges("up=free").unwrap_err().contains("\"up\""));
        assert!(edges("").is_err());
    }
}
