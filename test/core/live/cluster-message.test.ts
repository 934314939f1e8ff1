import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ClusterMessage,
  decodeMessages,
  encodeMessages,
  MAX_PAYLOAD_BYTES,
} from '../../../src/core/live/cluster-message.ts'
import type { LiveEvent } from '../../../src/core/live/live-event.ts'

const updated = (monitorId: string): LiveEvent => ({ type: 'monitor.updated', monitorId })
const sendAndReceive = (sent: readonly ClusterMessage[]): ClusterMessage[] =>
  encodeMessages(sent).flatMap(decodeMessages)

test('messages are decoded as they were sent, in order', () => {
  const sent: ClusterMessage[] = [
    { say: 'hello' },
    { say: 'wake', what: 'deliveries' },
    { say: 'event', projectId: 'shop', event: updated('m\u0000 "ü"\n') },
    { say: 'changed', projectId: 'shop', isPage: false, isNotified: true },
    { say: 'bye' },
  ]
  assert.deepEqual(sendAndReceive(sent), sent)
  assert.deepEqual(encodeMessages([]), [])
})

test('no payload exceeds the size limit of a notification, in bytes', () => {
  const sent: ClusterMessage[] = Array.from({ length: 400 }, (_, n) => ({
    say: 'event',
    projectId: `project ${n}`,
    event: updated('ü'.repeat(n * 10)),
  }))
  const texts = encodeMessages(sent)
  assert.ok(texts.length > 10)
  for (const text of texts) assert.ok(Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES, String(Buffer.byteLength(text)))
  assert.deepEqual(
    texts.flatMap(decodeMessages).map((message) => 'projectId' in message && message.projectId),
    sent.map((message) => 'projectId' in message && message.projectId),
  )
})

test('an event that is too large for one payload becomes a reset', () => {
  assert.deepEqual(sendAndReceive([{ say: 'event', projectId: 'shop', event: updated('x'.repeat(9_000)) }]), [
    { say: 'reset', projectId: 'shop' },
  ])
})

test('a long list is split into parts, of which only the first replaces the earlier list', () => {
  const projectIds = Array.from({ length: 1_000 }, (_, n) => `0198c0de-7a11-7abc-8def-${String(n).padStart(12, '0')}`)
  const sent = sendAndReceive([{ say: 'watching', projectIds, isAll: true }])
  assert.ok(sent.length > 1)
  assert.deepEqual(
    sent.flatMap((message) => ('projectIds' in message ? message.projectIds : [])),
    projectIds,
  )
  assert.deepEqual(
    sent.map((message) => 'isAll' in message && message.isAll),
    sent.map((_, n) => n === 0),
  )
  assert.deepEqual(sendAndReceive([{ say: 'watching', projectIds: [], isAll: true }]), [
    { say: 'watching', projectIds: [], isAll: true },
  ])
})

test('an event of another version becomes a reset, and its unknown messages are dropped', () => {
  const text = JSON.stringify({
    form: 99,
    words: [{ say: 'event', projectId: 'shop', event: { type: 'new' } }, { say: 'sing' }, { say: 'hello' }],
  })
  assert.deepEqual(decodeMessages(text), [{ say: 'reset', projectId: 'shop' }, { say: 'hello' }])
})

test('invalid messages are dropped like messages of other senders', () => {
  const strange = [
    { say: 'wake', what: 'subscribers' },
    { say: 'watching', projectIds: 'shop', isAll: false },
    { say: 'left' },
    { say: 'left', projectIds: [1] },
    { say: 'changed', projectId: 7 },
    { say: 'event', projectId: 'shop', event: null },
    { say: 'toString' },
  ]
  assert.deepEqual(decodeMessages(JSON.stringify({ form: 1, words: [...strange, { say: 'hello' }] })), [
    { say: 'hello' },
  ])
})

for (const nonsense of ['', 'x', 'null', '{}', '{"words":5}', '{"words":[null,1]}'])
  test(`${nonsense || 'an empty payload'} contains no messages`, () => assert.deepEqual(decodeMessages(nonsense), []))
