import type { Kysely } from 'kysely'
import { INITIAL_SCHEMA, type Schema } from '../../core/platform/schema-adoption.ts'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables/index.ts'
import * as initial from './0001-initial/index.ts'
import * as fieldTerms from './0002-0020/0002-field-terms.ts'
import * as pauseEnds from './0002-0020/0003-pause-ends.ts'
import * as silences from './0002-0020/0004-silences.ts'
import * as deletedLinks from './0002-0020/0005-deleted-links.ts'
import * as resultBlocks from './0002-0020/0006-result-blocks.ts'
import * as activeMonitors from './0002-0020/0007-active-monitors.ts'
import * as externalKeys from './0002-0020/0008-external-keys.ts'
import * as planAndNotes from './0002-0020/0009-plan-and-notes.ts'
import * as monitorDefaults from './0002-0020/0010-monitor-defaults.ts'
import * as variables from './0002-0020/0011-variables.ts'
import * as acknowledgedVia from './0002-0020/0012-acknowledged-via.ts'
import * as onCall from './0002-0020/0013-on-call.ts'
import * as escalationPolicies from './0002-0020/0014-escalation-policies.ts'
import * as targetEvents from './0002-0020/0015-target-events.ts'
import * as quietHours from './0002-0020/0016-quiet-hours.ts'
import * as onCallKeys from './0002-0020/0017-on-call-keys.ts'
import * as instanceSettings from './0002-0020/0018-instance-settings.ts'
import * as snoozes from './0002-0020/0019-snoozes.ts'
import * as messageThreads from './0002-0020/0020-message-threads.ts'
import * as probeTroubles from './0021-probe-troubles.ts'
import * as handedOver from './0022-handed-over.ts'
import * as pingReports from './0023-ping-reports.ts'
import * as configNotes from './0024-config-notes.ts'
import * as monitorSearch from './0025-monitor-search.ts'

export interface Migration extends Schema {
  /**
   * Version of the last migration that a program must include to run on a database with this migration. During a
   * rolling upgrade, servers with that version keep running and can start. When absent, only programs with this
   * migration can run.
   */
  needs?: number
  /** @param now Unix ms */
  up(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void>
}

/** Migrations in order. A released migration never changes. Every further change is a new migration. */
export const MIGRATIONS: readonly Migration[] = [
  { ...INITIAL_SCHEMA, up: initial.up },
  { version: 2, name: 'field-terms', up: fieldTerms.up },
  { version: 3, name: 'pause-ends', needs: 2, up: pauseEnds.up },
  { version: 4, name: 'silences', up: silences.up, needs: 2 },
  { version: 5, name: 'deleted-links', needs: 2, up: deletedLinks.up },
  { version: 6, name: 'result-blocks', needs: 5, up: resultBlocks.up },
  { version: 7, name: 'active-monitors', needs: 5, up: activeMonitors.up },
  { version: 8, name: 'external-keys', needs: 5, up: externalKeys.up },
  { version: 9, name: 'plan-and-notes', needs: 5, up: planAndNotes.up },
  { version: 10, name: 'monitor-defaults', needs: 5, up: monitorDefaults.up },
  { version: 11, name: 'variables', needs: 5, up: variables.up },
  { version: 12, name: 'acknowledged-via', needs: 5, up: acknowledgedVia.up },
  { version: 13, name: 'on-call', needs: 5, up: onCall.up },
  { version: 14, name: 'escalation-policies', needs: 5, up: escalationPolicies.up },
  { version: 15, name: 'target-events', needs: 5, up: targetEvents.up },
  { version: 16, name: 'quiet-hours', needs: 5, up: quietHours.up },
  { version: 17, name: 'on-call-keys', needs: 5, up: onCallKeys.up },
  { version: 18, name: 'instance-settings', needs: 5, up: instanceSettings.up },
  { version: 19, name: 'snoozes', needs: 5, up: snoozes.up },
  { version: 20, name: 'message-threads', needs: 5, up: messageThreads.up },
  { version: 21, name: 'probe-troubles', needs: 5, up: probeTroubles.up },
  { version: 22, name: 'handed-over', needs: 5, up: handedOver.up },
  { version: 23, name: 'ping-reports', needs: 5, up: pingReports.up },
  { version: 24, name: 'config-notes', needs: 5, up: configNotes.up },
  { version: 25, name: 'monitor-search', needs: 5, up: monitorSearch.up },
]
