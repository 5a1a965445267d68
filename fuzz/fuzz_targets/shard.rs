#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| casebook_fuzz::shard(data));
