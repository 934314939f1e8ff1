/** The resources of a project that configuration documents can describe. */
import { COLLECTIONS, type Collection, RESOURCE_TYPES } from '../../core/provisioning/document.ts'
import { assignKeys } from '../../core/provisioning/keys.ts'
import type { CurrentResource } from '../../core/provisioning/plan.ts'
import { listByCollection } from '../../core/provisioning/plan.ts'
import { listMemberEmails } from '../../store/accounts/members.ts'
import { findProject } from '../../store/accounts/projects.ts'
import type { Reader } from '../../store/platform/store.ts'
import { loadOwnDefaults } from '../monitors/monitor-defaults.ts'
import type { Keys } from './kind.ts'
import { KINDS } from './kinds.ts'
import type { ProjectSettings } from './project-settings.ts'

export interface ProjectState {
  project: ProjectSettings
  resources: Readonly<Record<Collection, readonly CurrentResource[]>>
  keys: Keys
}

/** @throws Problem VALIDATION_ERROR for a project with too many monitors */
export async function loadProjectState(db: Reader, projectId: string): Promise<ProjectState> {
  const lists = new Map<Collection, CurrentResource[]>()
  for (const collection of COLLECTIONS) lists.set(collection, await KINDS[collection].list(db, projectId))
  const { project } = await loadOwnDefaults(db, projectId)
  return {
    project: { ...project, escalationPolicyId: (await findProject(db, projectId))!.escalation_policy_id },
    resources: listByCollection((collection) => lists.get(collection)!),
    keys: {
      ...listByCollection((collection) =>
        assignKeys(lists.get(collection)!, RESOURCE_TYPES[collection].replaceAll('_', '-')),
      ),
      users: await listMemberEmails(db, projectId),
    },
  }
}
