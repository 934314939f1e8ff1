/** The incidents of one monitor and their notifications. */
import type { Entry, Family, ModelIncident } from './reference.ts'
import type { Verdict } from './region-states.ts'

const REOPEN_MS = 180_000

const SEVERITIES: Record<string, string> = {
  keyword_missing: 'major',
  dns_validation_error: 'major',
  slow_response: 'minor',
}
const severityOf = (type: string): string => SEVERITIES[type] ?? 'critical'

const EVENT_TYPES: Record<Entry['kind'], string> = {
  created: 'incident.opened',
  acknowledged: 'incident.acknowledged',
  status_changed: 'incident.updated',
  resolved: 'incident.resolved',
  reopened: 'incident.reopened',
}

/** Unix ms; the end is exclusive. */
export interface Maintenance {
  startsAt: number
  endsAt: number
}

/** A status that a monitor enters or stays in. */
export interface StatusPhase {
  verdict: Verdict
  /** When the evidence for the status begins. */
  at: number
  /** When the status was detected. */
  foundAt: number
  /** Whether the status changed, or the cause of being degraded. */
  isChange: boolean
  /** Whether the monitor is flapping at that time. */
  flap: 'no' | 'begins' | 'lasts' | 'ends'
}

/** Counts that a check adds to an incident. */
export interface FailureCounts {
  failures: number
  /** The failures that count for an incident that is already open. */
  failuresOfOpen: number
  /** Regions in which the latest check failed. */
  regions: string[]
}

export const NO_FAILURES: FailureCounts = { failures: 0, failuresOfOpen: 0, regions: [] }

export class IncidentModel {
  readonly incidents: ModelIncident[] = []
  /** When to review failures that began in maintenance; null when there are none. */
  deferredUntil: number | null = null
  #isActive = true
  /** Stages about whose flapping recipients were notified. */
  readonly #announced = new Set<StatusPhase>()
  readonly #maintenance: readonly Maintenance[]

  constructor(maintenance: readonly Maintenance[]) {
    this.#maintenance = maintenance
  }

  maintenanceAt(at: number): Maintenance | undefined {
    return this.#maintenance.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  }

  /** @param verdict the latest verdict */
  apply(stages: readonly StatusPhase[], tally: FailureCounts, verdict: Verdict, now: number): void {
    const reachable = verdict.isSlow ? [] : verdict.regions
    this.#applyToFamily('availability', stages, { ...tally, regions: [...tally.regions, ...reachable] }, now)
    // A slow check is a passing check
    this.#applyToFamily('slowness', stages, { ...NO_FAILURES, regions: verdict.isSlow ? verdict.regions : [] }, now)
  }

  #applyToFamily(family: Family, stages: readonly StatusPhase[], tally: FailureCounts, now: number): void {
    let rest = tally
    const known = this.#open(family)
    if (known) {
      count(known, { ...rest, failures: rest.failuresOfOpen }, now)
      rest = NO_FAILURES
    }
    for (const stage of stages) {
      const { verdict, at, flap } = stage
      const isWell = verdict.status === 'up' || (verdict.isSlow && family === 'availability')
      const isFailing = family === 'slowness' ? verdict.isSlow : verdict.status === 'down'
      const open = this.#open(family)
      if (open && flap === 'ends') this.#noteFlapping(open, 'flapping.ended', stage, now)
      // A flapping monitor does not resolve its incident
      if (open && isWell && (flap === 'no' || flap === 'ends')) this.#resolve(open, at, now, false)
      if (!open && isFailing && flap !== 'ends' && this.#openOrReopen(family, stage, rest, now)) rest = NO_FAILURES
      const present = this.#open(family)
      if (present && flap === 'begins') this.#noteFlapping(present, 'flapping.started', stage, now)
    }
  }

  /** Adds an entry about flapping. Recipients are notified once, however many incidents of the monitor are open. */
  #noteFlapping(incident: ModelIncident, type: string, stage: StatusPhase, now: number): void {
    const sent = incident.notifications.length
    this.#addUpdate(incident, 'status_changed', incident.status, now, false)
    if (incident.notifications.length === sent) return
    incident.notifications.pop()
    if (!this.#announced.has(stage)) incident.notifications.push(this.#message(type, now))
    this.#announced.add(stage)
  }

  /** @returns whether an incident is open now */
  #openOrReopen(
    family: Family,
    { verdict, at, foundAt, isChange }: StatusPhase,
    tally: FailureCounts,
    now: number,
  ): boolean {
    const recent = this.#of(family)
      .filter(({ resolvedAt }) => resolvedAt! >= at - REOPEN_MS)
      .sort((a, b) => b.resolvedAt! - a.resolvedAt!)[0]
    if (!recent && !isChange) return false
    const maintenance = this.maintenanceAt(foundAt)
    // Trouble that began in maintenance counts from the end of the maintenance
    const earlier = this.maintenanceAt(at)
    const began = earlier && earlier.endsAt <= foundAt ? earlier.endsAt : at
    if (maintenance) {
      this.deferredUntil = maintenance.endsAt
      return false
    }
    if (recent) {
      count(recent, tally, now)
      if (recent.severity === severityOf(recent.type)) recent.severity = severityOf(verdict.type!)
      recent.type = verdict.type!
      recent.errorMessage = verdict.message ?? recent.errorMessage
      this.#reopen(recent, began, now, false)
    } else this.#create(family, verdict, began, tally, now)
    return true
  }

