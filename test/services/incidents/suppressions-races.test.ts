/** Probes, servers and users act concurrently: each target must get a valid order of notifications. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../src/core/platform/errors.ts'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { acknowledgeIncident, changeIncidentStatus } from '../../../src/services/incidents/incident-actions.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readColumns, readRows } from '../../support/database/tables.ts'
import { createDependencySite, SCOPE } from '../../support/factories/dependency-site.ts'
import { createSeededRandom } from '../../support/factories/random.ts'

const ROUNDS = 40
const SHOPS = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const NAMES = ['core', 'router', ...SHOPS] as const

/** The events that may follow each event of one incident at one target. */
const FOLLOWS: Record<string, RegExp> = {
  beginning: /^(opened|acknowledged)$/,
  opened: /^(acknowledged|reminder|resolved)$/,
  reopened: /^(acknowledged|reminder|resolved)$/,
  reminder: /^(acknowledged|reminder|resolved)$/,
  acknowledged: /^resolved$/,
  resolved: /^(reopened|acknowledged)$/,
}

for (const dialect of DIALECTS)
  test(`${dialect}: concurrent work never sends an end before its start, duplicates a notification or holds it forever`, async (t) => {
    const random = createSeededRandom(dialect.length)
    const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const site = await createDependencySite(t, dialect, ...NAMES)
    const { context } = site
    await site.addDependency('router', 'core')
    for (const name of SHOPS) {
      await site.addDependency(name, 'router')
      await site.updateMonitor(name, { reminder_interval_minutes: 1 })
    }

    const person = async () => {
      const { id } = (await site.getIncident(one(SHOPS))) ?? {}
      if (id === undefined) return
      const act =
        random() < 0.7
          ? () => acknowledgeIncident(context, SCOPE, id)
          : () => changeIncidentStatus(context, SCOPE, id, { status: 'resolved', note: null })
      await act().catch((error) => assert.ok(error instanceof Problem, String(error)))
    }
    const probe = (names: readonly (typeof NAMES)[number][], share: number) =>
      site.check(Object.fromEntries(names.map((name) => [name, random() < share ? 'down' : 'up'])))

    for (let round = 0; round < ROUNDS; round++) {
      // Rarely enough that no monitor counts as flapping
      site.advance((600 + Math.floor(random() * 30)) * SECOND_MS)
      await Promise.all([
        probe(SHOPS.slice(0, 3), 0.6),
        probe(SHOPS.slice(3), 0.6),
        probe([one(['core', 'router'])], 0.25),
        site.reviewSuppressions(),
        site.reviewSuppressions(),
        site.sendReminders(),
        site.sendReminders(),
        person(),
      ])
    }
    // All monitors are up again, for as long as an alert may wait
    for (let last = 0; last < 3; last++) {
      site.advance(60 * SECOND_MS)
      await site.check(Object.fromEntries(NAMES.map((name) => [name, 'up'])))
      await site.reviewSuppressions()
    }

    const deliveries = await readColumns(context.store.db, 'deliveries', ['incident_id', 'event_type'], {}, [
      'created_at',
    ])
    assert.ok(deliveries.length > 10, `${deliveries.length} are stored`)
    for (const [incident, events] of Map.groupBy(deliveries, (row) => row.incident_id)) {
      const words = events.map((row) => row.event_type.replace('incident.', ''))
      let before = 'beginning'
      for (const word of words) {
        assert.match(word, FOLLOWS[before]!, `${incident}: ${words}`)
        before = word
      }
      assert.equal(before, 'resolved', `${incident}: ${words}`)
    }
    assert.deepEqual(await site.listSuppressions(), [])
    assert.deepEqual(await readRows(context.store.db, 'incident_reminders'), [])
  })
