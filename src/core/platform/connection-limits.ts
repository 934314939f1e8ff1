/** How many connections clients may hold open, and how long a client may keep the server waiting. */
import { SECOND_MS } from './time/time.ts'

interface ConnectionDeadlines {
  /** From the opening of a connection, or the first byte of a further request, to the end of the headers, ms. */
  headersMs: number
  /** From there to the end of the body, ms. */
  requestMs: number
  /** Between two requests, ms. Longer than the minute for which balancers keep connections, so that they close first. */
  keepAliveMs: number
  /** Without any progress while the client takes an answer, ms. Node ends such a connection within twice this time. */
  unreadMs: number
  /** From the answer to a request that could not be read to the end of the connection, ms. */
  lingerMs: number
  /** How often deadlines are checked, ms. */
  checkEveryMs: number
}

export interface ConnectionLimits extends ConnectionDeadlines {
  /** Connections in all. */
  max: number
  /** Connections of one address that has not signed in. */
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

/** File handles where the system does not report a limit. */
const DEFAULT_HANDLES = 8_192

/** The other half is for checks, which may take 2,000 handles, the database, deliveries and files. */
const HANDLES_SHARE = 1 / 2

/** An address reaches this part of all connections, and then loses its own idle ones first. */
const ADDRESS_SHARE = 1 / 8

/** @param handles that the process may open; null where that is not known */
export function computeConnectionLimits(handles: number | null): ConnectionLimits {
  const most = Math.max(
    MIN_CONNECTIONS,
    Math.min(MAX_CONNECTIONS, Math.floor((handles ?? DEFAULT_HANDLES) * HANDLES_SHARE)),
  )
  return { ...DEADLINES, max: most, maxPerAddress: Math.max(MIN_PER_ADDRESS, Math.floor(most * ADDRESS_SHARE)) }
}
