/**
 * Rights to the changes of a plan. The routes that make the same changes take their rights from here, so a document
 * changes nothing that its user may not change otherwise.
 */
import { type Actor, EDIT_RIGHT, findLack, MANAGE_RIGHT, type Right } from '../accounts/access.ts'
import { createInvalid, Problem } from '../platform/errors.ts'
import { toResourceWords } from '../platform/fields/resource.ts'
import { type Collection, PROJECT, RESOURCE_TYPES } from './document.ts'
import type { PlannedChange } from './plan.ts'

/** Rights to create, change and delete resources. */
export const COLLECTION_RIGHTS: Readonly<Record<Collection, Right>> = {
  variables: EDIT_RIGHT,
  notification_targets: EDIT_RIGHT,
  on_call_schedules: EDIT_RIGHT,
  escalation_policies: EDIT_RIGHT,
  groups: EDIT_RIGHT,
  monitors: EDIT_RIGHT,
  maintenance_windows: EDIT_RIGHT,
  status_pages: EDIT_RIGHT,
}

/** Rights to the settings of the project at the top level of a document. */
export const SETTING_RIGHTS = {
  escalation_policy: MANAGE_RIGHT,
  monitor_defaults: EDIT_RIGHT,
} as const satisfies Record<string, Right>

interface Lack {
  /** Path in the document. */
  field: string
  /** The changed thing with its name. */
  subject: string
  right: Right
  code: NonNullable<ReturnType<typeof findLack>>
}

/**
 * Refuses a plan with a change to which the actor has no right.
 *
 * @throws Problem JWT_REQUIRED, INSUFFICIENT_PERMISSIONS with the paths of the changes
 */
export function requireChangeRights(actor: Actor, changes: readonly PlannedChange[]): void {
  const lacks = changes.flatMap(listParts).flatMap((part) => {
    const code = findLack(actor, part.right)
    return code ? [{ ...part, code }] : []
  })
  // A route refuses the key before the role
  const [first] = lacks.toSorted((a, b) => Number(b.code === 'JWT_REQUIRED') - Number(a.code === 'JWT_REQUIRED'))
  if (!first) return
  const { message, details } = createInvalid(
    lacks.map((lack) => ({ field: lack.field, message: describe(lack, actor) })),
  )
  throw new Problem(first.code, message, { ...details, permission: first.right.permission, role: actor.role })
}

/** Lists the parts of a change with a right of their own. */
function listParts({ collection, key, name, changes }: PlannedChange): Omit<Lack, 'code'>[] {
  if (collection !== PROJECT.collection) {
    const subject = `the ${toResourceWords(RESOURCE_TYPES[collection])} ${name}`
    return [{ field: `${collection}.${key}`, subject, right: COLLECTION_RIGHTS[collection] }]
  }
  const settings = new Set(Object.keys(changes).map((field) => field.split('.')[0]!))
  return [...settings].map((field) => ({
    field,
    subject: `the ${field.replaceAll('_', ' ')} of the project ${name}`,
    right: SETTING_RIGHTS[field as keyof typeof SETTING_RIGHTS],
  }))
}

const describe = ({ subject, right: { permission }, code }: Lack, { role }: Actor): string =>
  code === 'JWT_REQUIRED'
    ? `to change ${subject}, sign in as a user with the permission ${permission}; API keys are not accepted`
    : `to change ${subject} requires the permission ${permission}, which the role ${role} does not have`
