import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PingKind } from '../../../src/core/heartbeats/heartbeat-state.ts'
import {
  mergeSignals,
  PingParameterError,
  readBody,
  readExitStatus,
  readQuery,
} from '../../../src/core/heartbeats/ping-report.ts'

/** Reads a ping with this path, query and body. */
function read(query: string, body = '', kind: PingKind = 'success') {
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
  return mergeSignals({ kind, exitStatus: null }, readQuery(parameters), readBody(body))
}

test('a failure reported as in another service is never a success', () => {
  const failures = [
    ...['status=down', 'status=DOWN', 'Status=Down', 'STATUS=%20down%20', 'status=up&status=down'], // Uptime Kuma
    ...['status=error', 'status=timeout', 'status=error&check_in_id=7&duration=3'], // Sentry
    ...['state=fail', 'state=FAIL&status_code=0', 'state=complete&status_code=1', 'status_code=137'], // Cronitor
    ...['s=1', 's=-1', 's=failed', 'm=disk+full&s=255'], // Dead Man's Snitch
    ...['success=false', 'success=False&error=', 'success=0', 'success=no&duration=1m30s'], // Gatus
    ...['exit_code=2', 'exit_status=3221225477', 'error=disk%20full', 'status=failure', 'status=critical'],
  ]
  for (const query of failures) assert.equal(read(query).kind, 'fail', query)
  const starts = ['state=run', 'status=in_progress', 'status=In-Progress', 'state=started']
  for (const query of starts) assert.equal(read(query).kind, 'start', query)
  const successes = [
    '',
    'status=up&msg=OK&ping=',
    'status=ok',
    'state=complete',
    'state=OK',
    's=0',
    'success=true&error=',
  ]
  for (const query of [...successes, 'error=', 'error=none', 'status=', 'success=true&error=late'])
    assert.equal(read(query).kind, 'success', query)
})

test('a failure wins over the path, and a log stays a log', () => {
  assert.equal(read('status=down', '', 'start').kind, 'fail')
  assert.equal(read('status=up', '', 'fail').kind, 'fail')
  assert.equal(read('state=complete', '', 'start').kind, 'start')
  assert.equal(read('status=down', '', 'log').kind, 'log')
  const zero = mergeSignals(readExitStatus('0')!, readQuery([{ name: 'status', value: 'down' }]), null)
  assert.deepEqual([zero.kind, zero.exitStatus], ['fail', null], 'the status of the path is not the reason')
  assert.equal(read('s=3').exitStatus, 3)
})

test('a value without a known meaning is refused, with an example', () => {
  const refused: [string, RegExp][] = [
    ['status=maybe', /status.*send up, down/],
    ['status=1', /status/],
    ['status=constructor', /status/],
    ['STATE=paused', /state.*run, complete/],
    ['success=perhaps', /success.*true or false/],
    ['status_code=one', /status_code.*exit status/],
    ['s=1.5', /s .*exit status/],
    ['ping=fast', /ping.*milliseconds/],
    ['ping=-1', /ping/],
    ['ping=1e400', /ping/],
    ['ping=NaN', /ping/],
    ['duration=3x', /duration.*1m30s/],
    ['duration=99999999999', /duration/],
  ]
  for (const [query, expected] of refused)
    assert.throws(
      () => read(query),
      (error) => error instanceof PingParameterError && expected.test(`${error.parameter} ${error.message}`),
      query,
    )
})

test('a message is one line, and durations have the units of their service', () => {
  assert.equal(read('status=down&msg=a%0Ab%1B').message, 'a b')
  assert.equal(read(`msg=${'x'.repeat(2_000)}`).message?.length, 500)
  assert.equal(read('success=false&error=first&msg=second').message, 'first')
  assert.equal(read('error=none&m=text').message, 'text')
  const durations: [string, number | null][] = [
    ['ping=12.4', 12],
    ['ping=', null],
    ['duration=2.5', 2_500],
    ['duration=1m30s', 90_000],
    ['duration=250ms', 250],
    ['duration=1.5h', 5_400_000],
    ['duration=300%C2%B5s', 0],
    ['runtime=3', 3_000],
  ]
  for (const [query, expected] of durations) assert.equal(read(query).durationMs, expected, query)
})

test('other parameters are named, up to a limit, and never refused', () => {
  assert.deepEqual(read('metric=count:3&Host=a&rid=7&__proto__=x&%00=y').ignored, ['metric', 'Host', '__proto__', '?'])
  const many = Array.from({ length: 50 }, (_, n) => `p${n}${'x'.repeat(200)}=1`).join('&')
  const { ignored = [] } = read(many)
  assert.equal(ignored.length, 20)
  assert.ok(ignored.every((name) => name.length <= 60))
})

test('a body that is a report can fail, and any other body is a log', () => {
  const failures = [
    '{"status":"error"}', // Sentry
    '{"check_in":{"status":"error","duration":1200,"exit_code":1}}', // Honeybadger
    '{"prtg":{"error":1,"text":"disk full"}}', // PRTG
    '<?xml version="1.0"?>\n<prtg><error>1</error><text>disk full</text></prtg>',
    '{"success":false,"error":"disk full"}',
    '{"exit_code":2,"failure_message":"disk full"}', // Oh Dear
    's=1', // Dead Man's Snitch
    'm=disk full&s=2',
    'status=down&msg=x',
  ]
  for (const body of failures) assert.equal(read('', body).kind, 'fail', body)
  assert.equal(read('', '{"status":"in_progress","monitor_config":{}}').kind, 'start')
  assert.equal(read('', '{"prtg":{"error":1,"text":"disk full"}}').message, 'disk full')
  assert.equal(read('status=down', '{"status":"ok"}').kind, 'fail')
  const logs = [
    '{"status":"ok"}',
    '{"status":"partly"}',
    '{"status":200,"status_code":404}',
    '{"error":null,"errors":3}',
    '{"error":false}',
    '{"status":"error"',
    '[{"status":"error"}]',
    'null',
    's=1\nstatus=down',
    'status=done items=3 error=0',
    'Backup finished, status=down was fixed',
    '<html><error>1</error></html>',
    '{"prtg":{"result":[{"channel":"a","value":"1"}]}}',
  ]
  for (const body of logs) assert.equal(read('', body).kind, 'success', body)
})
