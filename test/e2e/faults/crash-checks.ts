/** Assertions on jobs, incidents and messages that must hold after any fault. */
import assert from 'node:assert/strict'
import type { Store } from '../../../src/store/platform/store.ts'
import type { expectData } from '../../support/api/client.ts'
import { updateDeliveries } from '../../support/database/notification-rows.ts'
import { readColumns, readRows } from '../../support/database/tables.ts'
import type { Received } from '../../support/targets/sink.ts'
import type { CrashLoad, Job } from './crash-load.ts'

/** Ends the claims of a server that is gone, as if their leases had expired. */
export async function endLeases(store: Store): Promise<void> {
  await updateDeliveries(store.db, { next_attempt_at: 0 }, { status: 'pending' })
}

export const statusesOf = async ({ db }: Store): Promise<string[]> =>
  (await readRows(db, 'deliveries')).map(({ status }) => status)

/** Asserts that repeated messages have the same id, because receivers detect repeats by the id. */
export function assertNoDuplicateIds(received: readonly Received[]): void {
  const ids = new Map<string, string>()
  for (const { id, event, body } of received) {
    const { incident, update } = event.data
    const known = ids.get(body) ?? id
    assert.equal(known, id, `${event.type} of ${incident?.title} (${update?.kind}) came under two ids`)
    ids.set(body, id)
  }
}

export type Read = (path: string) => ReturnType<typeof expectData>

export async function assertStored(
  job: Job,
  { checkedMonitorId }: CrashLoad,
  store: Store,
  received: readonly Received[],
  read: Read,
): Promise<void> {
  for (const id of job.checkedResultIds) await read(`/api/monitors/${checkedMonitorId}/results/${id}`)
  if (job.targetId !== null) await read(`/api/notification-targets/${job.targetId}`)
  if (job.manualIncidentId !== null) await read(`/api/incidents/${job.manualIncidentId}`)
  if (job.monitorId === null) return

  const { monitor } = await read(`/api/monitors/${job.monitorId}`)
  const { pagination } = await read(`/api/monitors/${job.monitorId}/results`)
  const results: number = pagination.total_count
  assert.ok(results >= job.answered.length && results <= job.sent.length, `${job.name}: ${results} results`)
  const { incidents } = await read(`/api/incidents?monitor_id=${job.monitorId}&source=system`)
  assert.equal(incidents.length, results > 0 ? 1 : 0, `${job.name}: an incident from the first failure, and one only`)
  if (results === 0) return

  const [incident] = incidents
  const isOver = results === 2
  assert.deepEqual([monitor.runtimeStatus, incident.status === 'resolved'], isOver ? ['up', true] : ['down', false])
  if (job.acknowledgedIncidentId !== null) assert.equal(job.acknowledgedIncidentId, incident.id)
  const messages = received.filter(({ event }) => event.data.incident?.id === incident.id)
  const types = [...new Set(messages.map(({ event }) => event.type))]
  assert.deepEqual(types[0], 'incident.opened')
  assert.equal(
    types.includes('incident.acknowledged'),
    job.acknowledgedIncidentId !== null || incident.acknowledged_at !== undefined,
  )
  assert.equal(types.includes('incident.resolved'), isOver)
  await assertLogged(store, incident.id, messages)
}

/** Asserts that the delivery log and the receiver agree on every message. */
async function assertLogged(store: Store, incidentId: string, messages: readonly Received[]): Promise<void> {
  const log = await readColumns(store.db, 'deliveries', ['id', 'status', 'event_id'], { incident_id: incidentId })
  assert.deepEqual(
    log.map(({ status }) => status),
    log.map(() => 'delivered'),
  )
  assert.deepEqual(new Set(messages.map(({ id }) => id)), new Set(log.map(({ id }) => id)))
  assert.equal(new Set(log.map(({ event_id }) => event_id)).size, log.length)
}
