/** A task for the tests of isolation: does what its input names. */
import { DatabaseSync } from 'node:sqlite'
import { createInvalid, StartError } from '../../src/core/platform/errors.ts'
import { runAsTask } from '../../src/runtime/isolated-process.ts'

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'

const ACTIONS: Record<string, () => string | Promise<string>> = {
  list: () => `${process.argv[3]} ${Object.keys(process.env).join()}`,
  loopInNativeCode: () => String(new DatabaseSync(':memory:').prepare(ENDLESS).get()),
  wait: () => new Promise(() => setInterval(() => {}, 1_000)),
  fillMemory: () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(1_048_576, 1))
  },
  writeMuch: () => 'x'.repeat(2 * 1_048_576),
  refuse: () => {
    throw createInvalid({ field: 'files', message: 'are odd' })
  },
  refuseStart: () => {
    throw new StartError('a.yaml is odd')
  },
  fail: () => {
    throw new TypeError('unforeseen')
  },
}

await runAsTask(process.argv[2]!, async (input) => ACTIONS[input.toString()]!())
