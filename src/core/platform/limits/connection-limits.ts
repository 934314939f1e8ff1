/** Limits of open client connections, and of the time that a client may keep the server waiting. */
import { SECOND_MS } from '../time/time.ts'

interface ConnectionDeadlines {
  /** From opening the connection, or the first byte of a further request, to the end of the headers, ms. */
  headersMs: number
  /** From the same start to the end of the body, ms. */
  requestMs: number
  /**
   * Between two requests, ms. Longer than the minute for which load balancers keep connections, so that the balancer
   * closes first.
   */
  keepAliveMs: number
  /**
   * Longest time without progress while the client reads a response, ms. Node closes such a connection within twice
   * this time.
   */
  unreadMs: number
  /** From the response to an unreadable request to the end of the connection, ms. */
  lingerMs: number
  /** How often deadlines are checked, ms. */
  checkEveryMs: number
}

export interface ConnectionLimits extends ConnectionDeadlines {
  /** Maximum number of connections. */
  max: number
  /** Maximum number of connections from one address that has not signed in. */
  maxPerAddress: number
}

const DEADLINES: ConnectionDeadlines = {
  headersMs: 15 * SECOND_MS,
  requestMs: 30 * SECOND_MS,
  keepAliveMs: 75 * SECOND_MS,
  unreadMs: 20 * SECOND_MS,
  lingerMs: 2 * SECOND_MS,
  checkEveryMs: 2 * SECOND_MS,
}

/** An idle connection takes about 10 KiB of memory. */
const MAX_CONNECTIONS = 10_000
const MIN_CONNECTIONS = 64
const MIN_PER_ADDRESS = 32

/** Assumed file handles when the system reports no limit. */
const DEFAULT_HANDLES = 8_192

/** The other half is for checks (up to 2,000 handles), the database, deliveries and files. */
const HANDLES_SHARE = 1 / 2

/** Share of all connections that one address may open; beyond it the address first loses its own idle connections. */
const ADDRESS_SHARE = 1 / 8

/** @param handles file handles that the process may open; null when unknown */
export function computeConnectionLimits(handles: number | null): ConnectionLimits {
  const maxConnections = Math.max(
    MIN_CONNECTIONS,
    Math.min(MAX_CONNECTIONS, Math.floor((handles ?? DEFAULT_HANDLES) * HANDLES_SHARE)),
  )
  return {
    ...DEADLINES,
    max: maxConnections,
    maxPerAddress: Math.max(MIN_PER_ADDRESS, Math.floor(maxConnections * ADDRESS_SHARE)),
  }
}
