// @slow: runs the runner, and a program
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { endRunProcesses, listRunProcesses } from '../../bench/support/run-processes.ts'
import { createTestFolder } from '../support/database/stores.ts'
import { ROOT } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

/** A test that never ends, with a program in its own process group that ignores every request to end. */
const createEndlessTest = (started: string): string => `
  import { spawn } from 'node:child_process'
  import { writeFileSync } from 'node:fs'
  import { test } from 'node:test'
  const IGNORING = "process.on('SIGINT', () => {}).on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
  test('endless', () => {
    spawn(process.execPath, ['--eval', IGNORING], { detached: true })
    writeFileSync(${JSON.stringify(started)}, process.env.TMPDIR)
    return new Promise((resolve) => setInterval(resolve, 2 ** 30))
  })`

test('an interrupted run ends with its processes and files', async (t) => {
  const folder = createTestFolder(t)
  const [file, started] = [join(folder, 'endless.test.mjs'), join(folder, 'started')]
  writeFileSync(file, createEndlessTest(started))
  const { NODE_TEST_CONTEXT: _, ...others } = process.env // or the runner would be a test of this process
  const run = spawn(process.execPath, [join(ROOT, 'scripts/run-tests.ts'), '--lane=all', file], {
    env: { ...others, TEST_DIALECTS: 'sqlite' },
    stdio: 'ignore',
    detached: true,
  })
  t.after(() => endRunProcesses(run.pid!, folder, 0))
  const ended = once(run, 'exit')
  await waitUntil(() => existsSync(started) && readFileSync(started, 'utf8'), 'the endless test')
  const runFolder = readFileSync(started, 'utf8')
  assert.ok(listRunProcesses(run.pid!, runFolder).length >= 3)
  run.kill('SIGINT')
  const [code] = await ended
  assert.notEqual(code, 0)
  assert.deepEqual(listRunProcesses(run.pid!, runFolder), [])
  assert.equal(existsSync(runFolder), false)
})
