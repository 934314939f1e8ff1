import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC } from '../../../src/core/probes/witness.ts'
import { PathRecord } from '../../../src/probe/self-check/path-record.ts'
import { type KnownWitness, NEW_WITNESS_STATE, WitnessQueries } from '../../../src/probe/self-check/witness-memory.ts'
import { WitnessRound } from '../../../src/probe/self-check/witness-round.ts'
import { MovableClock } from '../movable-clock.ts'

const ROUND_TRIP_MS = 20

/** Asks these witnesses about a path on which all answer from a given time on, ms after the start. */
async function ask(
  addresses: readonly string[],
  change: (witness: KnownWitness, now: number) => void,
  answersFromMs = 0,
) {
  const clock = new MovableClock()
  const path = new PathRecord({ onTrouble: () => {}, onOver: () => {} })
  const startedAt = clock.monotonic()
  const place = {
    localAddress: '198.51.100.2',
    interfaceName: 'eth0 (IPv4)',
    scope: PUBLIC,
    method: 'tcp',
    port: 443,
  } as const
  const witnesses = addresses.map((address): KnownWitness => {
    const known = {
      ...place,
      address,
      network: address,
      host: address,
      path,
      passedAt: startedAt,
      ...NEW_WITNESS_STATE,
    }
    change(known, startedAt)
    return known
  })
  const asks = new WitnessQueries(clock, async ({ scope }, signal) => {
    const isAnswered = clock.monotonic() - startedAt >= answersFromMs
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
      if (isAnswered) clock.after(ROUND_TRIP_MS, resolve)
    })
    if (isAnswered) path.recordAnswer(scope, clock.monotonic())
    return isAnswered
  })
  const question = { ...place, lostInterface: null, isRelated: () => false, minFailedNetworks: 1 }
  const round = new WitnessRound({
    ...{ clock, path, question, queries: asks },
    listWitnesses: () => witnesses,
    queryNameServers: async () => ({ kind: 'answers', server: null }),
    findLocalTrouble: async () => null,
  })
  await clock.pass(5_000)
  const { kind } = await round.finding
  return { kind, gap: path.findTrouble(PUBLIC, startedAt, startedAt + 1) }
}

test('witnesses that answer at once are not late, even when another may be asked before they answer', async () => {
  const becomesDueSoon = (witness: KnownWitness, now: number) => {
    if (witness.address === '13.0.0.1') witness.askedAt = now - 1_990
  }
  const { kind, gap } = await ask(['10.0.0.1', '11.0.0.1', '12.0.0.1', '13.0.0.1'], becomesDueSoon)
  assert.equal(kind, 'works')
  assert.equal(gap, null)
})

test('witnesses that answer only the second question show that the path failed for a moment', async () => {
  const { kind, gap } = await ask(['10.0.0.1', '11.0.0.1', '12.0.0.1', '13.0.0.1'], () => {}, 500)
  assert.equal(kind, 'works')
  assert.match(gap!.reason, /for a moment/)
})

test('recent silence in another round counts, but a recent answer does not', async () => {
  const askedByAnother = (witness: KnownWitness, now: number) => {
    witness.askedAt = now - 100
    witness.isSilent = witness.address === '10.0.0.1'
    witness.answer = Promise.resolve(!witness.isSilent)
  }
  assert.equal((await ask(['10.0.0.1'], askedByAnother)).kind, 'trouble')
  assert.equal((await ask(['11.0.0.1'], askedByAnother, 10_000)).kind, 'trouble')
  assert.equal((await ask(['10.0.0.1', '11.0.0.1'], askedByAnother)).kind, 'works')
})
