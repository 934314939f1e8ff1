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
  most: number
  /** Connections of one address that has not signed in. */
  mostOfAddress: number
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
const MOST = 10_000
const FEWEST = 64
const FEWEST_OF_ADDRESS = 32

/** File handles where the system does not report a limit. */
const USUAL_HANDLES = 8_192

/** The other half is for checks, which may take 2,000 handles, the database, deliveries and files. */
const SHARE_OF_HANDLES = 1 / 2

/** An address reaches this part of all connections, and then loses its own idle ones first. */
const SHARE_OF_ADDRESS = 1 / 8

/** @param handles that the process may open; null where that is not known */
export function connectionLimits(handles: number | null): ConnectionLimits {
  const most = Math.max(FEWEST, Math.min(MOST, Math.floor((handles ?? USUAL_HANDLES) * SHARE_OF_HANDLES)))
  return { ...DEADLINES, most, mostOfAddress: Math.max(FEWEST_OF_ADDRESS, Math.floor(most * SHARE_OF_ADDRESS)) }
}
