/** What of an incident is told where each of its states needs an entry, whether somebody wrote one or not. */
import { RESOLVED } from './public-incident.ts'
import type { PublicIncident, PublicUpdate } from './public-status.ts'

/** Oldest first. What nobody wrote is said in the fewest words: whom it is about, and that it is over. */
export function storyOf(incident: PublicIncident): PublicUpdate[] {
  const { key, updates, turns, startedAt, resolvedAt } = incident
  const written = updates.length > 0 && (turns.length === 0 || updates[0]!.at <= turns[0]!.at)
  const told = [...(written ? [] : [opening(incident, startedAt)]), ...updates, ...turns].sort((a, b) => a.at - b.at)
  const isOver = told.findLast(({ status }) => status === 'resolved')
  const lastTurnAt = turns.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  if (resolvedAt === null || (isOver && isOver.at > lastTurnAt)) return told
  return [...told, { key: `${key}-end`, at: Math.max(resolvedAt, lastTurnAt), status: 'resolved', message: RESOLVED }]
}

/** What people wrote; of an incident that was opened again its whole story, or its times would not be understood. */
export const shownUpdatesOf = (incident: PublicIncident): PublicUpdate[] =>
  incident.turns.length > 0 ? storyOf(incident) : incident.updates

const opening = ({ key, components }: PublicIncident, at: number): PublicUpdate => ({
  key: `${key}-start`,
  at,
  status: 'investigating',
  message: components.length > 0 ? `Affected: ${components.join(', ')}.` : 'This incident is being investigated.',
})
