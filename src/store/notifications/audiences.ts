/**
 * Who is told of incidents: enabled targets, and those that are off without anybody of the project having wanted it, if
 * somebody stands in for them.
 */
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/bulk.ts'
import type { Reader } from '../platform/store.ts'
import type { NotificationTargetsTable } from '../tables/notifications.ts'
import { targetOf } from './notification-targets.ts'

type Row = NotificationTargetsTable & { listens_to: string }

const HEARS = `(t.is_enabled = 1 or (t.disabled_reason is not null
     and exists (select 1 from target_fallbacks f where f.target_id = t.id)))`

const loadOfMonitors = bulk<Row>(
  { id: 'text' },
  `select t.*, k.id as listens_to
   from k join monitors m on m.id = k.id
     join monitor_targets mt on mt.monitor_key = m.key
     join notification_targets t on t.id = mt.target_id
   where ${HEARS}`,
)

const loadOfProjects = bulk<Row>(
  { id: 'text' },
  `select t.*, k.id as listens_to
   from k join notification_targets t on t.project_id = k.id
   where t.is_default = 1 and ${HEARS}`,
)

type Audiences = Map<string, NotificationTarget[]>

const lister =
  (load: typeof loadOfMonitors) =>
  async (db: Reader, ids: readonly string[]): Promise<Audiences> => {
    const { rows } = await load(
      db,
      ids.map((id) => [id]),
    )
    const known = new Map<string, NotificationTarget>()
    const audiences: Audiences = new Map()
    for (const row of rows) {
      const target = known.get(row.id) ?? targetOf(row)
      known.set(row.id, target)
      const audience = audiences.get(row.listens_to)
      if (audience) audience.push(target)
      else audiences.set(row.listens_to, [target])
    }
    return audiences
  }

/** The targets of monitors, deleted ones too, for who heard of the beginning hears of the end; by the monitor's id. */
export const listMonitorAudiences = lister(loadOfMonitors)

/** The default targets of projects, by the project's id. */
export const listDefaultAudiences = lister(loadOfProjects)
