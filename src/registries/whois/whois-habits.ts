/** What is particular about the WHOIS of some registries. */

import { suffixesOf } from '../domain-name.ts'
import type { DateHabits } from './date-text.ts'

export interface WhoisHabits extends DateHabits {
  /** What their server is asked, when that is not the domain alone. */
  question?: (domain: string) => string
  /** Encoding of what is not UTF-8. */
  charset?: string
  /** The date stands behind the state, in parentheses. */
  datesInStatus?: true
}

/** The registry's server must be told that a domain is meant, or it lists hosts and registrars of that name as well. */
const VERISIGN: WhoisHabits = { question: (domain) => `domain ${domain}` }

/** By suffix. Zones are those the registries say their times are in; without one, UTC. */
const HABITS: Record<string, WhoisHabits> = {
  com: VERISIGN,
  net: VERISIGN,
  cc: VERISIGN,
  name: { question: (domain) => `domain=${domain}` },
  // `ace`: IDN as A-labels. Source: DENIC's "whois -h whois.denic.de help"
  de: { question: (domain) => `-T dn,ace ${domain}` },
  dk: { question: (domain) => `--show-handles ${domain}` },
  // `/e`: in English
  jp: { question: (domain) => `${domain}/e`, zoneMinutes: 540, charset: 'shift_jis', datesInStatus: true },
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
  pt: { numericOrder: 'dmy' },
  tn: { numericOrder: 'dmy', zoneMinutes: 60 },
  rs: { numericOrder: 'dmy', zoneMinutes: 60 },
  mk: { numericOrder: 'dmy', zoneMinutes: 60 },
}

const NONE: WhoisHabits = {}

/** Those of the longest suffix that has some. */
export function habitsFor(domain: string): WhoisHabits {
  for (const suffix of suffixesOf(domain)) {
    const habits = HABITS[suffix]
    if (habits) return habits
  }
  return NONE
}
