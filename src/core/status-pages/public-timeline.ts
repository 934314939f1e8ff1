/** Timeline of an incident, for formats that need an entry for each of its states, whether or not a user wrote one. */
import { RESOLVED } from './public-incident.ts'
import type { PublicIncident, PublicUpdate } from './public-status.ts'

/**
 * Returns the timeline, oldest first. A state for which no user wrote a text has a minimal text: the affected
 * components, or the resolution.
 */
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

/** Returns the texts of users. A reopened incident also includes its transitions, which explain its times. */
export const listShownUpdates = (incident: PublicIncident): PublicUpdate[] =>
  incident.transitions.length > 0 ? toTimeline(incident) : incident.updates

const toOpeningUpdate = ({ key, components }: PublicIncident, at: number): PublicUpdate => ({
  key: `${key}-start`,
  at,
  status: 'investigating',
  message: components.length > 0 ? `Affected: ${components.join(', ')}.` : 'This incident is being investigated.',
})
