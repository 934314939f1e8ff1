/**
 * A change that the server refused because the session had ended. The page is reloaded for the sign-in; this window keeps
 * the change, and offers it to the same user afterwards. Nothing is sent without a click.
 */

const KEY = 'wk-unsent'

/** An older change is not offered, because it is about another situation. */
const OFFERED_MS = 12 * 60 * 60_000

export interface UnsentRequest {
  method: string
  path: string
  /** JSON; null without a body. */
  body: string | null
  projectId: string | null
  /** Unix ms. */
  at: number
}

interface Kept extends UnsentRequest {
  userId: string
}

/** Changes whose requests contain no secrets. Other input is kept by the drafts of its form, or must be entered again. */
const REPEATABLE =
  /^\/api\/(incidents|maintenance-windows|monitors\/(batch|[^/]+\/(pause|resume|silence|snooze)))(\/|$)/

let userId: string | null = null

/** @param id of the signed-in user */
export function setUnsentUser(id: string): void {
  userId = id
}

/** Keeps the change for the offer after the sign-in; without its body if that may contain secrets. */
export function saveUnsent(request: UnsentRequest): void {
  if (userId === null) return
  const body = isRepeatable(request) ? request.body : null
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...request, body, userId } satisfies Kept))
  } catch {
    // The browser blocks storage: the user has to repeat the change
  }
}

export function takeUnsent(now: number): UnsentRequest | null {
  try {
    const kept = parseUnsent(sessionStorage.getItem(KEY), userId, now)
    sessionStorage.removeItem(KEY)
    return kept
  } catch {
    return null
  }
}

/** Returns null when another user has signed in, or when the change is too old. */
export function parseUnsent(text: string | null, user: string | null, now: number): UnsentRequest | null {
  if (text === null) return null
  const { userId: owner, ...request } = JSON.parse(text) as Kept
  return owner === user && now - request.at < OFFERED_MS ? request : null
}

/** Whether the kept change is complete. */
export const isRepeatable = ({ method, path }: Pick<UnsentRequest, 'method' | 'path'>): boolean =>
  method === 'DELETE' || REPEATABLE.test(path)
