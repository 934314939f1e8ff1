import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../src/core/platform/errors.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createMonitorDraft, createMonitorFixture, toActiveRegion } from '../../support/factories/monitors.ts'

/** A region whose probe may not send pings. */
const speechless = (code: string) => ({ ...toActiveRegion(code), capabilities: { icmp: false, ipv6: true } })
const PING = createMonitorDraft({ type: 'ICMP', target: '192.0.2.7', settings: {} })

async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Problem) return `${error.code} ${error.details?.field}: ${error.message}`
    throw error
  }
}

for (const dialect of DIALECTS)
  test(`${dialect}: a ping monitor in regions without ping permission is refused with the way to grant it`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    context.activeRegions = () => [speechless('local'), toActiveRegion('eu-1'), speechless('us-1')]
    const refusal = await refusalOf(createMonitor(context, scope, PING))
    assert.match(
      refusal!,
      /^VALIDATION_ERROR type: .*no probe in local can send pings; .*ping_group_range.*CAP_NET_RAW/,
    )
    assert.match((await refusalOf(createMonitor(context, scope, { ...PING, regions: ['us-1'] })))!, /in us-1 can/)
    const { id } = await createMonitor(context, scope, { ...PING, regions: ['eu-1', 'us-1'] })
    assert.match((await refusalOf(updateMonitor(context, scope, id, () => ({ regions: ['us-1'] }))))!, /in us-1 can/)
    context.activeRegions = () => [speechless('local'), speechless('eu-1'), speechless('us-1')]
    assert.equal(
      await refusalOf(updateMonitor(context, scope, id, () => ({ name: 'x' }))),
      null,
      'the regions do not change',
    )
    assert.equal(
      await refusalOf(createMonitor(context, scope, createMonitorDraft())),
      null,
      'other types need no pings',
    )
    context.activeRegions = () => []
    assert.equal(
      await refusalOf(createMonitor(context, scope, PING)),
      null,
      'no probe is connected that could report it',
    )
  })
