import type { Kysely } from 'kysely'
import type { Schema } from '../../core/platform/database/schema.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables/index.ts'
import * as initial from './0001-initial/index.ts'
import * as groupStates from './0002-group-states.ts'
import * as groupComponents from './0003-group-components.ts'
import * as countedMembers from './0004-counted-members.ts'
import * as loomLinks from './0005-loom-links.ts'
import * as goodResponses from './0006-good-responses.ts'
import * as pageTimezone from './0007-page-timezone.ts'
import * as publicTitles from './0008-public-titles.ts'
import * as organizationLogos from './0009-organization-logos.ts'

export interface Migration extends Schema {
  /**
   * Version of the last migration that a program must include to run on a database with this migration. During a
   * rolling upgrade, servers with that version keep running and can start. When absent, only programs with this
   * migration can run.
   */
  needs?: number
  up(db: Kysely<Database>, traits: DialectTraits, now: UnixMs): Promise<void>
}

/** Migrations in order. A released migration never changes. Every further change is a new migration. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'release-1.0.0', up: initial.up },
  { version: 2, name: 'group-states', needs: 1, up: groupStates.up },
  { version: 3, name: 'group-components', needs: 1, up: groupComponents.up },
  { version: 4, name: 'counted-members', needs: 1, up: countedMembers.up },
  { version: 5, name: 'loom-links', needs: 1, up: loomLinks.up },
  { version: 6, name: 'good-responses', needs: 1, up: goodResponses.up },
  { version: 7, name: 'page-timezone', needs: 1, up: pageTimezone.up },
  { version: 8, name: 'public-titles', needs: 1, up: publicTitles.up },
  { version: 9, name: 'organization-logos', needs: 1, up: organizationLogos.up },
]
