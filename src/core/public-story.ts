/** What of an incident is told where each of its states needs an entry, whether somebody wrote one or not. */
import type { PublicIncident, PublicUpdate } from './public-status.ts'

/** Oldest first. What nobody wrote is said in the fewest words: whom it is about, and that it is over. */
export function storyOf(incident: PublicIncident): PublicUpdate[] {
  const { key, updates, startedAt, resolvedAt } = incident
  const told = updates.length > 0 ? updates : [opening(incident, startedAt)]
  if (resolvedAt === null || told.some(({ status }) => status === 'resolved')) return [...told]
  return [
    ...told,
    { key: `${key}-end`, at: resolvedAt, status: 'resolved', message: 'This incident has been resolved.' },
  ]
}

const opening = ({ key, components }: PublicIncident, at: number): PublicUpdate => ({
  key: `${key}-start`,
  at,
  status: 'investigating',
  message: components.length > 0 ? `Affected: ${components.join(', ')}.` : 'This incident is being investigated.',
})
