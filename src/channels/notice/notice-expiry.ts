/** Notices about expiry: when a certificate or domain ends, and the consequences. */

import type { Event } from '../../core/incidents/event.ts'
import type { CertificateFacts, DomainFacts } from '../../core/incidents/event-facts.ts'
import { hideKeys, toOneLine, truncateTo } from '../../core/platform/text/plain-text.ts'
import { formatDaysAheadText, formatTimeText } from '../../core/platform/time/time.ts'
import { quote, toIncidentLink } from './notice-incident.ts'
import type { Fact, NoticeContent } from './notice-types.ts'

export function toCertificateNotice(event: Event, certificate: CertificateFacts, baseUrl: string): NoticeContent {
  const { data } = event
  const { subject, issuer, valid_to, fingerprint256 } = certificate
  const end = describeExpiry(event, certificate, valid_to)
  const what = data.monitor ? `The certificate of ${quote(data.monitor.name)}` : `The certificate ${clipName(subject)}`
  const isAuthority = certificate.is_authority
  return {
    title: isAuthority ? `${what} depends on an authority that ${end.text}` : `${what} ${end.text}`,
    mood: end.isOver ? 'bad' : 'warning',
    text: joinText(event, CERTIFICATE_ADVICE[isAuthority ? 'authority' : 'leaf'][end.isOver ? 'over' : 'ahead']),
    facts: [
      ...listMonitorFacts(data),
      [isAuthority ? 'Authority' : 'Certificate', clipName(subject)],
      ['Issuer', clipName(issuer)],
      ['Valid until', formatTimeText(valid_to)],
      ['SHA-256', fingerprint256],
    ],
    ...(data.incident && { link: toIncidentLink(data.incident, baseUrl) }),
  }
}

const CERTIFICATE_ADVICE = {
  leaf: {
    ahead: 'Renew it before then: once it has expired, browsers and other clients refuse to connect.',
    over: 'Browsers and other clients refuse to connect until it is renewed.',
  },
  authority: {
    ahead:
      'Install a certificate of another authority, or a chain without this authority, before then. Afterwards, browsers ' +
      'and other clients refuse to connect.',
    over: 'Clients refuse to connect until the server has a certificate or chain without this authority.',
  },
}

export function toDomainNotice(event: Event, domain: DomainFacts, baseUrl: string): NoticeContent {
  const { data } = event
  const { name, registrar, expires_at } = domain
  const end = describeExpiry(event, domain, expires_at)
  return {
    title: `The domain ${clipName(name)} ${end.text}`,
    mood: end.isOver ? 'bad' : 'warning',
    text: joinText(
      event,
      end.isOver
        ? 'Services under this domain may stop working at any time, and the domain may become available to others.'
        : 'Renew it before then: after expiry, services under this domain stop working and others may register it.',
    ),
    facts: [...listMonitorFacts(data), ['Registrar', registrar ?? ''], ['Expires', formatTimeText(expires_at)]],
    ...(data.incident && { link: toIncidentLink(data.incident, baseUrl) }),
  }
}

/** An expired resource is an outage; an approaching expiry can wait for working hours. */
interface ExpiryText {
  isOver: boolean
  text: string
}

type DaysLeft = Pick<CertificateFacts, 'days_remaining' | 'warning_days'>

/**
 * A passed date counts as an expiry only when a check confirmed it: `warning_days` is 0 then.
 *
 * @param iso the date
 */
function describeExpiry(
  { timestamp }: Event,
  { days_remaining: days, warning_days }: DaysLeft,
  iso: string,
): ExpiryText {
  const day = iso.slice(0, 10)
  if (warning_days === 0) return { isOver: true, text: `expired on ${day}` }
  const isPast = Date.parse(timestamp) >= Date.parse(iso)
  return {
    isOver: false,
    text: isPast ? `was due to expire on ${day}` : `expires ${formatDaysAheadText(days)}, on ${day}`,
  }
}

/** Known facts first, then advice. */
const joinText = ({ data: { incident } }: Event, advice: string): string =>
  [incident ? hideKeys(incident.error_message) : '', advice].filter(Boolean).join('\n\n')

const listMonitorFacts = ({ monitor }: Event['data']): Fact[] =>
  monitor ? [['Monitor', monitor.name], ...(monitor.target ? [['Target', hideKeys(monitor.target)] as const] : [])] : []

/** Names in certificates and registries are chosen by third parties, and may be long. */
const clipName = (text: string): string => truncateTo(120, toOneLine(text))
