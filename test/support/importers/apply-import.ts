/** Applies imported documents to a real project. */
import assert from 'node:assert/strict'
import { MonitorCreate } from '../../../src/api/monitors/monitor-schemas.ts'
import { replacePlaceholders, replaceTexts } from '../../../src/core/provisioning/placeholders.ts'
import type { ImportResult } from '../../../src/importers/conversion.ts'
import { createMonitorApi } from '../api/monitor-api.ts'
import type { Cleanup } from '../database/stores.ts'

type Fields = Record<string, unknown>

/** Shortest interval of the plan, in seconds. */
const PLAN_MINIMUM = 60

/**
 * Applies the document, and fails when the server refuses it, when a placeholder has no value, or when a second plan
 * has changes.
 *
 * @returns the document that the project exports
 */
export async function applyImport(t: Cleanup, result: ImportResult): Promise<Record<string, Record<string, Fields>>> {
  const { call, alice } = await createMonitorApi(t, 'sqlite')
  const path = `/api/projects/${alice.projectId}/config`
  const document = resolve(result)
  const applied = await call('POST', `${path}/apply`, { as: alice.session, body: { document } })
  assert.equal(applied.status, 200, JSON.stringify(applied.body))
  const { body } = await call('POST', `${path}/plan`, { as: alice.session, body: { document } })
  assert.deepEqual(body.data.plan.changes, [])
  return (await call('GET', `${path}/export`, { as: alice.session })).body.data.document
}

/** Replaces placeholders as the client of the API does. */
function resolve({ document, secrets }: ImportResult): Fields {
  const resolved = replaceTexts(document, ({ text }) =>
    replacePlaceholders(text, (name) => {
      assert.ok(secrets[name] !== undefined, `${name} has no value`)
      return secrets[name]
    }),
  ) as Record<string, Record<string, Fields>>
  const monitors = Object.entries(resolved.monitors ?? {}).map(([key, { notes, interval_seconds, ...monitor }]) => [
    key,
    {
      ...monitor,
      ...(notes !== undefined && 'notes' in MonitorCreate.properties && { notes }),
      ...(interval_seconds !== undefined && { interval_seconds: Math.max(PLAN_MINIMUM, Number(interval_seconds)) }),
    },
  ])
  return { ...resolved, monitors: Object.fromEntries(monitors) }
}
