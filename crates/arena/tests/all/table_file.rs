//! The exported tables hold the same rows.

use std::fs::{self, File};

use crate::rows::{SplitMix, World};
use mazzo_arena::{Plan, write_csv, write_parquet};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

#[test]
fn the_parquet_file_has_the_content_of_the_csv_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["plain", "with, comma", "with \"quotes\"", "naïve"].map(str::to_owned).to_vec();
    let plan = Plan::new(names, 3).unwrap();
    let mut rows = World::rising(4, 0.3, 2).rows(&plan, 40);
    let [csv, parquet, again] =
        ["games.csv", "games.parquet", "again.parquet"].map(|name| folder.path().join(name));
    write_csv(&csv, &plan, &rows).unwrap();
    write_parquet(&parquet, &plan, &rows).unwrap();

    let text = fs::read_to_string(&csv).unwrap();
    let reader = SerializedFileReader::new(File::open(&parquet).unwrap()).unwrap();
    assert_eq!(reader.metadata().file_metadata().created_by(), Some("mazzo"));
    let mut lines = text.lines();
    let heading: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut count = 0;
    for (row, line) in reader.get_row_iter(None).unwrap().zip(lines.by_ref()) {
        let row = row.unwrap();
        let fields: Vec<String> = row
            .get_column_iter()
            .zip(&heading)
            .map(|((name, field), heading)| {
                assert_eq!(name, heading);
                if let Field::Double(number) = field {
                    return number.to_string();
                }
                let Field::Str(text) = field else { return field.to_string() };
                let quoted = || format!("\"{}\"", text.replace('"', "\"\""));
                if text.contains([',', '"']) { quoted() } else { text.clone() }
            })
            .collect();
        assert_eq!(fields.join(","), line);
        count += 1;
    }
    assert_eq!((count, lines.next()), (rows.len() * 3, None));

    SplitMix(3).shuffle(&mut rows);
    write_parquet(&again, &plan, &rows).unwrap();
    assert!(fs::read(&parquet).unwrap() == fs::read(&again).unwrap(), "the bytes are not deterministic");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "temporary files are left: {left:?}");
}
