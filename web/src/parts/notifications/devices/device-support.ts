/** Support of a browser for push messages. Pure. */

/** The part of a browser that matters here. */
export interface BrowserFacts {
  isSecure: boolean
  /** Whether service workers, push messages and notifications exist. */
  hasPush: boolean
  permission: NotificationPermission
  userAgent: string
  /** Maximum number of simultaneous touches; 0 without a touch screen. */
  touchPoints: number
}

/**
 * - `app`: iPhone and iPad permit push messages only to an installed app.
 * - `blocked`: the user or the browser refuses notifications of this site.
 */
export type DeviceSupport = 'ready' | 'insecure' | 'app' | 'missing' | 'blocked'

export function findSupport({ isSecure, hasPush, permission, userAgent, touchPoints }: BrowserFacts): DeviceSupport {
  if (!isSecure) return 'insecure'
  if (!hasPush) return isAppleMobile(userAgent, touchPoints) ? 'app' : 'missing'
  return permission === 'denied' ? 'blocked' : 'ready'
}

/** An iPad presents itself as a Mac, which has no touch screen. */
const isAppleMobile = (userAgent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

/** In this order, because most browsers also contain the names of others. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Returns a name for a device: "Chrome, Android". */
export function getDeviceName(userAgent: string, touchPoints: number): string {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = find(SYSTEMS)
  const shown = system === 'Mac' && isAppleMobile(userAgent, touchPoints) ? 'iPad' : system
  return [find(BROWSERS) ?? 'Browser', shown].filter(Boolean).join(', ')
}
