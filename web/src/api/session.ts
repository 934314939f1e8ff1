/**
 * Who is signed in. The access token lives in this module and nowhere else; the refresh token in a cookie that no script
 * can read. What the browser keeps is that somebody was signed in, so that visitors who never were cost no request.
 */
import { useSyncExternalStore } from 'react'
import { ApiProblem, networkProblem } from './problem.ts'

type Session =
  /** Not looked yet. */
  { state: 'unknown' } | { state: 'out' } | { state: 'in' }

interface Pair {
  access_token: string
  expires_in: number
}

/** Tokens are renewed this long before they end, so that none ends on its way. */
const EARLY_MS = 30_000

const HINT = 'wk-was-signed-in'

/** Sent along wherever a refresh token is given or taken. */
export const COOKIE_HEADER = { 'x-refresh-token': 'cookie' }

let session: Session = { state: 'unknown' }
let token: string | null = null
let goodUntil = 0
let renewal: Promise<string | null> | null = null
const listeners = new Set<() => void>()

function become(next: Session): void {
  if (next.state === session.state) return
  session = next
  for (const listener of listeners) listener()
}

export const currentSession = (): Session => session

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(onSessionChange, currentSession)

/** Takes what signing in answered. */
export function enter(pair: Pair): void {
  token = pair.access_token
  goodUntil = Date.now() + pair.expires_in * 1000 - EARLY_MS
  remember(true)
  become({ state: 'in' })
}

function leave(): void {
  forget()
  become({ state: 'out' })
}

/** As `leave`, for a page that is about to go anyway. */
export function forget(): void {
  token = null
  remember(false)
}

/** Goes on with the session that this browser has, if it has one. */
export async function resume(): Promise<Session> {
  if (session.state !== 'unknown') return session
  if (!wasSignedIn()) become({ state: 'out' })
  else await renewed(null)
  return session
}

/** A token to send along; null when nobody is signed in. @throws ApiProblem when the server cannot be asked */
export async function accessToken(): Promise<string | null> {
  if (session.state === 'out') return null
  return token !== null && Date.now() < goodUntil ? token : renewed(token)
}

/**
 * A token other than one that was refused. Everybody in this page waits for one renewal, and pages of one browser take
 * turns, because each refresh token works once.
 */
export function renewed(refused: string | null): Promise<string | null> {
  if (token !== null && token !== refused && Date.now() < goodUntil) return Promise.resolve(token)
  renewal ??= inTurn(renew).finally(() => {
    renewal = null
  })
  return renewal
}

// Only pages that came over https or from this machine have locks
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('wk-renewal', work) : work()

async function renew(): Promise<string | null> {
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { ...COOKIE_HEADER, 'content-type': 'application/json' },
    body: '{}',
    keepalive: true, // a page that is left meanwhile still takes the next cookie
  }).catch((cause) => Promise.reject(networkProblem(cause)))
  const body = await response.json().catch(() => null)
  if (response.ok) {
    enter(body.data)
    return body.data.access_token
  }
  if (response.status === 401) {
    leave()
    return null
  }
  throw new ApiProblem(response.status, body?.error ?? { code: 'UNEXPECTED', message: response.statusText })
}

function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT) !== null
  } catch {
    return true // storage is off: ask
  }
}

function remember(isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(HINT, '1')
    else localStorage.removeItem(HINT)
  } catch {
    // Storage is off
  }
}

// Signing out in one page signs out the others
addEventListener('storage', ({ key, newValue }) => {
  if (key === HINT && newValue === null && session.state === 'in') {
    token = null
    become({ state: 'out' })
  }
})
