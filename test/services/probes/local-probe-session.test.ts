import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { listThreads, type ProbeThread } from '../../../src/core/probes/probe-threads.ts'
import { type AssignmentsRequest, UnregisteredError } from '../../../src/core/probes/protocol.ts'
import { LocalProbeSession } from '../../../src/services/probes/local-probe-session.ts'
import { expireLostProbes } from '../../../src/services/probes/lost-probes.ts'
import { LEASE_MS } from '../../../src/services/probes/probes.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { listProbes } from '../../../src/store/probes/probes.ts'
import { setRevision } from '../../support/database/monitor-rows.ts'
import { insertMonitors } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createMonitorFixture } from '../../support/factories/monitors.ts'
import { probeId, VITALS } from '../../support/factories/probes.ts'

const MONITORS = 60
const THREADS = listThreads(2)
const HELLO = { protocol: 1, version: '1', region: 'local', capabilities: { icmp: true, ipv6: true }, name: 'here' }

async function openThreads(t: Cleanup, dialect: DialectName) {
  const { context } = await createMonitorFixture(t, dialect)
  const keys = await insertMonitors(context.store, MONITORS, { revision: 1 })
  await setRevision(context.store.db, 1)
  const session = new LocalProbeSession(context, 'local', THREADS.length)
  const register = (thread: ProbeThread, held = 0) =>
    session.register({ ...HELLO, probeId: probeId(990), held }, thread)
  const beat = (thread: ProbeThread, request: AssignmentsRequest) => session.recordHeartbeat(request, thread)
  const list = async (thread: ProbeThread): Promise<number[]> => {
    const { changed } = await session.pull({ since: 0 }, thread)
    return changed.map(({ monitorKey }) => monitorKey)
  }
  const pass = (ms: number) => context.setTime(context.now() + ms)
  return { context, keys, session, register, beat, list, pass }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the threads of a server are one probe and divide its monitors`, async (t) => {
    const { context, keys, register, beat, list } = await openThreads(t, dialect)
    const replies = await Promise.all(THREADS.map((thread) => register(thread)))
    assert.equal(replies[0]!.session, replies[1]!.session)
    const lists = [await list(THREADS[0]!), await list(THREADS[1]!)]
    assert.deepEqual(
      lists.flat().sort((a, b) => a - b),
      keys,
    )
    assert.ok(lists.every(({ length }) => length > MONITORS / 4))
    for (const [i, thread] of THREADS.entries())
      await beat(thread, { since: 0, vitals: { ...VITALS, held: lists[i]!.length } })
    const probes = await listProbes(context.store.db)
    assert.deepEqual(
      probes.map(({ id, vitals }) => [id, vitals?.held]),
      [[probeId(990), MONITORS]],
    )
  })

  test(`${dialect}: a change of a monitor reaches only its thread`, async (t) => {
    const { context, register, session } = await openThreads(t, dialect)
    for (const thread of THREADS) await register(thread)
    await insertMonitors(context.store, 1, { revision: 2, prefix: 'new' })
    await setRevision(context.store.db, 2)
    const answers = await Promise.all(
      THREADS.map(async (thread) => {
        const { epoch, listEpoch } = await session.pull({ since: 0 }, thread)
        return session.pull({ since: 1, ...(epoch !== undefined && { epoch }), listEpoch: listEpoch! }, thread)
      }),
    )
    assert.deepEqual(answers.map(({ changed }) => changed.length).sort(), [0, 1])
  })

  test(`${dialect}: after the end of the lease, one thread registers the probe for all threads`, async (t) => {
    const { context, register, beat, pass } = await openThreads(t, dialect)
    const [one, two] = [THREADS[0]!, THREADS[1]!]
    for (const thread of THREADS) await register(thread)
    await beat(one, { since: 0, vitals: { ...VITALS, held: 40 } })
    await beat(two, { since: 0, vitals: { ...VITALS, held: 20 } })
    pass(LEASE_MS + SECOND_MS)
    await expireLostProbes(context)
    await assert.rejects(beat(one, { since: 0 }), UnregisteredError)
    await register(one, 40)
    await beat(two, { since: 0, vitals: { ...VITALS, held: 20 } })
    const [probe] = await listProbes(context.store.db)
    assert.ok(probe?.isLive)
  })

  test(`${dialect}: a restarted thread registers the probe again, while the other thread keeps its monitors`, async (t) => {
    const { session, register, beat } = await openThreads(t, dialect)
    const [one, two] = [THREADS[0]!, THREADS[1]!]
    const { session: before } = await register(one)
    await register(two)
    await beat(two, { since: 0, vitals: { ...VITALS, held: 20 } })
    session.removeThread(one)
    assert.notEqual((await register(one)).session, before)
    await beat(two, { since: 0, vitals: { ...VITALS, held: 20 } })
  })
}
