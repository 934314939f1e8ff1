/** Reads the service's reports of a scenario from the database. */
import { sumSpans } from '../../../src/core/results/uptime.ts'
import { readStretches } from '../../../src/services/results/uptime.ts'
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
    .select(['incident_id', 'kind', 'incident_updates.created_at as at', 'incidents.monitor_key as key'])
    .orderBy('incident_updates.created_at')
    .orderBy('incident_updates.id')
    .execute()
  const turns = updates.flatMap(({ incident_id: incident, kind, at, key }): IncidentEvent[] => {
    const turned = KINDS[kind]
    return turned ? [{ incident, monitor: nameOf(key), kind: turned, atMs: at - beginsAt }] : []
  })
  const changes = await store.db
    .selectFrom('status_changes')
    .select(['monitor_key', 'started_at', 'ended_at'])
    .where('kind', '=', 'runtime')
    .where('to_status', '=', 'down')
    .orderBy('started_at')
    .execute()
  const downs = changes.map(({ monitor_key, started_at, ended_at }) => ({
    monitor: nameOf(monitor_key),
    fromMs: started_at - beginsAt,
    toMs: ended_at === null ? lengthMs : ended_at - beginsAt,
  }))
  return { events: turns, downs, messages, downtimes: await readAccounts(store, lengthMs, beginsAt, keys) }
}

async function readAccounts(store: Store, lengthMs: number, beginsAt: number, keys: ReadonlyMap<string, number>) {
  const accounts = []
  for (const [monitor, key] of keys) {
    const period = { from: beginsAt, to: beginsAt + lengthMs }
    const { down } = sumSpans(await readStretches(store.db, { key, createdAt: beginsAt }, period))
    accounts.push({ name: 'statistics', monitor, downMs: down })
  }
  return accounts
}
