import assert from 'node:assert/strict'
import {
  judgeMonitor,
  NO_COUNTERS,
  type RegionCounters,
  type RegionVote,
  updateCounters,
} from '../../../src/core/results/state.ts'
import type { CheckStatus } from '../../../src/core/results/verdict.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { property } from '../properties.ts'

const LETTERS: Record<string, CheckStatus> = { u: 'up', s: 'degraded', f: 'down', i: 'inconclusive' }

/** Returns runs of the same status, as real targets have them. */
function wordOf(dice: Dice): string {
  let word = ''
  for (let runs = dice.between(0, 8); runs > 0; runs--)
    word += dice.one(['u', 's', 'f', 'f', 'i']).repeat(dice.between(1, 4))
  return word
}

const thresholdsOf = (dice: Dice) => ({ failureThreshold: dice.between(1, 5), recoveryThreshold: dice.between(1, 5) })

type Thresholds = ReturnType<typeof thresholdsOf>

const walk = (word: string, thresholds: Thresholds, from = NO_COUNTERS): RegionCounters =>
  [...word].reduce((counters, letter) => updateCounters(counters, LETTERS[letter]!, thresholds), from)

/** Down: enough consecutive failures, and not enough consecutive passes since. */
const isDownAfter = (relevant: string, { failureThreshold, recoveryThreshold }: Thresholds): boolean =>
  new RegExp(`f{${failureThreshold}}(?!.*[us]{${recoveryThreshold}})`).test(relevant)

/** Removes inconclusive checks, and marks failures that were unconfirmed at an inconclusive check as withdrawn: `x`. */
const withdrawn = (word: string, thresholds: Thresholds): string =>
  [...word].reduce((relevant, letter) => {
    if (letter !== 'i') return relevant + letter
    return isDownAfter(relevant, thresholds) ? relevant : relevant.replace(/f+$/, 'x')
  }, '')

property('the counters of a region equal counts over all of its checks', 3_000, (dice) => {
  const word = wordOf(dice)
  const thresholds = thresholdsOf(dice)
  const relevant = withdrawn(word, thresholds)
  const isDown = isDownAfter(relevant, thresholds)
  const { opinion, failures, passes } = walk(word, thresholds)
  assert.equal(
    opinion,
    isDown ? 'down' : /[us]/.test(relevant) ? 'up' : 'unknown',
    `${word}, ${JSON.stringify(thresholds)}`,
  )
  assert.equal(failures, /f*$/.exec(relevant)![0].length)
  assert.equal(passes, /[us]*$/.exec(relevant)![0].length)
})

property('an inconclusive check only withdraws unconfirmed failures and slowness', 1_000, (dice) => {
  const thresholds = thresholdsOf(dice)
  const word = wordOf(dice)
  const { opinion, failures, passes, slow } = walk(word, thresholds)
  const kept = { failures: opinion === 'down' ? failures : 0, slow: slow > 1 ? slow : 0 }
  const after = walk(`${word}${'i'.repeat(dice.between(1, 3))}`, thresholds)
  assert.deepEqual(after, { opinion, passes, ...kept })
})

/** Returns regions with any opinion, fresh or not. */
const regionsOf = (dice: Dice, now: number): RegionVote[] =>
  ['ap', 'eu', 'in', 'us', 'za'].slice(0, dice.between(0, 5)).map((region) => {
    const counters = walk(wordOf(dice), { failureThreshold: 2, recoveryThreshold: 2 })
    const freshUntil = now + dice.one([-1_000, 0, 1, 1_000])
    return { region, counters, freshUntil, errorType: 'timeout', errorMessage: `${region} says so` }
  })

property('only the votes of fresh regions decide the status of a monitor', 3_000, (dice) => {
  const now = 1_000_000
  const regions = regionsOf(dice, now)
  const judged = judgeMonitor(regions, now)
  const votes = regions.filter(({ counters, freshUntil }) => freshUntil > now && counters.opinion !== 'unknown')
  const down = votes.filter(({ counters }) => counters.opinion === 'down').length
  if (votes.length === 0) assert.equal(judged.status, 'unknown')
  else if (down > votes.length / 2) assert.equal(judged.status, 'down')
  else if (down > 0) assert.equal(judged.status, 'degraded')
  else assert.ok(judged.status === 'up' || judged.errorType === 'slow_response')
  assert.deepEqual(judgeMonitor(votes, now), judged, 'regions without a vote do not count')
  assert.deepEqual(judgeMonitor(dice.some(regions, regions.length), now), judged, 'in any order')
  assert.ok(judged.affectedRegions.every((code) => votes.some(({ region }) => region === code)))
  assert.equal(judged.status === 'up' || judged.status === 'unknown', judged.affectedRegions.length === 0)
})
