import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CauseFacts, NO_FACTS } from '../../../src/core/incidents/cause.ts'
import { toIncidentEvent } from '../../../src/core/incidents/event.ts'
import {
  closeGroup,
  type DueAlert,
  GROUP_WAIT_MS,
  type GroupingState,
  groupAcknowledgements,
  groupAlerts,
  listOpenGroups,
  MAX_GROUP_AGE_MS,
  MAX_GROUP_SIZE,
  MAX_UNGROUPED,
  NO_GROUPING,
  SECOND_GROUP_WAIT_MS,
  SECOND_MAX_GROUP_AGE_MS,
} from '../../../src/core/notifications/alert-group.ts'
import { findTopicKey, toGroupedEvent } from '../../../src/core/notifications/grouped-event.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'

const T0 = Date.UTC(2026, 0, 31)

let monitors = 0

/** Alert about a separate monitor. */
const createAlert = (id: string, facts: Partial<CauseFacts> = {}, monitor = ++monitors): DueAlert => ({
  id,
  monitor,
  facts: { ...NO_FACTS, ...facts },
})
const some = (count: number, facts: Partial<CauseFacts> = {}, prefix = 'd') =>
  Array.from({ length: count }, (_, n) => createAlert(`${prefix}${n}`, facts))

const SHARED = { address: '203.0.113.7' }

/** A target over time, with its messages and their times. */
class Inbox {
  storm: GroupingState = NO_GROUPING
  readonly messages: { at: number; ids: string[] }[] = []
  readonly #leaderIds = new Map<string, string>()

  /** @param at seconds since the beginning */
  gather(at: number, arrivals: readonly DueAlert[]): void {
    const now = T0 + at * SECOND_MS
    this.closeUntil(now)
    const { state, leaderIds } = groupAlerts(this.storm, arrivals, now)
    this.storm = state
    for (const [id, as] of leaderIds) this.#leaderIds.set(id, as)
    const openIds = new Set(listOpenGroups(state).map(({ id }) => id))
    for (const [id, as] of leaderIds) if (id === as && !openIds.has(id)) this.messages.push({ at, ids: [id] })
    this.closeUntil(now)
  }

