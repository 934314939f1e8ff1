/** Recipients of incidents: enabled targets, and targets that the service has disabled, if they have a fallback. */
import type { Selectable } from 'kysely'
import type { MonitorAnnotations } from '../../core/incidents/annotations.ts'
import { OPENING_EVENTS } from '../../core/incidents/event.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/bulk.ts'
import type { Reader } from '../platform/store.ts'
import type { NotificationTargetsTable } from '../tables/notifications.ts'
import { toTarget } from './notification-targets.ts'

type Row = Selectable<NotificationTargetsTable> & {
  owner_id: string
  notes: string | null
  runbook_url: string | null
}

const CAN_RECEIVE = `(t.is_enabled = 1 or (t.disabled_reason is not null
     and exists (select 1 from target_fallbacks f where f.target_id = t.id)))`

const createMonitorQuery = (annotations: string) =>
  bulk<Row>(
    { id: 'text' },
    `select t.*, k.id as owner_id, ${annotations}
   from k join monitors m on m.id = k.id
     join monitor_targets mt on mt.monitor_key = m.key
     join notification_targets t on t.id = mt.target_id
   where ${CAN_RECEIVE}`,
  )

const loadByProject = bulk<Row>(
  { id: 'text' },
  `select t.*, k.id as owner_id, null as notes, null as runbook_url
   from k join notification_targets t on t.project_id = k.id
   where t.is_default = 1 and ${CAN_RECEIVE}`,
)

interface Recipients {
  targets: NotificationTarget[]
  /** Both are null for a project. */
  annotations: MonitorAnnotations
}

type RecipientsById = Map<string, Recipients>

const createLister =
  (load: typeof loadByProject) =>
  async (db: Reader, ids: readonly string[]): Promise<RecipientsById> => {
    const { rows } = await load(
      db,
      ids.map((id) => [id]),
    )
    const targets = new Map<string, NotificationTarget>()
    const recipients: RecipientsById = new Map()
    for (const row of rows) {
      const target = targets.get(row.id) ?? toTarget(row)
      targets.set(row.id, target)
      const known = recipients.get(row.owner_id)
      if (known) known.targets.push(target)
      else {
        const annotations = { notes: row.notes, runbookUrl: row.runbook_url }
        recipients.set(row.owner_id, { targets: [target], annotations })
      }
    }
    return recipients
  }

/**
 * Targets of monitors by monitor id. Deleted monitors are included, because recipients of an opening also receive its
 * end.
 */
export const listMonitorRecipients = createLister(createMonitorQuery('m.notes, m.runbook_url'))

/** The same without annotations, for any number of monitors. */
export const listMonitorTargets = createLister(createMonitorQuery('null as notes, null as runbook_url'))

/** Default targets of projects, by project id. */
export const listDefaultRecipients = createLister(loadByProject)

const loadReachable = bulk<Selectable<NotificationTargetsTable>>(
  { id: 'text' },
  `select t.* from k join notification_targets t on t.id = k.id where ${CAN_RECEIVE}`,
)

/** Targets among `ids` that can receive messages, by id. */
export async function listReachableTargets(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, NotificationTarget>> {
  const { rows } = await loadReachable(
    db,
    ids.map((id) => [id]),
  )
  return new Map(rows.map((row) => [row.id, toTarget(row)]))
}

const loadOpeningTargets = bulk<Selectable<NotificationTargetsTable> & { incident_id: string }>(
  { incident_id: 'text', since: 'int8' },
  `select k.incident_id, t.*
   from k join notification_targets t on t.id in (select d.target_id from deliveries d
     where d.incident_id = k.incident_id and d.created_at >= k.since and d.fallback_for is null
       and d.event_type in (${OPENING_EVENTS.map((type) => `'${type}'`).join(', ')}))
   where ${CAN_RECEIVE}`,
)

/**
 * Targets that received an opening of an incident, by incident id.
 *
 * @param incidents only openings since a time, Unix ms
 */
export async function listOpeningRecipients(
  db: Reader,
  incidents: readonly { id: string; since: number }[],
): Promise<Map<string, NotificationTarget[]>> {
  const { rows } = await loadOpeningTargets(
    db,
    incidents.map(({ id, since }) => [id, since]),
  )
  const byIncident = Map.groupBy(rows, (row) => row.incident_id)
  return new Map([...byIncident].map(([id, group]) => [id, group.map(toTarget)]))
}
