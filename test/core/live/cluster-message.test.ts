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
const heard = (words: readonly ClusterMessage[]): ClusterMessage[] => encodeMessages(words).flatMap(decodeMessages)

test('words arrive as they were said, in order', () => {
  const words: ClusterMessage[] = [
    { say: 'hello' },
    { say: 'wake', what: 'deliveries' },
    { say: 'event', projectId: 'shop', event: updated('m\u0000 "ü"\n') },
    { say: 'changed', projectId: 'shop', isPage: false, isTold: true },
    { say: 'bye' },
  ]
  assert.deepEqual(heard(words), words)
  assert.deepEqual(encodeMessages([]), [])
})

test('no text is longer than a notification may be, in bytes', () => {
  const words: ClusterMessage[] = Array.from({ length: 400 }, (_, n) => ({
    say: 'event',
    projectId: `project ${n}`,
    event: updated('ü'.repeat(n * 10)),
  }))
  const texts = encodeMessages(words)
  assert.ok(texts.length > 10)
  for (const text of texts) assert.ok(Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES, String(Buffer.byteLength(text)))
  assert.deepEqual(
    texts.flatMap(decodeMessages).map((word) => 'projectId' in word && word.projectId),
    words.map((word) => 'projectId' in word && word.projectId),
  )
})

test('an event that is too large for one text becomes a reason to read anew', () => {
  assert.deepEqual(heard([{ say: 'event', projectId: 'shop', event: updated('x'.repeat(9_000)) }]), [
    { say: 'reset', projectId: 'shop' },
  ])
})

test('a long list goes in parts, of which only the first takes the place of what was known', () => {
  const projectIds = Array.from({ length: 1_000 }, (_, n) => `0198c0de-7a11-7abc-8def-${String(n).padStart(12, '0')}`)
  const words = heard([{ say: 'watching', projectIds, isAll: true }])
  assert.ok(words.length > 1)
  assert.deepEqual(
    words.flatMap((word) => ('projectIds' in word ? word.projectIds : [])),
    projectIds,
  )
  assert.deepEqual(
    words.map((word) => 'isAll' in word && word.isAll),
    words.map((_, n) => n === 0),
  )
  assert.deepEqual(heard([{ say: 'watching', projectIds: [], isAll: true }]), [
    { say: 'watching', projectIds: [], isAll: true },
  ])
})

test('another version’s events are a reason to read anew, and its new words are passed over', () => {
  const text = JSON.stringify({
    form: 99,
    words: [{ say: 'event', projectId: 'shop', event: { type: 'new' } }, { say: 'sing' }, { say: 'hello' }],
  })
  assert.deepEqual(decodeMessages(text), [{ say: 'reset', projectId: 'shop' }, { say: 'hello' }])
})

test('words that lack what they need, or wake what nobody knows, are passed over like those of strangers', () => {
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
  test(`${nonsense || 'nothing'} holds no words`, () => assert.deepEqual(decodeMessages(nonsense), []))
