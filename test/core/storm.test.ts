import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentEvent } from '../../src/core/event.ts'
import {
  CALM,
  type CauseFacts,
  closed,
  closesAt,
  commonCauses,
  foldedEvent,
  gather,
  hostOf,
  LONGEST_BURST_MS,
  MOST_ALONE,
  MOST_FOLDED,
  QUIET_MS,
  type Storm,
  topicKey,
} from '../../src/core/storm.ts'
import { MINUTE_MS } from '../../src/core/time.ts'
import { makeIncident, SHOP } from '../support/incidents.ts'

const T0 = Date.UTC(2026, 0, 31)

const ids = (count: number, prefix = 'd') => Array.from({ length: count }, (_, n) => `${prefix}${n}`)
const isAlone = (sentAs: ReadonlyMap<string, string>, storm: Storm) =>
  [...sentAs].filter(([id, as]) => id === as && storm.fold?.id !== id).length

test('ten go out by themselves within a minute, and the eleventh leads the rest', () => {
  const { storm, sentAs } = gather(CALM, ids(13), T0)
  assert.deepEqual([isAlone(sentAs, storm), storm.fold?.id, storm.fold?.count], [10, 'd10', 3])
  assert.deepEqual([sentAs.get('d10'), sentAs.get('d12')], ['d10', 'd10'])
})

test('the minute rolls: what went out longer ago counts no more', () => {
  let storm: Storm = CALM
  for (let n = 0; n < MOST_ALONE; n++) storm = gather(storm, [`a${n}`], T0 + n * 1_000).storm
  assert.equal(gather(storm, ['b'], T0 + MINUTE_MS - 1).storm.fold?.id, 'b')
  const later = gather(storm, ['b', 'c'], T0 + MINUTE_MS)
  assert.deepEqual(
    [later.sentAs.get('b'), later.storm.fold?.id],
    ['b', 'c'],
    'the first is a minute ago, the second not',
  )
})

test('a fold is closed when it has been quiet for a while, and at the latest a minute after the burst began', () => {
  const { storm } = gather(CALM, ids(11), T0)
  assert.equal(closesAt(storm.fold!), T0 + QUIET_MS)
  const joined = gather(storm, ['late'], T0 + 9_000).storm
  assert.equal(closesAt(joined.fold!), T0 + 9_000 + QUIET_MS)
  const still = gather(joined, ['later'], T0 + 55_000).storm
  assert.equal(closesAt(still.fold!), T0 + LONGEST_BURST_MS)
})

test('a fold that is opened near the end of the minute still waits for others', () => {
  const { storm } = gather(CALM, ids(10), T0)
  const late = gather(storm, ['late'], T0 + 59_000).storm
  assert.equal(closesAt(late.fold!), T0 + 59_000 + QUIET_MS)
})

test('while a storm goes on, everything is gathered: there is a message a minute and no more', () => {
  const messages: number[] = []
  let storm: Storm = CALM
  for (let at = T0; at < T0 + 10 * MINUTE_MS; at += 500) {
    if (storm.fold && closesAt(storm.fold) <= at) {
      messages.push(storm.fold.count)
      storm = closed(storm, at)
    }
    const gathered = gather(storm, [`d${at}`], at)
    storm = gathered.storm
    if (isAlone(gathered.sentAs, storm) > 0) messages.push(1)
  }
  assert.deepEqual(messages.slice(0, 11), [...Array(10).fill(1), 110])
  assert.ok(messages.length <= 10 + 10, `${messages.length} messages in ten minutes`)
})

test('when it is over, the next goes out by itself again', () => {
  const { storm } = gather(CALM, ids(20), T0)
  const over = closed(storm, T0 + QUIET_MS)
  assert.equal(gather(over, ['x'], T0 + QUIET_MS + MINUTE_MS - 1).storm.fold?.id, 'x')
  assert.equal(gather(over, ['x'], T0 + QUIET_MS + MINUTE_MS).storm.fold, null)
})

test('a fold that nobody joined was a message like any other', () => {
  const { storm } = gather(CALM, ids(11), T0)
  const after = closed(storm, T0 + QUIET_MS)
  assert.deepEqual([after.gathersUntil, after.told.length, after.fold], [0, 11, null])
})

test('what was one message before is one again, even where it is calm', () => {
  const { storm, sentAs } = gather(CALM, ids(3), T0, true)
  assert.deepEqual([new Set(sentAs.values()), storm.fold?.count], [new Set(['d0']), 3])
})

