/** All kinds of resources that a configuration document describes. */
import type { MaintenancePlan } from '../../core/maintenance/maintenance.ts'
import type { VariableDraft } from '../../core/monitors/variable.ts'
import type { PolicyDraft } from '../../core/notifications/escalation-policy.ts'
import type { OnCallPlan } from '../../core/on-call/schedule.ts'
import type { Issue } from '../../core/platform/errors.ts'
import type { Collection } from '../../core/provisioning/document.ts'
import { type DesiredGroup, groups } from './groups.ts'
import type { Kind } from './kind.ts'
import { type DesiredMonitor, monitors } from './monitors.ts'
import { type DesiredTarget, notificationTargets } from './notification-targets.ts'
import type { DesiredProject } from './project-settings.ts'
import { escalationPolicies, maintenanceWindows, onCallSchedules } from './simple-kinds.ts'
import { type DesiredPage, statusPages } from './status-pages.ts'
import { variables } from './variables.ts'

// biome-ignore lint/suspicious/noExplicitAny: each collection has its own types, and only its own kind uses them
export const KINDS: Readonly<Record<Collection, Kind<any, any>>> = {
  variables,
  notification_targets: notificationTargets,
  on_call_schedules: onCallSchedules,
  escalation_policies: escalationPolicies,
  groups,
  monitors,
  maintenance_windows: maintenanceWindows,
  status_pages: statusPages,
}

/** Mistakes in a document. */
interface Mistakes {
  issues: readonly Issue[]
  /** Keys of the resources that have mistakes, to which other resources may refer. */
  keys: Readonly<Record<Collection, ReadonlySet<string>>>
}

/** The resources that a document describes, by key, and the settings of the project. */
export interface DesiredState {
  /** Resources with mistakes are not among the described ones. */
  mistakes: Mistakes
  project: DesiredProject
  variables: ReadonlyMap<string, VariableDraft>
  notification_targets: ReadonlyMap<string, DesiredTarget>
  on_call_schedules: ReadonlyMap<string, OnCallPlan>
  escalation_policies: ReadonlyMap<string, PolicyDraft>
  groups: ReadonlyMap<string, DesiredGroup>
  monitors: ReadonlyMap<string, DesiredMonitor>
  maintenance_windows: ReadonlyMap<string, MaintenancePlan>
  status_pages: ReadonlyMap<string, DesiredPage>
}
