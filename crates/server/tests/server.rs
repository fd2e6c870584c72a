//! The server as people meet it: over real sockets, on a real port, with a real database.

mod server {
    mod close;
    mod damage;
    mod defence;
    mod disk;
    mod faults;
    mod games;
    mod house;
    mod limits;
    mod people;
    mod stop;
    mod troubles;
}
