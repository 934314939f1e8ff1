/** What runs out in words: when it ends, and what happens then. */

import type { CertificateFacts, DomainFacts, Event } from '../../core/incidents/event.ts'
import { clipTo, hideKeys, oneLine } from '../../core/platform/plain-text.ts'
import { daysAheadInWords, timeInWords } from '../../core/platform/time/time-words.ts'
import { incidentLink, quoted } from './notice-incident.ts'
import type { Fact, Words } from './notice-types.ts'

export function certificateNotice(event: Event, certificate: CertificateFacts, baseUrl: string): Words {
  const { data } = event
  const { subject, issuer, valid_to, fingerprint256 } = certificate
  const end = endOf(event, certificate, valid_to)
  const what = data.monitor ? `The certificate of ${quoted(data.monitor.name)}` : `The certificate ${nameIn(subject)}`
  return {
    title: `${what} ${end.words}`,
    mood: end.isOver ? 'bad' : 'warning',
    text: textOf(
      event,
      end.isOver
        ? 'Browsers and other clients refuse to connect until there is another one.'
        : 'Renew it in time: from that moment on browsers and other clients refuse to connect.',
    ),
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

export function domainNotice(event: Event, domain: DomainFacts, baseUrl: string): Words {
  const { data } = event
  const { name, registrar, expires_at } = domain
  const end = endOf(event, domain, expires_at)
  return {
    title: `The domain ${nameIn(name)} ${end.words}`,
    mood: end.isOver ? 'bad' : 'warning',
    text: textOf(
      event,
      end.isOver
        ? 'Whatever lives under it may stop at any moment, and others may soon register it.'
        : 'Renew it in time: without its name nobody finds what lives under it, and others may register it.',
    ),
    facts: [...monitorFacts(data), ['Registrar', registrar ?? ''], ['Registered until', timeInWords(expires_at)]],
    ...(data.incident && { link: incidentLink(data.incident, baseUrl) }),
  }
}

/** What has run out does not work; what will is a matter for working hours. */
interface End {
  isOver: boolean
  words: string
}

type Counted = Pick<CertificateFacts, 'days_remaining' | 'warning_days'>

/** A date that has passed is an end only when somebody found it so: `warning_days` is 0 then. @param iso the date */
function endOf({ timestamp }: Event, { days_remaining: days, warning_days }: Counted, iso: string): End {
  const day = iso.slice(0, 10)
  if (warning_days === 0) return { isOver: true, words: `has expired on ${day}` }
  const isPast = Date.parse(timestamp) >= Date.parse(iso)
  const ahead = days < 1 ? 'in less than a day' : daysAheadInWords(days)
  return { isOver: false, words: isPast ? `was to expire on ${day}` : `expires ${ahead}, on ${day}` }
}

/** What is known, then what to do. */
const textOf = ({ data: { incident } }: Event, advice: string): string =>
  [incident ? hideKeys(incident.error_message) : '', advice].filter(Boolean).join('\n\n')

const monitorFacts = ({ monitor }: Event['data']): Fact[] =>
  monitor ? [['Monitor', monitor.name], ...(monitor.target ? [['Target', hideKeys(monitor.target)] as const] : [])] : []

/** Names in certificates and registries are chosen by others, and may be long. */
const nameIn = (text: string): string => clipTo(120, oneLine(text))
