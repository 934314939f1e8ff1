import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvalid } from '../../../src/core/platform/errors.ts'
import { findUnknownReferences, listByCollection } from '../../../src/core/provisioning/plan.ts'

/** Counts how often its keys are listed. */
class CountedKeys extends Set<string> {
  lists = 0

  override [Symbol.iterator](): SetIterator<string> {
    this.lists++
    return super[Symbol.iterator]()
  }
}

test('only the unknown references that a response lists are compared with the known keys', () => {
  const monitors = new CountedKeys(['shop', 'checkout'])
  const known = { ...listByCollection(() => new Set<string>()), monitors, users: new Set<string>() }
  const references = Array.from({ length: 10_000 }, (_, index) => ({
    field: `monitors.m${index}.depends_on.0`,
    collection: 'monitors' as const,
    key: 'shpo',
  }))
  const { message, details } = createInvalid(findUnknownReferences(references, known))
  const { issues } = details as { issues: unknown[] }
  assert.equal(issues.length, 20)
  assert.deepEqual(issues[0], {
    field: 'monitors.m0.depends_on.0',
    message: 'no monitor has the key shpo (did you mean shop?)',
  })
  assert.match(message, /only the first 20 issues are listed/)
  assert.ok(monitors.lists <= 21, `${monitors.lists} lists of all keys`)
})
