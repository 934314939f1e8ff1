/**
 * Selects the incidents that are public, and their public texts: texts of users, or generated texts about the
 * component. Errors are never shown.
 */
import {
  computeDowntimeMs,
  type Family,
  type Incident,
  type IncidentStatus,
  type Severity,
  type UpdateKind,
} from '../incidents/incident.ts'
import { isPublicTitleChange, isStatusPageUpdate } from '../incidents/incident-change.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { PublicIncident, PublicUpdate } from './public-status.ts'

/** Fields of an incident that its public form depends on. */
export interface IncidentFacts
  extends Pick<
    Incident,
    | 'id'
    | 'family'
    | 'source'
    | 'status'
    | 'severity'
    | 'title'
    | 'publicTitle'
    | 'statusPageUpdate'
    | 'startedAt'
    | 'resolvedAt'
    | 'healthyMs'
    | 'reopenings'
  > {
  /** Names of the affected components of one page, in the order of the page; at least one. */
  components: string[]
}

/** An incident update. */
export interface UpdateFacts {
  id: string
  kind: UpdateKind
  message: string
  toStatus: IncidentStatus | null
  isPublic: boolean
  createdAt: UnixMs
}

/** Public text of a resolution for which no user wrote a text. */
const RESOLVED = 'This incident has been resolved.'

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

/** Expiry incidents concern only operators, unless a user wrote a public text. */
const isForPublic = (family: Family, updates: readonly PublicUpdate[]): boolean =>
  family === 'availability' || family === 'slowness' || updates.length > 0

const TITLES: Record<Family, (component: string) => string> = {
  availability: (name) => `${name} is disrupted`,
  slowness: (name) => `${name} is slow`,
  certificate: (name) => `The certificate of ${name}`,
  domain: (name) => `The domain of ${name}`,
}

/** Returns whether the title of an incident of a component was generated. */
export const isGeneratedTitle = (title: string, component: string): boolean =>
  Object.values(TITLES).some((toTitle) => toTitle(component) === title)

/**
 * Returns the public title: the one that a user wrote for status pages, or else the title of a manual incident. The title
 * of a system incident contains the private name of the monitor and is replaced.
 */
export const getPublicTitle = ({ source, family, title, publicTitle, components }: IncidentFacts): string =>
  publicTitle ?? (source === 'manual' ? title : TITLES[family](components[0]!))

/**
 * @param entries oldest first
 * @param keyOf returns a public key that grants no access
 * @returns null when the incident is not public
 */
export function toPublicIncident(
  incident: IncidentFacts,
  entries: readonly UpdateFacts[],
  keyOf: (id: string) => string,
): PublicIncident | null {
  const { id, startedAt, resolvedAt, components } = incident
  const key = keyOf(id)
  const updates = listUpdates(incident, entries, key, keyOf)
  if (!isForPublic(incident.family, updates)) return null
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

/**
 * Returns whether an update changes the public incident. An edit is private unless it changes the title or the text for
 * status pages.
 */
const isPublicChange = (entry: UpdateFacts): boolean =>
  entry.isPublic || isResolutionOrReopening(entry) || isStatusPageUpdate(entry) || isPublicTitleChange(entry)

const isResolutionOrReopening = ({ kind }: UpdateFacts): boolean => kind === 'resolved' || kind === 'reopened'

/** Maximum number of listed transitions; older transitions are omitted. */
const MAX_TRANSITIONS = 20

/** Returns the resolutions and reopenings, whose messages are not public. */
function listTransitions(
  { components }: IncidentFacts,
  entries: readonly UpdateFacts[],
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

/** Returns the public texts of users, oldest first. */
function listUpdates(
  { statusPageUpdate, startedAt }: IncidentFacts,
  entries: readonly UpdateFacts[],
  incidentKey: string,
  keyOf: (id: string) => string,
): PublicUpdate[] {
  const statusAt = (entry: UpdateFacts) => STATUS[entry.toStatus ?? 'open']
  const updates = entries
    .filter(({ isPublic }) => isPublic)
    .map((entry) => ({ key: keyOf(entry.id), at: entry.createdAt, status: statusAt(entry), message: entry.message }))
  if (!statusPageUpdate) return updates
  // Only one such text exists at a time, dated by its last edit
  const written = entries.findLast((entry) => isStatusPageUpdate(entry))
  const text: PublicUpdate = {
    key: `${incidentKey}-page`,
    at: written?.createdAt ?? startedAt,
    status: written ? statusAt(written) : 'investigating',
    message: statusPageUpdate,
  }
  return [...updates, text].sort((a, b) => a.at - b.at)
}

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
