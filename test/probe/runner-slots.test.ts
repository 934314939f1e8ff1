/** Random mixes of all conditions: each slot of the grid is used once, or skipped for a reason and counted. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Assignment } from '../../src/core/probes/protocol.ts'
import { computeGridOffsetMs, computeNextDueAt, countSlotsBetween } from '../../src/core/probes/schedule.ts'
import { makeAssignment, PASS, REGION, startRunner, WRONG_STATUS } from './make.ts'
import { seeded } from './seeded.ts'

const INTERVALS = [15, 30, 60, 90, 300]

const slotsOf = ({ monitorId, intervalSeconds }: Assignment, from: number, to: number): number[] => {
  const offset = computeGridOffsetMs(monitorId, REGION, intervalSeconds)
  const slots: number[] = []
  for (
    let at = computeNextDueAt(offset, intervalSeconds, from);
    at <= to;
    at = computeNextDueAt(offset, intervalSeconds, at)
  )
    slots.push(at)
  assert.equal(slots.length, countSlotsBetween(offset, intervalSeconds, from, to))
  return slots
}

async function startMixed(t: TestContext, seed: number, count: number) {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const assignments = Array.from({ length: count }, (_, i) =>
    makeAssignment(i + 1, { intervalSeconds: pick(INTERVALS), timeoutMs: 10_000 }),
  )
  const world = await startRunner(t, assignments)
  return { ...world, random, pick, assignments }
}

for (const seed of [1, 2, 3])
  test(`healthy monitors use every slot exactly once (seed ${seed})`, async (t) => {
    const { clock, link, targets, runner, assignments, random } = await startMixed(t, seed, 60)
    targets.durationMs = () => Math.floor(random() * 2_000)
    const from = clock.now()
    await clock.pass(20 * 60_000)
    const to = clock.now() - 3_000
    await runner.flush()
    const byKey = Map.groupBy(link.results, ({ monitorKey }) => monitorKey)
    for (const assignment of assignments) {
      const ran = byKey.get(assignment.monitorKey)!.map(({ scheduledAt }) => scheduledAt)
      assert.deepEqual(
        ran.filter((at) => at <= to),
        slotsOf(assignment, from, to),
      )
    }
    assert.equal(runner.getStats().missed, 0)
  })

for (const seed of [4, 5, 6])
  test(`failing and slow monitors use or miss each slot, and repeat according to the rule (seed ${seed})`, async (t) => {
    const { clock, link, targets, runner, assignments, random } = await startMixed(t, seed, 40)
    targets.answer = () => (random() < 0.3 ? WRONG_STATUS : PASS)
    targets.durationMs = () => (random() < 0.05 ? 10_000 + Math.floor(random() * 60_000) : 50)
    const from = clock.now()
    await clock.pass(30 * 60_000)
    // Until the last running check has ended
    targets.durationMs = () => 0
    await clock.pass(400_000)
    await runner.flush()
    const end = clock.now()
    const byKey = Map.groupBy(link.results, ({ monitorKey }) => monitorKey)
    let missed = 0
    for (const assignment of assignments) {
      const scheduled = byKey.get(assignment.monitorKey)!.map(({ scheduledAt }) => scheduledAt)
      assert.equal(new Set(scheduled).size, scheduled.length, 'a check ran twice')
      assert.deepEqual(
        scheduled,
        scheduled.toSorted((a, b) => a - b),
      )
      const slots = new Set(slotsOf(assignment, from, end))
      missed += slots.size - scheduled.filter((at) => slots.has(at)).length
    }
    assert.deepEqual([runner.getStats().missed, targets.overlaps], [missed, 0])
    assert.equal(runner.getStats().executed + missed, runner.getStats().scheduled)
  })

for (const seed of [7, 8])
  test(`monitors that are added, removed and changed are checked neither too often nor too rarely (seed ${seed})`, async (t) => {
    const { clock, link, targets, runner, assignments, random, pick } = await startMixed(t, seed, 30)
    const assigned = new Map(assignments.map((assignment) => [assignment.monitorKey, assignment]))
    targets.durationMs = () => Math.floor(random() * 8_000)
    for (let step = 0; step < 200; step++) {
      const key = 1 + Math.floor(random() * 30)
      const dice = random()
      if (dice < 0.4) {
        assigned.delete(key)
        link.remove(key)
      } else {
        const change = makeAssignment(key, { intervalSeconds: pick(INTERVALS), settings: { version: pick([1, 2]) } })
        assigned.set(key, change)
        link.assign(change)
      }
      await clock.pass(Math.floor(random() * 5_000))
    }
    targets.durationMs = () => 10
    await clock.pass(10_000)
    assert.deepEqual([runner.getStats().monitors, targets.overlaps], [assigned.size, 0])
    const from = clock.now()
    await clock.pass(600_000)
    await runner.flush()
    const later = link.results.filter(({ scheduledAt }) => scheduledAt > from)
    const byKey = Map.groupBy(later, ({ monitorKey }) => monitorKey)
    assert.deepEqual([...byKey.keys()].sort(), [...assigned.keys()].sort())
    for (const [key, results] of byKey)
      assert.deepEqual(
        results.map(({ scheduledAt }) => scheduledAt),
        slotsOf(assigned.get(key)!, from, clock.now() - 1),
      )
  })
