/** Summary of live events for screen readers. Pure. It is loaded with the first change. */
import type { LiveEvent } from '../../api/events.ts'
import { ANNOUNCEMENTS } from '../../text/announcements.ts'
import type { Language } from '../../text/languages.ts'

/** More names than this would delay the next announcement for too long. */
const MAX_NAMES = 3

type State = 'down' | 'degraded' | 'up'

/** A change of a monitor or of an incident. */
interface Fact {
  isIncident: boolean
  kind: State | 'opened' | 'resolved'
  /** Name of the monitor, or title of the incident; null when the name is not known. */
  name: string | null
  monitorId: string | undefined
}

/** The most urgent first. */
const ORDER: readonly Fact['kind'][] = ['down', 'degraded', 'opened', 'resolved', 'up']

type StatusEvent = Extract<LiveEvent, { type: 'monitor.status' }>

interface MonitorChange {
  from: string
  to: string
}

/** Live events of a short time, in order. */
interface Changes {
  events: readonly LiveEvent[]
  /** Events of the announcement just before. */
  earlier?: readonly LiveEvent[]
}

/**
 * Returns one text for the events of a short time; empty when nothing worth announcing has changed. The
 * change of a monitor is not repeated when the announcement just before included its incident, and vice versa.
 *
 * @param reader user of the dashboard, whose own changes a message on the screen has confirmed
 * @param findName returns the name of a monitor if it is known
 */
export function describeChanges(
  { events, earlier = [] }: Changes,
  reader: { name: string; language: Language },
  findName: (id: string) => string | undefined,
): string {
  const texts = ANNOUNCEMENTS[reader.language]
  const isByOther = (event: LiveEvent) => !isChangeOf(reader.name, event)
  const facts = readFacts(events.filter(isByOther), findName)
  const known = new Set(readFacts(earlier.filter(isByOther), findName).map(toKey))
  const news = facts.filter((fact) => !known.has(toKey({ ...fact, isIncident: !fact.isIncident })))
  const byKind = Map.groupBy(news, ({ kind }) => kind)
  return ORDER.flatMap((kind) => {
    const names = byKind.get(kind)?.map(({ name }) => name)
    if (!names) return []
    const found = names.filter((name) => name !== null)
    const isListed = found.length === names.length && names.length <= MAX_NAMES
    return [texts[kind](names.length, isListed ? found.join(', ') : null)]
  }).join(' ')
}

const toKey = ({ isIncident, monitorId, kind }: Fact): string =>
  `${isIncident} ${monitorId} ${kind === 'up' || kind === 'resolved' ? 'good' : 'bad'}`

/**
 * Returns the changes of monitors and incidents. A monitor that has returned to its earlier state is left out. An
 * incident is left out when its monitor's change is included, since both are one fact.
 */
function readFacts(events: readonly LiveEvent[], findName: (id: string) => string | undefined): readonly Fact[] {
  const monitors = new Map<string, MonitorChange>()
  const incidents = new Map<string, Fact>()
  const names = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'monitor.status') addStatus(monitors, event.data)
    const kind = getIncidentKind(event.type)
    if (!kind || !('incident' in event.data)) continue
    const { incident, monitor } = event.data
    incidents.set(incident.id, { isIncident: true, kind, name: incident.title, monitorId: monitor?.id })
    if (monitor?.name) names.set(monitor.id, monitor.name)
  }
  const changed = [...monitors].filter(([, { from, to }]) => from !== to && isState(to))
  return [
    ...changed.map(([id, { to }]) => {
      const name = names.get(id) ?? findName(id) ?? null
      return { isIncident: false, kind: to as State, name, monitorId: id }
    }),
    ...[...incidents.values()].filter(({ monitorId }) => !changed.some(([id]) => id === monitorId)),
  ]
}

function addStatus(
  monitors: Map<string, MonitorChange>,
  { monitor_id: id, from_status: from = 'unknown', to_status: to }: StatusEvent['data'],
): void {
  monitors.set(id, { from: monitors.get(id)?.from ?? from, to })
}

const isChangeOf = (userName: string, { data }: LiveEvent): boolean =>
  'update' in data && data.update?.user_name === userName

const isState = (status: string): status is State => ['down', 'degraded', 'up'].includes(status)

function getIncidentKind(type: LiveEvent['type']): 'opened' | 'resolved' | null {
  if (type === 'incident.opened' || type === 'incident.reopened') return 'opened'
  return type === 'incident.resolved' ? 'resolved' : null
}
