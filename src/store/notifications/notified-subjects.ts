/**
 * What notification targets have heard of things that several monitors may watch, such as one certificate on many hosts:
 * a row for each target and word, however many incidents there are about it.
 */
import { bulk } from '../platform/bulk.ts'
import type { Tx } from '../platform/store.ts'

/** One word of one thing. */
export interface NotifiedSubject {
  targetId: string
  /** See `NotifiedSubjectsTable`. */
  subject: string
  warning: string
  incidentId: string
}

// A word of which they have heard that it is over may be said again
const insertSubjects = bulk<{ targetId: string; subject: string; warning: string }>(
  { target_id: 'text', subject: 'text', warning: 'text', incident_id: 'text', now: 'int8' },
  `insert into notified_subjects (target_id, subject, warning, incident_id, notified_at)
   select * from k where true
   on conflict (target_id, subject, warning) do update set
     incident_id = excluded.incident_id, notified_at = excluded.notified_at, ended_at = null
   where notified_subjects.ended_at is not null
   returning target_id as "targetId", subject, warning`,
)

/**
 * Notes that targets are about to hear something.
 *
 * @param subjects each target and word once
 * @returns those that they have not heard yet. Safe on any number of servers: the rows are unique
 */
export async function insertNotifiedSubjects(
  tx: Tx,
  subjects: readonly NotifiedSubject[],
  now: number,
): Promise<Pick<NotifiedSubject, 'targetId' | 'subject' | 'warning'>[]> {
  const { rows } = await insertSubjects(
    tx,
    subjects.map(({ targetId, subject, warning, incidentId }) => [targetId, subject, warning, incidentId, now]),
  )
  return rows
}

const updateResolvedSubjects = bulk<{ targetId: string; subject: string }>(
  { target_id: 'text', subject: 'text', now: 'int8' },
  `update notified_subjects set ended_at = k.now from k
   where notified_subjects.target_id = k.target_id and notified_subjects.subject = k.subject and notified_subjects.ended_at is null
   returning notified_subjects.target_id as "targetId", notified_subjects.subject as subject`,
)

/** Notes that targets hear of the end of a thing. @returns those that had heard of it, through whatever incident */
export async function resolveSubjects(
  tx: Tx,
  subjects: readonly Pick<NotifiedSubject, 'targetId' | 'subject'>[],
  now: number,
): Promise<Pick<NotifiedSubject, 'targetId' | 'subject'>[]> {
  const { rows } = await updateResolvedSubjects(
    tx,
    subjects.map(({ targetId, subject }) => [targetId, subject, now]),
  )
  return rows
}

const updateResolvedIncidents = bulk<{ targetId: string; incidentId: string }>(
  { incident_id: 'text', now: 'int8' },
  `update notified_subjects set ended_at = k.now from k
   where notified_subjects.incident_id = k.incident_id and notified_subjects.ended_at is null
   returning notified_subjects.target_id as "targetId", notified_subjects.incident_id as "incidentId"`,
)

/** Notes that incidents are over, whatever becomes of the thing. @returns the targets that had heard of it through them */
export async function resolveIncidentSubjects(
  tx: Tx,
  incidentIds: readonly string[],
  now: number,
): Promise<Pick<NotifiedSubject, 'targetId' | 'incidentId'>[]> {
  const { rows } = await updateResolvedIncidents(
    tx,
    incidentIds.map((id) => [id, now]),
  )
  return rows
}

const updateReopened = bulk(
  { incident_id: 'text' },
  `update notified_subjects set ended_at = null
   where incident_id in (select incident_id from k) and ended_at is not null`,
)

/** Somebody has opened these incidents again, and whoever heard of them hears of their end once more. */
export async function reopenIncidentSubjects(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await updateReopened(
    tx,
    incidentIds.map((id) => [id]),
  )
}

/** @returns how many were forgotten, `limit` at most */
export async function deleteSubjectsBefore(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('notified_subjects')
    .select(['target_id', 'subject', 'warning'])
    .where('notified_at', '<', before)
    .orderBy('notified_at')
    .limit(limit)
    .execute()
  await deleteSubjects(
    tx,
    old.map(({ target_id, subject, warning }) => [target_id, subject, warning]),
  )
  return old.length
}

const deleteSubjects = bulk(
  { target_id: 'text', subject: 'text', warning: 'text' },
  `delete from notified_subjects where (target_id, subject, warning) in (select target_id, subject, warning from k)`,
)
