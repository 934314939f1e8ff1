/** Applies imported documents to a real project. */
import assert from 'node:assert/strict'
import { replacePlaceholders, replaceTexts } from '../../../src/core/provisioning/placeholders.ts'
import type { ImportResult } from '../../../src/importers/conversion.ts'
import { createMonitorApi } from '../api/monitor-api.ts'
import type { Cleanup } from '../database/stores.ts'

type Fields = Record<string, unknown>

/**
 * Applies the document, and fails when the server refuses it, when a placeholder has no value, or when a second plan
 * has changes.
 *
 * @returns the document that the project exports
 */
export async function applyImport(t: Cleanup, result: ImportResult): Promise<Record<string, Record<string, Fields>>> {
  const { call, alice } = await createMonitorApi(t, 'sqlite', { plan: 'unlimited' })
  const path = `/api/projects/${alice.projectId}/config`
  const document = resolve(result)
  const applied = await call('POST', `${path}/apply`, { as: alice.session, body: { document } })
  assert.equal(applied.status, 200, JSON.stringify(applied.body))
  const { body } = await call('POST', `${path}/plan`, { as: alice.session, body: { document } })
  assert.deepEqual(body.data.plan.changes, [])
  return (await call('GET', `${path}/export`, { as: alice.session })).body.data.document
}

/** Replaces placeholders as the client of the API does. */
const resolve = ({ document, secrets }: ImportResult): unknown =>
  replaceTexts(document, ({ text }) =>
    replacePlaceholders(text, (name) => {
      assert.ok(secrets[name] !== undefined, `${name} has no value`)
      return secrets[name]
    }),
  )
