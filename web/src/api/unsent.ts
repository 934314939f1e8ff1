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
}

export interface Unsent {
  /** Null for a change that is not kept. The user makes it again. */
  request: UnsentRequest | null
  /** Unix ms. */
  at: number
}

interface Owner {
  userId: string
  organizationId: string
}

interface Kept extends Unsent, Owner {}

/** Actions of an incident and of a monitor that do not wait until the user has found them again. */
const KEPT: readonly RegExp[] = [
  /^POST \/api\/incidents\/(batch|[0-9a-f-]{36}\/(acknowledge|snooze|silence|status))$/,
  /^POST \/api\/monitors\/(batch|[0-9a-f-]{36}\/(pause|resume|silence))$/,
  /^DELETE \/api\/(incidents|monitors)\/[0-9a-f-]{36}\/(snooze|silence)$/,
]

const KEPT_ACTIONS: readonly unknown[] = [
  undefined,
  'acknowledge',
  'snooze',
  'resolve',
  'reopen',
  'pause',
  'resume',
  'silence',
  'unsilence',
]

/** Fields of the kept actions. None is a secret; input of forms is kept by their drafts. */
const KEPT_FIELDS: readonly string[] = ['action', 'incident_ids', 'monitor_ids', 'status', 'until', 'note']

/** Whether the browser may store the whole request. */
export function isKept({ method, path, body }: Pick<UnsentRequest, 'method' | 'path' | 'body'>): boolean {
  if (!KEPT.some((pattern) => pattern.test(`${method} ${path}`))) return false
  const fields = JSON.parse(body ?? '{}') as Record<string, unknown>
  return Object.keys(fields).every((name) => KEPT_FIELDS.includes(name)) && KEPT_ACTIONS.includes(fields.action)
}

let owner: Owner | null = null

/** @param next the signed-in user */
export function setUnsentOwner(next: Owner): void {
  owner = next
}

/** Keeps the change for the offer after the sign-in. */
export function saveUnsent(request: UnsentRequest, now: number): void {
  // A session that has ended needs no sign-out
  if (owner === null || request.path === '/api/auth/logout') return
  try {
    const kept: Kept = { request: isKept(request) ? request : null, at: now, ...owner }
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // The browser blocks storage: the user has to repeat the change
  }
}

/** Returns whether a change of this window was not sent because the session had ended. */
export function hasUnsent(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function takeUnsent(now: number): Unsent | null {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return parseUnsent(text, owner, now)
  } catch {
    return null
  }
}

/**
 * Returns null when another user has signed in, or when the change is too old. A change of another organization of the
 * user is reported, but not sent to the present one. Another user of the device may have written the text, so that it is
 * checked again.
 */
export function parseUnsent(text: string | null, reader: Owner | null, now: number): Unsent | null {
  if (text === null || reader === null) return null
  const { userId, organizationId, request, at } = JSON.parse(text) as Kept
  if (userId !== reader.userId || now - at >= OFFERED_MS) return null
  const isSendable = request !== null && organizationId === reader.organizationId && isKept(request)
  return { request: isSendable ? request : null, at }
}
