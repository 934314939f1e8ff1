import assert from 'node:assert/strict'
import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { createFileSender } from '../../src/pages/dashboard.ts'
import { createTestFolder } from '../support/database/stores.ts'

const SCRIPT = 'globalThis.dashboard = true'
const KEPT = { 'cache-control': 'public, max-age=60' }

/** Serves `public` in a folder that also holds a secret. */
async function serveFolder(t: TestContext) {
  const folder = createTestFolder(t)
  const directory = join(folder, 'public')
  mkdirSync(join(directory, 'below'), { recursive: true })
  for (const [name, bytes] of Object.entries({
    'app.js': SCRIPT,
    'app.js.br': brotliCompressSync(SCRIPT),
    'app.js.gz': gzipSync(SCRIPT),
    'small.css': 'a{}',
    'icon.png': 'image',
    '.hidden.js': 'secret',
    'notes.txt': 'secret',
    'below/inner.js': 'secret',
    '../outside.js': 'secret',
  }))
    writeFileSync(join(directory, name), bytes)
  const server = Fastify()
  t.after(() => server.close())
  const send = createFileSender(directory)
  server.get<{ Params: { '*': string } }>('/*', (request, reply) => send(request, reply, request.params['*'], KEPT))
  const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.inject({ method, url, headers })
  return { ask, directory }
}

const serve = async (t: TestContext) => (await serveFolder(t)).ask

test('a file is sent with its type, its validators and the headers of its route', async (t) => {
  const ask = await serve(t)
  const { statusCode, headers, body } = await ask('/app.js')
  assert.deepEqual([statusCode, body], [200, SCRIPT])
  assert.equal(headers['content-type'], 'application/javascript; charset=utf-8')
  assert.equal(headers['content-length'], String(SCRIPT.length))
  assert.equal(headers['cache-control'], 'public, max-age=60')
  assert.equal(headers.vary, 'accept-encoding')
  assert.match(headers.etag as string, /^W\/"1b-[0-9a-f]+"$/)
  assert.ok(Date.parse(headers['last-modified'] as string) > 0)
  assert.equal((await ask('/icon.png')).headers['content-type'], 'image/png')
  const head = await ask('/app.js', {}, 'HEAD')
  assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', String(SCRIPT.length)])
})

test('a compressed form is sent when the client accepts it and the build wrote one', async (t) => {
  const ask = await serve(t)
  const as = async (accepted: string, file = '/app.js') => {
    const { headers, rawPayload } = await ask(file, { 'accept-encoding': accepted })
    return { encoding: headers['content-encoding'], rawPayload, etag: headers.etag }
  }
  const [br, gzip] = [await as('gzip, deflate, br, zstd'), await as('gzip')]
  assert.deepEqual([br.encoding, brotliDecompressSync(br.rawPayload).toString()], ['br', SCRIPT])
  assert.deepEqual([gzip.encoding, gunzipSync(gzip.rawPayload).toString()], ['gzip', SCRIPT])
  assert.notEqual(br.etag, gzip.etag)
  assert.equal((await as('br;q=0, gzip;q=0.5')).encoding, 'gzip')
  assert.equal((await as('identity')).encoding, undefined)
  assert.equal((await as('br', '/small.css')).encoding, undefined)
})

test('a file is cached until another build replaces it', async (t) => {
  const { ask, directory } = await serveFolder(t)
  const file = join(directory, 'app.js')
  await ask('/app.js')
  const { mtime } = statSync(file)
  writeFileSync(file, SCRIPT.toUpperCase())
  utimesSync(file, mtime, mtime)
  assert.equal((await ask('/app.js')).body, SCRIPT, 'the size and time are equal')
  utimesSync(file, mtime, new Date(mtime.getTime() + 1_000))
  assert.equal((await ask('/app.js')).body, SCRIPT.toUpperCase())
  rmSync(file)
  assert.equal((await ask('/app.js')).statusCode, 404)
})

