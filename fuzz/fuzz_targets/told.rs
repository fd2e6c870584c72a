#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mazzo_fuzz_targets::told(bytes);
});
