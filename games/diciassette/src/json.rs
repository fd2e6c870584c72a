//! JSON of views and redacted facts, for clients and for bots in other languages.
//!
//! A face is its name in the notation, a bag of faces a list of names, a back its number or 0 for the plain back. Values by seat
//! are a list with one entry per seat.

use mazzo_core::rules_form;

use crate::card::Back;
use crate::rules::Rules;
use crate::view::Backs;

rules_form!(Rules);

impl From<Backs> for Vec<Back> {
    fn from(backs: Backs) -> Self {
        let all = (0..6).filter_map(|number| Back::try_from(number).ok());
        all.flat_map(|back| std::iter::repeat_n(back, backs.count(back).into())).collect()
    }
}

impl TryFrom<Vec<Back>> for Backs {
    type Error = &'static str;
    fn try_from(list: Vec<Back>) -> Result<Self, &'static str> {
        if list.len() > 70 {
            return Err("there are at most 70 backs");
        }
        let mut backs = Self::default();
        for back in list {
            backs.add(back);
        }
        Ok(backs)
    }
}
