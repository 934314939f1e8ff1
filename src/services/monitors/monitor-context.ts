/** Context that operations on monitors need in addition to `Context`. */

import type { PlanLimits, PlanName } from '../../core/accounts/plan.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { ProbeCapabilities } from '../../core/probes/protocol.ts'
import type { Context, MonitorScope } from '../platform/context.ts'

/** A region with at least one active probe. */
export interface ActiveRegion {
  code: string
  activeProbes: number
  /** Capabilities of at least one of its probes. */
  capabilities: ProbeCapabilities
}

export type ActiveRegions = () => readonly ActiveRegion[] | Promise<readonly ActiveRegion[]>

export interface MonitorContext extends Context {
  /** Policy for literal addresses in targets. The probe checks the resolved addresses of host names. */
  egress: EgressPolicy
  activeRegions: ActiveRegions
}

export const getPlanLimits = ({ plans }: Context, { actor }: MonitorScope): PlanLimits => plans[actor.plan as PlanName]