  #create(
    family: Family,
    { type, message }: Verdict,
    startedAt: number,
    { failures, regions }: FailureCounts,
    now: number,
  ): void {
    const incident: ModelIncident = {
      family,
      status: 'open',
      severity: severityOf(type!),
      type: type!,
      errorMessage: message,
      startedAt,
      reopenedAt: null,
      openMs: 0,
      acknowledgedAt: null,
      resolvedAt: null,
      resolvedByHand: false,
      failureCount: Math.max(1, failures),
      affectedRegions: [...new Set(regions)],
      updatedAt: now,
      isDiscarded: false,
      entries: [{ kind: 'created', from: null, to: 'open', at: now, byHand: false }],
      notifications: [this.#message(EVENT_TYPES.created!, now)],
    }
    this.incidents.push(incident)
  }

  /** Adds an entry to every open incident of a monitor that is paused or resumed; nothing is sent. */
  notePause(isActive: boolean, now: number): void {
    this.deferredUntil = null
    this.#isActive = isActive
    for (const incident of this.incidents)
      if (incident.status !== 'resolved' && !incident.isDiscarded) {
        this.#addUpdate(incident, 'status_changed', incident.status, now, true)
        if (isActive) incident.notifications.pop()
      }
  }

  /** Resolves every open incident of a deleted monitor. */
  resolveAll(now: number): void {
    this.deferredUntil = null
    for (const incident of this.incidents)
      if (incident.status !== 'resolved' && !incident.isDiscarded) this.#resolve(incident, now, now, true)
  }

  applyUserAction(what: 'acknowledge' | 'resolve' | 'reopen' | 'discard', family: Family, now: number): void {
    const incident = this.#of(family).at(-1)
    if (!incident) return
    if (what === 'discard') incident.isDiscarded = true
    if (what === 'acknowledge' && incident.status === 'open') {
      this.#addUpdate(incident, 'acknowledged', 'acknowledged', now, true)
      incident.acknowledgedAt = incident.updatedAt
    }
    if (what === 'resolve' && incident.status !== 'resolved') this.#resolve(incident, now, now, true)
    if (what === 'reopen' && incident.status === 'resolved') this.#reopen(incident, now, now, true)
  }

  #of(family: Family): ModelIncident[] {
    return this.incidents.filter((one) => one.family === family && !one.isDiscarded)
  }

  #open(family: Family): ModelIncident | undefined {
    return this.#of(family).find(({ status }) => status !== 'resolved')
  }

  #resolve(incident: ModelIncident, at: number, now: number, byHand: boolean): void {
    const began = incident.reopenedAt ?? incident.startedAt
    incident.resolvedAt = Math.max(at, began)
    incident.openMs += incident.resolvedAt - began
    incident.resolvedByHand = byHand
    this.#addUpdate(incident, 'resolved', 'resolved', now, byHand)
  }

  #reopen(incident: ModelIncident, at: number, now: number, byHand: boolean): void {
    incident.reopenedAt = Math.max(at, incident.resolvedAt!)
    incident.acknowledgedAt = null
    incident.resolvedAt = null
    incident.resolvedByHand = false
    this.#addUpdate(incident, 'reopened', 'open', now, byHand)
  }

  /** Adds an entry. Two entries of one incident never share a millisecond. */
  #addUpdate(
    incident: ModelIncident,
    kind: Entry['kind'],
    to: ModelIncident['status'],
    now: number,
    byHand: boolean,
  ): void {
    const at = Math.max(now, incident.updatedAt + 1)
    incident.entries.push({ kind, from: incident.status, to, at, byHand })
    // While the monitor is paused, only users end and reopen incidents, and other updates are not sent
    const isSent = this.#isActive || (kind !== 'status_changed' && kind !== 'acknowledged')
    if (isSent) incident.notifications.push(this.#message(EVENT_TYPES[kind], now))
    incident.status = to
    incident.updatedAt = at
  }

  /** Describes the notification. No alert is sent during maintenance. */
  #message(type: string, now: number): string {
    return `${type} from ${this.maintenanceAt(now)?.endsAt ?? now} on`
  }
}

function count(incident: ModelIncident, { failures, regions }: FailureCounts, now: number): void {
  const all = [...new Set([...incident.affectedRegions, ...regions])]
  if (failures > 0 || all.length > incident.affectedRegions.length)
    incident.updatedAt = Math.max(now, incident.updatedAt)
  incident.failureCount += failures
  incident.affectedRegions = all
}
