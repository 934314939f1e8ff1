/**
 * Who may see a status page that asks for a password. Whoever knew it once has a signed cookie, which is good for that page
 * and that password alone; programs send the password itself.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import { countedAddress } from '../../core/platform/rate-limit.ts'
import { presentSecret, type ServiceSecret } from '../../core/platform/service-secret.ts'
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
const CROWDED_TRIES = 300
const TRIES_WHEN_CROWDED = 2
const TRIES_PER_PAGE = 3_000

/** Right answers that are remembered: programs send theirs each time, and hashing takes tens of milliseconds. */
const MOST_REMEMBERED = 1_000

export interface PageLock {
  /** @param cookies the `Cookie` header as it came */
  isOpen(page: LockedPage, cookies: string | undefined): boolean
  /**
   * The same, for who may have sent the password itself by HTTP Basic; the user name does not matter.
   *
   * @param ip who asks
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  admits(page: LockedPage, headers: LockHeaders, ip: string): boolean | Promise<boolean>
  /** @throws Problem RATE_LIMIT_EXCEEDED */
  isRight(page: LockedPage, password: string, ip: string): Promise<boolean>
  /** What the cookie of who knows the password holds. */
  passFor(page: LockedPage): string
}

interface LockHeaders {
  cookie?: string | undefined
  authorization?: string | undefined
}

/** @param secret of the service; the key is derived from it and differs from every other key of the service */
export function makePageLock(secret: ServiceSecret, now: () => number, limits: Limits): PageLock {
  const key = createHmac('sha256', presentSecret(secret)).update('watchkeeper status page').digest()
  const byAddress = limits.limiter('page password from address', TRIES_PER_ADDRESS)
  const byPage = limits.limiter('page password of page', TRIES_PER_PAGE)
  const whenCrowded = limits.limiter('page password when crowded', TRIES_WHEN_CROWDED)
  const remembered = new BoundedMap<string, true>(MOST_REMEMBERED)

  const sign = ({ id, passwordHash }: LockedPage, until: string): string =>
    `${until}.${createHmac('sha256', key).update(`${id}\n${passwordHash}\n${until}`).digest('base64url')}`

  const isPass = (page: LockedPage, pass: string): boolean => {
    const until = pass.slice(0, pass.indexOf('.'))
    if (!/^\d{1,12}$/.test(until) || Number(until) * SECOND_MS <= now()) return false
    const [given, good] = [Buffer.from(pass), Buffer.from(sign(page, until))]
    return given.length === good.length && timingSafeEqual(given, good)
  }

  const lock: PageLock = {
    isOpen: (page, cookies) => page.passwordHash === null || passesIn(cookies).some((pass) => isPass(page, pass)),
    admits(page, { cookie, authorization }, ip) {
      if (lock.isOpen(page, cookie)) return true
      const password = basicPassword(authorization)
      return password !== null && lock.isRight(page, password, ip)
    },
    async isRight(page, password, ip) {
      const mark = createHash('sha256').update(`${page.passwordHash}\n${password}`).digest('base64url')
      if (remembered.has(mark)) return true
      const reader = `${page.id} ${countedAddress(ip)}`
      await byAddress.take(reader, 'passwords tried on this status page from this address')
      const tries = await byPage.count(page.id)
      if (tries.count > CROWDED_TRIES)
        await whenCrowded.take(reader, 'passwords tried on this status page from this address while many are tried')
      const refused = byPage.refusal(tries, 'passwords tried on this status page')
      if (refused) throw refused
      if (!(await isPassword(page.passwordHash, password))) return false
      remembered.set(mark, true)
      return true
    },
    passFor: (page) => sign(page, String(Math.floor((now() + COOKIE_MS) / SECOND_MS))),
  }
  return lock
}

/** A browser may send several: those of other paths, and those of before a change. */
function passesIn(cookies: string | undefined): string[] {
  if (cookies === undefined) return []
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE_NAME}=`))
    .map((pair) => pair.slice(COOKIE_NAME.length + 1))
}

/** Source: RFC 7617, section 2. */
function basicPassword(authorization: string | undefined): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon < 0 ? null : pair.slice(colon + 1)
}
