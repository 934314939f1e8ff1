/** Healthchecks. The JSON was written for these tests after the documents of its API: no account of the service answered it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyImport } from '../support/importers/apply-import.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { assertFields, importJson, monitorsOf } from './import-json.ts'

const CHECK = { name: 'Backup', tags: 'db prod', desc: 'Nightly', grace: 600, status: 'up', timeout: 3_600 }
const TOKEN = '31365bce-8da9-4729-8ff3-aaa71d56b712'

test('Healthchecks: the UUID stays the ping token, and a long grace period keeps the time of the alarm', async (t) => {
  const result = importJson('healthchecks', {
    checks: [
      { ...CHECK, uuid: TOKEN, ping_url: `https://hc-ping.com/${TOKEN}` },
      { ...CHECK, name: 'Old', ping_url: 'https://hc-ping.com/803F680D-E89B-492B-82EF-2BE7B774A92D', status: 'paused' },
      { ...CHECK, name: 'Late', uuid: TOKEN.replace('3', '4'), timeout: 86_400, grace: 7_200 },
      { ...CHECK, name: 'Cron', uuid: TOKEN.replace('3', '5'), schedule: '15 5 * * *', tz: 'Europe/Riga' },
    ],
  })
  const { backup, old, late, cron } = monitorsOf(result)
  assert.deepEqual(backup, {
    name: 'Backup',
    type: 'HEARTBEAT',
    heartbeat_config: { grace_period_seconds: 600 },
    tags: ['db', 'prod'],
    notes: 'Nightly',
    heartbeat_token: TOKEN,
  })
  assertFields(old, { heartbeat_token: '803f680d-e89b-492b-82ef-2be7b774a92d', status: 'paused' })
  assertFields(late, { heartbeat_config: { expected_interval_seconds: 90_000, grace_period_seconds: 3_600 } })
  assertFields(cron, {
    heartbeat_config: { schedule: '15 5 * * *', timezone: 'Europe/Riga', grace_period_seconds: 600 },
  })
  assert.deepEqual(findOutcome(result, 'Backup'), ['kept'])
  await applyImport(t, result)
})

for (const [title, check, outcome] of [
  ['an interval of 40 days', { timeout: 40 * 86_400 }, ['dropped', 'Its interval is longer than 30 days.']],
  [
    'a calendar event of systemd',
    { schedule: '*-*-* 12:00:00' },
    ['dropped', 'The schedule "*-*-* 12:00:00" is no cron expression.'],
  ],
  [
    'an impossible day',
    { schedule: '0 0 31 2 *' },
    ['dropped', 'Watchkeeper refuses the monitor: schedule: specifies a day that never occurs.'],
  ],
  [
    'a long grace period of a schedule',
    { schedule: '0 5 * * *', grace: 7_200 },
    ['changed', 'The schedule "0 5 * * *" with 7200 s of grace becomes an interval of 90000 s and 3600 s of grace.'],
  ],
  [
    'a longer grace period of a monthly schedule',
    { schedule: '0 5 1 * *', grace: 172_800 },
    ['changed', 'The grace period is 3600 s instead of 172800 s: alarms come earlier.'],
  ],
  [
    'a keyword that reports a failure in the body of a ping',
    { filter_http_body: true, failure_kw: 'ERROR' },
    ['changed', 'The body of a ping is not searched: a failure that only a keyword reports counts as a success.'],
  ],
  [
    'a read-only key',
    { uuid: undefined, unique_key: 'a6c7' },
    ['changed', 'A read-only key does not return the UUID: the ping URL changes.'],
  ],
  ['pings by email', { filter_subject: true }, ['changed', 'Pings by email and their keywords do not exist here.']],
] as const)
  test(`Healthchecks: the report covers ${title}`, () => {
    const result = importJson('healthchecks', { checks: [{ ...CHECK, uuid: TOKEN, ...check }] })
    assert.deepEqual(findOutcome(result, 'Backup'), outcome)
  })
