/** What of an incident is told where each of its states needs an entry, whether somebody wrote one or not. */
import { RESOLVED } from './public-incident.ts'
import type { PublicIncident, PublicUpdate } from './public-status.ts'

/** Oldest first. What nobody wrote is said in the fewest words: whom it is about, and that it is over. */
export function toTimeline(incident: PublicIncident): PublicUpdate[] {
  const { key, updates, transitions, startedAt, resolvedAt } = incident
  const written = updates.length > 0 && (transitions.length === 0 || updates[0]!.at <= transitions[0]!.at)
  const timeline = [...(written ? [] : [toOpeningUpdate(incident, startedAt)]), ...updates, ...transitions].sort(
    (a, b) => a.at - b.at,
  )
  const isOver = timeline.findLast(({ status }) => status === 'resolved')
  const lastTransitionAt = transitions.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  if (resolvedAt === null || (isOver && isOver.at > lastTransitionAt)) return timeline
  return [
    ...timeline,
    { key: `${key}-end`, at: Math.max(resolvedAt, lastTransitionAt), status: 'resolved', message: RESOLVED },
  ]
}

/** What people wrote; of an incident that was opened again its whole story, or its times would not be understood. */
export const listShownUpdates = (incident: PublicIncident): PublicUpdate[] =>
  incident.transitions.length > 0 ? toTimeline(incident) : incident.updates

const toOpeningUpdate = ({ key, components }: PublicIncident, at: number): PublicUpdate => ({
  key: `${key}-start`,
  at,
  status: 'investigating',
  message: components.length > 0 ? `Affected: ${components.join(', ')}.` : 'This incident is being investigated.',
})
