import type { ProbeCapabilities } from '../../core/probes/protocol.ts'
import { hasRoute } from '../../net/connection/failure.ts'
import type { Icmp } from '../../net/icmp/icmp.ts'

// An address that no host has, so that only the default route leads there. Source: RFC 3849
const UNUSED_ADDRESS_V6 = '2001:db8::1'

/** Capabilities of this machine and program besides TCP over IPv4. */
export async function findCapabilities(icmp: Icmp): Promise<ProbeCapabilities> {
  return { icmp: (await findIcmpTrouble(icmp)) === null, ipv6: await hasRoute(UNUSED_ADDRESS_V6) }
}

/** Null when pings work over IPv4 or IPv6. */
export const findIcmpTrouble = async (icmp: Icmp): Promise<string | null> =>
  (await icmp.findRefusal(4)) && (await icmp.findRefusal(6))
