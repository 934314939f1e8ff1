import { dataOf, makeClient } from '../../support/client.ts'
import { answering, listen } from '../../support/targets.ts'
import { until } from '../../support/until.ts'
import { defineAttack } from '../attack.ts'
import { signUp } from '../stage/accounts.ts'
import { repeat } from '../stage/load.ts'
import { startSettledPair } from '../stage/pair.ts'

const MONITORS = 8
const MOST_MS = 12_000

export const firstChecks = defineAttack({
  name: 'first-checks',
  title: 'monitors created at the same time at two servers of one region',
  bar: `each of ${MONITORS} new monitors is checked within ${MOST_MS / 1_000} s`,
  databases: ['postgres'],
  isWaiting: true,
  async run(stage) {
    const servers = await startSettledPair(stage)
    const { headers } = await signUp(servers[0].url, 'owner')
    const calls = servers.map(({ url }) => makeClient(url, headers))
    const site = await listen(stage, answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    await repeat(MONITORS, 4, (number) => {
      const draft = { name: `Site ${number}`, type: 'HTTP', target: `${site.url}/${number}` }
      return dataOf(calls[number % 2]!('POST', '/api/monitors', draft))
    })
    const countUnknown = async (): Promise<number> => {
      const { monitors } = await dataOf(calls[0]!('GET', '/api/monitors'))
      return monitors.filter((one: { runtimeStatus: string }) => one.runtimeStatus === 'unknown').length
    }
    await until(async () => (await countUnknown()) === 0, 'all first checks', MOST_MS).catch(() => {})
    const unchecked = await countUnknown()
    stage.record('monitors without a first check', unchecked)
    stage.expect(unchecked === 0, `${unchecked} of ${MONITORS} monitors were not checked`)
  },
})
