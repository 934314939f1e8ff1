import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MonitorSummary } from '../../../../../web/src/app/monitor-store/monitor-summary.ts'
import { toFlatRows } from '../../../../../web/src/screens/monitors/list/rows.ts'
import { listUntold, type UnresolvedIncidents } from '../../../../../web/src/screens/monitors/list/told-incidents.ts'

const REASON = { kind: 'timeout', message: 'no answer' }

const createMonitor = (id: string, over: object = {}) =>
  ({
    id,
    status: 'active',
    runtime_status: 'down',
    reason: REASON,
    open_incident: { id: `incident of ${id}`, status: 'open', severity: 'critical', title: id },
    ...over,
  }) as MonitorSummary

const toIncident = (id: string, reason: object | undefined = REASON) =>
  ({ id, reason }) as UnresolvedIncidents['incidents'][number]

const toData = (incidents: UnresolvedIncidents['incidents'], open = incidents.length): UnresolvedIncidents => ({
  open,
  acknowledged: 0,
  storms: [],
  incidents,
})

const list = (data: UnresolvedIncidents, monitors: readonly MonitorSummary[]) => {
  const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]))
  const { incidents, rest } = listUntold(data, toFlatRows([...byId.keys()]), (id) => byId.get(id))
  return { untold: incidents.map(({ id }) => id), rest }
}

const data = toData([toIncident('incident of a'), toIncident('incident of b')])

test('the row of a failing monitor shows its incident, and the card shows the incidents without a row', () => {
  assert.deepEqual(list(data, [createMonitor('a'), createMonitor('b')]), { untold: [], rest: 0 })
  assert.deepEqual(list(data, [createMonitor('b')]), { untold: ['incident of a'], rest: 0 })
})

test('the card shows the incident of a monitor whose row has no reason of a check', () => {
  const cases = [{ runtime_status: 'up' }, { status: 'paused' }, { in_maintenance: true }, { reason: undefined }]
  for (const over of cases)
    assert.deepEqual(list(data, [createMonitor('a', over), createMonitor('b')]).untold, ['incident of a'])
})

test('the card shows an incident that a user reported about a failing monitor', () => {
  const reported = { ...toIncident('incident of a'), reason: undefined } as never
  assert.deepEqual(list(toData([reported]), [createMonitor('a')]).untold, ['incident of a'])
})

test('the row of a monitor whose recovery is not confirmed still shows the incident', () => {
  const confirming = { direction: 'up', count: 1, threshold: 2, since: '', regions: [], reason: REASON }
  assert.deepEqual(list(data, [createMonitor('a', { confirming }), createMonitor('b')]).untold, [])
})

test('incidents that neither a row nor the card shows are counted', () => {
  assert.equal(list({ ...data, open: 9 }, [createMonitor('a')]).rest, 7)
  const many = toData(Array.from({ length: 7 }, (_, index) => toIncident(`${index}`)))
  assert.deepEqual(list(many, []), { untold: ['0', '1', '2', '3', '4'], rest: 2 })
  const storm = { kind: 'address', value: '', started_at: '', open: 3, incident_ids: ['x', 'y', 'z'] } as const
  const stormy = { ...toData([], 3), storms: [{ ...storm, incident_ids: [...storm.incident_ids] }] }
  assert.equal(list(stormy, []).rest, 0)
})