test('a client that has the file gets 304 without a body', async (t) => {
  const ask = await serve(t)
  const { headers } = await ask('/app.js')
  const etag = headers.etag as string
  const modified = headers['last-modified'] as string
  const unchanged = async (known: Record<string, string>) => (await ask('/app.js', known)).statusCode === 304
  assert.equal(await unchanged({ 'if-none-match': `"other", ${etag}` }), true)
  assert.equal(
    await unchanged({ 'if-none-match': '"other"', 'if-modified-since': modified }),
    false,
    'an entity tag takes precedence',
  )
  assert.equal(await unchanged({ 'if-none-match': etag.slice('W/'.length) }), true, 'tags are compared without W/')
  assert.equal(await unchanged({ 'if-none-match': '*' }), true)
  assert.equal(await unchanged({ 'if-none-match': etag, 'cache-control': 'no-cache' }), false, 'a forced reload')
  assert.equal(await unchanged({ 'if-modified-since': modified }), true)
  assert.equal(await unchanged({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), false)
  const answer = await ask('/app.js', { 'if-none-match': etag })
  assert.deepEqual(
    [answer.body, answer.headers.etag, answer.headers['cache-control']],
    ['', etag, 'public, max-age=60'],
  )
})

test('one range of bytes is sent as a part, and several or malformed ranges as the whole', async (t) => {
  const ask = await serve(t)
  const range = async (range: string, more: Record<string, string> = {}) => {
    const { statusCode, headers, body } = await ask('/app.js', { range, ...more })
    return [statusCode, body, headers['content-range']]
  }
  assert.deepEqual(await range('bytes=0-5'), [206, 'global', 'bytes 0-5/27'])
  assert.deepEqual(await range('bytes=23-'), [206, 'true', 'bytes 23-26/27'])
  assert.deepEqual(await range('bytes=-4'), [206, 'true', 'bytes 23-26/27'])
  assert.deepEqual(await range('bytes=21-999'), [206, '= true', 'bytes 21-26/27'])
  for (const whole of ['bytes=9-3', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-5'])
    assert.deepEqual(await range(whole), [200, SCRIPT, undefined], whole)
  assert.deepEqual(await range('bytes=0-5', { 'if-range': '"other"' }), [200, SCRIPT, undefined])
})

test('a range past the end of a file is refused with 416 and the size of the file', async (t) => {
  const ask = await serve(t)
  for (const range of ['bytes=27-', 'bytes=99-120', 'bytes=-0']) {
    const { statusCode, headers, body } = await ask('/app.js', { range })
    assert.deepEqual([statusCode, headers['content-range'], body], [416, 'bytes */27', ''], range)
    assert.equal(headers['cache-control'], 'no-store')
  }
  assert.equal((await ask('/app.js', { range: 'bytes=99-', 'if-range': '"other"' })).statusCode, 200)
})

const HOSTILE = [
  '/../outside.js',
  '/%2e%2e/outside.js',
  '/..%2foutside.js',
  '/..%5coutside.js',
  '/below/../../outside.js',
  '/below%2finner.js',
  '/below/inner.js',
  '/%2e%2e%2foutside.js',
  '/....//outside.js',
  '//outside.js',
  '/./..%2foutside.js',
  '/.hidden.js',
  '/app.js%00.js',
  '/%00',
  '/outside.js%00',
  '/app.js/',
  '/app.js/..%2f..%2foutside.js',
  '/notes.txt',
  '/app.js.br',
  '/below',
  '/below.js',
  '/constructor',
  `/${'a'.repeat(400)}.js`,
  '/',
]
for (const path of HOSTILE)
  test(`no file is sent for ${path.slice(0, 40)}`, async (t) => {
    const ask = await serve(t)
    for (const accepted of ['', 'br, gzip']) {
      const { statusCode, headers, body } = await ask(path, { 'accept-encoding': accepted })
      assert.equal(statusCode, 404)
      assert.doesNotMatch(body, /secret/)
      assert.equal(headers['cache-control'], undefined)
    }
  })
