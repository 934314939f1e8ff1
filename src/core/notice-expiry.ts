/** What runs out in words: when it ends, and what happens then. */
import type { CertificateFacts, DomainFacts, Event } from './event.ts'
import type { Fact, Mood, Words } from './notice.ts'
import { incidentLink, quoted } from './notice-incident.ts'
import { clipTo, hideKeys, oneLine } from './plain-text.ts'
import { daysAheadInWords, timeInWords } from './time-words.ts'

export function certificateNotice({ data }: Event, certificate: CertificateFacts, baseUrl: string): Words {
  const { subject, issuer, valid_to, days_remaining: days, fingerprint256 } = certificate
  const what = data.monitor ? `The certificate of ${quoted(data.monitor.name)}` : `The certificate ${nameIn(subject)}`
  return {
    title: expiryTitle(what, days, valid_to),
    mood: moodAt(days),
    text:
      days < 0
        ? 'Browsers and other clients refuse to connect until there is another one.'
        : 'Renew it in time: from that moment on browsers and other clients refuse to connect.',
    facts: [
      ...monitorFacts(data),
      ['Certificate', nameIn(subject)],
      ['Issuer', nameIn(issuer)],
      ['Valid until', timeInWords(valid_to)],
      ['SHA-256', fingerprint256],
    ],
    ...(data.incident && { link: incidentLink(data.incident, baseUrl) }),
  }
}

export function domainNotice({ data }: Event, domain: DomainFacts, baseUrl: string): Words {
  const { name, registrar, expires_at, days_remaining: days } = domain
  return {
    title: expiryTitle(`The domain ${nameIn(name)}`, days, expires_at),
    mood: moodAt(days),
    text:
      days < 0
        ? 'Whatever lives under it may stop at any moment, and others may soon register it.'
        : 'Renew it in time: without its name nobody finds what lives under it, and others may register it.',
    facts: [...monitorFacts(data), ['Registrar', registrar ?? ''], ['Registered until', timeInWords(expires_at)]],
    ...(data.incident && { link: incidentLink(data.incident, baseUrl) }),
  }
}

/** @param iso when it ends */
function expiryTitle(what: string, days: number, iso: string): string {
  const ahead = daysAheadInWords(days)
  const day = iso.slice(0, 10)
  return ahead === null ? `${what} has expired on ${day}` : `${what} expires ${ahead}, on ${day}`
}

/** What has run out does not work; what will is a matter for working hours. */
const moodAt = (days: number): Mood => (days < 0 ? 'bad' : 'warning')

const monitorFacts = ({ monitor }: Event['data']): Fact[] =>
  monitor ? [['Monitor', monitor.name], ...(monitor.target ? [['Target', hideKeys(monitor.target)] as const] : [])] : []

/** Names in certificates and registries are chosen by others, and may be long. */
const nameIn = (text: string): string => clipTo(120, oneLine(text))
