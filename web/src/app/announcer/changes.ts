/** Summary of live events for screen readers. Pure. It is loaded with the first change. */
import type { LiveEvent } from '../../api/events.ts'
import { ANNOUNCEMENTS } from '../../text/announcements.ts'
import type { Language } from '../../text/languages.ts'

/** More names than this would delay the next announcement for too long. */
const MAX_NAMES = 3

type State = 'down' | 'degraded' | 'up'

/** Monitors or incidents with the same change. */
interface ChangeGroup {
  kind: State | 'opened' | 'resolved'
  /** Names of monitors, or titles of incidents; null when the name is not known. */
  names: (string | null)[]
}

/** The most urgent first. */
const ORDER: readonly ChangeGroup['kind'][] = ['down', 'degraded', 'opened', 'resolved', 'up']

type StatusEvent = Extract<LiveEvent, { type: 'monitor.status' }>

interface MonitorChange {
  from: string
  to: string
}

/**
 * Returns one text for the events of a short time; empty when nothing worth announcing has changed.
 *
 * @param reader user of the dashboard, whose own changes a message on the screen has confirmed
 * @param findName returns the name of a monitor if it is known
 */
export function describeChanges(
  events: readonly LiveEvent[],
  reader: { name: string; language: Language },
  findName: (id: string) => string | undefined,
): string {
  const texts = ANNOUNCEMENTS[reader.language]
  const others = events.filter((event) => !isChangeOf(reader.name, event))
  return groupChanges(others, findName)
    .map(({ kind, names }) => {
      const known = names.filter((name) => name !== null)
      const isListed = known.length === names.length && names.length <= MAX_NAMES
      return texts[kind](names.length, isListed ? known.join(', ') : null)
    })
    .join(' ')
}

/**
 * Groups the events of a short time. A monitor that has returned to its earlier state is left out. An incident is left
 * out when its monitor's change is included, since both are one fact.
 */
function groupChanges(
  events: readonly LiveEvent[],
  findName: (id: string) => string | undefined,
): readonly ChangeGroup[] {
  const monitors = new Map<string, MonitorChange>()
  const incidents = new Map<string, { kind: 'opened' | 'resolved'; title: string; monitorId: string | undefined }>()
  const names = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'monitor.status') addStatus(monitors, event.data)
    const kind = getIncidentKind(event.type)
    if (!kind || !('incident' in event.data)) continue
    const { incident, monitor } = event.data
    incidents.set(incident.id, { kind, title: incident.title, monitorId: monitor?.id })
    if (monitor?.name) names.set(monitor.id, monitor.name)
  }
  const changed = [...monitors].filter(([, { from, to }]) => from !== to && isState(to))
  const found = [
    ...changed.map(([id, { to }]) => ({ kind: to as State, name: names.get(id) ?? findName(id) ?? null })),
    ...[...incidents.values()]
      .filter(({ monitorId }) => !changed.some(([id]) => id === monitorId))
      .map(({ kind, title }) => ({ kind, name: title })),
  ]
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  return ORDER.flatMap((kind) => {
    const group = byKind.get(kind)
    return group ? [{ kind, names: group.map(({ name }) => name) }] : []
  })
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
