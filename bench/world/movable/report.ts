/** Reads the service's reports of a scenario from the database. */
import { sumSpans } from '../../../src/core/results/uptime.ts'
import { readSpans } from '../../../src/services/results/uptime.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import type { IncidentEvent, IncidentEventKind, Message, Report } from '../judge.ts'
import type { Scenario } from '../script.ts'

const KINDS: Readonly<Record<string, IncidentEventKind>> = {
  created: 'opened',
  reopened: 'reopened',
  resolved: 'resolved',
}

/** @param beginsAt Unix ms */
export async function readReport(
  store: Store,
  { lengthMs }: Scenario,
  beginsAt: number,
  keys: ReadonlyMap<string, number>,
  messages: Message[],
): Promise<Report> {
  const names = new Map([...keys].map(([id, key]) => [key, id]))
  const nameOf = (key: number | null): string => names.get(key ?? 0) ?? '?'
  const updates = await store.db
    .selectFrom('incident_updates')
    .innerJoin('incidents', 'incidents.id', 'incident_updates.incident_id')
    .select(['incident_id', 'kind', 'message', 'incident_updates.created_at as at', 'incidents.monitor_key as key'])
    .orderBy('incident_updates.created_at')
    .orderBy('incident_updates.id')
    .execute()
  const turns = updates.flatMap(({ incident_id: incident, kind, message, at, key }): IncidentEvent[] => {
    const turned = KINDS[kind]
    // Sends no alert: the outage was over when its results arrived
    const isReportedLate = message?.includes('Reported late') === true
    return turned && !isReportedLate ? [{ incident, monitor: nameOf(key), kind: turned, atMs: at - beginsAt }] : []
  })
  const changes = await store.db
    .selectFrom('status_changes')
    .select(['monitor_key', 'from_status', 'to_status', 'started_at', 'ended_at'])
    .where('kind', '=', 'runtime')
    .orderBy('started_at')
    .execute()
  const spans = changes.map(({ monitor_key, from_status, to_status, started_at, ended_at }) => ({
    monitor: nameOf(monitor_key),
    status: to_status,
    isFirst: from_status === null,
    fromMs: started_at - beginsAt,
    toMs: ended_at === null ? lengthMs : ended_at - beginsAt,
  }))
  const downs = spans.flatMap(({ status, ...span }) => (status === 'down' ? [span] : []))
  const unknowns = spans.filter(({ status, isFirst }) => status === 'unknown' && !isFirst)
  const empty = spans
    .filter(({ fromMs, toMs }) => fromMs === toMs)
    .map(({ monitor, fromMs }) => ({ monitor, atMs: fromMs }))
  return {
    events: turns,
    downs,
    unknowns,
    empty,
    messages,
    downtimes: await readAccounts(store, lengthMs, beginsAt, keys),
  }
}

async function readAccounts(store: Store, lengthMs: number, beginsAt: number, keys: ReadonlyMap<string, number>) {
  const accounts = []
  for (const [monitor, key] of keys) {
    const period = { from: beginsAt, to: beginsAt + lengthMs }
    const { down } = sumSpans(await readSpans(store.db, { key, createdAt: beginsAt }, period))
    accounts.push({ name: 'statistics', monitor, downMs: down })
  }
  return accounts
}
