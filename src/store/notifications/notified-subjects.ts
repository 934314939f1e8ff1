/**
 * Notified subjects: warnings that targets have received about a subject that several monitors may share, for example
 * one certificate on many hosts. There is one row per target and warning, however many incidents are about it.
 */
import { bulk } from '../platform/queries/bulk.ts'
import type { Tx } from '../platform/store.ts'

/** One warning about one subject. */
export interface NotifiedSubject {
  targetId: string
  /** See `NotifiedSubjectsTable`. */
  subject: string
  warning: string
  incidentId: string
}

// A warning whose end was notified may be sent again
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
 * Records that targets are about to be notified.
 *
 * @param subjects each target and warning once
 * @returns the subjects that are new to their targets. Safe on any number of servers: the rows are unique
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

/**
 * Records that targets are notified of the end of a warning.
 *
 * @returns subjects of which the targets had been notified, through any incident
 */
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

/**
 * Records that incidents are over, regardless of the state of the subject.
 *
 * @returns the targets that had been notified through these incidents
 */
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

/** Marks the subjects of reopened incidents, so that their targets are notified of the end again. */
export async function reopenIncidentSubjects(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await updateReopened(
    tx,
    incidentIds.map((id) => [id]),
  )
}

/** @returns the number of deleted rows, at most `limit` */
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
