import type { ProbeCapabilities } from '../core/protocol.ts'
import type { Icmp } from '../net/icmp.ts'
import { hasRoute } from '../net/route.ts'

// Addresses that nobody has, so that only the default route leads to them. Source: RFC 5737 and RFC 3849
const SOMEWHERE_V4 = '192.0.2.1'
const SOMEWHERE_V6 = '2001:db8::1'

/** What this machine and this program can do besides TCP over IPv4. */
export async function findCapabilities(icmp: Icmp): Promise<ProbeCapabilities> {
  return { icmp: (await whyNoIcmp(icmp)) === null, ipv6: await hasRoute(SOMEWHERE_V6) }
}

/** Null when pings can be sent over IPv4 or IPv6. */
export const whyNoIcmp = async (icmp: Icmp): Promise<string | null> =>
  (await icmp.refusal(4)) && (await icmp.refusal(6))

/** Whether anything beyond this machine and its own networks can be reached, as far as the routing table knows. */
export async function leadsOut(): Promise<boolean> {
  return (await hasRoute(SOMEWHERE_V4)) || (await hasRoute(SOMEWHERE_V6))
}
