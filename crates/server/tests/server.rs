//! End-to-end tests: real sockets, a real port, a real database.

mod server {
    mod close;
    mod damage;
    mod defence;
    mod disk;
    mod faults;
    mod games;
    mod limits;
    mod people;
    mod stop;
    mod test_server;
    mod troubles;
}
