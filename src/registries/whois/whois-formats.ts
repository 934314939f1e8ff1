/** Special formats of some registries' WHOIS. */

import { listSuffixes } from '../domain-name.ts'
import type { DateFormat } from './date-text.ts'

export interface WhoisFormat extends DateFormat {
  /** Query for the server, if it is not just the domain. */
  toQuery?: (domain: string) => string
  /** Encoding of answers that are not UTF-8. */
  charset?: string
  /** The date follows the status, in parentheses. */
  datesInStatus?: true
}

/**
 * The query must state that it is for a domain. Otherwise the registry's server also lists hosts and registrars of that
 * name.
 */
const VERISIGN: WhoisFormat = { toQuery: (domain) => `domain ${domain}` }

/** Formats by suffix. Zones are stated by the registries; the default is UTC. */
const FORMATS: Record<string, WhoisFormat> = {
  com: VERISIGN,
  net: VERISIGN,
  cc: VERISIGN,
  name: { toQuery: (domain) => `domain=${domain}` },
  // `ace`: IDN as A-labels. Source: DENIC's "whois -h whois.denic.de help"
  de: { toQuery: (domain) => `-T dn,ace ${domain}` },
  dk: { toQuery: (domain) => `--show-handles ${domain}` },
  // `/e`: in English
  jp: { toQuery: (domain) => `${domain}/e`, zoneMinutes: 540, charset: 'shift_jis', datesInStatus: true },
  kr: { zoneMinutes: 540, charset: 'euc-kr' },
  cn: { zoneMinutes: 480, charset: 'gb18030' },
  tw: { zoneMinutes: 480, charset: 'big5' },
  hk: { zoneMinutes: 480, numericOrder: 'dmy' },
  sg: { zoneMinutes: 480, numericOrder: 'dmy' },
  my: { zoneMinutes: 480 },
  th: { zoneMinutes: 420 },
  id: { zoneMinutes: 420 },
  uz: { zoneMinutes: 300, charset: 'windows-1251' },
  kz: { zoneMinutes: 300, charset: 'windows-1251' },
  kg: { zoneMinutes: 360, charset: 'windows-1251' },
  ru: { zoneMinutes: 180, charset: 'koi8-r' },
  su: { zoneMinutes: 180, charset: 'koi8-r' },
  tr: { zoneMinutes: 180, charset: 'windows-1254' },
  br: { zoneMinutes: -180 },
  ar: { zoneMinutes: -180 },
  cl: { zoneMinutes: -240 },
  cz: { zoneMinutes: 60, charset: 'windows-1250' },
  pl: { zoneMinutes: 60, charset: 'iso-8859-2' },
  hu: { charset: 'iso-8859-2' },
  il: { numericOrder: 'dmy' },
  im: { numericOrder: 'dmy' },
  pt: { numericOrder: 'dmy' },
  tn: { numericOrder: 'dmy', zoneMinutes: 60 },
  rs: { numericOrder: 'dmy', zoneMinutes: 60 },
  mk: { numericOrder: 'dmy', zoneMinutes: 60 },
}

const NO_FORMAT: WhoisFormat = {}

/** The format of the longest listed suffix. */
export function findFormat(domain: string): WhoisFormat {
  for (const suffix of listSuffixes(domain)) {
    const format = FORMATS[suffix]
    if (format) return format
  }
  return NO_FORMAT
}
