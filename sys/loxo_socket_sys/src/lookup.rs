//! Names of hosts and interfaces.

use std::ffi::{CStr, CString};
use std::io;
use std::net::IpAddr;
use std::ptr;

/// One answer of the resolver.
#[derive(Clone, Debug)]
pub struct AddressInfo {
    pub flags: i32,
    pub family: i32,
    pub kind: i32,
    pub protocol: i32,
    pub canonical_name: Option<Vec<u8>>,
    pub address: Vec<u8>,
}

/// Addresses of a host and a service, as far as the wishes (flags, family, kind, protocol) allow. The error is the resolver's number.
pub fn lookup(host: &CStr, service: Option<&CStr>, wishes: [i32; 4]) -> Result<Vec<AddressInfo>, i32> {
    // SAFETY: a structure of integers and pointers, for which zeros are valid.
    let mut hints: libc::addrinfo = unsafe { std::mem::zeroed() };
    [hints.ai_flags, hints.ai_family, hints.ai_socktype, hints.ai_protocol] = wishes;
    let mut list: *mut libc::addrinfo = ptr::null_mut();
    let service = service.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: texts that end in NUL, and a place for the list.
    let error = unsafe { libc::getaddrinfo(host.as_ptr(), service, &raw const hints, &raw mut list) };
    if error != 0 {
        return Err(error);
    }
    let mut found = Vec::new();
    let mut next = list;
    while !next.is_null() {
        // SAFETY: an entry of the list that the resolver made, not freed yet; its address has the length it says.
        unsafe {
            let entry = &*next;
            let address = if entry.ai_addr.is_null() {
                Vec::new()
            } else {
                std::slice::from_raw_parts(entry.ai_addr.cast::<u8>(), entry.ai_addrlen as usize).to_vec()
            };
            let name = (!entry.ai_canonname.is_null()).then(|| CStr::from_ptr(entry.ai_canonname).to_bytes().to_vec());
            found.push(AddressInfo {
                flags: entry.ai_flags,
                family: entry.ai_family,
                kind: entry.ai_socktype,
                protocol: entry.ai_protocol,
                canonical_name: name,
                address,
            });
            next = entry.ai_next;
        }
    }
    // SAFETY: the list that the resolver made, freed once.
    unsafe { libc::freeaddrinfo(list) };
    Ok(found)
}

/// The number of a network interface.
pub fn interface_index(name: &[u8]) -> Option<u32> {
    let name = CString::new(name).ok()?;
    // SAFETY: a text that ends in NUL.
    let index = unsafe { libc::if_nametoindex(name.as_ptr()) };
    (index != 0).then_some(index)
}

/// The network interfaces that have an IPv4 address: their numbers with it.
pub fn interfaces() -> Vec<(u32, [u8; 4])> {
    let mut list: *mut libc::ifaddrs = ptr::null_mut();
    // SAFETY: a place for the list.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut next = list;
    while !next.is_null() {
        // SAFETY: an entry of the list that the system made, not freed yet; an address of this family has this structure.
        unsafe {
            let entry = &*next;
            if !entry.ifa_addr.is_null() && i32::from((*entry.ifa_addr).sa_family) == libc::AF_INET {
                let address = entry.ifa_addr.cast::<libc::sockaddr_in>().read_unaligned();
                let index = libc::if_nametoindex(entry.ifa_name);
                found.push((index, address.sin_addr.s_addr.to_ne_bytes()));
            }
            next = entry.ifa_next;
        }
    }
    // SAFETY: the list that the system made, freed once.
    unsafe { libc::freeifaddrs(list) };
    found
}

/// One address of a network interface; every interface has at least one entry.
pub struct InterfaceAddress {
    pub name: Vec<u8>,
    /// `IFF_…`
    pub flags: u32,
    /// `AF_…`, if there is an address.
    pub family: Option<u16>,
    /// Of these four, those that are Internet addresses.
    pub address: Option<IpAddr>,
    pub netmask: Option<IpAddr>,
    pub broadcast: Option<IpAddr>,
    /// The other end of a point-to-point link.
    pub peer: Option<IpAddr>,
}

/// The addresses of all network interfaces, in the system's order.
pub fn interface_addresses() -> io::Result<Vec<InterfaceAddress>> {
    let mut list: *mut libc::ifaddrs = ptr::null_mut();
    // SAFETY: a place for the list.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let mut found = Vec::new();
    let mut next = list;
    while !next.is_null() {
        // SAFETY: an entry of the list that the system made, not freed yet; its name ends in NUL, and its addresses are null or valid.
        unsafe {
            let entry = &*next;
            let other = |flag: i32| if entry.ifa_flags & flag as u32 != 0 { internet_address(entry.ifa_ifu) } else { None };
            found.push(InterfaceAddress {
                name: CStr::from_ptr(entry.ifa_name).to_bytes().to_vec(),
                flags: entry.ifa_flags,
                family: if entry.ifa_addr.is_null() { None } else { Some((*entry.ifa_addr).sa_family) },
                address: internet_address(entry.ifa_addr),
                netmask: internet_address(entry.ifa_netmask),
                broadcast: other(libc::IFF_BROADCAST),
                peer: other(libc::IFF_POINTOPOINT),
            });
            next = entry.ifa_next;
        }
    }
    // SAFETY: the list that the system made, freed once.
    unsafe { libc::freeifaddrs(list) };
    Ok(found)
}

/// # Safety
/// `address` is null or points to an address of the family that it names.
unsafe fn internet_address(address: *const libc::sockaddr) -> Option<IpAddr> {
    if address.is_null() {
        return None;
    }
    // SAFETY: as the caller promises; addresses of these families have these structures.
    unsafe {
        match i32::from((*address).sa_family) {
            libc::AF_INET => {
                let address = address.cast::<libc::sockaddr_in>().read_unaligned();
                Some(IpAddr::from(address.sin_addr.s_addr.to_ne_bytes()))
            }
            libc::AF_INET6 => Some(IpAddr::from(address.cast::<libc::sockaddr_in6>().read_unaligned().sin6_addr.s6_addr)),
            _ => None,
        }
    }
}
