/** Timeline of an incident. Each entry is an incident update. */
import type { IncidentStatus, UpdateKind } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

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

/** A timeline entry, as displayed to users. */
export interface StoredIncidentUpdate {
  id: string
  incidentId: string
  kind: UpdateKind
  message: string
  fromStatus: IncidentStatus | null
  toStatus: IncidentStatus | null
  isPublic: boolean
  /** Null when the engine created it. */
  userId: string | null
  userName: string | null
  createdAt: UnixMs
}

/**
 * Inserts entries. The time of an entry is the time at which its incident was changed.
 *
 * @returns the entries, as displayed to users
 */
export async function insertIncidentUpdates(
  tx: Tx,
  updates: readonly (IncidentUpdate & { id: string })[],
): Promise<StoredIncidentUpdate[]> {
  const entries = updates.map(toEntry)
  await insert(
    tx,
    entries.map((entry) => [
      entry.id,
      entry.incidentId,
      entry.kind,
      entry.message,
      entry.fromStatus,
      entry.toStatus,
      entry.isPublic ? 1 : 0,
      entry.userId,
      entry.createdAt,
    ]),
  )
  return entries
}

const toEntry = ({ incident, author, ...update }: IncidentUpdate & { id: string }): StoredIncidentUpdate => ({
  ...update,
  incidentId: incident.id,
  toStatus: incident.status,
  userId: author?.id ?? null,
  userName: author?.name ?? null,
  createdAt: incident.updatedAt,
})

/** Lists timeline entries, oldest first. */
export async function listIncidentUpdates(db: Reader, incidentId: string): Promise<StoredIncidentUpdate[]> {
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

const selectContents = bulk<{ id: string; kind: UpdateKind; message: string; from_status: IncidentStatus | null }>(
  { id: 'text' },
  'select u.id, u.kind, u.message, u.from_status from k join incident_updates u on u.id = k.id',
)

/** Lists the contents of timeline entries by id. */
export async function listUpdateContents(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, Pick<IncidentUpdate, 'kind' | 'message' | 'fromStatus'>>> {
  const { rows } = await selectContents(
    db,
    ids.map((id) => [id]),
  )
  return new Map(rows.map(({ id, kind, message, from_status }) => [id, { kind, message, fromStatus: from_status }]))
}