  closeUntil(now: number): void {
    const due = listOpenGroups(this.storm).filter(({ closesAt }) => closesAt <= now)
    for (const { id, closesAt } of due.sort((a, b) => a.closesAt - b.closesAt)) {
      this.storm = closeGroup(this.storm, id, closesAt)
      const ids = [...this.#leaderIds].filter(([, as]) => as === id).map(([member]) => member)
      this.messages.push({ at: (closesAt - T0) / SECOND_MS, ids })
    }
  }

  /** Returns send times in seconds and numbers of alerts per message, in order. */
  sizes(): number[][] {
    this.closeUntil(Number.MAX_SAFE_INTEGER)
    return this.messages.toSorted((a, b) => a.at - b.at).map(({ at, ids }) => [at, ids.length])
  }
}

const inbox = (...steps: [at: number, arrivals: DueAlert[]][]): Inbox => {
  const made = new Inbox()
  for (const [at, arrivals] of steps) made.gather(at, arrivals)
  return made
}

test('alerts of one address that are due together are sent at once as one message', () => {
  assert.deepEqual(inbox([0, some(15, SHARED)]).sizes(), [[0, 15]])
})

test('the first alert of a cause is sent at once, and a single second alert after three seconds', () => {
  const made = inbox([0, some(1, SHARED, 'a')], [4, some(1, SHARED, 'b')])
  assert.deepEqual(made.sizes(), [
    [0, 1],
    [4 + SECOND_GROUP_WAIT_MS / SECOND_MS, 1],
  ])
})

test('fifteen alerts of one address within a minute become four messages, and none waits longer than half a minute', () => {
  const made = new Inbox()
  for (let n = 0; n < 15; n++) made.gather(4 * n, [createAlert(`d${n}`, SHARED)])
  assert.deepEqual(made.sizes(), [
    [0, 1],
    [7, 1],
    [38, 8],
    [66, 5],
  ])
  for (const { at, ids } of made.messages)
    for (const id of ids) assert.ok(at - 4 * Number(id.slice(1)) <= MAX_GROUP_AGE_MS / SECOND_MS)
})

test('a group closes when no alert has joined it for ten seconds, or at its maximum age', () => {
  const quiet = inbox([0, some(1, SHARED, 'a')], [1, some(3, SHARED, 'b')])
  assert.deepEqual(quiet.sizes()[1], [1 + GROUP_WAIT_MS / SECOND_MS, 3])
  const busy = new Inbox()
  for (let at = 0; at < 60; at++) busy.gather(at, [createAlert(`d${at}`, SHARED)])
  assert.deepEqual(
    busy.sizes().map(([at]) => at),
    [
      0,
      1 + SECOND_MAX_GROUP_AGE_MS / SECOND_MS,
      16 + MAX_GROUP_AGE_MS / SECOND_MS,
      46 + 13 + GROUP_WAIT_MS / SECOND_MS,
    ],
  )
})

test("an unrelated alert is sent at once and separately, also before and together with a group's first message", () => {
  const stranger = (n: number) => createAlert(`stranger${n}`, { address: `198.51.100.${n}`, group: 'Europe' })
  const made = inbox(
    [0, [stranger(0), ...some(15, { ...SHARED, group: 'Europe' })]],
    [1, [...some(9, SHARED, 'e'), stranger(1)]],
    [5, [stranger(2)]],
  )
  const alone = made.messages.filter(({ ids }) => ids.some((id) => id.startsWith('stranger')))
  assert.deepEqual(
    alone.map(({ at, ids }) => [at, ids]),
    [
      [0, ['stranger0']],
      [1, ['stranger1']],
      [5, ['stranger2']],
    ],
  )
})

test('two simultaneous bursts are grouped separately', () => {
  const other = { host: 'db.example.test', address: null }
  const made = inbox([0, [...some(5, SHARED, 'a'), ...some(5, other, 'b')]])
  assert.deepEqual(
    made.messages.map(({ ids }) => ids.map((id) => id[0]).join('')),
    ['aaaaa', 'bbbbb'],
  )
})

test('an address takes precedence over a host, and a network or monitor group needs five alerts in a minute', () => {
  const facts = { address: '203.0.113.7', host: 'shop.example.test' }
  const { state } = groupAlerts(NO_GROUPING, some(2, facts), T0)
  assert.equal(state.bursts[0]?.kind, 'address')
  for (const kind of ['network', 'group'] as const) {
    assert.equal(inbox([0, some(4, { [kind]: 'x' })]).messages.length, 4)
    assert.equal(inbox([0, some(5, { [kind]: 'x' })]).messages.length, 1)
    const one = (n: number): [number, DueAlert[]] => [n, [createAlert(`d${n}`, { [kind]: 'x' })]]
    const spread = inbox(one(0), one(1), one(2), one(3), one(4), one(5))
    assert.deepEqual(spread.sizes(), [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
      [15, 2],
    ])
  }
})

test('a monitor that fails again within a minute is no common cause', () => {
  const again = (at: number): [number, DueAlert[]] => [at, [createAlert(`d${at}`, { ...SHARED, group: 'Europe' }, 7)]]
  assert.deepEqual(inbox(again(0), again(10), again(20), again(30), again(40), again(50)).sizes().length, 6)
  assert.deepEqual(
    inbox(again(0), again(10), [20, some(1, SHARED)])
      .sizes()
      .at(-1),
    [23, 1],
    'another monitor is',
  )
})

test('a cause is dropped a minute after its last alert', () => {
  const made = inbox([0, some(1, SHARED, 'a')], [60, some(1, SHARED, 'b')])
  assert.deepEqual(made.sizes(), [
    [0, 1],
    [60, 1],
  ])
})

test('ten alerts without a common cause are sent separately within a minute, and the eleventh leads a group', () => {
  const { state, leaderIds } = groupAlerts(NO_GROUPING, some(13), T0)
  assert.deepEqual([state.sentAt.length, state.openGroup?.id, state.openGroup?.count], [MAX_UNGROUPED, 'd10', 3])
  assert.deepEqual([leaderIds.get('d9'), leaderIds.get('d10'), leaderIds.get('d12')], ['d9', 'd10', 'd10'])
})

test('many simultaneous causes cause no more messages than unrelated alerts', () => {
  const arrivals = Array.from({ length: 400 }, (_, n) => createAlert(`d${n}`, { host: `h${n >> 1}` }))
  const made = inbox([0, arrivals])
  const messages = made.sizes()
  assert.ok(messages.length <= MAX_UNGROUPED + 1, `${messages.length} messages`)
  assert.equal(
    messages.reduce((sum, [, count]) => sum + count!, 0),
    400,
  )
})

test('an unrelated alert is sent at once and separately, however many causes have messages', () => {
  const pairs = (from: number) =>
    Array.from({ length: 60 }, (_, n) => createAlert(`pair${from}-${n}`, { host: `h${from + (n >> 1)}` }))
  const made = new Inbox()
  for (let at = 0; at < 120; at += 10) made.gather(at, [...pairs(at * 10), createAlert(`x${at}`, { host: `x${at}` })])
  const waits = made.messages.flatMap(({ at, ids }) => ids.map((id) => (id[0] === 'x' ? [at, id, ids.length] : [])))
  assert.deepEqual(
    waits.filter(({ length }) => length > 0),
    Array.from({ length: 12 }, (_, n) => [n * 10, `x${n * 10}`, 1]),
  )
  const ofCauses = made.sizes().length - 12
  assert.ok(ofCauses <= 2 * (MAX_UNGROUPED + 6), `${ofCauses} messages about causes in two minutes`)
})

test('the first alert of a cause does not count as unrelated once a second alert shows its cause', () => {
  const hosts = (prefix: string) => Array.from({ length: 10 }, (_, n) => createAlert(prefix + n, { host: `h${n}` }))
  const made = inbox([0, hosts('a')], [1, hosts('b')], [2, [createAlert('x')]])
  assert.deepEqual(
    made.messages.find(({ ids }) => ids.includes('x')),
    { at: 2, ids: ['x'] },
  )
})

test('a message sent more than a minute ago no longer counts', () => {
  const made = new Inbox()
  for (let n = 0; n < MAX_UNGROUPED; n++) made.gather(n, [createAlert(`a${n}`)])
  assert.equal(groupAlerts(made.storm, some(1), T0 + MINUTE_MS - 1).state.openGroup?.id, 'd0')
  assert.deepEqual(groupAlerts(made.storm, some(2), T0 + MINUTE_MS).state.openGroup?.id, 'd1')
})

test('a continuing flood without a cause sends at most two messages a minute after the first ten', () => {
  const made = new Inbox()
  for (let n = 0; n < 1_200; n++) made.gather(n / 2, [createAlert(`d${n}`, { host: `h${n}` })])
  const sizes = made.sizes()
  assert.ok(sizes.length <= MAX_UNGROUPED + 20 + 1, `${sizes.length} messages in ten minutes`)
  assert.ok(made.storm.bursts.length <= 100)
})

test('the next alert after a flood is sent separately again', () => {
  const { state } = groupAlerts(NO_GROUPING, some(20), T0)
  const over = closeGroup(state, 'd10', T0 + GROUP_WAIT_MS)
  assert.equal(groupAlerts(over, [createAlert('x')], T0 + GROUP_WAIT_MS + MINUTE_MS - 1).state.openGroup?.id, 'x')
  assert.equal(groupAlerts(over, [createAlert('x')], T0 + GROUP_WAIT_MS + MINUTE_MS).state.openGroup, null)
})

test('a group without a cause and with one alert counts as a separate message', () => {
  const { state } = groupAlerts(NO_GROUPING, some(11), T0)
  const after = closeGroup(state, 'd10', T0 + GROUP_WAIT_MS)
  assert.deepEqual([after.groupsUntil, after.sentAt.length, after.openGroup], [0, 11, null])
})

test('alerts that were grouped before are grouped again, whatever their causes', () => {
  const arrivals = [createAlert('a', SHARED), createAlert('b'), createAlert('c')]
  const { state, leaderIds } = groupAlerts(NO_GROUPING, arrivals, T0, true)
  assert.deepEqual([new Set(leaderIds.values()), state.openGroup?.count], [new Set(['a']), 3])
})

test('a full group closes at once, and the next alert opens another group', () => {
  for (const wasGrouped of [true, false]) {
    const before = wasGrouped ? NO_GROUPING : groupAlerts(NO_GROUPING, [createAlert('first', SHARED)], T0 - 1).state
    const { state, leaderIds } = groupAlerts(before, some(MAX_GROUP_SIZE + 1, wasGrouped ? {} : SHARED), T0, wasGrouped)
    const [openGroup] = listOpenGroups(state)
    assert.deepEqual([openGroup?.id, openGroup?.count], [`d${MAX_GROUP_SIZE}`, 1])
    assert.equal(leaderIds.get(`d${MAX_GROUP_SIZE - 1}`), 'd0')
    const full = groupAlerts(before, some(MAX_GROUP_SIZE, wasGrouped ? {} : SHARED), T0, wasGrouped)
    assert.equal(listOpenGroups(full.state)[0]?.closesAt, T0)
  }
})

test('no alert waits for the old time when the clock was set back', () => {
  for (const facts of [{}, SHARED]) {
    const { state } = groupAlerts(groupAlerts(NO_GROUPING, some(2, facts), T0).state, some(13, facts, 'e'), T0)
    const sent = listOpenGroups(state).reduce((before, { id }) => closeGroup(before, id, T0), state)
    for (const before of [state, sent]) {
      const after = groupAlerts(before, some(1, facts, 'f'), T0 - 2 * MINUTE_MS - 1)
      assert.deepEqual([after.leaderIds.get('f0'), listOpenGroups(after.state).length], ['f0', 0])
    }
  }
  const { state } = groupAlerts(NO_GROUPING, some(13), T0)
  assert.equal(
    groupAlerts(state, [createAlert('f')], T0 - 1_000).leaderIds.get('f'),
    'd10',
    'clocks of two servers differ',
  )
})

test('acknowledgements that are due together are one message, and none of them waits', () => {
  const { state, leaderIds } = groupAcknowledgements(NO_GROUPING, some(3), T0)
  assert.deepEqual([...leaderIds.values()], ['d0', 'd0', 'd0'])
  assert.equal(listOpenGroups(state)[0]!.closesAt, T0)
  const later = groupAcknowledgements(closeGroup(state, 'd0', T0), some(1, {}, 'e'), T0 + 1)
  assert.deepEqual([later.leaderIds.get('e0'), listOpenGroups(later.state)[0]!.closesAt], ['e0', T0 + 1])
})

test('openings, resolutions and reminders are grouped separately, and events of users are not grouped', () => {
  assert.equal(findTopicKey('incident.reopened', null), findTopicKey('incident.opened', null))
  assert.notEqual(findTopicKey('incident.resolved', null), findTopicKey('incident.opened', null))
  assert.notEqual(findTopicKey('incident.opened', 'ops'), findTopicKey('incident.opened', null))
  assert.deepEqual([findTopicKey('incident.updated', null), findTopicKey('test', 'ops')], [null, null])
})

const eventOf = (n: number, type: 'incident.opened' | 'incident.reopened' = 'incident.opened') =>
  toIncidentEvent(type, createTestIncident({ id: `i${n}`, monitor: { ...SHOP, id: `m${n}` } }), T0)

test('a grouped event lists the first hundred incidents and counts all of them', () => {
  const others = Array.from({ length: 150 }, (_, n) => eventOf(n + 1))
  const causes = [{ kind: 'group', value: 'EU', count: 7 } as const]
  const event = toGroupedEvent(eventOf(0, 'incident.reopened'), others, 9_000, causes)
  const { alert_group, incident } = event.data
  assert.deepEqual(
    [event.type, incident?.id, alert_group?.count, alert_group?.incidents.length],
    ['incident.opened', 'i0', 9_000, 100],
  )
  assert.deepEqual([alert_group?.incidents[99]?.incident.id, alert_group?.incidents[0]?.monitor?.id], ['i99', 'm0'])
  assert.deepEqual(alert_group?.causes, causes)
  const [again, ...rest] = alert_group!.incidents
  assert.deepEqual([again?.reopened_at, rest.some((one) => 'reopened_at' in one)], [event.timestamp, false])
})
