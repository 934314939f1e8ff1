/** Servers that exchange messages over a transport that the test controls. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { LiveEvent } from '../../../src/core/live/live-event.ts'
import { ClusterBus } from '../../../src/services/live/cluster-bus.ts'
import { LiveEvents } from '../../../src/services/live/live.ts'
import { waitUntil } from '../../support/time/until.ts'

interface Member {
  name: string
  live: LiveEvents
  servers: ClusterBus
  woken: string[]
  /** Projects whose cached pages are out of date; null for all. */
  changed: (string | null)[]
  /** Opens a reader of the project and returns the events it received. */
  watch(projectId: string): { read(): string; close(): void }
}

const event = (monitorId: string): LiveEvent => ({ type: 'monitor.updated', monitorId })

class TestCluster {
  readonly members: Member[] = []
  /** Every message with its sender. */
  readonly sent: [string, string][] = []
  /** Servers that cannot send. */
  readonly notSending = new Set<string>()
  /** Servers that receive nothing. */
  readonly notReceiving = new Set<string>()
  /** Sending a message takes until this promise resolves. */
  sendDelay: Promise<void> = Promise.resolve()
  readonly #t: TestContext

  constructor(t: TestContext) {
    this.#t = t
  }

  join(name: string, pace = {}, isListening = true): Member {
    const woken: string[] = []
    const changed: (string | null)[] = []
    const encode = (_: string, received: LiveEvent) => ('monitorId' in received ? received.monitorId : received.type)
    let now = 0
    const live = new LiveEvents({ encode, now: () => now })
    const servers = new ClusterBus({
      live,
      wake: (what) => woken.push(what),
      publish: async (texts) => {
        this.#carry(name, texts)
        await this.sendDelay
      },
      timings: { batchMs: 1, peerTimeoutMs: 60_000, resetIntervalMs: 20, ...pace },
    })
    live.onChange(({ projectId }) => changed.push(projectId))
    live.join(servers)
    this.#t.after(() => servers.close())
    const member: Member = {
      name,
      live,
      servers,
      woken,
      changed,
      watch: (projectId) => {
        const { watch } = live.subscribe(projectId, () => {}, null)
        let received = ''
        return {
          read: () => {
            received += watch.read(100_000)
            return received
          },
          close: () => {
            watch.close()
            now += 1_000_000
            assert.equal(live.isWatchedLocally(projectId) && live.listLocalWatches().includes(projectId), false)
          },
        }
      },
    }
    this.members.push(member)
    if (isListening) {
      servers.resync()
      servers.setListening(true)
    }
    return member
  }

  #carry(from: string, texts: readonly string[]): void {
    if (this.notSending.has(from)) throw new Error('the database is away')
    for (const text of texts) {
      this.sent.push([from, text])
      for (const { name, servers } of this.members)
        if (name !== from && !this.notReceiving.has(name)) servers.receive(from, text)
    }
  }
}

async function openCluster(t: TestContext): Promise<{ party: TestCluster; here: Member; there: Member }> {
  const party = new TestCluster(t)
  const [here, there] = [party.join('here'), party.join('there')]
  await waitUntil(() => !here.servers.hasNoPeers && !there.servers.hasNoPeers, 'both servers to know each other')
  here.woken.length = there.woken.length = here.changed.length = there.changed.length = 0
  return { party, here, there }
}

test('events reach readers at another server in order, and unwatched projects cost nothing', async (t) => {
  const { party, here, there } = await openCluster(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'the watch message')
  for (const text of ['a', 'b', 'c']) here.live.publish('shop', () => event(text))
  here.live.publish('blog', () => assert.fail('the blog has no readers'))
  assert.equal(await waitUntil(() => reader.read().length === 3 && reader.read(), 'the events'), 'abc')
  assert.equal(here.live.isIdle, false)
  reader.close()
  await waitUntil(() => here.live.isIdle, 'the end of the watch')
  const before = party.sent.length
  here.live.publish('shop', () => assert.fail('the shop has no readers any more'))
  assert.equal(party.sent.length, before)
})

test('a change of a project invalidates caches of other servers, and new work wakes them', async (t) => {
  const { here, there } = await openCluster(t)
  here.live.publishChange({ projectId: 'shop', isPage: true })
  here.servers.sendWake('deliveries')
  here.servers.sendWake('deliveries')
  await waitUntil(() => there.changed.length > 0 && there.woken.length > 0, 'both')
  assert.deepEqual([there.changed, there.woken], [['shop'], ['deliveries']])
  assert.deepEqual(here.woken, [], 'a server does not receive its own messages')
})

test('the end of a credential reaches the streams of other servers, and lost messages end all doubtful ones', async (t) => {
  const { here, there, party } = await openCluster(t)
  const checked: (readonly string[] | null)[] = []
  there.live.onAccessChange((ids) => checked.push(ids))
  here.live.publishAccessChange(['bob'])
  await waitUntil(() => checked.length === 1, 'the message')
  party.notReceiving.add('there')
  here.live.publishAccessChange(['alice'])
  there.servers.resync()
  assert.deepEqual(checked, [['bob'], null])
})

