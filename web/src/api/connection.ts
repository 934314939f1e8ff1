/** Evidence about the connection to the server: when it last answered, and failures that the event stream cannot see. */

let lastAnswerAt = Date.now()
const listeners = new Set<() => void>()

/** Time of the last answer or live event, Unix ms. Shown data is at least this old while the connection is lost. */
export const getLastAnswerAt = (): number => lastAnswerAt

export function reportAnswer(): void {
  lastAnswerAt = Date.now()
}

/** Reports that a request got no answer of the server. */
export function reportNoAnswer(): void {
  for (const listener of listeners) listener()
}

/** A server that answers later counts as gone. */
const PROBE_LIMIT_MS = 5_000

/** Returns whether the server answers now. */
export function isServerThere(): Promise<boolean> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), PROBE_LIMIT_MS)
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal: limit.signal })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => clearTimeout(timer))
}

export function onNoAnswer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns whether a response comes from the server. A proxy without a server answers 502 or 503, and the sign-in page of
 * a guest network answers 200 with HTML.
 */
export const isServerResponse = ({ headers, status }: Pick<Response, 'headers' | 'status'>): boolean =>
  headers.has('x-api-version') || (status < 500 && (headers.get('content-type') ?? '').startsWith('application/json'))
