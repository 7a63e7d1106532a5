//! `belle room`

use anyhow::Context as _;
use clap::Args;
use room_server::Server;

/// Open the machine room: a page that shows the machine at work, word by word.
#[derive(Debug, Args)]
pub(crate) struct Room {
    /// Port on 127.0.0.1 [default: any free port].
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Print the address without opening a browser.
    #[arg(long)]
    no_open: bool,
}

impl Room {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        runtime.block_on(async {
            let server =
                Server::bind(self.port).await.with_context(|| format!("port {} of 127.0.0.1", self.port))?;
            let url = server.url();
            try_println!("The machine room is at {url} (Ctrl-C closes it)")?;
            if !self.no_open
                && let Err(error) = opener::open(&url)
            {
                eprintln!("belle: no browser opened ({error}): open the address yourself");
            }
            Ok(server.serve().await?)
        })
    }
}
