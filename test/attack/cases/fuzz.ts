import { fuzz as sendRequests } from '../../fuzz/fuzz.ts'
import { defineAttack } from '../attack.ts'

const REQUESTS = 1_500

export const fuzz = defineAttack({
  name: 'fuzz',
  title: `${REQUESTS} requests that chance makes`,
  bar: 'no response is 5xx or other than documented, and a refused request changes nothing',
  databases: ['sqlite'],
  async run(stage) {
    const { findings, statuses, succeeded } = await sendRequests(stage, {
      requests: REQUESTS,
      seed: 1,
      root: stage.root,
    })
    stage.record(
      'statuses',
      [...statuses]
        .map(([status, count]) => `${status}: ${count}`)
        .sort()
        .join(', '),
    )
    stage.record('operations that succeeded', succeeded.size)
    for (const { what } of findings) stage.expect(false, what)
  },
})
