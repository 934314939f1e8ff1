import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { listExcesses, readCounts } from '../../scripts/work-budget.ts'
import { createTestFilePath } from '../support/database/stores.ts'

const BUDGET = { databases: 10, apps: 5, processes: 1, threads: 0 }

test('the counts of all processes are added up', (t) => {
  const file = createTestFilePath(t, 'counts')
  writeFileSync(file, '{"databases":3,"apps":1}\n{}\n{"databases":4,"processes":1}\n')
  assert.deepEqual(readCounts(file), { databases: 7, apps: 1, processes: 1, threads: 0 })
})

test('more work than the budget is reported by kind, and work within the budget is not', () => {
  assert.deepEqual(listExcesses({ ...BUDGET }, BUDGET), [])
  assert.deepEqual(listExcesses({ ...BUDGET, databases: 11, apps: 4 }, BUDGET), [
    'The tests of the fast lane start 11 databases, and the budget is 10.',
  ])
})
