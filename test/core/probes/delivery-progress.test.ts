import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDeliveredUntil, MAX_DELAY_MS } from '../../../src/core/probes/probe-health.ts'

const NOW = Date.UTC(2026, 0, 10)

const probe = (region: number, waitingMs: number, seenMs = 0, lateMs = 0) => ({
  region,
  seenAt: NOW - seenMs,
  vitals: { waitingMs, lateMs },
})

test('a region without waiting results has delivered everything', () => {
  const silent = { region: 1, seenAt: NOW, vitals: null }
  assert.deepEqual(findDeliveredUntil([silent, probe(1, 0, 5_000), probe(2, 0)], NOW), new Map())
})

test('a region has delivered its results until its oldest waiting one, as its slowest probe reports', () => {
  const probes = [probe(1, 20_000), probe(1, 30_000, 4_000), probe(1, 0), probe(2, 500)]
  assert.deepEqual(
    findDeliveredUntil(probes, NOW),
    new Map([
      [1, NOW - 34_000],
      [2, NOW - 500],
    ]),
  )
})

test('a region whose checks start late has delivered the results of checks that were due before, and measured before', () => {
  const probes = [probe(1, 0, 1_000, 40_000), probe(2, 20_000, 0, 40_000)]
  assert.deepEqual(
    findDeliveredUntil(probes, NOW),
    new Map([
      [1, NOW - 41_000],
      [2, NOW - 60_000],
    ]),
  )
})

test('a probe that always reports waiting results holds back no status for ever', () => {
  const longest = new Map([[1, NOW - MAX_DELAY_MS]])
  assert.deepEqual(findDeliveredUntil([probe(1, Number.MAX_SAFE_INTEGER)], NOW), longest)
  assert.deepEqual(findDeliveredUntil([probe(1, 0, 0, Number.MAX_SAFE_INTEGER)], NOW), longest)
})
