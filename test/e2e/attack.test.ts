/** The framework of `npm run attack`: a failed limit makes the command fail. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defineAttack, exitCodeOf, formatReport, NotRun } from '../attack/attack.ts'
import { ATTACKS, selectRuns } from '../attack/index.ts'
import type { Stage } from '../attack/stage/stage.ts'
import { runAttack } from '../attack/stage/stage.ts'
import { ROOT } from '../support/programs/program.ts'

const reportOf = (run: (stage: Stage) => Promise<void>) =>
  runAttack(
    defineAttack({ name: 'one', title: 'an attack', bar: 'it holds', databases: ['sqlite'], run }),
    'sqlite',
    ROOT,
  )

test('an attack passes when every limit holds, and its figures are reported', async () => {
  const report = await reportOf(async (stage) => {
    stage.record('waits, ms', 12.34)
    stage.expect(true, 'never')
  })
  assert.deepEqual([report.outcome, report.reasons, exitCodeOf([report])], ['passed', [], 0])
  assert.match(formatReport(report), /^PASSED {3}one on sqlite: an attack .*\n {4}bar: it holds\n {4}waits, ms: 12\.3$/)
})

test('an attack fails when a limit fails or when it throws, and cleans up either way', async () => {
  let ended = 0
  const missed = await reportOf(async (stage) => {
    stage.after(() => void ended++)
    stage.expect(false, 'others waited 2000 ms')
  })
  const broken = await reportOf(async (stage) => {
    stage.after(() => void ended++)
    throw new Error('the server has ended')
  })
  assert.deepEqual([missed.outcome, missed.reasons, exitCodeOf([missed])], ['failed', ['others waited 2000 ms'], 1])
  assert.deepEqual([broken.outcome, broken.reasons, exitCodeOf([broken])], ['failed', ['the server has ended'], 1])
  assert.equal(ended, 2)
})

test('an attack without a required program is skipped and does not pass', async () => {
  const report = await reportOf(async () => {
    throw new NotRun('haproxy is not installed (apt-get install haproxy)')
  })
  assert.deepEqual([report.outcome, exitCodeOf([report])], ['not run', 0])
  assert.match(formatReport(report), /^NOT RUN .*haproxy is not installed/s)
})

test('docs/security.md lists every attack', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  const missing = ATTACKS.filter(({ name }) => !page.includes(`\`${name}\``))
  assert.deepEqual(missing, [])
})

test('names and databases select attacks, and unknown ones are refused', () => {
  const names = ATTACKS.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(new Set(selectRuns([], 'both').map(({ attack }) => attack.name)), new Set(names))
  assert.deepEqual(
    selectRuns(['wrong-bodies'], 'both').map(({ attack, database }) => [attack.name, database]),
    [
      ['wrong-bodies', 'sqlite'],
      ['wrong-bodies', 'postgres'],
    ],
  )
  assert.throws(() => selectRuns(['wrong-body'], 'both'), /wrong-body/)
  assert.throws(() => selectRuns([], 'mysql'), /mysql/)
})
