//! System V's message queues, semaphores and shared memory, with a safe interface. Knows nothing of PHP.
//!
//! Other processes may write to shared memory at any time, so nobody ever gets a reference into it: [`Segment`] copies in and out.

use std::io;
use std::ptr;

pub use libc::{IPC_CREAT, IPC_EXCL, IPC_NOWAIT, MSG_EXCEPT, MSG_NOERROR, SEM_UNDO};

fn checked(result: i32) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

// ------------------------------------------------------------------------------------------------------------ messages

/// What the system knows of a message queue.
#[derive(Clone, Copy, Debug)]
pub struct QueueStatus {
    pub uid: u32,
    pub gid: u32,
    pub mode: u32,
    pub sent: i64,
    pub received: i64,
    pub changed: i64,
    pub messages: u64,
    pub max_bytes: u64,
    pub sender: i32,
    pub receiver: i32,
}

/// The id of a queue.
pub fn queue(key: i32, flags: i32) -> io::Result<i32> {
    // SAFETY: plain integers.
    checked(unsafe { libc::msgget(key, flags) })
}

/// Destroys a queue.
pub fn remove_queue(id: i32) -> io::Result<()> {
    // SAFETY: this command takes no buffer.
    checked(unsafe { libc::msgctl(id, libc::IPC_RMID, ptr::null_mut()) }).map(drop)
}

fn raw_status(id: i32) -> io::Result<libc::msqid_ds> {
    // SAFETY: a structure of integers, for which zeros are valid.
    let mut raw: libc::msqid_ds = unsafe { std::mem::zeroed() };
    // SAFETY: the buffer is of the type that the command fills.
    checked(unsafe { libc::msgctl(id, libc::IPC_STAT, &raw mut raw) })?;
    Ok(raw)
}

pub fn queue_status(id: i32) -> io::Result<QueueStatus> {
    let raw = raw_status(id)?;
    Ok(QueueStatus {
        uid: raw.msg_perm.uid,
        gid: raw.msg_perm.gid,
        mode: raw.msg_perm.mode as u32,
        sent: raw.msg_stime as i64,
        received: raw.msg_rtime as i64,
        changed: raw.msg_ctime as i64,
        messages: raw.msg_qnum as u64,
        max_bytes: raw.msg_qbytes as u64,
        sender: raw.msg_lspid,
        receiver: raw.msg_lrpid,
    })
}

/// Sets owner, mode and size; the rest of the status is the system's.
pub fn set_queue_status(id: i32, status: &QueueStatus) -> io::Result<()> {
    let mut raw = raw_status(id)?;
    (raw.msg_perm.uid, raw.msg_perm.gid) = (status.uid, status.gid);
    raw.msg_perm.mode = status.mode as _;
    raw.msg_qbytes = status.max_bytes as _;
    // SAFETY: a buffer that the same call has filled.
    checked(unsafe { libc::msgctl(id, libc::IPC_SET, &raw mut raw) }).map(drop)
}

/// Size of the number that precedes a message's text.
const HEAD: usize = size_of::<libc::c_long>();

/// Sends a message.
pub fn send(id: i32, kind: i64, text: &[u8], flags: i32) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(HEAD + text.len());
    buffer.extend_from_slice(&(kind as libc::c_long).to_ne_bytes());
    buffer.extend_from_slice(text);
    // SAFETY: the buffer is a number and so many bytes, which are copied; the kernel asks for no alignment.
    checked(unsafe { libc::msgsnd(id, buffer.as_ptr().cast(), text.len(), flags) }).map(drop)
}

/// Receives a message of a kind: its kind and text of at most `size` bytes.
pub fn receive(id: i32, kind: i64, size: usize, flags: i32) -> io::Result<(i64, Vec<u8>)> {
    let mut buffer = vec![0u8; HEAD + size];
    // SAFETY: the buffer has space for a number and `size` bytes.
    let got = unsafe { libc::msgrcv(id, buffer.as_mut_ptr().cast(), size, kind as libc::c_long, flags) };
    let Ok(got) = usize::try_from(got) else { return Err(io::Error::last_os_error()) };
    let mut head = [0; HEAD];
    head.copy_from_slice(&buffer[..HEAD]);
    buffer.truncate(HEAD + got);
    buffer.drain(..HEAD);
    Ok((libc::c_long::from_ne_bytes(head) as i64, buffer))
}

// ---------------------------------------------------------------------------------------------------------- semaphores

/// One step on a set of semaphores.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub semaphore: u16,
    pub change: i16,
    pub flags: i32,
}

/// The id of a set of semaphores.
pub fn semaphores(key: i32, count: i32, flags: i32) -> io::Result<i32> {
    // SAFETY: plain integers.
    checked(unsafe { libc::semget(key, count, flags) })
}

/// Makes all steps at once; waits until that is possible, unless the flags say otherwise.
pub fn operate(id: i32, steps: &[Step]) -> io::Result<()> {
    let mut raw: Vec<libc::sembuf> =
        steps.iter().map(|step| libc::sembuf { sem_num: step.semaphore, sem_op: step.change, sem_flg: step.flags as i16 }).collect();
    // SAFETY: as many structures as are said to be there.
    checked(unsafe { libc::semop(id, raw.as_mut_ptr(), raw.len()) }).map(drop)
}

