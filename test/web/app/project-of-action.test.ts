import assert from 'node:assert/strict'
import { test } from 'node:test'

const [FIRST, OTHER] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'] as const

/** Simulates a server, and a user who switches the project while the first request waits for the network. */
async function loadActions() {
  const projects: (string | null)[] = []
  let switchProject = () => {}
  const answer = async (request: Request | string) => {
    if (typeof request === 'string') switchProject()
    else projects.push(request.headers.get('x-project-id'))
    return Response.json({ success: true, data: { results: [], undo: { edits: [] } } })
  }
  const globals = {
    location: { origin: 'http://127.0.0.1:1' },
    navigator: { onLine: false },
    localStorage: { setItem: () => {} },
    addEventListener: () => {},
    fetch: answer,
  }
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value })
  const { selectProjectId } = await import('../../../web/src/api/project.ts')
  switchProject = () => selectProjectId(OTHER)
  const { api } = await import('../../../web/src/api/client.ts')
  const { changeIncidents } = await import('../../../web/src/app/incidents/incident-batch.ts')
  const { restoreMonitors } = await import('../../../web/src/app/restore-monitors.ts')
  const { restoreStatuses } = await import('../../../web/src/app/restore-statuses.ts')
  const { restoreValues } = await import('../../../web/src/parts/monitors/monitor-edits.ts')
  const { createBulkRequests } = await import('../../../web/src/screens/monitors/bulk-edits.ts')
  const { runBulk } = await import('../../../web/src/screens/monitors/bulk.ts')
  const ids = Array.from({ length: 1_001 }, (_, index) => `monitor-${index}`)
  const monitors = ids.map((id) => ({ id, name: id }))
  const edit = { edits: [{ monitor_ids: ids }] }
  const toStatus = (status: 'active' | 'disabled') => ids.slice(0, 102).map((id) => ({ id, status }))
  /** Number of requests, and the action. */
  const actions: Record<string, [number, () => Promise<unknown>]> = {
    'a single request': [1, () => api.DELETE('/api/monitors/{id}', { params: { path: { id: FIRST } } })],
    'a change of many incidents': [11, () => changeIncidents('acknowledge', ids)],
    'a bulk pause': [11, () => runBulk({ kind: 'pause' }, monitors, createBulkRequests())],
    'a bulk edit': [2, () => runBulk({ kind: 'tag', add: ['a'], remove: [] }, monitors, createBulkRequests())],
    'the undo of a deletion': [2, () => restoreMonitors(ids)],
    'the undo of a pause': [2, () => restoreStatuses(toStatus('active'))],
    'the undo of a change of disabled monitors': [102, () => restoreStatuses(toStatus('disabled'))],
    'the undo of an edit': [2, () => restoreValues([edit, edit])],
  }
  return { actions, projects, begin: () => selectProjectId(FIRST) }
}

test('an action stays in the project in which it began when the user switches the project', async () => {
  const { actions, projects, begin } = await loadActions()
  for (const [name, [count, run]] of Object.entries(actions)) {
    begin()
    projects.splice(0)
    await run()
    assert.deepEqual(projects, Array(count).fill(FIRST), name)
  }
})
