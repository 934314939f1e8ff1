/**
 * Who is signed in. The access token lives in this module and nowhere else; the refresh token in a cookie that no script
 * can read. What the browser keeps is that somebody was signed in, so that visitors who never were cost no request.
 */
import { useSyncExternalStore } from 'react'
import { ApiProblem, createNetworkProblem } from './problem.ts'

type Session =
  /** Not looked yet. */
  { state: 'unknown' } | { state: 'out' } | { state: 'in' }

interface IssuedToken {
  access_token: string
  expires_in: number
}

/** Tokens are renewed this long before they end, so that none ends on its way. */
const RENEW_EARLY_MS = 30_000

const SIGNED_IN_KEY = 'wk-was-signed-in'

/** Sent along wherever a refresh token is given or taken. */
export const COOKIE_HEADER = { 'x-refresh-token': 'cookie' }

let session: Session = { state: 'unknown' }
let token: string | null = null
let tokenValidUntil = 0
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

/** Takes what signing in answered. */
export function startSession(pair: IssuedToken): void {
  token = pair.access_token
  tokenValidUntil = Date.now() + pair.expires_in * 1000 - RENEW_EARLY_MS
  storeSignedIn(true)
  setSession({ state: 'in' })
}

function endSession(): void {
  clearSession()
  setSession({ state: 'out' })
}

/** As `leave`, for a page that is about to go anyway. */
export function clearSession(): void {
  token = null
  storeSignedIn(false)
}

/** Goes on with the session that this browser has, if it has one. */
export async function resumeSession(): Promise<Session> {
  if (session.state !== 'unknown') return session
  if (!hasSignedInBefore()) setSession({ state: 'out' })
  else await renewToken(null)
  return session
}

/** A token to send along; null when nobody is signed in. @throws ApiProblem when the server cannot be asked */
export async function getAccessToken(): Promise<string | null> {
  if (session.state === 'out') return null
  return token !== null && Date.now() < tokenValidUntil ? token : renewToken(token)
}

/**
 * A token other than one that was refused. Everybody in this page waits for one renewal, and pages of one browser take
 * turns, because each refresh token works once.
 */
export function renewToken(refused: string | null): Promise<string | null> {
  if (token !== null && token !== refused && Date.now() < tokenValidUntil) return Promise.resolve(token)
  renewal ??= withRenewalLock(requestToken).finally(() => {
    renewal = null
  })
  return renewal
}

// Only pages that came over https or from this machine have locks
const withRenewalLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('wk-renewal', work) : work()

async function requestToken(): Promise<string | null> {
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { ...COOKIE_HEADER, 'content-type': 'application/json' },
    body: '{}',
    keepalive: true, // a page that is left meanwhile still takes the next cookie
  }).catch((cause) => Promise.reject(createNetworkProblem(cause)))
  const body = await response.json().catch(() => null)
  if (response.ok) {
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
    return true // storage is off: ask
  }
}

function storeSignedIn(isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(SIGNED_IN_KEY, '1')
    else localStorage.removeItem(SIGNED_IN_KEY)
  } catch {
    // Storage is off
  }
}

// Signing out in one page signs out the others
addEventListener('storage', ({ key, newValue }) => {
  if (key === SIGNED_IN_KEY && newValue === null && session.state === 'in') {
    token = null
    setSession({ state: 'out' })
  }
})
