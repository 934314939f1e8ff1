/** Servers that talk to each other, over a wire that a test holds in its hands. */
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
  /** Projects whose kept pages are out of date; null for all. */
  changed: (string | null)[]
  /** What a reader of the project was told. */
  watch(projectId: string): { read(): string; close(): void }
}

const event = (monitorId: string): LiveEvent => ({ type: 'monitor.updated', monitorId })

class Party {
  readonly members: Member[] = []
  /** Every text, with who said it. */
  readonly said: [string, string][] = []
  /** Those whom nobody hears, and who cannot say anything. */
  readonly mute = new Set<string>()
  /** Those to whom nothing arrives. */
  readonly deaf = new Set<string>()
  /** What is said takes until then. */
  slowness: Promise<void> = Promise.resolve()
  readonly #t: TestContext

  constructor(t: TestContext) {
    this.#t = t
  }

  join(name: string, pace = {}, hears = true): Member {
    const woken: string[] = []
    const changed: (string | null)[] = []
    const encode = (_: string, told: LiveEvent) => ('monitorId' in told ? told.monitorId : told.type)
    let now = 0
    const live = new LiveEvents({ encode, now: () => now })
    const servers = new ClusterBus({
      live,
      wake: (what) => woken.push(what),
      publish: async (texts) => {
        this.#carry(name, texts)
        await this.slowness
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
        let told = ''
        return {
          read: () => {
            told += watch.read(100_000)
            return told
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
    if (hears) {
      servers.resync()
      servers.setListening(true)
    }
    return member
  }

  #carry(from: string, texts: readonly string[]): void {
    if (this.mute.has(from)) throw new Error('the database is away')
    for (const text of texts) {
      this.said.push([from, text])
      for (const { name, servers } of this.members)
        if (name !== from && !this.deaf.has(name)) servers.receive(from, text)
    }
  }
}

async function meet(t: TestContext): Promise<{ party: Party; here: Member; there: Member }> {
  const party = new Party(t)
  const [here, there] = [party.join('here'), party.join('there')]
  await waitUntil(() => !here.servers.hasNoPeers && !there.servers.hasNoPeers, 'the two to know each other')
  here.woken.length = there.woken.length = here.changed.length = there.changed.length = 0
  return { party, here, there }
}

test('events reach those who watch at another server, in order, and nobody else pays for them', async (t) => {
  const { party, here, there } = await meet(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'word of the reader')
  for (const text of ['a', 'b', 'c']) here.live.publish('shop', () => event(text))
  here.live.publish('blog', () => assert.fail('nobody watches the blog'))
  assert.equal(await waitUntil(() => reader.read().length === 3 && reader.read(), 'the events'), 'abc')
  assert.equal(here.live.isIdle, false)
  reader.close()
  await waitUntil(() => here.live.isIdle, 'the end of the watch')
  const before = party.said.length
  here.live.publish('shop', () => assert.fail('nobody watches the shop any more'))
  assert.equal(party.said.length, before)
})

test('a change of a project reaches what others keep of it, and work wakes them', async (t) => {
  const { here, there } = await meet(t)
  here.live.publishChange({ projectId: 'shop', isPage: true })
  here.servers.sendWake('deliveries')
  here.servers.sendWake('deliveries')
  await waitUntil(() => there.changed.length > 0 && there.woken.length > 0, 'both')
  assert.deepEqual([there.changed, there.woken], [['shop'], ['deliveries']])
  assert.deepEqual(here.woken, [], 'a server does not hear itself')
})

test('a server that is alone says nothing of what happens', async (t) => {
  const party = new Party(t)
  const only = party.join('only')
  await waitUntil(() => party.said.length > 0, 'its introduction')
  const before = party.said.length
  only.watch('shop')
  only.servers.sendWake('assignments')
  only.live.publishChange({ projectId: 'shop', isPage: false })
  only.live.publish('shop', () => event('a'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(party.said.length, before)
})

test('whoever begins to watch while something happens elsewhere is told to read anew', async (t) => {
  const { here, there } = await meet(t)
  const reader = there.watch('shop')
  // In the same moment, so `here` cannot know of the reader yet
  here.live.publish('shop', () => assert.fail('nobody is known to watch'))
  here.live.publishChange({ projectId: 'shop', isPage: false })
  assert.equal(await waitUntil(() => reader.read(), 'something'), 'reset')
})

test('one who comes later learns what is watched, and is heard', async (t) => {
  const { party, here } = await meet(t)
  const reader = here.watch('shop')
  const late = party.join('late')
  await waitUntil(() => late.servers.isWatched('shop'), 'word of the reader')
  late.live.publish('shop', () => event('a'))
  assert.equal(await waitUntil(() => reader.read(), 'the event'), 'a')
})

test('what comes up while something is being said is said right after it', async (t) => {
  const { party, here, there } = await meet(t)
  here.watch('shop')
  await waitUntil(() => there.servers.isWatched('shop') && !here.servers.isSending, 'word of the reader')
  const slow = Promise.withResolvers<void>()
  party.slowness = slow.promise
  here.servers.sendWake('deliveries')
  await waitUntil(() => there.woken.length > 0, 'the word that takes long')
  here.servers.receive('late', '{"form":1,"words":[{"say":"hello"}]}')
  for (let n = 0; n < 2_001; n++) here.live.publishChange({ projectId: `project ${n}`, isPage: false })
  const before = party.said.length
  slow.resolve()
  const words = await waitUntil(() => party.said[before]?.[1] ?? '', 'the answer')
  assert.match(words, /"say":"watching","projectIds":\["shop"\],"isAll":true/)
  assert.match(words, /"say":"lost"/)
})

test('after a gap readers are told to read anew, work is looked for, and the watches are known again', async (t) => {
  const { party, here, there } = await meet(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'word of the reader')
  party.deaf.add('there')
  here.live.publish('shop', () => event('lost'))
  await waitUntil(() => party.said.some(([, text]) => text.includes('lost')), 'the event on the wire')
  party.deaf.delete('there')
  there.servers.resync()
  assert.equal(reader.read(), 'reset')
  assert.deepEqual(there.woken, ['assignments', 'deliveries'])
  assert.deepEqual(there.changed, [null])
})

test('what could not be said is told as lost when something can be said again', async (t) => {
  const { party, here, there } = await meet(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'word of the reader')
  party.mute.add('here')
  here.live.publish('shop', () => event('lost'))
  await waitUntil(() => !here.servers.isSending, 'the attempt')
  party.mute.delete('here')
  here.servers.checkPeers()
  assert.equal(await waitUntil(() => reader.read(), 'something'), 'reset')
})

test('what happened before a server heard of any other is made up for', async (t) => {
  const party = new Party(t)
  const here = party.join('here')
  const reader = here.watch('shop')
  party.deaf.add('late')
  const late = party.join('late', {}, false)
  late.live.publishChange({ projectId: 'shop', isPage: false })
  party.deaf.delete('late')
  late.servers.resync()
  assert.equal(await waitUntil(() => reader.read(), 'something'), 'reset')
})

test('one who falls silent without a good-bye may have had something to say', async (t) => {
  const party = new Party(t)
  const [here, there] = [party.join('here'), party.join('there', { peerTimeoutMs: -1 })]
  await waitUntil(() => !here.servers.hasNoPeers && !there.servers.hasNoPeers, 'the two to know each other')
  const reader = there.watch('shop')
  there.servers.checkPeers()
  assert.equal(there.servers.hasNoPeers, true)
  assert.equal(reader.read(), 'reset')
})

test('one who says good-bye is gone without a fuss', async (t) => {
  const { here, there } = await meet(t)
  const reader = there.watch('shop')
  await here.servers.close()
  assert.equal(there.servers.hasNoPeers, true)
  assert.equal(reader.read(), '')
})

test('a project is told to read anew once in a while, however often there is reason to, and at last once more', async (t) => {
  const { here, there } = await meet(t)
  const reader = there.watch('shop')
  for (let n = 0; n < 50; n++) there.servers.receive('here', '{"form":1,"words":[{"say":"reset","projectId":"shop"}]}')
  assert.equal(reader.read(), 'reset')
  assert.equal(await waitUntil(() => reader.read() !== 'reset' && reader.read(), 'the last one'), 'resetreset')
  assert.equal(here.servers.hasNoPeers, false)
})

test('more events than fit are told as a reset, and more changes than fit as lost', async (t) => {
  const { here, there } = await meet(t)
  const reader = there.watch('shop')
  await waitUntil(() => here.servers.isWatched('shop'), 'word of the reader')
  for (let n = 0; n < 600; n++) here.live.publish('shop', () => event('.'))
  const told = await waitUntil(() => reader.read().endsWith('reset') && reader.read(), 'the reset')
  assert.equal(told, `${'.'.repeat(500)}reset`)
  for (let n = 0; n < 2_001; n++) here.live.publishChange({ projectId: `project ${n}`, isPage: false })
  await waitUntil(() => there.changed.includes(null), 'word that any may have changed')
})
