/** Settings of the project itself in a configuration document. */
import type { AuditChanges } from '../../core/accounts/audit.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import type { Reference } from '../../core/provisioning/document.ts'
import type { Keys, Run } from './kind.ts'
import { compareDefaults, type DesiredDefaults, listDefaultsReferences, saveDefaults } from './monitor-defaults.ts'

export interface ProjectSettings {
  id: string
  name: string
  monitorDefaults: MonitorDefaults
}

/** Settings that are undefined stay as they are. */
export interface DesiredProject {
  monitorDefaults: DesiredDefaults
}

export const listProjectReferences = ({ monitorDefaults }: DesiredProject): Reference[] =>
  listDefaultsReferences(monitorDefaults)

export const compareProject = (current: ProjectSettings, desired: DesiredProject, keys: Keys): AuditChanges =>
  compareDefaults(current.monitorDefaults, desired.monitorDefaults, keys)

export const saveProject = (run: Run, { monitorDefaults }: DesiredProject): Promise<void> =>
  saveDefaults(run, null, monitorDefaults)
