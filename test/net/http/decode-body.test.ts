import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { decodeBody } from '../../../src/net/http/decode-body.ts'

const CAP = 2 * 1024 * 1024
const SMALL = Buffer.from('all systems operational '.repeat(100))
/** Compresses badly, so that it is decoded like a large body. */
const LARGE = Buffer.from(Array.from({ length: 60_000 }, (_, i) => Math.sin(i).toString(36)).join(''))

const ENCODERS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
}

for (const [coding, encode] of Object.entries(ENCODERS)) {
  test(`${coding} is decoded, small and large`, async () => {
    for (const body of [SMALL, LARGE]) {
      assert.deepEqual(await decodeBody(encode(body), coding.toUpperCase(), CAP), body)
    }
  })

  test(`a ${coding} bomb stops at the limit`, async () => {
    const bomb = encode(Buffer.alloc(8 * 1024 * 1024))
    const decoded = await decodeBody(bomb, coding, CAP)
    assert.equal(decoded?.length, CAP)
  })

  test(`a truncated ${coding} body returns its decoded part`, async () => {
    const whole = encode(LARGE)
    const decoded = await decodeBody(whole.subarray(0, whole.length >> 1), coding, CAP)
    assert.ok(decoded && decoded.length > 0 && decoded.length < LARGE.length)
    assert.deepEqual(decoded, LARGE.subarray(0, decoded.length))
  })

  test(`a false ${coding} header is detected, small and large`, async () => {
    for (const body of [Buffer.from('<!doctype html>'), Buffer.alloc(100_000, 'nonsense')]) {
      assert.equal(await decodeBody(body, coding, CAP), null)
    }
  })
}

const isDecodedInPlace = async (body: Buffer, coding: string): Promise<boolean> => {
  let isDecoded = false
  const decoding = decodeBody(body, coding, CAP).then(() => {
    isDecoded = true
  })
  // Another thread's result arrives in another iteration of the event loop, and this iteration lasts until all promises
  // are settled
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const wasInPlace = isDecoded
  await decoding
  return wasInPlace
}

test('brotli with a window that takes long to fill is decoded in the thread pool', async () => {
  const encoded = (window: number) => brotliCompressSync(SMALL, { params: { [constants.BROTLI_PARAM_LGWIN]: window } })
  for (const window of [10, 16, 17, 22]) assert.ok(await isDecodedInPlace(encoded(window), 'br'), `${window}`)
  for (const window of [23, 24]) assert.ok(!(await isDecodedInPlace(encoded(window), 'br')), `${window}`)
  assert.deepEqual(await decodeBody(encoded(24), 'br', CAP), SMALL)
})

test('zstd that requests more memory than the standard allows is refused', async () => {
  const encoded = (window: number, body: Buffer) =>
    zstdCompressSync(body, { params: { [constants.ZSTD_c_windowLog]: window } })
  const large = Buffer.alloc(64 * 1024 * 1024)
  assert.equal((await decodeBody(encoded(23, large), 'zstd', CAP))?.length, CAP)
  assert.equal(await decodeBody(encoded(27, large), 'zstd', CAP), null)
})

test('many large bodies at once are all decoded, and a broken one blocks no other', async () => {
  const [good, bad] = [gzipSync(LARGE), Buffer.alloc(100_000, 'nonsense')]
  const decoded = await Promise.all(
    Array.from({ length: 20 }, (_, i) => decodeBody(i % 2 === 0 ? good : bad, 'gzip', CAP)),
  )
  for (const [i, body] of decoded.entries()) assert.equal(body?.length ?? null, i % 2 === 0 ? LARGE.length : null)
  assert.equal((await decodeBody(good, 'gzip', CAP))?.length, LARGE.length)
})

test('deflate without its wrapper is decoded too', async () => {
  assert.deepEqual(await decodeBody(deflateRawSync(SMALL), 'deflate', CAP), SMALL)
})

test('several codings are decoded from the last to the first', async () => {
  assert.deepEqual(await decodeBody(brotliCompressSync(gzipSync(SMALL)), 'gzip, br', CAP), SMALL)
})

test('an unknown coding, no coding and an empty body are left unchanged', async () => {
  for (const coding of [undefined, '', 'identity', 'rot13', 'constructor'])
    assert.deepEqual(await decodeBody(SMALL, coding, CAP), SMALL)
  assert.deepEqual(await decodeBody(Buffer.alloc(0), 'gzip', CAP), Buffer.alloc(0))
})
