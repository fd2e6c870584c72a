//! Tests of the protocol. One test program: building one for each file takes longer than running all tests.

mod documented;
mod nonsense;
