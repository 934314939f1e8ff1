/**
 * Failures of the target, as returned by the phases of a check. Trouble on the probe's side is thrown instead, as
 * `ProbeError`.
 */

import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { type ErrorType, type Failure, ProbeError } from '../../core/results/verdict.ts'
import type { Deadline } from './deadline.ts'

export interface Failed {
  failure: Failure
  /** Error of OpenSSL behind an `ssl_error`, if the handshake failed. */
  handshakeError?: Error
}

export const fail = (cause: ErrorType, message: string): Failed => ({ failure: { cause, message } })

/** @param phase the operation in progress: `connect 192.0.2.7:443` */
export function failTimeout(phase: string, deadline: Deadline, detail = 'no answer'): Failed {
  deadline.assertPunctual()
  return fail('timeout', `${phase}: ${detail} in ${deadline.totalMs} ms`)
}

/**
 * Errors that the network or the far end can cause on a connection. All other errors are the probe's own. Examples: out
 * of handles (EMFILE, ENFILE), buffers (ENOBUFS, ENOMEM) or ports (EADDRNOTAVAIL), or a local firewall (EACCES, EPERM).
 *
 * EHOSTUNREACH counts against the target, although a dead gateway causes it too: a host that is off on the local
 * network looks exactly like this. The check runner detects a probe whose targets all fail at once.
 */
const TARGET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENONET',
  'EPROTO',
  'ENOPROTOOPT',
])

/** No route to the address from this machine: no IPv6, or no network at all. */
export class NoRoute extends ProbeError {}

/**
 * Decides whether a system error is the target's failure or the probe's.
 *
 * ENETUNREACH comes from the local routing table (no local route) or from a router on the path. The second case means
 * that the target's network is gone and must be reported, so the routing table is queried.
 *
 * @param phase `connect 192.0.2.7:443`
 * @param isRouted queries the routing table
 * @throws ProbeError for trouble on the probe's side
 */
export async function judgeSystemError(
  phase: string,
  address: string,
  error: Error,
  isRouted = hasRoute,
): Promise<Failed> {
  const code = (error as NodeJS.ErrnoException).code ?? error.message
  if (TARGET_ERRORS.has(code)) return fail('connection_error', `${phase}: ${code}`)
  if (code !== 'ENETUNREACH') throw new ProbeError(`${phase}: ${code}`)
  if (await isRouted(address)) return fail('connection_error', `${phase}: ${code}`)
  throw new NoRoute(`${phase}: ${code}, no route from this probe`)
}

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
