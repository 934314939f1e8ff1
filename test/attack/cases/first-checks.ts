import { setTimeout as delay } from 'node:timers/promises'
import { type Call, createTestClient, expectData } from '../../support/api/client.ts'
import { listen, replyWith } from '../../support/targets/targets.ts'
import { defineAttack } from '../attack.ts'
import { signUp } from '../stage/accounts.ts'
import { openFleet } from '../stage/pair.ts'

const MONITORS = 24
const MOST_MS = 12_000

/**
 * Delay between two monitors. Their creation spans the time from before the second probe joins until the region is
 * shared.
 */
const GAP_MS = 500

const LOOK_MS = 100

interface Listed {
  name: string
  runtimeStatus: string
}

export const firstChecks = defineAttack({
  name: 'first-checks',
  title: 'monitors created while a second server joins the region',
  bar: `each of ${MONITORS} new monitors is checked within ${MOST_MS / 1_000} s`,
  databases: ['postgres'],
  isWaiting: true,
  async run(stage) {
    const start = await openFleet(stage)
    const first = await start()
    const { headers } = await signUp(first.url, 'owner')
    const call = createTestClient(first.url, headers)
    const site = await listen(stage, replyWith('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    const created = new Map<string, number>()
    const joined = start()
    const waits = watchFirstChecks(call, created)
    for (let number = 0; number < MONITORS; number++) {
      const name = `Site ${number}`
      await expectData(call('POST', '/api/monitors', { name, type: 'HTTP', target: `${site.url}/${number}` }))
      created.set(name, performance.now())
      await delay(GAP_MS)
    }
    await joined
    const longestMs = Math.max(...(await waits))
    stage.record('longest wait for a first check, ms', longestMs)
    stage.expect(longestMs <= MOST_MS, `a first check came only after ${longestMs} ms`)
  },
})

/** @returns the wait of each monitor, ms; for a monitor over the limit, at least the time until now */
async function watchFirstChecks(call: Call, created: ReadonlyMap<string, number>): Promise<number[]> {
  const waits = new Map<string, number>()
  while (waits.size < MONITORS) {
    await delay(LOOK_MS)
    const { monitors } = await expectData(call('GET', '/api/monitors?limit=100'))
    const checked = new Set((monitors as Listed[]).flatMap((one) => (one.runtimeStatus === 'unknown' ? [] : one.name)))
    for (const [name, at] of created) {
      const waitMs = Math.round(performance.now() - at)
      if (!waits.has(name) && (waitMs > 2 * MOST_MS || checked.has(name))) waits.set(name, waitMs)
    }
  }
  return [...waits.values()]
}
