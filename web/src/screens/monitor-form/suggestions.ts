/** Values derived from the target of a monitor. */
import { toUrl } from '../../parts/forms/schema-form/draft.ts'

/** Derives `example.com/shop` from `https://www.example.com/shop/`. */
export function deriveName(target: string, port: string): string {
  const text = target.trim()
  const bare = text
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .replace(/^www\./i, '')
  const name = port.trim() !== '' && bare !== '' ? `${bare}:${port.trim()}` : bare
  return [...name].slice(0, MAX_NAME_LENGTH).join('')
}

const MAX_NAME_LENGTH = 80

/** Whether to warn before the certificate of a URL expires, unless the user decides otherwise. */
export const isTlsExpected = (url: string): boolean => /^https:/i.test(toUrl(url))

/** Top-level domains of many registrations. Every one with two letters belongs to a country. */
const TOP_LEVELS = /\.(?:[a-z]{2}|com|net|org|info|biz|name|app|dev|cloud|online|shop|store|site|tech|agency|digital)$/

/**
 * Whether to warn before the registration of a target's domain expires, unless the user decides otherwise. The server
 * has the complete list of public suffixes.
 */
export function isRegistrationExpected(target: string): boolean {
  const host = URL.parse(toUrl(target))?.hostname ?? ''
  return /^[a-z0-9.-]+$/.test(host) && TOP_LEVELS.test(host)
}

/** Names the copy of `Web shop` `Web shop (2)`, and a copy of the copy `Web shop (3)`. */
export function copyName(name: string): string {
  const [, stem = name, number] = /^(.*?)(?: \((\d+)\))?$/s.exec(name) ?? []
  return `${[...stem].slice(0, MAX_NAME_LENGTH - 5).join('')} (${number ? Number(number) + 1 : 2})`
}

/**
 * Converts the target for another monitor type. Types that need a host get the host of a URL. Types that need a URL add
 * the scheme themselves.
 */
export function convertTarget(target: string, takesUrl: boolean): string {
  if (takesUrl || !/^https?:\/\//i.test(target.trim())) return target
  try {
    return new URL(target.trim()).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return target
  }
}
