import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import listSlowestFiles from '../../scripts/slowest-files.ts'
import { ROOT } from '../support/programs/program.ts'

const eventOf = (type: 'test:pass' | 'test:fail', file: string, ms: number, nesting = 0): TestEvent =>
  ({ type, data: { file: join(ROOT, file), nesting, details: { duration_ms: ms } } }) as TestEvent

async function listOf(events: TestEvent[]): Promise<string> {
  const source = (async function* () {
    yield* events
  })()
  return (await Array.fromAsync(listSlowestFiles(source))).join('')
}

test('the slowest files are listed by the sum of their tests, passed or failed', async () => {
  const events = [
    eventOf('test:pass', 'test/a.test.ts', 1_000),
    eventOf('test:pass', 'test/b.test.ts', 900),
    eventOf('test:pass', 'test/b.test.ts', 5_000, 1), // a subtest of the next one
    eventOf('test:fail', 'test/b.test.ts', 5_100),
  ]
  assert.equal(await listOf(events), 'slowest files:\n     6.0 s  test/b.test.ts\n     1.0 s  test/a.test.ts\n')
})

test('a single file is not listed', async () => {
  assert.equal(await listOf([eventOf('test:pass', 'test/a.test.ts', 1_000)]), '')
})
