import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatRegion,
  listAutomaticRegions,
  listRegionOptions,
  listUncheckedRegions,
  type Region,
} from '../../../../web/src/parts/probes/regions.ts'

const region = (code: string, over: Partial<Region> = {}): Region => ({
  code,
  name: code.toUpperCase(),
  is_default: true,
  is_active: true,
  active_probes: 1,
  capabilities: { icmp: true, ipv6: true },
  ...over,
})
const IDLE = { is_active: false, active_probes: 0 }

const codesOf = (regions: readonly Region[]) => regions.map(({ code }) => code)

test('a region without a name is labelled with its code once', () => {
  assert.equal(formatRegion(region('eu-1')), 'EU-1 (eu-1)')
  assert.equal(formatRegion(region('eu-1', { name: 'eu-1' })), 'eu-1')
})

test('the automatic regions are the default regions with a probe, or all default regions without one', () => {
  const office = region('office', { is_default: false })
  assert.deepEqual(codesOf(listAutomaticRegions([region('eu-1'), region('us-1', IDLE), office])), ['eu-1'])
  assert.deepEqual(codesOf(listAutomaticRegions([region('eu-1', IDLE), region('us-1', IDLE), office])), [
    'eu-1',
    'us-1',
  ])
})

test('a region that cannot be selected states why, and a selected one stays listed', () => {
  const withoutIcmp = region('us-1', { capabilities: { icmp: false, ipv6: true } })
  const all = [region('eu-1'), withoutIcmp, region('ap-1', IDLE)]
  const seen = (needsPings: boolean) =>
    listRegionOptions(all, ['ap-1', 'gone-1'], needsPings).map(({ code, isChosen, problem }) => [
      code,
      isChosen,
      problem,
    ])
  assert.deepEqual(seen(false), [
    ['eu-1', false, null],
    ['us-1', false, null],
    ['ap-1', true, 'idle'],
    ['gone-1', true, 'idle'],
  ])
  assert.deepEqual(seen(true)[1], ['us-1', false, 'noPings'])
})

test('a monitor is unchecked when none of its regions has a probe', () => {
  const all = [region('eu-1'), region('ap-1', IDLE), region('us-1', IDLE)]
  assert.deepEqual(listUncheckedRegions(all, []), [])
  assert.deepEqual(listUncheckedRegions(all, ['ap-1', 'eu-1']), [])
  assert.deepEqual(listUncheckedRegions(all, ['ap-1', 'gone-1']), ['AP-1', 'gone-1'])
  assert.deepEqual(listUncheckedRegions([region('eu-1', IDLE)], []), ['EU-1'])
})
