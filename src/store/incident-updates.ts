/** The life of an incident, one entry per thing that happened. */
import type { IncidentStatus, IncidentUpdate, UpdateKind } from '../core/incident.ts'
import { bulk } from './bulk.ts'
import type { Reader, Tx } from './store.ts'

const insert = bulk(
  {
    id: 'text',
    incident_id: 'text',
    kind: 'text',
    message: 'text',
    from_status: 'text',
    to_status: 'text',
    is_public: 'int4',
    user_id: 'text',
    created_at: 'int8',
  },
  `insert into incident_updates (id, incident_id, kind, message, from_status, to_status, is_public, user_id, created_at)
   select * from k`,
)

/** Entries stand at the time at which their incident was touched. */
export async function insertIncidentUpdates(
  tx: Tx,
  updates: readonly (IncidentUpdate & { id: string })[],
): Promise<void> {
  await insert(
    tx,
    updates.map((update) => [
      update.id,
      update.incident.id,
      update.kind,
      update.message,
      update.fromStatus,
      update.incident.status,
      update.isPublic ? 1 : 0,
      update.author?.id ?? null,
      update.incident.updatedAt,
    ]),
  )
}

/** An entry as people read it. */
export interface IncidentEntry {
  id: string
  incidentId: string
  kind: UpdateKind
  message: string
  fromStatus: IncidentStatus | null
  toStatus: IncidentStatus | null
  isPublic: boolean
  /** Null when the engine did it. */
  userId: string | null
  userName: string | null
  /** Unix ms. */
  createdAt: number
}

/** Oldest first. */
export async function listIncidentUpdates(db: Reader, incidentId: string): Promise<IncidentEntry[]> {
  const rows = await db
    .selectFrom('incident_updates as u')
    .leftJoin('users', 'users.id', 'u.user_id')
    .selectAll('u')
    .select('users.name as user_name')
    .where('u.incident_id', '=', incidentId)
    .orderBy('u.created_at')
    .orderBy('u.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    incidentId: row.incident_id,
    kind: row.kind as UpdateKind,
    message: row.message,
    fromStatus: row.from_status as IncidentStatus | null,
    toStatus: row.to_status as IncidentStatus | null,
    isPublic: row.is_public === 1,
    userId: row.user_id,
    userName: row.user_name,
    createdAt: row.created_at,
  }))
}
