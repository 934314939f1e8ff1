import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Meter } from '../../src/core/meter.ts'
import { type LoopOptions, startLoop } from '../../src/engine/loop.ts'

/** A loop whose clock and timers the test controls. Runs are recorded by time. */
function makeLoop(t: TestContext, run: (count: number) => Promise<number | null>, over: Partial<LoopOptions> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  const runs: number[] = []
  const errors: string[] = []
  const loop = startLoop({
    name: 'test',
    run: () => {
      runs.push(Date.now())
      return run(runs.length)
    },
    idleMs: 10_000,
    log: { error: (_details, message) => errors.push(message) },
    now: Date.now,
    random: () => 0,
    ...over,
  })
  t.after(() => loop.stop())
  /** Advances the time and lets due work run. */
  const advance = async (ms: number) => {
    await settled()
    t.mock.timers.tick(ms)
    await settled()
  }
  return { loop, runs, errors, pass: advance }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A promise with its resolvers. */
const gate = () => Promise.withResolvers<number | null>()

test('a loop runs at once, and again at the time that its run returned', async (t) => {
  const { runs, pass: advance } = makeLoop(t, async (count) => (count === 1 ? 300 : null))
  await advance(299)
  assert.deepEqual(runs, [0])
  await advance(1)
  assert.deepEqual(runs, [0, 300])
})

test('a loop without due work runs after the idle time, shortened at random', async (t) => {
  const { runs, pass: advance } = makeLoop(t, async () => null, { random: () => 1 })
  await advance(7_999)
  assert.deepEqual(runs, [0])
  await advance(1)
  assert.deepEqual(runs, [0, 8_000])
})

test('a loop wakes within the idle time when the due time is later', async (t) => {
  const { runs, pass: advance } = makeLoop(t, async () => 1_000_000)
  await advance(10_000)
  assert.deepEqual(runs, [0, 10_000])
})

test('a loop runs at once when the due time has passed', async (t) => {
  const { runs, pass: advance } = makeLoop(t, async (count) => (count === 1 ? -5 : null))
  await advance(1)
  assert.deepEqual(runs, [0, 1])
})

test('a wake-up ends the sleep', async (t) => {
  const { loop, runs, pass: advance } = makeLoop(t, async () => null)
  await advance(100)
  loop.wake()
  await advance(0)
  assert.deepEqual(runs, [0, 100])
  await advance(9_999)
  assert.deepEqual(runs, [0, 100])
})

test('runs do not overlap, and a wake-up during a run causes one more run', async (t) => {
  const first = gate()
  const { loop, runs, pass: advance } = makeLoop(t, async (count) => (count === 1 ? first.promise : null))
  loop.wake()
  loop.wake()
  await advance(50)
  assert.deepEqual(runs, [0])
  first.resolve(null)
  await advance(0)
  assert.deepEqual(runs, [0, 50])
})

test('failures are logged and retried with a backoff of up to a quarter of a minute, despite wake-ups', async (t) => {
  const {
    loop,
    runs,
    errors,
    pass: advance,
  } = makeLoop(t, async () => {
    throw new Error('the database is away')
  })
  for (let i = 0; i < 9; i++) {
    await settled()
    loop.wake()
    await advance(0)
    assert.equal(runs.length, i + 1, 'a wake-up does not shorten the wait')
    t.mock.timers.runAll()
    await settled()
  }
  const waits = runs.slice(1).map((at, i) => at - runs[i]!)
  // Half of 500 ms doubled each time: the lower half is fixed, and the random part is 0 here
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000])
  assert.equal(errors[0], 'test failed; retrying')
})

test('a success resets the backoff', async (t) => {
  const { runs, pass: advance } = makeLoop(t, async (count) => {
    if (count !== 3) throw new Error('away')
    return 800
  })
  await advance(250)
  await advance(500)
  await advance(50)
  await advance(250)
  assert.deepEqual(runs, [0, 250, 750, 800, 1_050])
})

test('stopping waits for the run in progress, and no run starts after it', async (t) => {
  const first = gate()
  const { loop, runs, pass: advance } = makeLoop(t, async () => first.promise)
  let isStopped = false
  const stopping = loop.stop().then(() => {
    isStopped = true
  })
  loop.wake()
  await advance(20_000)
  assert.equal(isStopped, false)
  first.resolve(0)
  await stopping
  loop.wake()
  await advance(20_000)
  assert.deepEqual(runs, [0])
})

test('stopping a sleeping loop ends its sleep', async (t) => {
  const { loop, runs, pass: advance } = makeLoop(t, async () => null)
  await advance(1)
  await loop.stop()
  await advance(20_000)
  assert.deepEqual(runs, [0])
})

test('the meter counts runs, failures and the time of the last success', async (t) => {
  const metrics = new Map<string, number>()
  const note = (name: string, _labels: unknown, value = 1) => metrics.set(name, (metrics.get(name) ?? 0) + value)
  const meter = {
    declare: (name: string) => note(name, {}, 0),
    add: note,
    observe: (name: string) => note(`${name} seen`, {}),
    set: (name: string, _labels: unknown, value: number) => metrics.set(name, value),
  } as Meter
  const run = async (count: number) => {
    if (count === 2) throw new Error('away')
    return null
  }
  const { pass: advance } = makeLoop(t, run, { meter })
  assert.deepEqual([...metrics.keys()], ['loopRuns', 'loopFailures', 'loopSeconds'], 'declared before the first run')
  await advance(10_000)
  await advance(10_000)
  assert.deepEqual(Object.fromEntries(metrics), {
    loopRuns: 3,
    loopFailures: 1,
    loopSeconds: 0,
    'loopSeconds seen': 3,
    loopSucceededAt: 20,
  })
})

test('the meter counts every loop of the engine', () => {
  const folder = join(import.meta.dirname, '../../src/engine')
  const calls = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bstartLoop\(\{[\s\S]*?\}\)/g)].map(
      ([call]) => [file, call] as const,
    ),
  )
  assert.ok(calls.length > 5)
  assert.deepEqual(
    calls.filter(([, call]) => !/\bmeter: context\.meter\b/.test(call)).map(([file]) => file),
    [],
  )
})

test('a loop that evaluates missing reports does not run before the service has settled', async (t) => {
  const settledAt = 3_000
  const {
    loop,
    runs,
    pass: advance,
  } = makeLoop(t, async () => null, { unsettledMs: (now) => Math.max(0, settledAt - now) })
  await advance(1_000)
  loop.wake()
  await advance(1_999)
  assert.deepEqual(runs, [])
  await advance(1)
  assert.deepEqual(runs, [3_000])
})
