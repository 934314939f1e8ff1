import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnsubscribeLinks, toUnsubscribeUrl } from '../../src/channels/signed-links.ts'

const ID = '019b0000-0000-7000-8000-000000000001'
const links = createUnsubscribeLinks(Buffer.alloc(32, 1))
const token = links.createToken(ID, 'Alice@Example.test')

test('a token is valid for its target and its address in any spelling', () => {
  assert.equal(links.findTargetId(token), ID)
  assert.ok(links.isTokenFor(token, ID, 'alice@example.test'))
  assert.equal(toUnsubscribeUrl('https://w.test/sub', token), `https://w.test/sub/unsubscribe/${token}`)
})

test('a token is invalid for other targets, addresses and secrets', () => {
  assert.ok(!links.isTokenFor(token, ID, 'bob@example.test'))
  assert.ok(!links.isTokenFor(token, ID.replace(/1$/, '2'), 'alice@example.test'))
  assert.ok(!createUnsubscribeLinks(Buffer.alloc(32, 2)).isTokenFor(token, ID, 'alice@example.test'))
  assert.ok(!links.isTokenFor(`${token}x`, ID, 'alice@example.test'))
})

test('a text of another shape is not a token', () => {
  for (const text of ['', ID, `${ID}.`, `.${token.split('.')[1]}`, `${token}.x`, `${ID}.${'ä'.repeat(43)}`])
    assert.equal(links.findTargetId(text), null, text)
})

test('a token needs no encoding in a URL', () => {
  assert.equal(encodeURIComponent(token), token)
})
