/** Thousands of checks of hostile targets must leak nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import {
  closeAtOnce,
  countOpenHandles,
  resetAtFirstByte,
  resetAtOnce,
  sendBytes,
  sendEndlessly,
  sendNothing,
} from '../support/targets/hostile.ts'
import { listen, replyEndlessly, replyWith } from '../support/targets/targets.ts'
import { waitUntil } from '../support/time/until.ts'
import { check, makeTools } from './check.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const MIB = 1024 * 1024
const HEAD = 'HTTP/1.1 200 OK\r\n'
const BOMB = gzipSync(Buffer.alloc(8 * MIB, 'a'))

const KEYWORDS = { keywords: [{ text: 'welcome', shouldContain: true }] }

const PONG = { protocol: 'generic', protocolValidation: { enabled: true, send: 'x', expect: 'PONG' } }

/**
 * Returns the bytes in use, in the heap and in external buffers. The second collection frees memory that finalizers
 * release.
 */
async function bytesInUse(): Promise<number> {
  collectGarbage()
  await setImmediate()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('repeated rounds of hostile checks need no additional memory and leak no handle', async (t) => {
  const servers = await Promise.all(
    [
      sendNothing,
      closeAtOnce,
      resetAtOnce,
      resetAtFirstByte,
      sendBytes('220 not here\r\n'),
      sendEndlessly('', 'x'),
      replyEndlessly(HEAD, 'X-More: and more\r\n'),
      replyEndlessly(`${HEAD}\r\n`, 'x'),
      replyWith(`HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n`),
      replyWith(Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), BOMB])),
    ].map((handler) => listen(t, handler)),
  )
  const tools = makeTools(t)
  const before = countOpenHandles()
  const round = async () => {
    const checks = servers.flatMap(({ port, url }) => [
      check(t, url, { tools, timeoutMs: 100 }),
      check(t, url, { tools, timeoutMs: 100, type: 'KEYWORD', settings: KEYWORDS }),
      check(t, '127.0.0.1', { tools, timeoutMs: 100, type: 'TCP', settings: { port, ...PONG } }),
    ])
    await Promise.all(checks)
    await waitUntil(() => servers.every(({ open }) => open.size === 0), 'the end of all connections')
    await waitUntil(() => countOpenHandles() <= before, 'the end of all handles')
    return bytesInUse()
  }
  // A leak stays in every later round; memory that is only freed late is missing from the smallest of several rounds
  const leastOf = async (rounds: number) => {
    const bytes: number[] = []
    for (let i = 0; i < rounds; i++) bytes.push(await round())
    return Math.min(...bytes)
  }
  await leastOf(5)
  const first = await leastOf(5)
  await leastOf(10)
  const last = await leastOf(5)
  assert.ok(last - first < 2 * MIB, `${last - first} bytes more after 450 checks`)
})
