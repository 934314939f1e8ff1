/** Collects the reports of the service and the receivers in a scenario, in the format of the judge. */
import { shortenId } from '../../../src/channels/email-parts.ts'
import type { Event } from '../../../src/core/incidents/event.ts'
import type { IncidentEvent, IncidentEventKind, Message, Report } from '../judge.ts'
import type { Scenario } from '../script.ts'
import type { Laboratory } from './laboratory.ts'
import type { Created } from './monitors.ts'
import type { MailFacts } from './receiver.ts'
import type { Service } from './service.ts'

const PAGE = 100

export interface Sources {
  scenario: Scenario
  laboratory: Laboratory
  service: Service
  created: Created
  /** When the scenario began, Unix ms. */
  beganAt: number
}

export async function collectReport(sources: Sources): Promise<Report> {
  const incidents = await listAll(sources.service, '/api/incidents', 'incidents')
  const turns = (await Promise.all(incidents.map((incident) => fetchEvents(sources, incident)))).flat()
  const history = await Promise.all([...sources.created.scriptIds].map(([id]) => fetchHistory(sources, id)))
  return {
    events: turns.sort((a, b) => a.atMs - b.atMs),
    downs: history.flatMap(({ downs }) => downs),
    downtimes: history.flatMap(({ downtimes }) => downtimes),
    messages: toMessages(sources, incidents),
  }
}

/** Returns results that were not `up`, to help find the cause of a finding. */
export async function collectFailures({ service, created }: Sources): Promise<Record<string, unknown[]>> {
  const failures: Record<string, unknown[]> = {}
  for (const [id, monitor] of created.scriptIds) {
    const { results = [] } = await service.call('GET', `/api/monitors/${id}/results?limit=${PAGE}`)
    failures[monitor] = results.filter(({ status }: Json) => status !== 'up')
  }
  return failures
}

// biome-ignore lint/suspicious/noExplicitAny: responses are read without a schema
type Json = any

async function listAll(service: Service, path: string, collection: string): Promise<Json[]> {
  const all: Json[] = []
  for (;;) {
    const page = await service.call('GET', `${path}?limit=${PAGE}&offset=${all.length}`)
    all.push(...page[collection])
    if (!page.pagination.has_more) return all
  }
}

const EVENT_KINDS: Readonly<Record<string, IncidentEventKind>> = {
  created: 'opened',
  reopened: 'reopened',
  resolved: 'resolved',
}

async function fetchEvents({ service, created, beganAt }: Sources, incident: Json): Promise<IncidentEvent[]> {
  const { updates } = await service.call('GET', `/api/incidents/${incident.id}/updates`)
  return updates.map((update: Json) => ({
    incident: incident.id,
    monitor: created.scriptIds.get(incident.check_id)!,
    kind: EVENT_KINDS[update.kind] ?? 'other',
    atMs: Date.parse(update.created_at) - beganAt,
  }))
}

async function fetchHistory(
  { service, scenario, created, beganAt }: Sources,
  id: string,
): Promise<Pick<Report, 'downs' | 'downtimes'>> {
  const monitor = created.scriptIds.get(id)!
  const entries = await listAll(service, `/api/monitors/${id}/status-history`, 'history')
  const downs = entries
    .filter(({ kind, to_status }) => kind === 'runtime' && to_status === 'down')
    .map(({ started_at, ended_at }) => ({
      monitor,
      fromMs: Date.parse(started_at) - beganAt,
      toMs: ended_at === null ? scenario.lengthMs : Date.parse(ended_at) - beganAt,
    }))
  // An ongoing outage has no final length yet
  const isOver = downs.every(({ toMs }) => toMs < scenario.lengthMs)
  return { downs, downtimes: isOver ? await fetchDowntimes(service, id, monitor) : [] }
}

/** A monitor without measurements has no uptime. */
async function fetchDowntimes(service: Service, id: string, monitor: string): Promise<Report['downtimes']> {
  const uptime = await service.call('GET', `/api/monitors/${id}/uptime`).catch(() => null)
  return uptime === null ? [] : [{ name: 'uptime', monitor, downMs: uptime.seconds.down * 1_000 }]
}

const EVENTS: Readonly<Record<string, IncidentEventKind>> = {
  'incident.opened': 'opened',
  'incident.reopened': 'reopened',
  'incident.resolved': 'resolved',
}

/**
 * The first match applies; spaces in a subject may be encoded. An email about several incidents lists them in its
 * thread.
 */
const SUBJECTS: readonly (readonly [RegExp, IncidentEventKind])[] = [
  [/up.again|resolved/i, 'resolved'],
  [/again/i, 'reopened'],
  [/(is|are).down/i, 'opened'],
]

function toMessages({ laboratory, created, beganAt }: Sources, incidents: readonly Json[]): Message[] {
  const monitors = new Map(incidents.map(({ id, check_id }) => [id, created.scriptIds.get(check_id)!]))
  const byThread = new Map(incidents.map(({ id }) => [`i.${shortenId(id)}`, id as string]))
  return laboratory.receipts.map(({ receiver, atMs, messageId, ...receipt }) => {
    const found = 'event' in receipt ? toEntries(receipt.event) : toMailEntries(receipt, byThread)
    const entries = found.map((entry) => ({ ...entry, monitor: monitors.get(entry.incident)! }))
    return { id: messageId, receiver, atMs: atMs - beganAt, entries }
  })
}

type Entry = Omit<Message['entries'][number], 'monitor'>

function toEntries({ type, data: { alert_group, incident } }: Event): Entry[] {
  const all = alert_group ? alert_group.incidents : incident ? [{ incident }] : []
  return all.map(({ incident, ...rest }) => ({
    incident: incident.id,
    kind: 'reopened_at' in rest ? 'reopened' : (EVENTS[type] ?? 'other'),
  }))
}

function toMailEntries({ subject, threads }: MailFacts, byThread: ReadonlyMap<string, string>): Entry[] {
  const kind = SUBJECTS.find(([pattern]) => pattern.test(subject))?.[1] ?? 'other'
  return [...threads.matchAll(/<([^@>]+)@/g)].flatMap(([, thread]) => {
    const incident = byThread.get(thread!)
    return incident === undefined ? [] : [{ incident, kind }]
  })
}
