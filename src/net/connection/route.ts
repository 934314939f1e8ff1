import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

// Any port works, because nothing is sent. 9 is "discard". Source: RFC 863
const ANY_PORT = 9

// No route; no source address, because IPv6 is disabled; or no such protocol in the kernel. Source: Linux, ip(7),
// ipv6(7)
const NO_ROUTE_ERRORS: ReadonlySet<string | undefined> = new Set(['ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Whether this machine has a route to the address. Connecting a UDP socket queries the routing table and sends nothing.
 *
 * @returns false only when the kernel reports it at once
 */
export function hasRoute(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    const finish = (error?: Error | null) => {
      socket.removeAllListeners('error')
      socket.close()
      resolve(!NO_ROUTE_ERRORS.has((error as NodeJS.ErrnoException | null | undefined)?.code))
    }
    socket.once('error', finish)
    // The callback receives an error, although its type declares no parameter
    socket.connect(ANY_PORT, address, finish as () => void)
  })
}
