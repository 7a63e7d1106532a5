//! `belle room`

use anyhow::Context as _;
use clap::Args;
use play::PlayerFactory;
use room_server::{Opponents, PublicAddress, Server};

use crate::players::PLAYERS;

/// Open the machine room: a page that shows the machine at work, word by word.
#[derive(Debug, Args)]
pub(crate) struct Room {
    /// Port [default: any free port].
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    port: u16,
    /// Address to listen on, such as 0.0.0.0 in a container. Beyond the loopback other computers
    /// can reach the room, and need the token of the printed address.
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: std::net::IpAddr,
    /// Address at which others find the same page, for its links: that of a copy of
    /// `cargo xtask site`, or of a server before this one.
    #[arg(long, value_name = "URL")]
    public_address: Option<String>,
    /// Offer the machine on a board at this serial line as an opponent, at the board's full speed.
    /// One page at a time plays with it.
    #[arg(long, value_name = "PATH[,BAUD]")]
    device: Option<String>,
    /// Print the address without opening a browser.
    #[arg(long)]
    no_open: bool,
}

impl Room {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut players = PLAYERS.clone();
        if let Some(address) = &self.device {
            // The player connects when it is first asked for a move; that no board is there is
            // better known at once.
            device::connect(address)?;
            players.push(on_board(address));
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let (address, port) = (self.address, self.port);
            let bound = Server::bind(address, port, Opponents::new(players)).await;
            let mut server = bound.with_context(|| format!("port {port} of {address}"))?;
            if let Some(public_address) = &self.public_address {
                let public_address =
                    PublicAddress::read(public_address).context("--public-address")?;
                server = server.with_public_address(public_address);
            }
            if self.device.is_some() {
                server = server.with_board();
            }
            let url = server.url();
            if server.is_open() {
                eprintln!(
                    "belle: on {address} other computers can reach the room, and nothing is \
                     encrypted; only the address with its token opens it, so give it to nobody else"
                );
            }
            try_println!("The machine room is at {url} (Ctrl-C closes it)")?;
            if !self.no_open
                && let Err(error) = opener::open(&url)
            {
                eprintln!("belle: no browser opened ({error}): open the address yourself");
            }
            server.serve().await;
            Ok(())
        })
    }
}

/// Belle on the board at a device.
fn on_board(address: &str) -> PlayerFactory {
    let (simulated, address) = (PLAYERS[0].clone(), address.to_owned());
    PlayerFactory::new("board", simulated.bench_depth(), move || {
        let mut player = simulated.make();
        player
            .set_option(belle_player::DEVICE, &address)
            .expect("a device is connected to later, so any is taken");
        player
    })
}