test('a full fold is closed at once, and what comes after it begins another', () => {
  const { storm, sentAs } = gather(CALM, ids(MOST_FOLDED + 1), T0, true)
  assert.deepEqual([storm.fold?.id, storm.fold?.count], [`d${MOST_FOLDED}`, 1])
  assert.equal(sentAs.get(`d${MOST_FOLDED - 1}`), 'd0')
  assert.equal(closesAt({ ...storm.fold!, count: MOST_FOLDED }), T0)
})

test('when the clock was set back, nothing waits until it is that late again', () => {
  const { storm } = gather(CALM, ids(13), T0)
  const sent = closed(storm, T0)
  for (const before of [storm, sent]) {
    const after = gather(before, ids(12, 'e'), T0 - 2 * MINUTE_MS - 1)
    assert.deepEqual([isAlone(after.sentAs, after.storm), after.storm.fold?.id], [10, 'e10'])
  }
  assert.equal(gather(storm, ['f'], T0 - 1_000).sentAs.get('f'), 'd10', 'two servers need not agree to the second')
})

test('beginnings, recoveries and reminders are gathered each for themselves, and what people do is not', () => {
  assert.equal(topicKey('incident.reopened', null), topicKey('incident.opened', null))
  assert.notEqual(topicKey('incident.resolved', null), topicKey('incident.opened', null))
  assert.notEqual(topicKey('incident.opened', 'ops'), topicKey('incident.opened', null))
  assert.deepEqual([topicKey('incident.acknowledged', null), topicKey('test', 'ops')], [null, null])
})

const eventOf = (n: number, type: 'incident.opened' | 'incident.reopened' = 'incident.opened') =>
  incidentEvent(type, makeIncident({ id: `i${n}`, monitor: { ...SHOP, id: `m${n}` } }), T0)

test('a folded event lists the first hundred and counts them all', () => {
  const others = Array.from({ length: 150 }, (_, n) => eventOf(n + 1))
  const causes = [{ kind: 'group', value: 'EU', count: 7 } as const]
  const event = foldedEvent(eventOf(0, 'incident.reopened'), others, 9_000, causes)
  const { folded, incident } = event.data
  assert.deepEqual(
    [event.type, incident?.id, folded?.count, folded?.incidents.length],
    ['incident.opened', 'i0', 9_000, 100],
  )
  assert.deepEqual([folded?.incidents[99]?.incident.id, folded?.incidents[0]?.monitor?.id], ['i99', 'm0'])
  assert.deepEqual(folded?.causes, causes)
  const [again, ...anew] = folded!.incidents
  assert.deepEqual([again?.reopened_at, anew.some((one) => 'reopened_at' in one)], [event.timestamp, false])
})

const facts = (over: Partial<CauseFacts> = {}): CauseFacts => ({
  address: null,
  host: null,
  certificate: null,
  group: null,
  ...over,
})

test('a cause is named when three share it, or a third of a few; what one has alone explains nothing', () => {
  const many = Array.from({ length: 100 }, (_, n) =>
    facts({ host: `h${n}`, group: n < 3 ? 'EU' : n < 5 ? 'US' : null }),
  )
  assert.deepEqual(commonCauses(many), [{ kind: 'group', value: 'EU', count: 3 }])
  const few = [facts({ host: 'a', address: '192.0.2.1' }), facts({ host: 'b', address: '192.0.2.1' })]
  assert.deepEqual(commonCauses(few), [{ kind: 'address', value: '192.0.2.1', count: 2 }])
  assert.deepEqual(commonCauses([facts({ host: 'a' })]), [])
  assert.deepEqual(commonCauses([]), [])
})

test('the most shared cause comes first, and a handful is enough', () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    facts({ host: `h${n % 10}`, certificate: 'AA:BB', group: n < 40 ? 'EU' : null }),
  )
  const causes = commonCauses(many)
  assert.deepEqual(
    causes.slice(0, 2).map(({ kind, count }) => [kind, count]),
    [
      ['certificate', 60],
      ['group', 40],
    ],
  )
  assert.equal(causes.length, 5)
})

test('a target that is written as its address is one cause and not two', () => {
  const many = Array.from({ length: 4 }, () => facts({ host: '192.0.2.1', address: '192.0.2.1' }))
  assert.deepEqual(commonCauses(many), [{ kind: 'address', value: '192.0.2.1', count: 4 }])
})

test('the host of a target is its name, whatever stands around it', () => {
  const hosts = [
    ['HTTP', 'https://Shop.example.test:8443/a?b'],
    ['TCP', 'db.example.test'],
    ['HTTP', 'http://[2001:db8::1]/'],
    ['ICMP', '2001:db8::1'],
    ['HEARTBEAT', '2f1c'],
  ] as const
  assert.deepEqual(
    hosts.map(([type, target]) => hostOf({ type, target })),
    ['shop.example.test', 'db.example.test', '2001:db8::1', '2001:db8::1', null],
  )
})
