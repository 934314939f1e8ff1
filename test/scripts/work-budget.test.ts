import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { addCounts, formatCpuTimes, listExcesses, readWork } from '../../scripts/work-budget.ts'
import { createTestFilePath } from '../support/database/stores.ts'

const BUDGET = { databases: 10, apps: 5, processes: 1, threads: 0 }

const WORKS = [
  { entry: '/run/1.mjs', cpuTimeMs: 1_040, counts: { databases: 3, apps: 1 } },
  { entry: '/run/2.mjs', cpuTimeMs: 12_000, counts: { databases: 4, processes: 1 } },
]

test('the counts of all processes are added up', (t) => {
  const file = createTestFilePath(t, 'counts')
  writeFileSync(file, WORKS.map((work) => `${JSON.stringify(work)}\n`).join(''))
  assert.deepEqual(addCounts(readWork(file)), { databases: 7, apps: 1, processes: 1, threads: 0 })
})

test('the CPU time of each process and of all is listed, the longest first', () => {
  const names = new Map([
    ['/run/1.mjs', 'test/a.test.ts'],
    ['/run/2.mjs', 'test/b.test.ts'],
  ])
  const runner = { entry: '/node', cpuTimeMs: 5, counts: {} }
  assert.equal(
    formatCpuTimes([...WORKS, runner], names),
    'CPU time:\n    12.0 s  test/b.test.ts\n     1.0 s  test/a.test.ts\n    13.0 s  in total\n',
  )
})

test('more work than the budget is reported by kind, and work within the budget is not', () => {
  assert.deepEqual(listExcesses({ ...BUDGET }, BUDGET), [])
  assert.deepEqual(listExcesses({ ...BUDGET, databases: 11, apps: 4 }, BUDGET), [
    'The tests of the fast lane start 11 databases, and the budget is 10.',
  ])
})
