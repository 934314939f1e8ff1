/** The resources of a project that configuration documents can describe. */
import { findLack, MEMBER_LIST_RIGHT } from '../../core/accounts/access.ts'
import { assignKeys, COLLECTIONS, type Collection, RESOURCE_TYPES } from '../../core/provisioning/document.ts'
import type { CurrentResource } from '../../core/provisioning/plan.ts'
import { listByCollection } from '../../core/provisioning/plan.ts'
import { listMemberEmails } from '../../store/accounts/members.ts'
import { findProject } from '../../store/accounts/projects.ts'
import type { Reader } from '../../store/platform/store.ts'
import { loadOwnDefaults } from '../monitors/monitor-defaults.ts'
import type { MonitorScope } from '../platform/context.ts'
import type { Keys } from './kind.ts'
import { KINDS } from './kinds.ts'
import type { ProjectSettings } from './project-settings.ts'

export interface ProjectState {
  project: ProjectSettings
  resources: Readonly<Record<Collection, readonly CurrentResource[]>>
  keys: Keys
  /** Ids of members by the references that documents may contain: the email address and the id itself. */
  userIds: ReadonlyMap<string, string>
}

/**
 * Loads the state of a project as its user may see it. Users are known by email address, or by id to a caller who may not
 * list the members.
 *
 * @throws Problem VALIDATION_ERROR for a project with too many monitors
 */
export async function loadProjectState(db: Reader, { actor, projectId }: MonitorScope): Promise<ProjectState> {
  const lists = new Map<Collection, CurrentResource[]>()
  for (const collection of COLLECTIONS) lists.set(collection, await KINDS[collection].list(db, projectId))
  const { project } = await loadOwnDefaults(db, projectId)
  const emails = await listMemberEmails(db, projectId)
  const mayListMembers = findLack(actor, MEMBER_LIST_RIGHT) === null
  return {
    project: { ...project, escalationPolicyId: (await findProject(db, projectId))!.escalationPolicyId },
    resources: listByCollection((collection) => lists.get(collection)!),
    keys: {
      ...listByCollection((collection) =>
        assignKeys(lists.get(collection)!, RESOURCE_TYPES[collection].replaceAll('_', '-')),
      ),
      users: mayListMembers ? emails : new Map([...emails.keys()].map((id) => [id, id])),
    },
    userIds: new Map([...emails].flatMap(([id, email]) => [[email, id] as const, [id, id] as const])),
  }
}