/// The value of one semaphore.
pub fn semaphore_value(id: i32, semaphore: i32) -> io::Result<i32> {
    // SAFETY: this command takes no further argument.
    checked(unsafe { libc::semctl(id, semaphore, libc::GETVAL) })
}

pub fn set_semaphore_value(id: i32, semaphore: i32, value: i32) -> io::Result<()> {
    // SAFETY: this command takes a union passed as one word, of which it reads an `int`.
    checked(unsafe { libc::semctl(id, semaphore, libc::SETVAL, libc::c_long::from(value)) }).map(drop)
}

/// Is there such a set?
pub fn semaphores_exist(id: i32) -> bool {
    // SAFETY: a structure of integers, for which zeros are valid.
    let mut raw: libc::semid_ds = unsafe { std::mem::zeroed() };
    // SAFETY: the buffer is of the type that the command fills.
    unsafe { libc::semctl(id, 0, libc::IPC_STAT, &raw mut raw) >= 0 }
}

pub fn remove_semaphores(id: i32) -> io::Result<()> {
    // SAFETY: this command takes no further argument.
    checked(unsafe { libc::semctl(id, 0, libc::IPC_RMID) }).map(drop)
}

// ------------------------------------------------------------------------------------------------------- shared memory

/// The id of a segment.
pub fn segment(key: i32, size: usize, flags: i32) -> io::Result<i32> {
    // SAFETY: plain integers.
    checked(unsafe { libc::shmget(key, size, flags) })
}

/// Has a segment destroyed when nobody is attached to it any more.
pub fn remove_segment(id: i32) -> io::Result<()> {
    // SAFETY: this command takes no buffer.
    checked(unsafe { libc::shmctl(id, libc::IPC_RMID, ptr::null_mut()) }).map(drop)
}

/// A segment that this process is attached to, until it is dropped.
#[derive(Debug)]
pub struct Segment {
    address: *mut u8,
    size: usize,
    read_only: bool,
}

impl Segment {
    pub fn attach(id: i32, read_only: bool) -> io::Result<Segment> {
        // SAFETY: a structure of integers, for which zeros are valid.
        let mut raw: libc::shmid_ds = unsafe { std::mem::zeroed() };
        // SAFETY: the buffer is of the type that the command fills.
        checked(unsafe { libc::shmctl(id, libc::IPC_STAT, &raw mut raw) })?;
        let flags = if read_only { libc::SHM_RDONLY } else { 0 };
        // SAFETY: without an address the system chooses one where nothing else is.
        let address = unsafe { libc::shmat(id, ptr::null(), flags) };
        if address as isize == -1 {
            return Err(io::Error::last_os_error());
        }
        Ok(Segment { address: address.cast(), size: raw.shm_segsz, read_only })
    }

    /// In bytes. Segments never change their size.
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Copies bytes out. `None`: the segment does not reach so far.
    pub fn read(&self, at: usize, length: usize) -> Option<Vec<u8>> {
        let end = at.checked_add(length).filter(|end| *end <= self.size)?;
        let mut bytes = Vec::with_capacity(length);
        for offset in at..end {
            // SAFETY: within the segment, which stays attached as long as `self` lives. Volatile, as other processes may write there.
            bytes.push(unsafe { self.address.add(offset).read_volatile() });
        }
        Some(bytes)
    }

    /// Copies bytes in. False: the segment does not reach so far, or is for reading.
    pub fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        if self.read_only || at.checked_add(bytes.len()).is_none_or(|end| end > self.size) {
            return false;
        }
        for (offset, byte) in bytes.iter().enumerate() {
            // SAFETY: within the segment, which is attached for writing as long as `self` lives.
            unsafe { self.address.add(at + offset).write_volatile(*byte) };
        }
        true
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: the address that `shmat` gave, detached once.
        unsafe { libc::shmdt(self.address.cast()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIVATE: i32 = libc::IPC_PRIVATE;

    #[test]
    fn messages_go_round() {
        let id = queue(PRIVATE, IPC_CREAT | 0o600).expect("a queue");
        send(id, 7, b"hello", IPC_NOWAIT).expect("sent");
        assert_eq!(queue_status(id).expect("status").messages, 1);
        assert_eq!(receive(id, 0, 100, IPC_NOWAIT).expect("received"), (7, b"hello".to_vec()));
        assert!(receive(id, 0, 100, IPC_NOWAIT).is_err());
        remove_queue(id).expect("removed");
    }

    #[test]
    fn memory_is_bounded() {
        let id = segment(PRIVATE, 16, IPC_CREAT | 0o600).expect("a segment");
        let mut memory = Segment::attach(id, false).expect("attached");
        remove_segment(id).expect("removed");
        assert!(memory.write(12, b"abcd") && !memory.write(13, b"abcd") && !memory.write(usize::MAX, b"a"));
        assert_eq!(memory.read(12, 4).as_deref(), Some(&b"abcd"[..]));
        assert!(memory.read(13, 4).is_none());
    }
}
