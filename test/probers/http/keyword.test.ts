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

test('a check with match mode all passes when every keyword is present or absent as configured', async (t) => {
  assert.deepEqual(await search(t, WELCOME, { keywords: [has('welcome'), has('ZOË'), hasNot('maintenance')] }), UP)
  const broken = { keywords: [has('goodbye'), has('welcome'), has('farewell'), hasNot('errors')] }
  assert.deepEqual(
    await search(t, WELCOME, broken),
    missing('"goodbye", "farewell" not found in 29 characters; "errors" found but not allowed'),
  )
})

test('a check with match mode any passes when one keyword is as configured', async (t) => {
  assert.deepEqual(await search(t, WELCOME, { matchMode: 'any', keywords: [has('goodbye'), has('welcome')] }), UP)
  assert.deepEqual(await search(t, WELCOME, { matchMode: 'any', keywords: [has('welcome'), hasNot('errors')] }), UP)
  assert.deepEqual(
    await search(t, WELCOME, { matchMode: 'any', keywords: [has('goodbye'), hasNot('errors')] }),
    missing('"goodbye" not found in 29 characters; "errors" found but not allowed'),
  )
})

test('a case-sensitive check distinguishes upper and lower case', async (t) => {
  assert.deepEqual(await search(t, WELCOME, { caseSensitive: true, keywords: [has('Welcome')] }), UP)
  const outcome = await search(t, WELCOME, { caseSensitive: true, keywords: [has('welcome')] })
  assert.deepEqual(outcome, missing('"welcome" not found in 29 characters, but "welcome" is there in another case'))
})

test('a message shortens long keywords and lists, and separates thousands', async (t) => {
  const keywords = [has('k'.repeat(100)), ...Array.from({ length: 7 }, (_, i) => has(`word${i}`))]
  assert.deepEqual(
    await search(t, { body: 'x'.repeat(1_204) }, { keywords }),
    missing(`"${'k'.repeat(60)}…", "word0", "word1", "word2", "word3" and 3 more not found in 1,204 characters`),
  )
})

test('an unexpected status is reported before a missing keyword', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 500 X\r\n\r\nwelcome'))
  const outcome = await check(t, target.url, { type: 'KEYWORD', settings: { keywords: [has('welcome')] } })
  assert.deepEqual(verdictOf(outcome), ['down', 'status_code', 'status 500, expected 2xx'])
})

test('a slow response is searched for keywords', async (t) => {
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

test('compressed pages are requested and decoded', async (t) => {
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

test('a bomb is searched up to 2 MiB with little memory', async (t) => {
  const bomb = gzipSync(Buffer.concat([Buffer.alloc(64 * 1024 * 1024, 'x'), Buffer.from('welcome')]))
  const before = process.memoryUsage.rss()
  const outcome = await search(t, { body: bomb, headers: 'Content-Encoding: gzip\r\n' }, { keywords: [has('welcome')] })
  assert.deepEqual(outcome, missing('"welcome" not found in 2,097,152 characters'))
  assert.ok(process.memoryUsage.rss() - before < 64 * 1024 * 1024)
})

test('an endless page is searched up to 2 MiB', async (t) => {
  const target = await listen(t, replyEndlessly('HTTP/1.1 200 OK\r\n\r\nwelcome', 'x'))
  const settings = { keywords: [has('welcome')] }
  assert.deepEqual(verdictOf(await check(t, target.url, { type: 'KEYWORD', settings })), UP)
})

test('a page that does not match its declared coding is a connection_error', async (t) => {
  const page = { body: '<p>welcome</p>', headers: 'Content-Encoding: gzip\r\n' }
  assert.deepEqual(await search(t, page, { keywords: [has('welcome')] }), [
    'down',
    'connection_error',
    'read 127.0.0.1: the body is not "gzip" as declared in its headers',
  ])
})

test('keywords are found in any character encoding', async (t) => {
  const cyrillic = Buffer.from('cff0e8e2e5f2', 'hex')
  const keywords = [has('привет')]
  const headers = 'Content-Type: text/html; charset=windows-1251\r\n'
  assert.deepEqual(await search(t, { body: cyrillic, headers }, { keywords }), UP)
  const document = Buffer.concat([Buffer.from('<meta charset="windows-1251">'), cyrillic])
  assert.deepEqual(await search(t, { body: document }, { keywords }), UP)
  assert.deepEqual(await search(t, { body: 'Привет' }, { keywords }), UP)
})

test('a page without a body contains no keyword', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 204 X\r\n\r\n'))
  const outcome = await check(t, target.url, { type: 'KEYWORD', settings: { keywords: [has('welcome')] } })
  assert.deepEqual(verdictOf(outcome), missing('"welcome" not found in 0 characters'))
})

test('a truncated page is a connection_error', async (t) => {
  const target = await listen(t, replyWith('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nwelcome'))
  const { errorType } = await check(t, target.url, { type: 'KEYWORD', settings: { keywords: [has('welcome')] } })
  assert.equal(errorType, 'connection_error')
})
