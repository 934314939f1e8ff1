import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toChangeEntries } from '../../../src/core/monitors/monitor-audit.ts'
import {
  applyChange,
  type MonitorChange,
  type MonitorConfig,
  toAppliedCreation,
  toConfigFromDraft,
} from '../../../src/core/monitors/monitor-change.ts'

const shop = toConfigFromDraft(
  {
    type: 'HTTP',
    name: 'Shop',
    target: 'https://shop.example.com/',
    settings: {
      headers: { Accept: 'text/html', Authorization: 'Basic abc' },
      slowThresholdMs: 500,
      body: 'password=x',
    },
    intervalSeconds: 60,
  },
  [],
)

const PLACE = { key: 1, id: 'shop', projectId: 'alice' }

const entryOfCreation = (config: MonitorConfig, tags: string[]) =>
  toChangeEntries(toAppliedCreation(PLACE, config, tags))[0]!

const entries = (change: MonitorChange, oldTags: string[] = [], before = shop) =>
  toChangeEntries({
    ...PLACE,
    before,
    after: applyChange(before, change),
    transition: null,
    affectsProbes: false,
    tags: change.tags ? { before: oldTags, after: change.tags } : null,
  }).map(({ action, changes }) => [action, changes] as const)

test('the creation of a monitor lists all settings by API name with masked secrets', () => {
  const { action, resourceId, changes = {} } = entryOfCreation(shop, ['b', 'a'])
  assert.deepEqual([action, resourceId], ['monitor.created', 'shop'])
  const listValue = (field: string) => changes[field]?.to
  assert.deepEqual(
    ['name', 'interval_seconds', 'slow_response_threshold_ms', 'headers.Accept', 'tags'].map(listValue),
    ['Shop', 60, 500, 'text/html', ['a', 'b']],
  )
  assert.deepEqual(['headers.Authorization', 'body'].map(listValue), ['***', '***'])
  assert.equal('group_id' in changes, false, 'unset fields are omitted')
  assert.doesNotMatch(JSON.stringify(changes), /abc|password/)
})

test('the token of a heartbeat is masked', () => {
  const job = toConfigFromDraft({ type: 'HEARTBEAT', name: 'Job', target: 'the-token', settings: {} }, [])
  assert.equal(entryOfCreation(job, []).changes?.target?.to, '***')
})

test('pausing, disabling and moving have separate audit actions, and all other changes form one entry', () => {
  assert.deepEqual(entries({ status: 'paused' }), [['monitor.paused', { status: { from: 'active', to: 'paused' } }]])
  assert.deepEqual(entries({ name: 'Shop', status: 'active' }), [], 'nothing changed')
  assert.deepEqual(entries({ name: 'Web shop', intervalSeconds: 90, groupId: 'web', status: 'disabled' }), [
    ['monitor.updated', { name: { from: 'Shop', to: 'Web shop' }, interval_seconds: { from: 60, to: 90 } }],
    ['monitor.moved', { group_id: { from: undefined, to: 'web' } }],
    ['monitor.disabled', { status: { from: 'active', to: 'disabled' } }],
  ])
})

test('a changed secret is listed without its values', () => {
  const settings = { ...shop.settings, headers: { Accept: 'text/html', Authorization: 'Basic def' } }
  assert.deepEqual(entries({ settings }), [
    ['monitor.updated', { 'headers.Authorization': { from: '***', to: '***' } }],
  ])
})

test('tags are listed when the request contains them', () => {
  const change = (from: string[], to: string[]) => entries({ tags: to }, from)[0]?.[1]
  assert.deepEqual(change(['a'], ['b', 'a']), { tags: { from: ['a'], to: ['a', 'b'] } })
  assert.equal(change(['b', 'a'], ['a', 'b']), undefined)
})

test('a monitor removed from its group is moved to no group', () => {
  const inGroup = { ...shop, groupId: 'web' }
  assert.deepEqual(entries({ groupId: null }, [], inGroup), [
    ['monitor.moved', { group_id: { from: 'web', to: undefined } }],
  ])
})
