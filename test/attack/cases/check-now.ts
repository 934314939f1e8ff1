import { createTestClient, expectData } from '../../support/api/client.ts'
import { listen, replyWith } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { defineAttack } from '../attack.ts'
import { signUp } from '../stage/accounts.ts'
import { repeat } from '../stage/load.ts'
import { startSettledPair } from '../stage/pair.ts'

const TRIES = 8

/** The README promises ten seconds after the first failure; the check and the poll take additional time. */
const MOST_MS = 12_000
const PATIENCE_MS = 60_000

export const checkNow = defineAttack({
  name: 'check-now',
  title: 'failures that "check now" finds, with two servers in one region',
  bar: `each of ${TRIES} failures is confirmed within ${MOST_MS / 1_000} s`,
  databases: ['postgres'],
  isWaiting: true,
  async run(stage) {
    const servers = await startSettledPair(stage)
    const { call, headers } = await signUp(servers[0].url, 'owner')
    const calls = servers.map(({ url }) => createTestClient(url, headers))
    let status = '200 OK'
    const site = await listen(stage, (socket) => replyWith(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)(socket))
    const statusOf = async (id: string) => (await expectData(call('GET', `/api/monitors/${id}`))).monitor.runtimeStatus
    const monitors = await repeat(TRIES, 1, async (number) => {
      const draft = { name: `Site ${number}`, type: 'HTTP', target: `${site.url}/${number}` }
      return (await expectData(call('POST', '/api/monitors', draft))).monitor.id as string
    })
    for (const id of monitors)
      await waitUntil(async () => (await statusOf(id)) === 'up', 'a monitor that is up', PATIENCE_MS)
    status = '500 Broken'
    const durations = await Promise.all(
      monitors.map(async (id, number) => {
        await expectData(calls[number % 2]!('POST', `/api/monitors/${id}/check`))
        const begunAt = performance.now()
        await waitUntil(async () => (await statusOf(id)) === 'down', 'a confirmed failure', PATIENCE_MS).catch(() => {})
        return (performance.now() - begunAt) / 1_000
      }),
    )
    stage.record('confirmations, s', durations.map((seconds) => seconds.toFixed(1)).join(', '))
    const late = durations.filter((seconds) => seconds * 1_000 > MOST_MS)
    stage.expect(late.length === 0, `${late.length} of ${TRIES} were confirmed later`)
  },
})
