import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import type { Api } from '../../../../src/api/platform/api.ts'
import { mergeChunks, readBodies } from '../../../../src/api/platform/http/body.ts'

const LIMIT = 256 * 1024

/** Starts a server that returns the length of a text, and counts the chunks that reach the parser. */
async function serve(t: TestContext) {
  const api = Fastify({ bodyLimit: LIMIT }) as unknown as Api
  mergeChunks(api)
  let chunks = 0
  api.addHook('preParsing', (_request, _reply, payload, done) => {
    done(null, payload)
    payload.on('data', () => chunks++)
  })
  readBodies(api)
  api.post('/', async ({ body }) => ({ length: (body as { text: string }).text.length }))
  await api.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => api.close())
  return { port: (api.server.address() as AddressInfo).port, chunks: () => chunks }
}

/** Sends a body in chunks of one byte, and returns the answer. */
async function sendByteByByte(port: number, body: string, type = 'application/json'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  socket.write(`${[...body].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

test('a body of single bytes reaches the parser in few chunks', async (t) => {
  const { port, chunks } = await serve(t)
  const answer = await sendByteByByte(port, JSON.stringify({ text: 'a'.repeat(200_000) }))
  assert.match(answer, /^HTTP\/1\.1 200 .*{"length":200000}/s)
  assert.ok(chunks() <= 14, `${chunks()} chunks`)
})

test('a body of single bytes over the limit is refused', async (t) => {
  const { port } = await serve(t)
  const answer = await sendByteByByte(port, JSON.stringify({ text: 'a'.repeat(LIMIT) }))
  assert.match(answer, /^HTTP\/1\.1 413 /)
})

const bytesOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => index % 251))

for (const lengths of [[1, 20_000, 3, 16_384, 8_192, 8_193], [40_000], [1, 1, 1]])
  test(`chunks of ${lengths.join(', ')} bytes keep their order`, async () => {
    const sent = lengths.map(bytesOf)
    const source = new PassThrough()
    const merged = mergeStream(source)
    for (const chunk of sent) source.write(chunk)
    source.end()
    assert.deepEqual(Buffer.concat(await merged.toArray()), Buffer.concat(sent))
  })

test('an aborted body ends with its error', async () => {
  const source = new PassThrough()
  const merged = mergeStream(source)
  source.write('a')
  const ended = merged.toArray()
  source.destroy(new Error('aborted'))
  await assert.rejects(ended, /aborted/)
})

/** Returns the stream into which the hook merges a chunked body. */
function mergeStream(source: Readable): Readable {
  let merged: Readable | undefined
  const headers = { 'transfer-encoding': 'chunked' }
  type Hook = (request: object, reply: null, payload: Readable, done: (error: null, payload: Readable) => void) => void
  const addHook = (_name: string, hook: Hook) => hook({ headers }, null, source, (_error, result) => (merged = result))
  mergeChunks({ addHook } as unknown as Api)
  return merged!
}
