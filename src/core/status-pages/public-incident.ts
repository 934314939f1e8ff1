/** Which incidents the public sees, and in which words: those of people, or ours about the component. Never an error. */

import {
  computeDowntimeMs,
  type Family,
  type Incident,
  type IncidentStatus,
  type Severity,
  type UpdateKind,
} from '../incidents/incident.ts'
import { isStatusPageUpdate } from '../incidents/incident-change.ts'
import type { PublicIncident, PublicUpdate } from './public-status.ts'

/** As much of an incident as decides that. */
export interface IncidentFacts
  extends Pick<
    Incident,
    | 'id'
    | 'family'
    | 'source'
    | 'status'
    | 'severity'
    | 'title'
    | 'statusPageUpdate'
    | 'startedAt'
    | 'resolvedAt'
    | 'healthyMs'
    | 'reopenings'
  > {
  /** Names of the components of one page that it is about, in their order; at least one. */
  components: string[]
}

/** An entry in the life of an incident. */
export interface EntryFacts {
  id: string
  kind: UpdateKind
  message: string
  toStatus: IncidentStatus | null
  isPublic: boolean
  /** Unix ms. */
  createdAt: number
}

/** Public text of a resolution without a text of its own. */
export const RESOLVED = 'This incident has been resolved.'

const IMPACT: Record<Severity, PublicIncident['impact']> = {
  critical: 'critical',
  major: 'major',
  minor: 'minor',
  warning: 'minor',
}

const STATUS: Record<IncidentStatus, PublicIncident['status']> = {
  open: 'investigating',
  acknowledged: 'identified',
  resolved: 'resolved',
}

/** Those about dates are for whoever renews something, unless somebody has a word for the public. */
const isWorthShowing = (family: Family, updates: readonly PublicUpdate[]): boolean =>
  family === 'availability' || family === 'slowness' || updates.length > 0

const TITLES: Record<Family, (component: string) => string> = {
  availability: (name) => `${name} is down`,
  slowness: (name) => `${name} is slow`,
  certificate: (name) => `The certificate of ${name}`,
  domain: (name) => `The domain of ${name}`,
}

/** What an incident is called in public. What the service itself opens is titled with the monitor's private name. */
export const getPublicTitle = ({ source, family, title, components }: IncidentFacts): string =>
  source === 'manual' ? title : TITLES[family](components[0]!)

/**
 * @param entries oldest first
 * @param keyOf what tells things apart in public, and opens nothing
 * @returns null when it is not for the public
 */
export function toPublicIncident(
  incident: IncidentFacts,
  entries: readonly EntryFacts[],
  keyOf: (id: string) => string,
): PublicIncident | null {
  const { id, startedAt, resolvedAt, components } = incident
  const key = keyOf(id)
  const updates = listUpdates(incident, entries, key, keyOf)
  if (!isWorthShowing(incident.family, updates)) return null
  return {
    key,
    title: getPublicTitle(incident),
    impact: IMPACT[incident.severity],
    status: STATUS[incident.status],
    startedAt,
    resolvedAt,
    downtimeMs: computeDowntimeMs(incident),
    outages: incident.reopenings + 1,
    updatedAt: Math.max(
      startedAt,
      resolvedAt ?? 0,
      ...entries.filter(isPublicChange).map(({ createdAt }) => createdAt),
    ),
    components,
    updates,
    transitions: listTransitions(incident, entries, keyOf),
  }
}

/** Whether the public sees a change by an entry. An edit of anything but the text for status pages is private. */
const isPublicChange = (entry: EntryFacts): boolean =>
  entry.isPublic || isResolutionOrReopening(entry) || isStatusPageUpdate(entry)

const isResolutionOrReopening = ({ kind }: EntryFacts): boolean => kind === 'resolved' || kind === 'reopened'

/** Turns listed at most. An incident that was reopened more often loses the older ones. */
const MAX_TRANSITIONS = 20

/** Entries that the service or people made by resolving and reopening; their words are not for the public. */
function listTransitions(
  { components }: IncidentFacts,
  entries: readonly EntryFacts[],
  keyOf: (id: string) => string,
): PublicUpdate[] {
  const last = entries.findLastIndex(({ kind }) => kind === 'reopened')
  return entries
    .slice(0, last + 1)
    .filter((entry) => isResolutionOrReopening(entry) && !entry.isPublic)
    .slice(-MAX_TRANSITIONS)
    .map(({ id, kind, createdAt }) => ({
      key: keyOf(id),
      at: createdAt,
      status: kind === 'resolved' ? 'resolved' : 'investigating',
      message: kind === 'resolved' ? RESOLVED : `Affected again: ${components.join(', ')}.`,
    }))
}

/** What people wrote for the public, oldest first. */
function listUpdates(
  { statusPageUpdate, startedAt }: IncidentFacts,
  entries: readonly EntryFacts[],
  incidentKey: string,
  keyOf: (id: string) => string,
): PublicUpdate[] {
  const statusAt = (entry: EntryFacts) => STATUS[entry.toStatus ?? 'open']
  const updates = entries
    .filter(({ isPublic }) => isPublic)
    .map((entry) => ({ key: keyOf(entry.id), at: entry.createdAt, status: statusAt(entry), message: entry.message }))
  if (!statusPageUpdate) return updates
  // There is one such text at a time: it stands where it was last written
  const written = entries.findLast((entry) => isStatusPageUpdate(entry))
  const text: PublicUpdate = {
    key: `${incidentKey}-page`,
    at: written?.createdAt ?? startedAt,
    status: written ? statusAt(written) : 'investigating',
    message: statusPageUpdate,
  }
  return [...updates, text].sort((a, b) => a.at - b.at)
}
