import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { filterOutages, logOutages } from '../../src/bin/outage-log.ts'
import { TRAITS } from '../../src/store/platform/dialects.ts'
import { DatabaseHealth } from '../../src/store/platform/health.ts'
import type { StoreLocation } from '../../src/store/platform/store.ts'

const POSTGRES = { url: 'postgres://keeper:secret@db.example/wk' }

function makeWorld(location: StoreLocation) {
  const lines: { msg: string; level: number; reason?: string; loop?: string }[] = []
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const clock = { now: 0 }
  const { findTrouble } = TRAITS['file' in location ? 'sqlite' : 'postgres']
  const health = new DatabaseHealth({ findTrouble, write: async () => {}, now: () => clock.now })
  logOutages(health, location, log)
  return { lines, health, clock, log: filterOutages(log, health) }
}

const away = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })

test('an outage is logged at its start, while it lasts, and at its end with its duration', async () => {
  const { lines, health, clock, log } = makeWorld(POSTGRES)
  for (clock.now = 0; clock.now <= 82_000; clock.now += 500) {
    const err = away()
    health.recordError(err)
    log.error({ err, loop: 'probe watch' }, 'probe watch failed; retrying')
  }
  await health.check(1_000)
  assert.deepEqual(
    lines.map(({ msg, level }) => [level, msg]),
    [
      [50, 'PostgreSQL at db.example, database wk, is unreachable'],
      [50, 'PostgreSQL at db.example, database wk, is unreachable, for 60 s'],
      [30, 'PostgreSQL at db.example, database wk, recovered after 83 s'],
    ],
  )
  assert.equal(lines[0]!.reason, 'connect ECONNREFUSED 10.0.0.1:5432')
})

test('a full disk is identified by its database file', () => {
  const { lines, health } = makeWorld({ file: '/var/lib/watchkeeper/watchkeeper.db' })
  health.recordError(Object.assign(new Error('database or disk is full'), { errcode: 13 }))
  assert.equal(lines[0]!.msg, 'the disk that holds /var/lib/watchkeeper/watchkeeper.db is full')
})

test('an error that no outage explains is logged unchanged', () => {
  const { lines, health, log } = makeWorld(POSTGRES)
  health.recordError(away())
  log.error({ err: new Error('a fault'), loop: 'courier' }, 'courier failed; retrying')
  log.warn('stopped')
  assert.deepEqual(
    lines.slice(1).map(({ msg, loop }) => [msg, loop]),
    [
      ['courier failed; retrying', 'courier'],
      ['stopped', undefined],
    ],
  )
})
