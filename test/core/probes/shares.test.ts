import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AUTOMATIC_REGIONS,
  chooseRegions,
  computeStableHash,
  getShare,
  RegionSelection,
  SHARES,
  ShareOwners,
} from '../../../src/core/probes/shares.ts'

const member = (id: string, icmp = true) => ({ id, capabilities: { icmp, ipv6: false } })
const KEYS = Array.from({ length: SHARES }, (_, key) => key)
const names = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `probe-${i + from}`)
const createOwners = (ids: readonly string[]) => new ShareOwners(ids.map((id) => member(id)))

test('every monitor has one owner, and both sides compute the same owner', () => {
  const one = createOwners(names(5))
  const other = createOwners(names(5).reverse())
  for (const key of KEYS) {
    const owner = one.findOwner(key, 'HTTP')
    assert.equal(other.findOwner(key, 'HTTP'), owner)
    assert.ok(owner && one.listShares(owner).others.includes(getShare(key)))
  }
  assert.equal(createOwners([]).findOwner(7, 'HTTP'), undefined)
})

test('the shares of ten probes are about equal', () => {
  const owners = createOwners(names(10))
  for (const id of names(10)) {
    const part = owners.listShares(id).others.length / (SHARES / 10)
    assert.ok(part > 0.8 && part < 1.2, `${id} has ${part} of its expected share`)
  }
})

test('only the monitors of a leaving probe move, and only to it when it joins', () => {
  const before = createOwners(names(6))
  const after = createOwners(names(5))
  const moved = KEYS.filter((key) => before.findOwner(key, 'HTTP') !== after.findOwner(key, 'HTTP'))
  assert.deepEqual(
    moved.map((key) => before.findOwner(key, 'HTTP')),
    moved.map(() => 'probe-6'),
  )
  assert.ok(moved.length > 0)
})

test('ICMP monitors belong to probes that can send pings, or to all probes when none can', () => {
  const mixed = new ShareOwners([member('deaf', false), member('able')])
  assert.ok(KEYS.every((key) => mixed.findOwner(key, 'ICMP') === 'able'))
  assert.deepEqual([mixed.listShares('able').pings.length, mixed.listShares('deaf').pings.length], [SHARES, 0])
  assert.ok(mixed.listShares('deaf').others.length > 0)
  const none = new ShareOwners([member('deaf', false), member('dumb', false)])
  assert.ok(KEYS.every((key) => none.findOwner(key, 'ICMP') === none.findOwner(key, 'HTTP')))
})

test('an automatic monitor is checked in three regions of different areas when there are enough', () => {
  const codes = ['eu-1', 'eu-2', 'eu-3', 'us-1', 'ap-1']
  for (const key of KEYS) {
    const chosen = chooseRegions(key, codes)
    assert.equal(chosen.length, AUTOMATIC_REGIONS)
    assert.deepEqual(chosen.map((code) => code.slice(0, 2)).sort(), ['ap', 'eu', 'us'])
    assert.deepEqual(chooseRegions(key, codes.toReversed()), chosen)
  }
  const european = KEYS.map((key) => chooseRegions(key, codes).find((code) => code.startsWith('eu')))
  for (const code of ['eu-1', 'eu-2', 'eu-3'])
    assert.ok(european.filter((each) => each === code).length > SHARES / 5, `${code} has its share`)
  assert.deepEqual(chooseRegions(7, ['eu-2', 'eu-1']).sort(), ['eu-1', 'eu-2'])
  assert.deepEqual(chooseRegions(7, []), [])
})

test('four regions of two areas are reduced to three, and each region has its share', () => {
  const codes = ['eu-1', 'eu-2', 'us-1', 'us-2']
  for (const key of KEYS) assert.equal(new Set(chooseRegions(key, codes)).size, 3)
  const sizes = codes.map((code) => new RegionSelection(codes).listShares(code)!.length)
  assert.equal(
    sizes.reduce((a, b) => a + b),
    3 * SHARES,
  )
  for (const size of sizes) assert.ok(size > SHARES * 0.6 && size < SHARES * 0.9, `${size}`)
})

test('every region checks all monitors when there are few regions, and an unknown region checks none', () => {
  assert.equal(new RegionSelection(['eu-1', 'us-1', 'ap-1']).listShares('eu-1'), null)
  assert.deepEqual(new RegionSelection(['eu-1', 'us-1', 'ap-1']).listShares('af-1'), [])
  assert.deepEqual(new RegionSelection(['eu-1', 'us-1', 'ap-1', 'sa-1']).listShares('af-1'), [])
})

test('the selection for all monitors equals the selection for each monitor', () => {
  for (const codes of [[], ['eu-1'], ['eu-1', 'eu-2', 'us-1', 'us-2', 'ap-1']]) {
    const selection = new RegionSelection(codes)
    for (const key of KEYS.slice(0, 200))
      for (const code of ['eu-1', 'us-2', 'af-1'])
        assert.equal(selection.isChosen(code, key), chooseRegions(key, codes).includes(code), `${code} of ${codes}`)
  }
})

test('the hash never changes, because the grid offset of every monitor depends on it', () => {
  assert.deepEqual(['', 'a', 'monitor/eu-1'].map(computeStableHash), [2_872_998_923, 444_641_715, 4_125_509_884])
})
