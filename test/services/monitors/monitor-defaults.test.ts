import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MonitorDraft } from '../../../src/core/monitors/monitor-change.ts'
import { addDefaults, replaceDefaults } from '../../../src/services/monitors/monitor-defaults.ts'
import { withSession } from '../../../src/store/platform/session.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: a project without defaults costs a new monitor one query, also for a monitor with a group`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    const countQueries = (draft: MonitorDraft) =>
      context.store.transact(async (tx) => {
        let queries = 0
        const counted = tx.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            queries++
            return result
          },
        }) as typeof tx
        await addDefaults(withSession(counted, tx.session), context, scope, [draft])
        return queries
      })
    assert.equal(await countQueries(createMonitorDraft({ groupId: 'any' })), 1)
    await replaceDefaults(context, scope, null, { notificationTargetIds: [], regions: ['eu-1'] })
    assert.equal(await countQueries(createMonitorDraft()), 2)
  })