test('a server without peers sends no messages', async (t) => {
  const party = new TestCluster(t)
  const only = party.join('only')
  await waitUntil(() => party.sent.length > 0, 'its introduction')
  const before = party.sent.length
  only.watch('shop')
  only.servers.sendWake('assignments')
  only.live.publishChange({ projectId: 'shop', isPage: false })
  only.live.publish('shop', () => event('a'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(party.sent.length, before)
})

test('a reader that subscribes during an event at another server gets a reset', async (t) => {
  const { here, there } = await openCluster(t)
  const reader = there.watch('shop')
  // At the same moment, so `here` has not received the watch yet
  here.live.publish('shop', () => assert.fail('no watch has been received'))
  here.live.publishChange({ projectId: 'shop', isPage: false })
  assert.equal(await waitUntil(() => reader.read(), 'something'), 'reset')
})

test('a server that joins later receives the watches, and its events arrive', async (t) => {
  const { party, here } = await openCluster(t)
  const reader = here.watch('shop')
  const late = party.join('late')
  await waitUntil(() => late.servers.isWatched('shop'), 'the watch message')
  late.live.publish('shop', () => event('a'))
  assert.equal(await waitUntil(() => reader.read(), 'the event'), 'a')
})

test('messages queued during a send are sent right after it', async (t) => {
  const { party, here, there } = await openCluster(t)
  here.watch('shop')
  await waitUntil(() => there.servers.isWatched('shop') && !here.servers.isSending, 'the watch message')
  const slow = Promise.withResolvers<void>()
  party.sendDelay = slow.promise
  here.servers.sendWake('deliveries')
  await waitUntil(() => there.woken.length > 0, 'the slow message')
  here.servers.receive('late', '{"form":1,"words":[{"say":"hello"}]}')
  for (let n = 0; n < 2_001; n++) here.live.publishChange({ projectId: `project ${n}`, isPage: false })
  const before = party.sent.length
  slow.resolve()
  const words = await waitUntil(() => party.sent[before]?.[1] ?? '', 'the answer')
  assert.match(words, /"say":"watching","projectIds":\["shop"\],"isAll":true/)
  assert.match(words, /"say":"lost"/)
})

test('after a gap readers get a reset, work is searched for, and watches are exchanged again', async (t) => {
  const { party, here, there } = await openCluster(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'the watch message')
  party.notReceiving.add('there')
  here.live.publish('shop', () => event('lost'))
  await waitUntil(() => party.sent.some(([, text]) => text.includes('lost')), 'the event message')
  party.notReceiving.delete('there')
  there.servers.resync()
  assert.equal(reader.read(), 'reset')
  assert.deepEqual(there.woken, ['assignments', 'deliveries', 'email'])
  assert.deepEqual(there.changed, [null])
})

test('lost messages are reported as lost at the next successful send', async (t) => {
  const { party, here, there } = await openCluster(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'the watch message')
  party.notSending.add('here')
  here.live.publish('shop', () => event('lost'))
  await waitUntil(() => !here.servers.isSending, 'the attempt')
  party.notSending.delete('here')
  here.servers.checkPeers()
  assert.equal(await waitUntil(() => reader.read(), 'something'), 'reset')
})

test('a server that meets its first peer makes up for earlier changes', async (t) => {
  const party = new TestCluster(t)
  const here = party.join('here')
  const reader = here.watch('shop')
  party.notReceiving.add('late')
  const late = party.join('late', {}, false)
  late.live.publishChange({ projectId: 'shop', isPage: false })
  party.notReceiving.delete('late')
  late.servers.resync()
  assert.equal(await waitUntil(() => reader.read(), 'something'), 'reset')
})

test('a peer that times out without a goodbye causes a reset', async (t) => {
  const party = new TestCluster(t)
  const [here, there] = [party.join('here'), party.join('there', { peerTimeoutMs: -1 })]
  await waitUntil(() => !here.servers.hasNoPeers && !there.servers.hasNoPeers, 'both servers to know each other')
  const reader = there.watch('shop')
  there.servers.checkPeers()
  assert.equal(there.servers.hasNoPeers, true)
  assert.equal(reader.read(), 'reset')
})

test('a peer that sends a goodbye leaves without a reset', async (t) => {
  const { here, there } = await openCluster(t)
  const reader = there.watch('shop')
  await here.servers.close()
  assert.equal(there.servers.hasNoPeers, true)
  assert.equal(reader.read(), '')
})

test('repeated resets of a project are limited, and a last reset follows', async (t) => {
  const { here, there } = await openCluster(t)
  const reader = there.watch('shop')
  for (let n = 0; n < 50; n++) there.servers.receive('here', '{"form":1,"words":[{"say":"reset","projectId":"shop"}]}')
  assert.equal(reader.read(), 'reset')
  assert.equal(await waitUntil(() => reader.read() !== 'reset' && reader.read(), 'the last reset'), 'resetreset')
  assert.equal(here.servers.hasNoPeers, false)
})

test('excess events become a reset, and excess changes are reported as lost', async (t) => {
  const { here, there } = await openCluster(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'the watch message')
  for (let n = 0; n < 600; n++) here.live.publish('shop', () => event('.'))
  const received = await waitUntil(() => reader.read().endsWith('reset') && reader.read(), 'the reset')
  assert.equal(received, `${'.'.repeat(500)}reset`)
  for (let n = 0; n < 2_001; n++) here.live.publishChange({ projectId: `project ${n}`, isPage: false })
  await waitUntil(() => there.changed.includes(null), 'the message that any project may have changed')
})
