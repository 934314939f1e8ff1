/** Notices about monitors that are not checked because of the probes of a region. */

import type { Event } from '../../core/incidents/event.ts'
import type { ProbeTroubleFacts } from '../../core/incidents/event-facts.ts'
import { formatBetweenText, formatMomentText, formatTimeText } from '../../core/platform/time/time-text.ts'
import { quote } from './notice-incident.ts'
import type { NoticeContent } from './notice-types.ts'

/** Maximum number of listed monitors. */
const MAX_LISTED = 20

/** Texts about a reason: the cause for the title, and what operators can do. */
const REASONS: Record<ProbeTroubleFacts['reason'], { cause: string; advice: string }> = {
  no_probe: {
    cause: 'no probe is connected',
    advice: 'Start a probe in this region, or check its machine, its log and its connection to the server.',
  },
  stuck: {
    cause: 'the probes are stuck',
    advice: 'The probes are connected, but complete no checks. Check the load of their machines, and restart them.',
  },
  connection: {
    cause: 'the network of the probes fails',
    advice:
      'The probes report trouble of their own connection, so their checks prove nothing about the targets. Check the ' +
      'network and the name servers of their machines.',
  },
}

export function toProbeTroubleNotice({ timestamp }: Event, trouble: ProbeTroubleFacts, baseUrl: string): NoticeContent {
  const { started_at, ended_at, monitors, monitor_count } = trouble
  const begins = ended_at === undefined
  return {
    title: begins
      ? `${describeMonitors(trouble, 'are')} not checked: ${REASONS[trouble.reason].cause} in region ${quote(trouble.region_name)}`
      : formatEnd(trouble),
    mood: begins ? 'warning' : 'good',
    text: begins
      ? `No region checks ${monitor_count === 1 ? 'this monitor' : 'these monitors'} since ${formatMomentText(started_at, timestamp)}, ` +
        `so failures are not detected. ${REASONS[trouble.reason].advice}`
      : `${monitor_count === 1 ? 'This monitor was' : 'These monitors were'} not checked from ${formatTimeText(started_at)} to ` +
        `${formatTimeText(ended_at)}. Failures in this time may be missing.`,
    facts: [
      ['Region', `${trouble.region_name} (${trouble.region})`],
      [begins ? 'Since' : 'Started', formatTimeText(started_at)],
      ...(begins ? [] : [['Ended', formatTimeText(ended_at)] as const]),
      ['Monitors', String(monitor_count)],
    ],
    list: { items: monitors.slice(0, MAX_LISTED).map(({ name }) => quote(name)), total: monitor_count },
    link: { label: 'View monitors', url: `${baseUrl}/` },
  }
}

const describeMonitors = ({ monitor_count: count }: ProbeTroubleFacts, verb: 'are' | 'were'): string =>
  count === 1 ? `1 monitor ${verb === 'are' ? 'is' : 'was'}` : `${count} monitors ${verb}`

const formatEnd = (trouble: ProbeTroubleFacts): string =>
  `Trouble of probes in region ${quote(trouble.region_name)} is over: ${describeMonitors(trouble, 'were')} not checked for ` +
  formatBetweenText(trouble.started_at, trouble.ended_at!)

/** Returns one line about the trouble for a list of messages. */
export const formatTroubleLine = (trouble: ProbeTroubleFacts): string =>
  trouble.ended_at === undefined
    ? `${describeMonitors(trouble, 'are')} not checked in region ${quote(trouble.region_name)}`
    : formatEnd(trouble)
