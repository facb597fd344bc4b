//! Turns of calls: they begin in the order in which they arrive, though each is answered by a task of
//! its own. A call that writes files works alone, and those that read work beside each other.

use std::future::{poll_fn, ready};
use std::sync::{Arc, PoisonError};
use std::task::Poll;

use tokio::sync::{Mutex, OwnedMutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Work;

/// How a call works beside others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It reads files, so that earlier calls have written theirs.
    Reads,
    /// It writes files, so that earlier calls have read theirs.
    Writes,
    /// It begins as one that reads, but then waits for something, so that later calls do not wait for it.
    Waits,
}

/// The place of a call among those that arrived.
#[derive(Clone)]
pub(super) struct Turn(Arc<std::sync::Mutex<Option<Work<'static, OwnedMutexGuard<()>>>>>);

/// Hands out places, first come, first served.
#[derive(Default)]
pub(super) struct Door(Arc<Mutex<()>>);

impl Door {
    pub(super) async fn turn(&self) -> Turn {
        let mut turn: Work<'static, _> = Box::pin(Arc::clone(&self.0).lock_owned());
        // Whoever has asked has its place.
        let asked = poll_fn(|context| Poll::Ready(turn.as_mut().poll(context))).await;
        if let Poll::Ready(open) = asked {
            turn = Box::pin(ready(open));
        }
        Turn(Arc::new(std::sync::Mutex::new(Some(turn))))
    }
}

/// The files that calls share.
#[derive(Default)]
pub(super) struct Files(RwLock<()>);

impl Files {
    /// Waits for the turn of a call, which then holds the files.
    pub(super) async fn hold(
        &self,
        turn: Option<Turn>,
        order: Order,
    ) -> (Option<RwLockReadGuard<'_, ()>>, Option<RwLockWriteGuard<'_, ()>>) {
        let place =
            turn.and_then(|turn| turn.0.lock().unwrap_or_else(PoisonError::into_inner).take());
        let _door = match place {
            Some(place) => Some(place.await),
            None => None,
        };
        match order {
            Order::Writes => (None, Some(self.0.write().await)),
            Order::Reads => (Some(self.0.read().await), None),
            Order::Waits => {
                drop(self.0.read().await);
                (None, None)
            }
        }
    }
}
