/**
 * Access to password-protected status pages. After the first correct password a browser receives a signed cookie, which
 * is valid for that page and that password only. Programs send the password itself.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { toCountedAddress } from '../../core/platform/limits/rate-limit.ts'
import { BoundedMap } from '../../core/platform/maps.ts'
import { getCurrentSecret, type ServiceSecret } from '../../core/platform/sealing/service-secret.ts'
import { DAY_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { isPassword } from '../platform/credentials/passwords.ts'
import type { Limits } from '../platform/limits/rate-limits.ts'
import type { PageFacts } from './public-status.ts'

type LockedPage = Pick<PageFacts, 'id' | 'passwordHash'>

export const COOKIE_NAME = 'wk_page'

/** Lifetime of the cookie. */
export const COOKIE_MS = 30 * DAY_MS

/** Password attempts from one address on one page in 15 minutes, right or wrong. */
const TRIES_PER_ADDRESS = 10

/**
 * Attempts from all addresses on one page that indicate distributed guessing. From then on each address has only two
 * attempts, which suffices for readers with the password.
 *
 * More than 3,000 attempts take over a thousand addresses and are refused. At that rate a guess costs the attacker as
 * much as the server.
 */
const MANY_TRIES = 300
const TRIES_WHEN_MANY = 2
const TRIES_PER_PAGE = 3_000

/**
 * Maximum number of cached correct passwords. Programs send the password with each request, and hashing takes tens of
 * milliseconds.
 */
const MAX_REMEMBERED = 1_000

export interface PageLock {
  /**
   * Returns whether a valid cookie is present, or the page has no password.
   *
   * @param cookies the raw `Cookie` header
   */
  isUnlocked(page: LockedPage, cookies: string | undefined): boolean
  /**
   * Returns whether the page is unlocked by a cookie, or by its password over HTTP Basic; the user name is ignored.
   *
   * @param ip client address
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  canView(page: LockedPage, headers: LockHeaders, ip: string): boolean | Promise<boolean>
  /** @throws Problem RATE_LIMIT_EXCEEDED */
  isCorrectPassword(page: LockedPage, password: string, ip: string): Promise<boolean>
  /** Creates the cookie value for a reader with the password. */
  createPass(page: LockedPage): string
}

interface LockHeaders {
  cookie?: string | undefined
  authorization?: string | undefined
}

/** @param secret service secret; the derived key differs from every other key of the service */
export function createPageLock(secret: ServiceSecret, now: () => number, limits: Limits): PageLock {
  const key = createHmac('sha256', getCurrentSecret(secret)).update('watchkeeper status page').digest()
  const byAddress = limits.limiter('page password from address', TRIES_PER_ADDRESS)
  const byPage = limits.limiter('page password of page', TRIES_PER_PAGE)
  const whenCrowded = limits.limiter('page password when crowded', TRIES_WHEN_MANY)
  const correctPasswords = new BoundedMap<string, true>(MAX_REMEMBERED)

  const sign = ({ id, passwordHash }: LockedPage, until: string): string =>
    `${until}.${createHmac('sha256', key).update(`${id}\n${passwordHash}\n${until}`).digest('base64url')}`

  const isPass = (page: LockedPage, pass: string): boolean => {
    const until = pass.slice(0, pass.indexOf('.'))
    if (!/^\d{1,12}$/.test(until) || Number(until) * SECOND_MS <= now()) return false
    const [given, good] = [Buffer.from(pass), Buffer.from(sign(page, until))]
    return given.length === good.length && timingSafeEqual(given, good)
  }

  const lock: PageLock = {
    isUnlocked: (page, cookies) => page.passwordHash === null || listPasses(cookies).some((pass) => isPass(page, pass)),
    canView(page, { cookie, authorization }, ip) {
      if (lock.isUnlocked(page, cookie)) return true
      const password = parseBasicPassword(authorization)
      return password !== null && lock.isCorrectPassword(page, password, ip)
    },
    async isCorrectPassword(page, password, ip) {
      const digest = createHash('sha256').update(`${page.passwordHash}\n${password}`).digest('base64url')
      if (correctPasswords.has(digest)) return true
      const reader = `${page.id} ${toCountedAddress(ip)}`
      await byAddress.take(reader, 'password attempts on this status page from this address')
      const tries = await byPage.count(page.id)
      if (tries.count > MANY_TRIES)
        await whenCrowded.take(reader, 'password attempts on this status page from this address during high load')
      const refused = byPage.findRefusal(tries, 'password attempts on this status page')
      if (refused) throw refused
      if (!(await isPassword(page.passwordHash, password))) return false
      correctPasswords.set(digest, true)
      return true
    },
    createPass: (page) => sign(page, String(Math.floor((now() + COOKIE_MS) / SECOND_MS))),
  }
  return lock
}

/** Lists the passes in the cookies. A browser may send several: for other paths, or from before a change. */
function listPasses(cookies: string | undefined): string[] {
  if (cookies === undefined) return []
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE_NAME}=`))
    .map((pair) => pair.slice(COOKIE_NAME.length + 1))
}

/** Source: RFC 7617, section 2. */
function parseBasicPassword(authorization: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon < 0 ? null : pair.slice(colon + 1)
}
