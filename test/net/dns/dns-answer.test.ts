import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'dns-packet'
import { readRecords } from '../../../src/net/dns/dns-answer.ts'
import { AUTHORITATIVE, decodeReply, encodeQuestion, type Reply } from '../../../src/net/dns/dns-message.ts'

const QUESTION = { name: 'www.example.com', type: 'A' } as const

const answerWith = (flags: number) => {
  const sent = encodeQuestion(7, QUESTION, false)
  const authorities = [{ type: 'NS' as const, name: 'com', ttl: 60, data: 'ns.example' }]
  const packet = encode({ id: 7, type: 'response', flags, questions: [QUESTION], authorities })
  return readRecords(decodeReply(packet, sent, QUESTION) as Reply, QUESTION)
}

test('an answer that only names other name servers is a referral, unless its server is responsible', () => {
  const answer = answerWith(0)
  assert.match(answer.kind === 'failed' ? answer.reason : '', /^a referral to other name servers/)
  assert.equal(answerWith(AUTHORITATIVE).kind, 'empty')
})
