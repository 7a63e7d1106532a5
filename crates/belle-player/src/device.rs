//! The machine in hardware behind a serial line, instead of the simulated one.

use std::fmt;

use host::Searcher;

/// Connects to the machine at a device, or says why there is none.
pub type Connect = fn(&str) -> Result<Box<dyn Searcher + Send>, String>;

/// Where a machine in hardware may be, and the connection to it once it is needed.
pub(crate) struct Device {
    connect: Connect,
    /// Path of the serial line; empty for the simulated machine.
    address: String,
    /// Connected when it is first needed, and again after a failure.
    machine: Option<Box<dyn Searcher + Send>>,
    /// Why connecting failed or the machine broke down, until it is told.
    failure: Option<String>,
}

impl Device {
    pub(crate) fn new(connect: Connect) -> Device {
        Device {
            connect,
            address: String::new(),
            machine: None,
            failure: None,
        }
    }

    pub(crate) fn has_address(&self) -> bool {
        !self.address.is_empty()
    }

    pub(crate) fn set_address(&mut self, address: &str) {
        address.clone_into(&mut self.address);
        self.machine = None;
    }

    /// The machine, connected if it was not; `None` if it cannot be.
    /// To be called only if there is an address.
    pub(crate) fn connected(&mut self) -> Option<&mut (dyn Searcher + Send + 'static)> {
        if self.machine.is_none() {
            match (self.connect)(&self.address) {
                Ok(machine) => self.machine = Some(machine),
                Err(why) => self.failure = Some(why),
            }
        }
        self.machine.as_deref_mut()
    }

    pub(crate) fn clear_memory(&mut self) {
        if let Some(machine) = &mut self.machine {
            machine.clear_memory();
        }
    }

    /// Why the last work could not be done, told once. A machine that has failed is given up: the
    /// next work connects again.
    pub(crate) fn take_failure(&mut self) -> Option<String> {
        if let Some(machine) = &self.machine
            && let Some(why) = machine.failure()
        {
            self.failure = Some(why.to_owned());
            self.machine = None;
        }
        self.failure.take()
    }
}

/// A copy is not connected: only one player can hold the serial line.
impl Clone for Device {
    fn clone(&self) -> Device {
        Device {
            address: self.address.clone(),
            ..Device::new(self.connect)
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(&self.address).finish()
    }
}
