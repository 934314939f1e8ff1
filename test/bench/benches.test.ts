// @alone: takes long
// @slow: runs benches, and most of them start programs
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { listBenches } from '../../bench/run.ts'
import { endRunProcesses } from '../../bench/support/run-processes.ts'
import { createTestFolder } from '../support/database/stores.ts'
import { ROOT } from '../support/programs/program.ts'
import { waitUntil } from '../support/time/until.ts'

/**
 * Benches that take long even at toy size. They are most of the work of this file, so they run only with
 * `TEST_BENCHES=all`.
 */
const LONG_BENCHES: readonly string[] = [
  ...[
    'api-get',
    'backup',
    'checks',
    'dashboard',
    'detection',
    'hostile',
    'overview',
    'probers',
    'requests',
    'retention',
  ],
  ...['simulate', 'soak', 'start', 'stats', 'status-page'],
]

const BENCHES = listBenches().filter((name) => process.env.TEST_BENCHES === 'all' || !LONG_BENCHES.includes(name))

/** Lists the command lines of processes whose environment names the folder, which their children inherit. */
const listCommands = (folder: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder)
      return isOurs ? [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')] : []
    } catch {
      return [] // not a process, or it has ended
    }
  })

function startBench(folder: string, ...args: string[]): ChildProcess {
  chmodSync(folder, 0o755) // some benches start programs as another user
  return spawn(process.execPath, [join(ROOT, 'bench/run.ts'), ...args], { env: { ...process.env, TMPDIR: folder } })
}

function assertNothingIsLeft(folder: string): void {
  assert.deepEqual(listCommands(folder), [], 'processes')
  assert.deepEqual(readdirSync(folder), [], 'files')
}

describe('benches at toy size', { concurrency: 2 }, () => {
  for (const name of BENCHES)
    test(`the bench ${name} reports figures and leaves nothing behind`, async (t) => {
      const folder = createTestFolder(t)
      const bench = startBench(folder, name, '--toy')
      const [stdout, stderr, [code]] = await Promise.all([
        text(bench.stdout!),
        text(bench.stderr!),
        once(bench, 'exit'),
      ])
      assert.equal(code, 0, stdout + stderr)
      assert.match(stdout, /\d/)
      assert.doesNotMatch(stdout, /NaN|undefined|Infinity/)
      assertNothingIsLeft(folder)
    })
})

test('a bench that is interrupted leaves nothing behind', async (t: TestContext) => {
  const folder = createTestFolder(t)
  const bench = startBench(folder, 'memory')
  const ended = once(bench, 'exit')
  await waitUntil(() => listCommands(folder).some((command) => command.includes('watchkeeper.js')), 'the program')
  bench.kill('SIGINT')
  assert.deepEqual(await ended, [130, null])
  assertNothingIsLeft(folder)
})

test('a process that ignores SIGTERM in its own process group ends with the run', async (t: TestContext) => {
  const folder = createTestFolder(t)
  const script = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.stdout.write('ready')`
  const options = { env: { ...process.env, TMPDIR: folder }, detached: true }
  const child = spawn(process.execPath, ['--eval', script], options)
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const noGroup = process.pid // not the leader of a group, so that only the folder identifies the process
  await endRunProcesses(noGroup, folder, 0)
  assert.deepEqual(await ended, [null, 'SIGKILL'])
})
