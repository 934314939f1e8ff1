/**
 * Who has not heard of it yet. Many monitors may watch one certificate or one domain; each has an incident of its own, and
 * a target hears once of each word, and once of the end.
 */

import type { Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import {
  endIncidents,
  endSubjects,
  hearSubjects,
  reviveIncidents,
  type Subject,
} from '../../store/notifications/told-subjects.ts'
import type { Tx } from '../../store/platform/store.ts'

type Update = Pick<IncidentUpdate, 'kind' | 'incident' | 'tells'>

/** An entry, and who would be told of it. */
interface Audience {
  update: Update
  targets: readonly NotificationTarget[]
}

/** Whether a target is to be told of an entry. */
type IsNewTo = (update: Update, target: Pick<NotificationTarget, 'id'>) => boolean

/**
 * Part of the transaction that tells. No query for entries of other families; a few for those of these, however many.
 * Who never heard of the beginning does not hear of the end.
 */
export async function findUnheard(tx: Tx, all: readonly Audience[], now: number): Promise<IsNewTo> {
  const audiences = all.filter(({ update }) => isShared(update.incident))
  if (audiences.length === 0) return () => true
  const told = new Set<string>()
  const remember = (update: Update, targetId: string) => told.add(`${update.incident.id} ${targetId}`)
  await hearWords(tx, audiences.filter(isWord), now, remember)
  await hearEnds(tx, audiences.filter(isEndOfThing), now, remember)
  await hearEndsOfIncidents(tx, audiences.filter(isEndOfIncident), now, remember)
  const reopened = audiences.filter(({ update }) => update.kind === 'reopened' && !update.tells?.subject)
  await reviveIncidents(tx, idsOf(reopened))
  const judged = new Set(audiences.filter(isJudged).map(({ update }) => update))
  return (update, { id }) => !judged.has(update) || told.has(`${update.incident.id} ${id}`)
}

type Remember = (update: Update, targetId: string) => void

/** What people report is theirs alone. */
const isShared = ({ family, createdBy }: Incident): boolean =>
  createdBy === null && (family === 'certificate' || family === 'domain')

const isResolved = ({ update }: Audience): boolean => update.kind === 'resolved'
const isWord = (audience: Audience): boolean => !isResolved(audience) && audience.update.tells?.subject !== undefined
const isEndOfThing = (audience: Audience): boolean =>
  isResolved(audience) && audience.update.tells?.subject !== undefined
const isEndOfIncident = (audience: Audience): boolean =>
  isResolved(audience) && audience.update.tells?.subject === undefined
const isJudged = (audience: Audience): boolean => isResolved(audience) || isWord(audience)

const idsOf = (audiences: readonly Audience[]): string[] => audiences.map(({ update }) => update.incident.id).sort()

/** In one order on every server; of several entries that say the same to one target, the first says it. */
function eachOnce(audiences: readonly Audience[], keyOf: (update: Update) => string): Map<string, [Update, string]> {
  const first = new Map<string, [Update, string]>()
  for (const { update, targets } of audiences)
    for (const { id } of targets) {
      const key = `${id} ${keyOf(update)}`
      if (!first.has(key)) first.set(key, [update, id])
    }
  return new Map([...first].sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function hearWords(tx: Tx, audiences: readonly Audience[], now: number, remember: Remember): Promise<void> {
  const said = eachOnce(audiences, subjectOf)
  const subjects = [...said.values()].map(([update, targetId]): Subject => {
    const subject = subjectOf(update)
    const cut = subject.lastIndexOf(' ')
    return { targetId, about: subject.slice(0, cut), word: subject.slice(cut + 1), incidentId: update.incident.id }
  })
  for (const { targetId, about, word } of await hearSubjects(tx, subjects, now))
    remember(said.get(`${targetId} ${about} ${word}`)![0], targetId)
}

async function hearEnds(tx: Tx, audiences: readonly Audience[], now: number, remember: Remember): Promise<void> {
  const said = eachOnce(audiences, subjectOf)
  const things = [...said.values()].map(([update, targetId]) => ({ targetId, about: subjectOf(update) }))
  for (const { targetId, about } of await endSubjects(tx, things, now))
    remember(said.get(`${targetId} ${about}`)![0], targetId)
}

async function hearEndsOfIncidents(
  tx: Tx,
  audiences: readonly Audience[],
  now: number,
  remember: Remember,
): Promise<void> {
  const updates = new Map(audiences.map(({ update }) => [update.incident.id, update]))
  for (const { targetId, incidentId } of await endIncidents(tx, idsOf(audiences), now))
    remember(updates.get(incidentId)!, targetId)
}

const subjectOf = ({ tells }: Update): string => tells?.subject ?? ''
