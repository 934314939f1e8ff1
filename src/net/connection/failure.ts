/** How the phases of a check tell that the target failed. Trouble at home is thrown instead, as `ProbeTrouble`. */
import { type ErrorType, type Failure, ProbeError } from '../../core/results/verdict.ts'
import type { Deadline } from './deadline.ts'
import { hasRoute } from './route.ts'

export interface Failed {
  failure: Failure
}

export const fail = (cause: ErrorType, message: string): Failed => ({ failure: { cause, message } })

/** @param phase what was waited for: `connect 192.0.2.7:443` */
export function failTimeout(phase: string, deadline: Deadline, detail = 'no answer'): Failed {
  deadline.assertPunctual()
  return fail('timeout', `${phase}: ${detail} in ${deadline.totalMs} ms`)
}

/**
 * What the network or the far end can do to a connection. Anything that is not in this list is ours: out of handles
 * (EMFILE, ENFILE), buffers (ENOBUFS, ENOMEM) or ports (EADDRNOTAVAIL), a local firewall (EACCES, EPERM), or something
 * nobody foresaw.
 *
 * EHOSTUNREACH is the target's, although a dead gateway says the same: a host that is off on our own network looks
 * exactly like this, and a probe whose targets all fail at once is for the runner to notice.
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

/** No way to the address from this machine: no IPv6 here, or no network at all. */
export class NoRoute extends ProbeError {}

/**
 * Whose fault a system error is.
 *
 * ENETUNREACH comes from our own routing table (no route at home) or from a router on the way (the target's network is
 * gone, which must not go unnoticed), so the routing table is asked.
 *
 * @param phase `connect 192.0.2.7:443`
 * @param isRouted asks the routing table
 * @throws ProbeTrouble for trouble at home
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
