import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Meter } from '../../src/core/meter.ts'
import { type LoopOptions, startLoop } from '../../src/engine/loop.ts'

/** A loop whose clock and timers the test moves. Runs are noted by their time. */
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
  /** Moves the time, and lets what is due come about. */
  const pass = async (ms: number) => {
    await settled()
    t.mock.timers.tick(ms)
    await settled()
  }
  return { loop, runs, errors, pass }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A promise and the way to keep it. */
const gate = () => Promise.withResolvers<number | null>()

test('it runs at once, and again when it said', async (t) => {
  const { runs, pass } = makeLoop(t, async (count) => (count === 1 ? 300 : null))
  await pass(299)
  assert.deepEqual(runs, [0])
  await pass(1)
  assert.deepEqual(runs, [0, 300])
})

test('with nothing due it looks again after the idle time, which chance makes shorter', async (t) => {
  const { runs, pass } = makeLoop(t, async () => null, { random: () => 1 })
  await pass(7_999)
  assert.deepEqual(runs, [0])
  await pass(1)
  assert.deepEqual(runs, [0, 8_000])
})

test('a due time beyond the idle time is not slept through', async (t) => {
  const { runs, pass } = makeLoop(t, async () => 1_000_000)
  await pass(10_000)
  assert.deepEqual(runs, [0, 10_000])
})

test('a due time that has passed means at once', async (t) => {
  const { runs, pass } = makeLoop(t, async (count) => (count === 1 ? -5 : null))
  await pass(1)
  assert.deepEqual(runs, [0, 1])
})

test('a wake-up ends the sleep', async (t) => {
  const { loop, runs, pass } = makeLoop(t, async () => null)
  await pass(100)
  loop.wake()
  await pass(0)
  assert.deepEqual(runs, [0, 100])
  await pass(9_999)
  assert.deepEqual(runs, [0, 100])
})

test('runs do not overlap, and a wake-up during one brings one more', async (t) => {
  const first = gate()
  const { loop, runs, pass } = makeLoop(t, async (count) => (count === 1 ? first.promise : null))
  loop.wake()
  loop.wake()
  await pass(50)
  assert.deepEqual(runs, [0])
  first.resolve(null)
  await pass(0)
  assert.deepEqual(runs, [0, 50])
})

test('failures are logged and waited out, longer each time up to a quarter of a minute, whoever wakes it', async (t) => {
  const { loop, runs, errors, pass } = makeLoop(t, async () => {
    throw new Error('the database is away')
  })
  for (let i = 0; i < 9; i++) {
    await settled()
    loop.wake()
    await pass(0)
    assert.equal(runs.length, i + 1, 'a wake-up does not shorten the wait')
    t.mock.timers.runAll()
    await settled()
  }
  const waits = runs.slice(1).map((at, i) => at - runs[i]!)
  // Half of 500 ms doubled each time: the lower half is certain, and chance adds nothing here
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000])
  assert.equal(errors[0], 'test failed; retrying')
})

test('after a success the waits start over', async (t) => {
  const { runs, pass } = makeLoop(t, async (count) => {
    if (count !== 3) throw new Error('away')
    return 800
  })
  await pass(250)
  await pass(500)
  await pass(50)
  await pass(250)
  assert.deepEqual(runs, [0, 250, 750, 800, 1_050])
})

test('stopping waits for the run that is going on, and nothing runs after that', async (t) => {
  const first = gate()
  const { loop, runs, pass } = makeLoop(t, async () => first.promise)
  let isStopped = false
  const stopping = loop.stop().then(() => {
    isStopped = true
  })
  loop.wake()
  await pass(20_000)
  assert.equal(isStopped, false)
  first.resolve(0)
  await stopping
  loop.wake()
  await pass(20_000)
  assert.deepEqual(runs, [0])
})

test('stopping a loop that sleeps ends its sleep', async (t) => {
  const { loop, runs, pass } = makeLoop(t, async () => null)
  await pass(1)
  await loop.stop()
  await pass(20_000)
  assert.deepEqual(runs, [0])
})

test('its runs are counted, with their failures and the time of the last success', async (t) => {
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
  const { pass } = makeLoop(t, run, { meter })
  assert.deepEqual([...metrics.keys()], ['loopRuns', 'loopFailures', 'loopSeconds'], 'declared before the first run')
  await pass(10_000)
  await pass(10_000)
  assert.deepEqual(Object.fromEntries(metrics), {
    loopRuns: 3,
    loopFailures: 1,
    loopSeconds: 0,
    'loopSeconds seen': 3,
    loopSucceededAt: 20,
  })
})

test('every loop of the engine is counted', () => {
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

test('a loop that judges silence does not run before the service has settled', async (t) => {
  const settledAt = 3_000
  const { loop, runs, pass } = makeLoop(t, async () => null, { unsettledMs: (now) => Math.max(0, settledAt - now) })
  await pass(1_000)
  loop.wake()
  await pass(1_999)
  assert.deepEqual(runs, [])
  await pass(1)
  assert.deepEqual(runs, [3_000])
})
