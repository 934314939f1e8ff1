/**
 * What notification targets have heard of things that several monitors may watch, such as one certificate on many hosts:
 * a row for each target and word, however many incidents there are about it.
 */
import { bulk } from '../platform/bulk.ts'
import type { Tx } from '../platform/store.ts'

/** One word of one thing. */
export interface Subject {
  targetId: string
  /** See `ToldSubjectsTable`. */
  about: string
  word: string
  incidentId: string
}

// A word of which they have heard that it is over may be said again
const hear = bulk<{ targetId: string; about: string; word: string }>(
  { target_id: 'text', about: 'text', word: 'text', incident_id: 'text', now: 'int8' },
  `insert into told_subjects (target_id, about, word, incident_id, told_at)
   select * from k where true
   on conflict (target_id, about, word) do update set
     incident_id = excluded.incident_id, told_at = excluded.told_at, ended_at = null
   where told_subjects.ended_at is not null
   returning target_id as "targetId", about, word`,
)

/**
 * Notes that targets are about to hear something.
 *
 * @param subjects each target and word once
 * @returns those that they have not heard yet. Safe on any number of servers: the rows are unique
 */
export async function hearSubjects(
  tx: Tx,
  subjects: readonly Subject[],
  now: number,
): Promise<Pick<Subject, 'targetId' | 'about' | 'word'>[]> {
  const { rows } = await hear(
    tx,
    subjects.map(({ targetId, about, word, incidentId }) => [targetId, about, word, incidentId, now]),
  )
  return rows
}

const endOfThing = bulk<{ targetId: string; about: string }>(
  { target_id: 'text', about: 'text', now: 'int8' },
  `update told_subjects set ended_at = k.now from k
   where told_subjects.target_id = k.target_id and told_subjects.about = k.about and told_subjects.ended_at is null
   returning told_subjects.target_id as "targetId", told_subjects.about as about`,
)

/** Notes that targets hear of the end of a thing. @returns those that had heard of it, through whatever incident */
export async function endSubjects(
  tx: Tx,
  things: readonly Pick<Subject, 'targetId' | 'about'>[],
  now: number,
): Promise<Pick<Subject, 'targetId' | 'about'>[]> {
  const { rows } = await endOfThing(
    tx,
    things.map(({ targetId, about }) => [targetId, about, now]),
  )
  return rows
}

const endOfIncident = bulk<{ targetId: string; incidentId: string }>(
  { incident_id: 'text', now: 'int8' },
  `update told_subjects set ended_at = k.now from k
   where told_subjects.incident_id = k.incident_id and told_subjects.ended_at is null
   returning told_subjects.target_id as "targetId", told_subjects.incident_id as "incidentId"`,
)

/** Notes that incidents are over, whatever becomes of the thing. @returns the targets that had heard of it through them */
export async function endIncidents(
  tx: Tx,
  incidentIds: readonly string[],
  now: number,
): Promise<Pick<Subject, 'targetId' | 'incidentId'>[]> {
  const { rows } = await endOfIncident(
    tx,
    incidentIds.map((id) => [id, now]),
  )
  return rows
}

const revive = bulk(
  { incident_id: 'text' },
  `update told_subjects set ended_at = null
   where incident_id in (select incident_id from k) and ended_at is not null`,
)

/** Somebody has opened these incidents again, and whoever heard of them hears of their end once more. */
export async function reviveIncidents(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await revive(
    tx,
    incidentIds.map((id) => [id]),
  )
}

/** @returns how many were forgotten, `limit` at most */
export async function forgetSubjects(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('told_subjects')
    .select(['target_id', 'about', 'word'])
    .where('told_at', '<', before)
    .orderBy('told_at')
    .limit(limit)
    .execute()
  await forget(
    tx,
    old.map(({ target_id, about, word }) => [target_id, about, word]),
  )
  return old.length
}

const forget = bulk(
  { target_id: 'text', about: 'text', word: 'text' },
  `delete from told_subjects where (target_id, about, word) in (select target_id, about, word from k)`,
)
