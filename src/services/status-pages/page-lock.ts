/**
 * Who may see a status page that asks for a password. Whoever knew it once has a signed cookie, which is good for that page
 * and that password alone; programs send the password itself.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import { toCountedAddress } from '../../core/platform/rate-limit.ts'
import { getCurrentSecret, type ServiceSecret } from '../../core/platform/service-secret.ts'
import { DAY_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { isPassword } from '../platform/passwords.ts'
import type { Limits } from '../platform/rate-limits.ts'
import type { PageFacts } from './public-status.ts'

type LockedPage = Pick<PageFacts, 'id' | 'passwordHash'>

export const COOKIE_NAME = 'wk_page'

/** How long a browser need not be asked again. */
export const COOKIE_MS = 30 * DAY_MS

/** Passwords tried in 15 minutes, whether right or wrong, by one address on one page. */
const TRIES_PER_ADDRESS = 10

/**
 * So many by everybody on one page are too many for its readers: somebody guesses, from many addresses. From then on each
 * address has few tries, which is enough for whoever knows the password. What is too much for that takes a thousand
 * addresses, and is refused: a guess costs us as much as it brings them.
 */
const MANY_TRIES = 300
const TRIES_WHEN_MANY = 2
const TRIES_PER_PAGE = 3_000

/** Right answers that are remembered: programs send theirs each time, and hashing takes tens of milliseconds. */
const MAX_REMEMBERED = 1_000

export interface PageLock {
  /** @param cookies the `Cookie` header as it came */
  isUnlocked(page: LockedPage, cookies: string | undefined): boolean
  /**
   * The same, for who may have sent the password itself by HTTP Basic; the user name does not matter.
   *
   * @param ip who asks
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  canView(page: LockedPage, headers: LockHeaders, ip: string): boolean | Promise<boolean>
  /** @throws Problem RATE_LIMIT_EXCEEDED */
  isCorrectPassword(page: LockedPage, password: string, ip: string): Promise<boolean>
  /** What the cookie of who knows the password holds. */
  createPass(page: LockedPage): string
}

interface LockHeaders {
  cookie?: string | undefined
  authorization?: string | undefined
}

/** @param secret of the service; the key is derived from it and differs from every other key of the service */
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

/** A browser may send several: those of other paths, and those of before a change. */
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
