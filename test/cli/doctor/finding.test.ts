import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDoctorCommand } from '../../../src/cli/doctor/command.ts'
import { runDoctor } from '../../../src/cli/doctor/doctor.ts'
import { createPass, renderFinding, renderJson, renderSummary, runStep } from '../../../src/cli/doctor/finding.ts'
import { judgeMachine, type Machine } from '../../../src/cli/doctor/machine.ts'
import { inspectEgress } from '../../../src/cli/doctor/network.ts'
import { judgeProbes } from '../../../src/cli/doctor/probes.ts'
import type { ProbeFigure } from '../../../src/store/instance-figures.ts'
import { readOptions } from '../../support/programs/command-line.ts'
import { complaintsOf, linesOf } from './findings.ts'

test('a hanging step is reported at its timeout, and its signal is aborted', async () => {
  let isEnded = false
  const look = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      isEnded = true
    })
    return new Promise<never>(() => {})
  }
  const found = await runStep({ topic: 'Email', run: look }, 20)
  assert.deepEqual(linesOf(found), ['failure Email: this check did not finish within 0.02 s'])
  assert.ok(isEnded)
})

test('a failing step is reported', async () => {
  const look = async () => {
    throw new Error('odd')
  }
  assert.deepEqual(linesOf(await runStep({ topic: 'DNS', run: look })), ['failure DNS: odd'])
})

test('foreign text stays on its line', () => {
  const text = renderFinding({
    topic: 'Email',
    level: 'failure',
    text: 'hello\n✓ Mail all is well\u001b[2J',
    advice: 'a\nb',
  })
  assert.equal(text.split('\n').length, 2)
  assert.ok(!text.includes('\u001b[2J'))
})

test('the summary counts the problems, and the JSON contains all findings', () => {
  const found = [createPass('A', 'x'), { ...createPass('B', 'y'), level: 'failure' as const }]
  assert.equal(renderSummary(found), '1 error, 1 ok.')
  assert.equal(renderSummary([createPass('A', 'x')]), 'No problems found.')
  assert.deepEqual(JSON.parse(renderJson(found)), { ok: false, findings: found })
})

test('a mistake on the command line is reported with the nearest option', async () => {
  const read = (...args: string[]) => readOptions(createDoctorCommand, args)
  assert.throws(() => read('--sendto'), /unknown option "--sendto" \(did you mean --send-to\?\)/)
  assert.deepEqual(read('--json', '--server', 'https://a'), { json: true, server: 'https://a' })
  const surroundings = { environment: {}, clock: { now: Date.now, elapsed: () => 0 } }
  await assert.rejects(runDoctor(read('--send-to', 'a@b, c@d'), surroundings), /one email address/)
})

const MACHINE: Machine = {
  nodeVersion: '26.1.0',
  memory: 2 ** 31,
  processors: 2,
  openFiles: 65_536,
  isClockSet: true,
}

test('a machine below the limits is reported with advice', () => {
  assert.deepEqual(complaintsOf(judgeMachine(MACHINE)), [])
  assert.deepEqual(complaintsOf(judgeMachine({ ...MACHINE, openFiles: null, isClockSet: null })), [])
  const poor = { ...MACHINE, nodeVersion: '20.3.0', memory: 2 ** 27, openFiles: 1_024, isClockSet: false }
  const foundLines = complaintsOf(judgeMachine(poor))
  assert.equal(foundLines.length, 4)
  assert.match(foundLines[0]!, /^failure: 20.3.0 is too old → Use Node 24\.7/)
  assert.equal(complaintsOf(judgeMachine({ ...MACHINE, nodeVersion: '24.6.9' })).length, 1)
  assert.deepEqual(complaintsOf(judgeMachine({ ...MACHINE, nodeVersion: '24.7.0' })), [])
  assert.match(foundLines[2]!, /LimitNOFILE/)
  assert.match(foundLines[3]!, /timedatectl set-ntp true/)
})

test('open registration with unrestricted egress is reported', () => {
  const isOpenToStrangers = true
  assert.match(complaintsOf(inspectEgress({ egress: { mode: 'any' }, isOpenToStrangers }))[0]!, /WK_EGRESS=public/)
  const allow = ['10.0.0.0/8']
  assert.deepEqual(linesOf(inspectEgress({ egress: { mode: 'public', allow }, isOpenToStrangers })), [
    'ok Egress: checks may connect to public addresses only, plus 10.0.0.0/8',
  ])
})

const NOW = 1_000_000_000
const probe = (over: Partial<ProbeFigure> = {}): ProbeFigure => ({
  id: '1',
  name: 'eu-1',
  region: 'eu',
  version: '1',
  seenAt: NOW - 1_000,
  leaseUntil: NOW + 20_000,
  isLive: true,
  vitals: {
    ...{ held: 7, waiting: 0, waitingMs: 0, dropped: 0 },
    ...{ overdueMs: 0, lateMs: 0, skippedPercent: null, clockAheadMs: 3 },
  },
  ...over,
})
const ill = (vitals: object): ProbeFigure => probe({ vitals: { ...probe().vitals!, ...vitals } })

test('probes are live, gone, stuck, behind or off in time', () => {
  const judge = (...probes: ProbeFigure[]) => linesOf(judgeProbes(probes, ['eu', 'us'], NOW, false))
  assert.deepEqual(judge(probe()), ['ok Probes: eu-1 in eu checks 7 monitors'])
  assert.deepEqual(judge(ill({ overdueMs: 90_000 })), ['failure Probes: eu-1 in eu is stuck: a check is 90 s overdue'])
  assert.deepEqual(judge(ill({ clockAheadMs: -5_000 })), ['warning Probes: the clock of eu-1 in eu is off by -5.0 s'])
  assert.deepEqual(judge(ill({ skippedPercent: 47.6 })), [
    'warning Probes: eu-1 in eu leaves out 48 % of the due checks, because its machine is too small',
  ])
  assert.deepEqual(judge(ill({ waiting: 9_000 })), ['warning Probes: eu-1 in eu has 9000 undelivered results'])
  const gone = probe({ id: '2', name: 'eu-2', leaseUntil: NOW - 1, seenAt: NOW - 30_000 })
  assert.deepEqual(judge(probe(), gone)[1], 'warning Probes: eu-2 in eu was last seen 30 s ago')
  assert.deepEqual(judge(gone), ['warning Probes: no live probe in eu'])
})

test('a server without probes is reported', () => {
  assert.deepEqual(linesOf(judgeProbes([], [], NOW, true)), ['ok Probes: the server runs checks itself'])
  assert.match(complaintsOf(judgeProbes([], [], NOW, false))[0]!, /^failure: no checks are running.*probe-token REGION/)
})
