import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../../../src/api/provisioning/read-document.ts'
import { listIssues as listProblemIssues, type Problem } from '../../../src/core/platform/errors.ts'

async function listIssues(document: unknown) {
  const issues = await readDocument(document).then(
    ({ desired }) => desired.mistakes.issues,
    (error: Problem) => listProblemIssues(error),
  )
  return issues.map(({ field, message }) => `${field}: ${message}`)
}

test('an invalid key is reported at the key', async () => {
  assert.deepEqual(await listIssues({ version: 1, groups: { 'A b': { name: 'A' } } }), [
    'groups.A b: must be the key of a resource: at most 100 characters of a-z, 0-9, ., _ and -',
  ])
})

test('an unknown field of the defaults for new monitors is reported with the nearest field', async () => {
  const monitor_defaults = { interval_second: 60 }
  assert.deepEqual(await listIssues({ version: 1, monitor_defaults, groups: { a: { name: 'A', monitor_defaults } } }), [
    'monitor_defaults.interval_second: is an unknown field; did you mean interval_seconds?',
    'groups.a.monitor_defaults.interval_second: is an unknown field; did you mean interval_seconds?',
  ])
})

test('a document that is no object is reported as a document', async () => {
  assert.deepEqual(await listIssues([1]), [': The document must be an object'])
})

test('a name in a document is in one line', async () => {
  const { desired } = await readDocument({ version: 1, groups: { a: { name: 'Shop\r\nX-INJ:1' } } })
  assert.equal(desired.groups.get('a')?.name, 'Shop X-INJ:1')
})
