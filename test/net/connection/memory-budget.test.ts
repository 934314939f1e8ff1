import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { MemoryBudget, MemoryShare } from '../../../src/net/connection/memory-budget.ts'
import { check, makeTools } from '../../probers/check.ts'

const KIB = 1024
const FREE = 64 * KIB

const more = (bytes: number) => [FREE + 1, FREE + bytes] as const

test('the first 64 KiB of an answer are free, and more is granted while there is room', () => {
  const budget = new MemoryBudget(10)
  const [one, other] = [new MemoryShare(budget), new MemoryShare(budget)]
  const never = () => assert.fail('nobody waited')
  assert.ok(one.reserve(FREE, FREE + 10, never))
  assert.ok(one.reserve(...more(10), never))
  assert.ok(one.reserve(FREE + 9, FREE + 10, never), 'it is asked for once')
  assert.ok(other.reserve(FREE, FREE + 10, never))
  assert.deepEqual([other.reserve(...more(1), () => {}), one.hasWaited, other.hasWaited], [false, false, true])
})

test('waiting shares continue in order of arrival when another share is released', () => {
  const budget = new MemoryBudget(10)
  const shares = [0, 1, 2].map(() => new MemoryShare(budget))
  const went: number[] = []
  shares[0]!.reserve(...more(10), () => went.push(0))
  shares[1]!.reserve(...more(6), () => went.push(1))
  shares[2]!.reserve(...more(6), () => went.push(2))
  assert.deepEqual(went, [])
  shares[0]!.release()
  assert.deepEqual(went, [1])
  shares[1]!.release()
  assert.deepEqual(went, [1, 2])
})

test('a share released while it waits is not called, and its room becomes free', () => {
  const budget = new MemoryBudget(10)
  const [one, other] = [new MemoryShare(budget), new MemoryShare(budget)]
  one.reserve(...more(4), () => {})
  other.reserve(...more(7), () => assert.fail('it has given up'))
  other.release()
  one.release()
  assert.ok(one.reserve(...more(10), () => {}))
})

test('a share that requests twice while it waits is served once, and returns all of its room', () => {
  const budget = new MemoryBudget(10)
  const [one, other, large, small] = [0, 1, 2, 3].map(() => new MemoryShare(budget)) as [
    MemoryShare,
    MemoryShare,
    MemoryShare,
    MemoryShare,
  ]
  for (const share of [one, other]) share.reserve(...more(5), () => {})
  large.reserve(...more(10), () => {})
  small.reserve(...more(4), () => {})
  one.release()
  assert.equal(
    small.reserve(...more(4), () => {}),
    false,
    'it has not been called',
  )
  for (const share of [other, large]) share.release()
  new MemoryShare(budget).release()
  small.release()
  assert.ok(budget.take(10))
})

test('waiting shares continue when a large one before them gives up', () => {
  const budget = new MemoryBudget(10)
  const [one, other, large, small] = [0, 1, 2, 3].map(() => new MemoryShare(budget))
  const went: string[] = []
  for (const share of [one, other]) share!.reserve(...more(5), () => {})
  large!.reserve(...more(10), () => assert.fail('it has given up'))
  small!.reserve(...more(4), () => went.push('small'))
  one!.release()
  assert.deepEqual(went, [])
  large!.release()
  assert.deepEqual(went, ['small'])
})

/** Room for one answer of unknown length. */
const BUDGET = 2_500 * KIB

/** Sends a text of this number of bytes, and then ends or hangs. */
async function startSite(t: TestContext, bytes: number) {
  const hanging: ServerResponse[] = []
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('x'.repeat(bytes))
    if (request.url === '/hang') hanging.push(response)
    else response.end('good')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hanging }
}

const settings = { keywords: [{ text: 'good', shouldContain: true }] }

test('pages without room are read one after another, and all pass', async (t) => {
  const { url } = await startSite(t, 700 * KIB)
  const tools = { ...makeTools(t), memory: new MemoryBudget(BUDGET) }
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => check(t, url, { type: 'KEYWORD', settings, tools })))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['up', 'up', 'up', 'up'],
  )
})

test('a page without room before its deadline fails as trouble of the probe, while small pages continue', async (t) => {
  const { url, hanging } = await startSite(t, 700 * KIB)
  const small = await startSite(t, 10 * KIB)
  const tools = { ...makeTools(t), memory: new MemoryBudget(BUDGET) }
  const hog = check(t, `${url}/hang`, { type: 'KEYWORD', settings, tools })
  const isFree = () => {
    const free = tools.memory.take(BUDGET)
    if (free) tools.memory.giveBack(BUDGET)
    return free
  }
  while (isFree()) await new Promise((resolve) => setImmediate(resolve))
  const [late, fine] = await Promise.all([
    check(t, url, { type: 'KEYWORD', settings, tools, timeoutMs: 500 }),
    check(t, small.url, { type: 'KEYWORD', settings, tools }),
  ])
  assert.equal(late.status, 'inconclusive')
  assert.match(
    late.errorMessage!,
    /^read 127\.0\.0\.1:\d+: the probe had too many large responses in memory to read this one in time$/,
  )
  assert.equal(fine.status, 'up')
  hanging[0]!.end('good')
  assert.equal((await hog).status, 'up')
  assert.ok(isFree(), 'something was not given back')
})
