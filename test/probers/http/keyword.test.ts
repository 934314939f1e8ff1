import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { listen, onRequest, replyEndlessly, replyWith } from '../../support/targets/targets.ts'
import { check, verdictOf } from '../check.ts'

const UP = ['up', null, null]
const missing = (message: string) => ['down', 'keyword_missing', message]
const has = (text: string) => ({ text, shouldContain: true })
const hasNot = (text: string) => ({ text, shouldContain: false })

interface Page {
  body: string | Buffer
  headers?: string
}

const response = ({ body, headers = '' }: Page): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`),
    Buffer.from(body),
  ])

async function search(t: TestContext, page: Page, settings: Record<string, unknown>) {
  const target = await listen(t, replyWith(response(page)))
  return verdictOf(await check(t, target.url, { type: 'KEYWORD', settings }))
}

const WELCOME = { body: 'Welcome back, Zoë. No errors.' }

test('all keywords must be as they should: there, or not there', async (t) => {
  assert.deepEqual(await search(t, WELCOME, { keywords: [has('welcome'), has('ZOË'), hasNot('maintenance')] }), UP)
  const broken = { keywords: [has('goodbye'), has('welcome'), has('farewell'), hasNot('errors')] }
  assert.deepEqual(
    await search(t, WELCOME, broken),
    missing('"goodbye", "farewell" not found in 29 characters; "errors" found but not allowed'),
  )
})

test('with any, one keyword that is as it should be is enough', async (t) => {
  assert.deepEqual(await search(t, WELCOME, { matchMode: 'any', keywords: [has('goodbye'), has('welcome')] }), UP)
  assert.deepEqual(await search(t, WELCOME, { matchMode: 'any', keywords: [has('welcome'), hasNot('errors')] }), UP)
  assert.deepEqual(
    await search(t, WELCOME, { matchMode: 'any', keywords: [has('goodbye'), hasNot('errors')] }),
    missing('"goodbye" not found in 29 characters; "errors" found but not allowed'),
  )
})

test('case counts only when it should', async (t) => {
  assert.deepEqual(await search(t, WELCOME, { caseSensitive: true, keywords: [has('Welcome')] }), UP)
  const outcome = await search(t, WELCOME, { caseSensitive: true, keywords: [has('welcome')] })
  assert.deepEqual(outcome, missing('"welcome" not found in 29 characters'))
})

test('long keywords and long lists are cut in the message, and thousands are told apart', async (t) => {
  const keywords = [has('k'.repeat(100)), ...Array.from({ length: 7 }, (_, i) => has(`word${i}`))]
  assert.deepEqual(
    await search(t, { body: 'x'.repeat(1_204) }, { keywords }),
    missing(`"${'k'.repeat(60)}…", "word0", "word1", "word2", "word3" and 3 more not found in 1,204 characters`),
  )
})

test('an unexpected status comes before the words of its page', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 500 X\r\n\r\nwelcome'))
  const outcome = await check(t, target.url, { type: 'KEYWORD', settings: { keywords: [has('welcome')] } })
  assert.deepEqual(verdictOf(outcome), ['down', 'status_code', 'status 500, expected 2xx'])
})

test('the words count even when the answer is slow', async (t) => {
  const slowly = (body: string) =>
    listen(
      t,
      onRequest((socket) => void setTimeout(() => socket.end(response({ body })), 60)),
    )
  const settings = { keywords: [has('welcome')], slowThresholdMs: 20 }
  const right = await check(t, (await slowly('welcome')).url, { type: 'KEYWORD', settings })
  assert.deepEqual([right.status, right.errorType], ['degraded', 'slow_response'])
  const wrong = await check(t, (await slowly('goodbye')).url, { type: 'KEYWORD', settings })
  assert.deepEqual([wrong.status, wrong.errorType], ['down', 'keyword_missing'])
})

test('compressed pages are asked for, and read', async (t) => {
  for (const [coding, encode] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const) {
    const target = await listen(
      t,
      onRequest((socket, request) => {
        const isAsked = new RegExp(`^Accept-Encoding: .*${coding}`, 'm').test(request)
        socket.end(
          response({ body: encode(isAsked ? 'welcome' : 'goodbye'), headers: `Content-Encoding: ${coding}\r\n` }),
        )
      }),
    )
    const outcome = await check(t, target.url, { type: 'KEYWORD', settings: { keywords: [has('welcome')] } })
    assert.deepEqual(verdictOf(outcome), UP, coding)
  }
})

test('a bomb is searched in its first 2 MiB and costs no more', async (t) => {
  const bomb = gzipSync(Buffer.concat([Buffer.alloc(64 * 1024 * 1024, 'x'), Buffer.from('welcome')]))
  const before = process.memoryUsage.rss()
  const outcome = await search(t, { body: bomb, headers: 'Content-Encoding: gzip\r\n' }, { keywords: [has('welcome')] })
  assert.deepEqual(outcome, missing('"welcome" not found in 2,097,152 characters'))
  assert.ok(process.memoryUsage.rss() - before < 64 * 1024 * 1024)
})

test('a page without an end is searched in its first 2 MiB', async (t) => {
  const target = await listen(t, replyEndlessly('HTTP/1.1 200 OK\r\n\r\nwelcome', 'x'))
  const settings = { keywords: [has('welcome')] }
  assert.deepEqual(verdictOf(await check(t, target.url, { type: 'KEYWORD', settings })), UP)
})

test('a page that is not compressed as it says cannot be read', async (t) => {
  const page = { body: '<p>welcome</p>', headers: 'Content-Encoding: gzip\r\n' }
  assert.deepEqual(await search(t, page, { keywords: [has('welcome')] }), [
    'down',
    'connection_error',
    'read 127.0.0.1: the body is not "gzip" as declared in its headers',
  ])
})

test('words are found whatever the encoding', async (t) => {
  const cyrillic = Buffer.from('cff0e8e2e5f2', 'hex')
  const keywords = [has('привет')]
  const headers = 'Content-Type: text/html; charset=windows-1251\r\n'
  assert.deepEqual(await search(t, { body: cyrillic, headers }, { keywords }), UP)
  const document = Buffer.concat([Buffer.from('<meta charset="windows-1251">'), cyrillic])
  assert.deepEqual(await search(t, { body: document }, { keywords }), UP)
  assert.deepEqual(await search(t, { body: 'Привет' }, { keywords }), UP)
})

test('a page without a body holds no words', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 204 X\r\n\r\n'))
  const outcome = await check(t, target.url, { type: 'KEYWORD', settings: { keywords: [has('welcome')] } })
  assert.deepEqual(verdictOf(outcome), missing('"welcome" not found in 0 characters'))
})

test('a target that fails is told as what it is', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nwelcome'))
  const { errorType } = await check(t, target.url, { type: 'KEYWORD', settings: { keywords: [has('welcome')] } })
  assert.equal(errorType, 'connection_error')
})
