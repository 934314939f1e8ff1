import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Exposition, readExposition, type Sample } from '../../support/api/exposition.ts'
import { findFreePort } from '../../support/targets/free-port.ts'
import { DATABASES, defineAttack } from '../attack.ts'
import { createSender } from '../stage/load.ts'

const SCRAPES = 8

/** Longer than the server caches its lookup of a host name. */
const SCRAPE_EVERY_MS = 2_300

export const firstCounters = defineAttack({
  name: 'first-counters',
  title: 'the first scrapes of a new server that has nothing to do',
  bar: 'every counter that an alert rule reads exists at 0, no gauge is named like a counter, and no connection waits',
  databases: DATABASES,
  isWaiting: true,
  async run(stage) {
    const port = String(await findFreePort())
    const env = { ...(await stage.environment()), WK_PORT: port, WK_BASE_URL: 'https://status.example.test' }
    await stage.start({ env })
    const send = createSender(`http://127.0.0.1:${port}`)
    const scrape = async (): Promise<Exposition> => readExposition((await send({ path: '/metrics' })).body)
    const first = await scrape()
    const missing = selectorsOfRules(stage.root).filter((selector) => !hasSample(first, selector))
    stage.record('counters in rules without a sample', missing.length)
    for (const { name, matchers } of missing) stage.expect(false, `${name}{${matchers}} does not exist`)
    const misnamed = [...first.types].filter(([name, type]) => type === 'gauge' && name.endsWith('_total'))
    stage.expect(misnamed.length === 0, `gauges named like counters: ${misnamed.map(([name]) => name).join(', ')}`)

    if (stage.database === 'sqlite') return
    let waiting = 0
    for (let count = 0; count < SCRAPES; count++) {
      await delay(SCRAPE_EVERY_MS)
      const { samples } = await scrape()
      const gauge = samples.find((one) => isOf(one, 'watchkeeper_database_connections', 'state="waiting"'))
      if (gauge === undefined || gauge.value > 0) waiting++
    }
    stage.record(`of ${SCRAPES} idle scrapes, with a connection that waits`, waiting)
    stage.expect(waiting === 0, `${waiting} of ${SCRAPES} idle scrapes show a connection that waits`)
  },
})

interface Selector {
  name: string
  /** The matchers as the rule spells them. */
  matchers: string
}

/** Returns the selectors of counters and histograms in the shipped rules. */
function selectorsOfRules(root: string): Selector[] {
  const rules = readFileSync(join(root, 'ops/prometheus/alerts.yml'), 'utf8')
  const found = rules.matchAll(/\b(watchkeeper_\w+_(?:total|bucket))(?:\{([^}]*)\})?/g)
  const selectors = [...found].map(([, name, matchers = '']) => ({ name: name!, matchers }))
  return selectors.filter(({ name, matchers }, index) => {
    const same = (one: Selector) => one.name === name && one.matchers === matchers
    return selectors.findIndex(same) === index
  })
}

const hasSample = ({ samples }: Exposition, { name, matchers }: Selector): boolean =>
  samples.some((sample) => isOf(sample, name, matchers))

/** Whether a sample has the name and matches all matchers. Source: Prometheus, "Querying basics" */
function isOf({ name, labels }: Sample, wanted: string, matchers: string): boolean {
  if (name !== wanted) return false
  return [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].every(([, label, operator, text]) => {
    // Added by the scrape, not by the server
    if (label === 'job' || label === 'instance') return true
    const value = labels[label!] ?? ''
    const isEqual = operator!.endsWith('~') ? new RegExp(`^(?:${text})$`).test(value) : value === text
    return isEqual !== operator!.startsWith('!')
  })
}
