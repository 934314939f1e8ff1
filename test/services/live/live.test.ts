import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '../../../src/core/live/live-event.ts'
import { LIVE_BOUNDS, LiveEvents } from '../../../src/services/live/live.ts'

const event = (monitorId: string): LiveEvent => ({ type: 'monitor.updated', monitorId })

function makeLive(bounds = {}) {
  let now = 0
  const encode = (_position: string, published: LiveEvent) => ('monitorId' in published ? published.monitorId : '')
  const live = new LiveEvents({ encode, now: () => now, bounds: { ...LIVE_BOUNDS, ...bounds } })
  return {
    live,
    at: (time: number) => {
      now = time
    },
    tell: (projectId: string, text: string) => live.publish(projectId, () => event(text)),
    watch: (projectId: string, since: string | null = null, notify = () => {}) =>
      live.subscribe(projectId, notify, since),
  }
}

test('an event without readers is not built', () => {
  const { live, watch } = makeLive()
  const never = () => assert.fail('the event must not be built')
  assert.equal(live.isIdle, true)
  live.publish('shop', never)
  watch('blog')
  live.publish('shop', never)
  assert.equal(live.isIdle, false)
})

test('each reader is notified and reads at its own pace, only from its project', () => {
  const { tell: publish, watch } = makeLive()
  let notified = 0
  const fast = watch('shop', null, () => notified++).watch
  const slow = watch('shop').watch
  const other = watch('blog').watch
  publish('shop', 'a')
  assert.equal(fast.read(100), 'a')
  publish('blog', 'x')
  publish('shop', 'b')
  assert.deepEqual([fast.read(100), slow.read(100), other.read(100)], ['b', 'ab', 'x'])
  assert.equal(fast.read(100), '')
  assert.equal(notified, 2)
})

test('a reader that reconnects continues at its position', () => {
  const { tell: publish, watch } = makeLive()
  const { watch: first } = watch('shop')
  publish('shop', 'a')
  first.read(100)
  const place = first.position()
  first.close()
  publish('shop', 'b')
  const back = watch('shop', place)
  assert.equal(back.isResumed, true)
  assert.equal(back.watch.read(100), 'b')
})

test('a position that is invalid, of another process or too old starts again', () => {
  const { tell: publish, watch } = makeLive({ maxEvents: 1 })
  const { watch: first } = watch('shop')
  const place = first.position()
  publish('shop', 'a')
  publish('shop', 'b')
  for (const since of [place, 'nonsense', 'abc-0', place.replace(/\d+$/, '99')]) {
    const back = watch('shop', since)
    assert.equal(back.isResumed, false, since)
    assert.equal(back.watch.read(100), '')
  }
  assert.equal(first.read(100), null, 'a reader that is too far behind gets null')
})

test('events are kept for a while after the last reader left, and then dropped', () => {
  const { live, at, tell: publish, watch } = makeLive({ lingerMs: 1000 })
  const { watch: first } = watch('shop')
  const place = first.position()
  first.close()
  at(999)
  assert.equal(live.isIdle, false)
  publish('shop', 'a')
  assert.equal(watch('shop', place).watch.read(100), 'a')
  const { live: later, at: moveTo, watch: again } = makeLive({ lingerMs: 1000 })
  again('shop').watch.close()
  moveTo(1000)
  assert.equal(later.isIdle, true)
})

test('the memory of all projects is bounded, and the largest project is reset first', () => {
  const { tell: publish, watch } = makeLive({ maxTotalText: 1000 })
  const small = watch('small').watch
  const large = watch('large').watch
  publish('small', 'a')
  for (let n = 0; n < 127; n++) publish('large', 'x'.repeat(10))
  assert.equal(small.read(100), 'a')
  assert.equal(large.read(100), null)
})
