/** Recipients of incidents: enabled targets, and targets that the service has disabled, if they have a fallback. */
import type { Selectable } from 'kysely'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/bulk.ts'
import type { Reader } from '../platform/store.ts'
import type { NotificationTargetsTable } from '../tables/notifications.ts'
import { toTarget } from './notification-targets.ts'

type Row = Selectable<NotificationTargetsTable> & { owner_id: string }

const CAN_RECEIVE = `(t.is_enabled = 1 or (t.disabled_reason is not null
     and exists (select 1 from target_fallbacks f where f.target_id = t.id)))`

const loadByMonitor = bulk<Row>(
  { id: 'text' },
  `select t.*, k.id as owner_id
   from k join monitors m on m.id = k.id
     join monitor_targets mt on mt.monitor_key = m.key
     join notification_targets t on t.id = mt.target_id
   where ${CAN_RECEIVE}`,
)

const loadByProject = bulk<Row>(
  { id: 'text' },
  `select t.*, k.id as owner_id
   from k join notification_targets t on t.project_id = k.id
   where t.is_default = 1 and ${CAN_RECEIVE}`,
)

type RecipientsById = Map<string, NotificationTarget[]>

const createLister =
  (load: typeof loadByMonitor) =>
  async (db: Reader, ids: readonly string[]): Promise<RecipientsById> => {
    const { rows } = await load(
      db,
      ids.map((id) => [id]),
    )
    const known = new Map<string, NotificationTarget>()
    const recipients: RecipientsById = new Map()
    for (const row of rows) {
      const target = known.get(row.id) ?? toTarget(row)
      known.set(row.id, target)
      const targets = recipients.get(row.owner_id)
      if (targets) targets.push(target)
      else recipients.set(row.owner_id, [target])
    }
    return recipients
  }

/**
 * Targets of monitors by monitor id. Deleted monitors are included, because recipients of an opening also receive its
 * end.
 */
export const listMonitorRecipients = createLister(loadByMonitor)

/** Default targets of projects, by project id. */
export const listDefaultRecipients = createLister(loadByProject)
