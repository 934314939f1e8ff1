// @slow: starts a process for each task
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Problem, StartError } from '../../src/core/platform/errors.ts'
import {
  createIsolation,
  ISOLATION_LIMITS,
  type IsolationError,
  type IsolationLimits,
} from '../../src/runtime/isolated-process.ts'
import { createTestFolder } from '../support/database/stores.ts'

const SCRIPT = new URL('./isolated-task.ts', import.meta.url)

const run = (action: string, limits: Partial<IsolationLimits> = {}, signal?: AbortSignal) =>
  createIsolation(SCRIPT, { NAME: 'Ada' }, () => new Error('full'), { ...ISOLATION_LIMITS, ...limits })({
    args: ['Ada'],
    input: Buffer.from(action),
    ...(signal && { signal }),
  })

test('an isolated task reads a file from its start, and has the given environment only', async (t) => {
  const file = join(createTestFolder(t), 'input')
  writeFileSync(file, 'list')
  const isolate = createIsolation(SCRIPT, { NAME: 'Ada' }, () => new Error('full'))
  const listed = await isolate({ args: ['Ada'], input: { fd: openSync(file, 'r') } })
  assert.equal(Buffer.concat(listed).toString(), 'Ada NAME')
})

for (const { action, limits, ending } of [
  { action: 'loopInNativeCode', limits: { cpuMs: 500 }, ending: 'time' },
  { action: 'wait', limits: { runMs: 2_000 }, ending: 'time' },
  { action: 'fillMemory', limits: { memoryMiB: 300 }, ending: 'memory' },
  { action: 'writeMuch', limits: { resultMiB: 1 }, ending: 'result' },
])
  test(`a task ends at its limit of ${ending} when it would ${action}`, async () => {
    await assert.rejects(run(action, limits), (error: IsolationError) => error.ending === ending)
  })

test('the refusals of a task are thrown as they were', async () => {
  await assert.rejects(
    run('refuse'),
    (error) => error instanceof Problem && error.code === 'VALIDATION_ERROR' && error.details?.field === 'files',
  )
  await assert.rejects(run('refuseStart'), (error) => error instanceof StartError && error.message === 'a.yaml is odd')
})

test('a task that fails is reported with its error', async () => {
  await assert.rejects(
    run('fail'),
    (error: IsolationError) => error.ending === 'crash' && /TypeError: unforeseen/.test(error.message),
  )
})

test('a task ends when its caller gives up', async () => {
  const giving = new AbortController()
  const ended = run('wait', {}, giving.signal)
  giving.abort()
  await assert.rejects(ended, { name: 'AbortError' })
})

test('a task ends with its parent', async () => {
  const parent = spawn(
    process.execPath,
    ['-e', PARENT, SCRIPT.pathname, JSON.stringify({ ...ISOLATION_LIMITS, cpuMs: 1e9 })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  // Never closes while a task that inherited it runs
  await once(parent.stdout, 'close')
})

/** Starts a task that loops in native code. */
const PARENT = `
  const [, script, limits] = process.argv
  const child = require('node:child_process').spawn(process.execPath, [script, JSON.stringify({ ...JSON.parse(limits), parentPid: process.pid })], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end('loopInNativeCode')
  process.stdout.write('started')
`
