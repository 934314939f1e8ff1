/**
 * The session of the signed-in user. Only this module holds the access token; the refresh token is in a cookie that no
 * script can read. The browser stores only that a user was signed in, so that new visitors cost no request.
 */
import { useSyncExternalStore } from 'react'
import { isServerResponse, isServerThere, reportNoAnswer } from './connection.ts'
import { ApiProblem, createNetworkProblem } from './problem.ts'

type Session =
  /** Not checked yet. */
  { state: 'unknown' } | { state: 'out' } | { state: 'in' }

interface IssuedToken {
  access_token: string
  expires_in: number
}

/** Tokens are renewed this long before they expire, so that none expires in transit. */
const RENEW_EARLY_MS = 30_000

/** A request waits this long for a token. */
const RENEWAL_LIMIT_MS = 10_000

const SIGNED_IN_KEY = 'wk-was-signed-in'

/** A renewal that takes longer is lost if the server answers other requests. */
const LOST_RENEWAL_MS = 30_000

/** Sent with every request that takes or returns a refresh token. */
export const COOKIE_HEADER = { 'x-refresh-token': 'cookie' }

let session: Session = { state: 'unknown' }
let token: string | null = null
let tokenValidUntil = 0
let sessionId: string | null = null
let renewal: Promise<string | null> | null = null
const listeners = new Set<() => void>()

function setSession(next: Session): void {
  if (next.state === session.state) return
  session = next
  for (const listener of listeners) listener()
}

export const getSession = (): Session => session

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(onSessionChange, getSession)

/** Stores the token of a sign-in response. */
export function startSession(pair: IssuedToken): void {
  token = pair.access_token
  sessionId = readSessionId(token)
  tokenValidUntil = Date.now() + pair.expires_in * 1000 - RENEW_EARLY_MS
  storeSignedIn(true)
  setSession({ state: 'in' })
}

/** Returns the session of an access token, which is a JWT. A session belongs to one user and one organization. */
const readSessionId = (jwt: string): string =>
  JSON.parse(atob(jwt.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))).sid

function endSession(): void {
  clearSession()
  setSession({ state: 'out' })
}

/** Ends the session without a change of state, for a page that is about to be left. */
export function clearSession(): void {
  token = null
  storeSignedIn(false)
}

/** Resumes the session that this browser has, if any. */
export async function resumeSession(): Promise<Session> {
  if (session.state !== 'unknown') return session
  if (!hasSignedInBefore()) setSession({ state: 'out' })
  else await renewToken(null)
  return session
}

/**
 * Returns a valid access token; null when no user is signed in. It is also null while the server does not answer whether
 * a user is, because a sign-in must not wait for an earlier session.
 *
 * @throws ApiProblem when the server is unreachable
 */
export async function getAccessToken(): Promise<string | null> {
  if (session.state !== 'in') return null
  return token !== null && Date.now() < tokenValidUntil ? token : renewToken(token)
}

/**
 * Returns a token other than the refused one. All callers in this page share one renewal. Pages of one browser take
 * turns, because each refresh token works once.
 */
export function renewToken(refused: string | null): Promise<string | null> {
  if (token !== null && token !== refused && Date.now() < tokenValidUntil) return Promise.resolve(token)
  renewal ??= withRenewalLock(requestToken).finally(() => {
    renewal = null
  })
  return limitWait(renewal)
}

/** Rejects after the limit. The renewal continues, because its answer has the next cookie. */
function limitWait<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reportNoAnswer()
      reject(createNetworkProblem(`no new token within ${RENEWAL_LIMIT_MS / 1_000} s`))
    }, RENEWAL_LIMIT_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

// Locks exist only on pages loaded over https or from this machine
const withRenewalLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('wk-renewal', work) : work()

async function requestToken(): Promise<string | null> {
  const end = new AbortController()
  // A server that hangs may still answer, and its answer has the next cookie
  const watch = setInterval(async () => {
    if (await isServerThere()) end.abort(new Error('the renewal of the token got no answer'))
  }, LOST_RENEWAL_MS)
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { ...COOKIE_HEADER, 'content-type': 'application/json' },
    body: '{}',
    keepalive: true, // the next cookie is stored even if the page is left in the meantime
    signal: end.signal,
  })
    .catch((cause) => {
      reportNoAnswer()
      throw createNetworkProblem(cause)
    })
    .finally(() => clearInterval(watch))
  // A proxy or a guest network must not end the session
  if (!isServerResponse(response)) throw createNetworkProblem(`${response.status} from a proxy`)
  const body = await response.json().catch(() => null)
  if (response.ok) {
    // Another window has signed in as another user, or switched the organization. Nothing of this page may be sent there
    if (sessionId !== null && readSessionId(body.data.access_token) !== sessionId) {
      token = null
      setSession({ state: 'out' })
      return null
    }
    startSession(body.data)
    return body.data.access_token
  }
  if (response.status === 401) {
    endSession()
    return null
  }
  throw new ApiProblem(response.status, body?.error ?? { code: 'UNEXPECTED', message: response.statusText })
}

function hasSignedInBefore(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_KEY) !== null
  } catch {
    return true // the browser blocks storage: ask the server
  }
}

function storeSignedIn(isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(SIGNED_IN_KEY, '1')
    else localStorage.removeItem(SIGNED_IN_KEY)
  } catch {
    // The browser blocks storage: nothing is stored
  }
}

// Signing out in one page signs out all pages of this browser
addEventListener('storage', ({ key, newValue }) => {
  if (key === SIGNED_IN_KEY && newValue === null && session.state === 'in') {
    token = null
    setSession({ state: 'out' })
  }
})
