/** Recipients of incidents: enabled targets, and targets that the service has disabled, if they have a fallback. */
import type { Selectable } from 'kysely'
import { OPENING_EVENTS } from '../../core/incidents/event.ts'
import type { MonitorAnnotations } from '../../core/incidents/update-event.ts'
import { type Recipient, toPersonalTarget } from '../../core/notifications/contact-method.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader } from '../platform/store.ts'
import type { NotificationTargetsTable } from '../tables/notifications.ts'
import { findContactMethods } from './contact-methods.ts'
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

const OPENINGS = OPENING_EVENTS.map((type) => `'${type}'`).join(', ')

interface OpeningMethod {
  incident_id: string
  organization_id: string
  project_id: string
  method_id: string
  user_name: string
}

/** @param condition SQL of the counted openings `d` */
function createOpeningLister(condition: string) {
  const loadTargets = bulk<Selectable<NotificationTargetsTable> & { incident_id: string }>(
    { incident_id: 'text', since: 'int8' },
    `select k.incident_id, t.*
     from k join notification_targets t on t.id in (select d.target_id from deliveries d
       where d.incident_id = k.incident_id and d.created_at >= k.since and d.fallback_for is null and ${condition})
     where ${CAN_RECEIVE}`,
  )
  // An opening that waits for the delay of the contact method is not received yet
  const loadMethods = bulk<OpeningMethod>(
    { incident_id: 'text', since: 'int8', now: 'int8' },
    `select distinct k.incident_id, d.organization_id, d.project_id, c.id as method_id, u.name as user_name
     from k join deliveries d on d.incident_id = k.incident_id and d.created_at >= k.since and ${condition}
       and (d.status <> 'pending' or d.next_attempt_at <= k.now or d.claimed_by is not null
         or d.error_message is not null)
       join contact_methods c on c.id = d.target_id and c.is_enabled = 1
       join users u on u.id = c.user_id
       join members m on m.user_id = u.id and m.organization_id = d.organization_id`,
  )
  return async (
    db: Reader,
    incidents: readonly { id: string; since: number }[],
    now: number,
  ): Promise<Map<string, Recipient[]>> => {
    const targets = await loadTargets(
      db,
      incidents.map(({ id, since }) => [id, since]),
    )
    const methods = await loadMethods(
      db,
      incidents.map(({ id, since }) => [id, since, now]),
    )
    const ids = [...new Set(methods.rows.map((row) => row.method_id))]
    const methodsById = new Map((await findContactMethods(db, ids)).map((method) => [method.id, method]))
    const recipients = [
      ...targets.rows.map((row) => ({ incidentId: row.incident_id, recipient: toTarget(row) })),
      ...methods.rows.map((row) => {
        const scope = { organizationId: row.organization_id, projectId: row.project_id }
        const target = toPersonalTarget(methodsById.get(row.method_id)!, scope)
        return { incidentId: row.incident_id, recipient: { ...target, userName: row.user_name } }
      }),
    ]
    const byIncident = Map.groupBy(recipients, ({ incidentId }) => incidentId)
    return new Map([...byIncident].map(([id, group]) => [id, group.map(({ recipient }) => recipient)]))
  }
}

const IS_OPENING = `d.event_type in (${OPENINGS})`

/**
 * Recipients of an opening of an incident, by incident id. Users who have left the organization are left out.
 *
 * @param incidents only openings since a time, Unix ms
 */
export const listOpeningRecipients = createOpeningLister(IS_OPENING)

/** Openings that a user asked for. In a text, JSON escapes the quotation marks. */
const IS_REQUESTED = `${IS_OPENING} and d.payload like '%"requested_by":%'`

const selectRequested = bulk<{ incident_id: string }>(
  { incident_id: 'text', since: 'int8' },
  `select distinct k.incident_id from k join deliveries d
     on d.incident_id = k.incident_id and d.created_at >= k.since and ${IS_REQUESTED}`,
)

const listReceiversOfRequests = createOpeningLister(IS_REQUESTED)

/** The same for openings that a user asked for. One query when there are none, as for most incidents. */
export async function listRequestedRecipients(
  db: Reader,
  incidents: readonly { id: string; since: number }[],
  now: number,
): Promise<Map<string, Recipient[]>> {
  const { rows } = await selectRequested(
    db,
    incidents.map(({ id, since }) => [id, since]),
  )
  const requested = new Set(rows.map((row) => row.incident_id))
  if (requested.size === 0) return new Map()
  return listReceiversOfRequests(
    db,
    incidents.filter(({ id }) => requested.has(id)),
    now,
  )
}
