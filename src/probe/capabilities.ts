import type { ProbeCapabilities } from '../core/protocol.ts'
import { hasRoute } from '../net/route.ts'
import { findProber } from '../probers/index.ts'

// Addresses that nobody has, so that only the default route leads to them. Source: RFC 5737 and RFC 3849
const SOMEWHERE_V4 = '192.0.2.1'
const SOMEWHERE_V6 = '2001:db8::1'

/** What this machine and this program can do besides TCP over IPv4. */
export async function findCapabilities(): Promise<ProbeCapabilities> {
  return { icmp: findProber('ICMP') !== undefined, ipv6: await hasRoute(SOMEWHERE_V6) }
}

/** Whether anything beyond this machine and its own networks can be reached, as far as the routing table knows. */
export async function leadsOut(): Promise<boolean> {
  return (await hasRoute(SOMEWHERE_V4)) || (await hasRoute(SOMEWHERE_V6))
}
