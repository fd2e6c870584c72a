//! Baseline of the network: messages of the same size over bare sockets, with no game and no disk.
//!
//! `bare serve ADDRESS` broadcasts each message to the four sockets of a table; `bare load ADDRESS TABLES SECS` sends messages in turn.
//! The difference to `mazzo serve` is the cost of the server.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

const SEATS: usize = 4;
/// Sizes of a command and of a frame.
const COMMAND_BYTES: usize = 75;
const FRAME_BYTES: usize = 105;

type Table = Arc<Mutex<Vec<OwnedWriteHalf>>>;

async fn serve(address: &str) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    loop {
        let table = Table::default();
        for _ in 0..SEATS {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let (mut reader, writer) = stream.into_split();
            table.lock().await.push(writer);
            let table = Arc::clone(&table);
            tokio::spawn(async move {
                let mut buffer = [0; COMMAND_BYTES];
                while reader.read_exact(&mut buffer).await.is_ok() {
                    for seat in table.lock().await.iter_mut() {
                        if seat.write_all(&[7; FRAME_BYTES]).await.is_err() {
                            return;
                        }
                    }
                }
            });
        }
    }
}

async fn play(mut seats: Vec<TcpStream>, moves: Arc<AtomicU64>) -> io::Result<()> {
    let mut buffer = [0; FRAME_BYTES];
    for turn in 0.. {
        seats[turn % SEATS].write_all(&[7; COMMAND_BYTES]).await?;
        for seat in &mut seats {
            seat.read_exact(&mut buffer).await?;
        }
        moves.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

async fn load(address: &str, tables: u32, secs: u64) -> io::Result<u64> {
    let moves = Arc::new(AtomicU64::new(0));
    for _ in 0..tables {
        let mut seats = Vec::new();
        for _ in 0..SEATS {
            let seat = TcpStream::connect(address).await?;
            seat.set_nodelay(true)?;
            seats.push(seat);
        }
        tokio::spawn(play(seats, Arc::clone(&moves)));
    }
    moves.store(0, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(secs)).await;
    Ok(moves.load(Ordering::Relaxed) / secs)
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["serve", address] => serve(address).await,
        ["load", address, tables, secs] => {
            let number = |text: &str| text.parse::<u32>().map_err(io::Error::other);
            let moves = load(address, number(tables)?, number(secs)?.into()).await?;
            io::Write::write_all(&mut io::stdout(), format!("{moves} moves a second\n").as_bytes())
        }
        _ => Err(io::Error::other("bare serve ADDRESS, or bare load ADDRESS TABLES SECS")),
    }
}
