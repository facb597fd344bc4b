//! How a call fails: a status, and a message that its thread keeps.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a call ended. Later versions may have more of these.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarahelStatus {
    /// Well.
    Ok = 0,
    /// An argument is null, or cannot be.
    BadArgument = 1,
    /// The script is not UTF-8, or has mistakes.
    BadScript = 2,
    /// The script wants more work done than a level may cost.
    TooCostly = 3,
    /// The library is at fault; please report the message.
    Fault = 4,
}

pub(crate) struct Failure {
    status: MarahelStatus,
    message: String,
}

impl Failure {
    pub(crate) fn null(name: &str) -> Self {
        Self::argument(format_args!("`{name}` is null"))
    }

    pub(crate) fn argument(message: impl Display) -> Self {
        Self::new(MarahelStatus::BadArgument, message)
    }

    pub(crate) fn script(message: impl Display) -> Self {
        Self::new(MarahelStatus::BadScript, message)
    }

    pub(crate) fn level(message: impl Display) -> Self {
        Self::new(MarahelStatus::TooCostly, message)
    }

    fn fault(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::new(MarahelStatus::Fault, text.unwrap_or("a panic without a message"))
    }

    fn new(status: MarahelStatus, message: impl Display) -> Self {
        Self { status, message: message.to_string() }
    }
}

/// Does what a caller asks for, and keeps the message if that fails or panics.
pub(crate) fn guarded(call: impl FnOnce() -> Result<(), Failure>) -> MarahelStatus {
    // A call changes nothing that another call sees, so nothing is left half-done.
    let result = catch_unwind(AssertUnwindSafe(call));
    match result.unwrap_or_else(|panic| Err(Failure::fault(&*panic))) {
        Ok(()) => MarahelStatus::Ok,
        Err(failure) => {
            // A thread that ends may have lost its message already.
            let _ = MESSAGE.try_with(|message| message.replace(text(&failure.message)));
            failure.status
        }
    }
}

/// The message of the last failure of this thread.
pub(crate) fn message() -> *const c_char {
    MESSAGE.try_with(|message| message.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

fn text(message: &str) -> CString {
    // Messages quote scripts, and a zero would end the text.
    CString::new(message.replace('\0', "\u{fffd}")).expect("no zeros are left")
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    #[test]
    fn a_panic_is_an_error_with_a_message() {
        let status = guarded(|| panic!("two\0words"));
        assert_eq!(status, MarahelStatus::Fault);
        // SAFETY: nothing fails until the message is read.
        let message = unsafe { CStr::from_ptr(message()) };
        assert_eq!(message.to_str(), Ok("two\u{fffd}words"));
    }
}
