import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { decodeBody } from '../../src/net/decode-body.ts'

const CAP = 2 * 1024 * 1024
const SMALL = Buffer.from('all systems operational '.repeat(100))
/** Does not compress well, so that it takes the way of large bodies. */
const LARGE = Buffer.from(Array.from({ length: 60_000 }, (_, i) => Math.sin(i).toString(36)).join(''))

const ENCODERS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
}

for (const [coding, encode] of Object.entries(ENCODERS)) {
  test(`${coding} is undone, small and large`, async () => {
    for (const body of [SMALL, LARGE]) {
      assert.deepEqual(await decodeBody(encode(body), coding.toUpperCase(), CAP), body)
    }
  })

  test(`a ${coding} bomb stops at the limit`, async () => {
    const bomb = encode(Buffer.alloc(8 * 1024 * 1024))
    const decoded = await decodeBody(bomb, coding, CAP)
    assert.equal(decoded?.length, CAP)
  })

  test(`a ${coding} body that was cut gives what it has`, async () => {
    const whole = encode(LARGE)
    const decoded = await decodeBody(whole.subarray(0, whole.length >> 1), coding, CAP)
    assert.ok(decoded && decoded.length > 0 && decoded.length < LARGE.length)
    assert.deepEqual(decoded, LARGE.subarray(0, decoded.length))
  })

  test(`what only claims to be ${coding} is found out, small and large`, async () => {
    for (const body of [Buffer.from('<!doctype html>'), Buffer.alloc(100_000, 'nonsense')]) {
      assert.equal(await decodeBody(body, coding, CAP), null)
    }
  })
}

test('deflate without its wrapper is undone too', async () => {
  assert.deepEqual(await decodeBody(deflateRawSync(SMALL), 'deflate', CAP), SMALL)
})

test('codings upon codings are undone from the last to the first', async () => {
  assert.deepEqual(await decodeBody(brotliCompressSync(gzipSync(SMALL)), 'gzip, br', CAP), SMALL)
})

test('a coding nobody knows, none at all and an empty body are left as they are', async () => {
  for (const coding of [undefined, '', 'identity', 'rot13'])
    assert.deepEqual(await decodeBody(SMALL, coding, CAP), SMALL)
  assert.deepEqual(await decodeBody(Buffer.alloc(0), 'gzip', CAP), Buffer.alloc(0))
})
