/** What the verbs on monitors need besides the common context. */

import type { PlanLimits, PlanName } from '../../core/accounts/plan.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { ProbeCapabilities } from '../../core/probes/protocol.ts'
import type { Context } from '../platform/context.ts'
import type { MonitorScope } from '../platform/scope.ts'

/** A region in which at least one probe is at work. */
export interface ActiveRegion {
  code: string
  activeProbes: number
  /** What at least one of its probes can do. */
  capabilities: ProbeCapabilities
}

export type ActiveRegions = () => readonly ActiveRegion[] | Promise<readonly ActiveRegion[]>

export interface MonitorContext extends Context {
  /** Judges literal addresses in targets; names are judged by the probe, when they have been resolved. */
  egress: EgressPolicy
  activeRegions: ActiveRegions
}

export const getPlanLimits = ({ plans }: Context, { actor }: MonitorScope): PlanLimits => plans[actor.plan as PlanName]
