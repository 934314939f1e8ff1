/** Reads what the service and the receivers reported in a scenario, in the words of the judge. */
import { shortId } from '../../../src/channels/mail-headers.ts'
import type { Event } from '../../../src/core/incidents/event.ts'
import type { Message, Report, Turn, TurnKind } from '../judge.ts'
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
  const turns = (await Promise.all(incidents.map((incident) => turnsOf(sources, incident)))).flat()
  const history = await Promise.all([...sources.created.scriptIds].map(([id]) => historyOf(sources, id)))
  return {
    turns: turns.sort((a, b) => a.atMs - b.atMs),
    downs: history.flatMap(({ downs }) => downs),
    accounts: history.flatMap(({ accounts }) => accounts),
    messages: messagesOf(sources, incidents),
  }
}

/** Returns results that were not `up`, for the eyes of a reader who looks for the cause of a finding. */
export async function collectFailures({ service, created }: Sources): Promise<Record<string, unknown[]>> {
  const failures: Record<string, unknown[]> = {}
  for (const [id, monitor] of created.scriptIds) {
    const { results = [] } = await service.call('GET', `/api/monitors/${id}/results?limit=${PAGE}`)
    failures[monitor] = results.filter(({ status }: Json) => status !== 'up')
  }
  return failures
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as they are
type Json = any

async function listAll(service: Service, path: string, collection: string): Promise<Json[]> {
  const all: Json[] = []
  for (;;) {
    const page = await service.call('GET', `${path}?limit=${PAGE}&offset=${all.length}`)
    all.push(...page[collection])
    if (!page.pagination.has_more) return all
  }
}

const TURNS: Readonly<Record<string, TurnKind>> = { created: 'opened', reopened: 'reopened', resolved: 'resolved' }

async function turnsOf({ service, created, beganAt }: Sources, incident: Json): Promise<Turn[]> {
  const { updates } = await service.call('GET', `/api/incidents/${incident.id}/updates`)
  return updates.map((update: Json) => ({
    incident: incident.id,
    monitor: created.scriptIds.get(incident.check_id)!,
    kind: TURNS[update.kind] ?? 'other',
    atMs: Date.parse(update.created_at) - beganAt,
  }))
}

async function historyOf(
  { service, scenario, created, beganAt }: Sources,
  id: string,
): Promise<Pick<Report, 'downs' | 'accounts'>> {
  const monitor = created.scriptIds.get(id)!
  const entries = await listAll(service, `/api/monitors/${id}/status-history`, 'history')
  const downs = entries
    .filter(({ kind, to_status }) => kind === 'runtime' && to_status === 'down')
    .map(({ started_at, ended_at }) => ({
      monitor,
      fromMs: Date.parse(started_at) - beganAt,
      toMs: ended_at === null ? scenario.lengthMs : Date.parse(ended_at) - beganAt,
    }))
  // What goes on while it is read has no length yet
  const isOver = downs.every(({ toMs }) => toMs < scenario.lengthMs)
  return { downs, accounts: isOver ? await accountsOf(service, id, monitor) : [] }
}

/** A monitor that was never measured has no uptime. */
async function accountsOf(service: Service, id: string, monitor: string): Promise<Report['accounts']> {
  const uptime = await service.call('GET', `/api/monitors/${id}/uptime`).catch(() => null)
  return uptime === null ? [] : [{ name: 'uptime', monitor, downMs: uptime.seconds.down * 1_000 }]
}

const EVENTS: Readonly<Record<string, TurnKind>> = {
  'incident.opened': 'opened',
  'incident.reopened': 'reopened',
  'incident.resolved': 'resolved',
}

/** The first that fits a subject, whose spaces may be encoded. A mail about several incidents names them in its thread. */
const SUBJECTS: readonly (readonly [RegExp, TurnKind])[] = [
  [/up.again|resolved/i, 'resolved'],
  [/again/i, 'reopened'],
  [/(is|are).down/i, 'opened'],
]

function messagesOf({ laboratory, created, beganAt }: Sources, incidents: readonly Json[]): Message[] {
  const monitors = new Map(incidents.map(({ id, check_id }) => [id, created.scriptIds.get(check_id)!]))
  const byThread = new Map(incidents.map(({ id }) => [`i.${shortId(id)}`, id as string]))
  return laboratory.receipts.map(({ receiver, atMs, messageId, ...receipt }) => {
    const found = 'event' in receipt ? entriesOf(receipt.event) : mailedEntries(receipt, byThread)
    const entries = found.map((entry) => ({ ...entry, monitor: monitors.get(entry.incident)! }))
    return { id: messageId, receiver, atMs: atMs - beganAt, entries }
  })
}

type Entry = Omit<Message['entries'][number], 'monitor'>

function entriesOf({ type, data: { folded, incident } }: Event): Entry[] {
  const all = folded ? folded.incidents : incident ? [{ incident }] : []
  return all.map(({ incident, ...rest }) => ({
    incident: incident.id,
    kind: 'reopened_at' in rest ? 'reopened' : (EVENTS[type] ?? 'other'),
  }))
}

function mailedEntries({ subject, threads }: MailFacts, byThread: ReadonlyMap<string, string>): Entry[] {
  const kind = SUBJECTS.find(([pattern]) => pattern.test(subject))?.[1] ?? 'other'
  return [...threads.matchAll(/<([^@>]+)@/g)].flatMap(([, thread]) => {
    const incident = byThread.get(thread!)
    return incident === undefined ? [] : [{ incident, kind }]
  })
}
