import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitors } from '../../../src/services/monitors/monitor-creation.ts'
import { createVariable, updateVariable } from '../../../src/services/monitors/variables.ts'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import { setRevision } from '../../support/database/monitor-rows.ts'
import { insertMonitors } from '../../support/database/rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'

/** Pulls until nothing is left. */
async function pullAll({ context }: MonitorFixture, since: number, pageSize?: number): Promise<number[][]> {
  const answers: number[][] = []
  for (let more = true, revision = since; more; ) {
    const answer = await pullAssignments(context, { regionCode: 'local', probeId: null, pageSize }, { since: revision })
    answers.push(answer.changed.map(({ monitorKey }) => monitorKey))
    revision = answer.revision
    more = answer.more ?? false
  }
  return answers
}

const REGION = { name: 'region', isSecret: false, description: '' }

for (const dialect of DIALECTS) {
  test(`${dialect}: a value of many monitors reaches a probe in several answers`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const { id } = await createVariable(context, scope, { ...REGION, value: 'eu-1' })
    const settings = { method: 'POST', headers: {}, body: '{{region}}' }
    const drafts = Array.from({ length: 250 }, (_, index) => createMonitorDraft({ name: `Site ${index}`, settings }))
    await createMonitors(context, scope, drafts, { isAtomic: false, usesDefaults: true })
    const { revision } = await pullAssignments(context, { regionCode: 'local', probeId: null }, { since: 0 })
    await updateVariable(context, scope, id, { value: 'eu-2' })
    const sizes = (await pullAll(desk, revision, 10)).map(({ length }) => length)
    assert.deepEqual(sizes, [100, 100, 50, 0])
  })

  test(`${dialect}: values count for the size of an answer`, async (t) => {
    const desk = await createMonitorFixture(t, dialect)
    const { context, scope } = desk
    const { id } = await createVariable(context, scope, { ...REGION, value: 'x'.repeat(4_096) })
    const settings = JSON.stringify({ method: 'POST', body: `{{${id}}}`.repeat(600) })
    const keys: number[] = []
    for (let revision = 10; revision < 15; revision++)
      keys.push(...(await insertMonitors(context.store, 1, { prefix: `r${revision}`, revision, settings })))
    await updateRows(context.store.db, 'monitors', { variables: JSON.stringify({ [id]: 'region' }) })
    await setRevision(context.store.db, 15)
    assert.deepEqual(await pullAll(desk, 0), [keys.slice(0, 3), keys.slice(3)])
    assert.deepEqual(await pullAll(desk, 9), [keys.slice(0, 3), keys.slice(3)])
  })
}
