/** Variables of a configuration document. */
import { compareVersions } from '../../core/accounts/audit.ts'
import { findValueIssue, VARIABLE, type Variable, type VariableDraft } from '../../core/monitors/variable.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { MASK } from '../../core/platform/sealing/sealed-fields.ts'
import { listVariables, renameInMonitors, saveVariable } from '../../store/monitors/variables.ts'
import { createVariable, removeVariable, updateVariable } from '../monitors/variables.ts'
import type { Kind } from './kind.ts'

export const variables: Kind<Variable, VariableDraft> = {
  table: 'variables',
  list: listVariables,
  listReferences: () => [],
  compare: (current, desired) => compareVersions(VARIABLE, current, unmask(current, desired)),
  findIssues(desired, current) {
    if (desired.value === MASK) return []
    const after = { id: '', projectId: '', createdAt: 0, updatedAt: 0, ...desired }
    return [findValueIssue(current, after)].filter((issue) => issue !== null)
  },
  async save({ context, scope, ids }, tasks, atKey) {
    for (const { key, current, desired } of tasks) {
      const { value, ...draft } = unmask(current, desired)
      const variable = await atKey(key, () =>
        current
          ? updateVariable(context, scope, current.id, { ...draft, ...(value !== null && { value }) }, toNamed(current))
          : createVariable(context, scope, desired),
      )
      ids.variables.set(key, variable.id)
    }
  },
  async remove({ context, scope }, items) {
    for (const item of items) await removeVariable(context, scope, item.id, toNamed(item))
  },
  unique: {
    listOf: ({ name }) => [name],
    listWanted: ({ name }) => [name],
    release: ({ context }, items) =>
      context.store.transact(async (tx) => {
        for (const item of items) {
          const name = `_${item.id.replaceAll('-', '_')}`
          await renameInMonitors(tx, item, name)
          await saveVariable(tx, { ...item, name })
        }
      }),
  },
}

const toNamed = ({ name }: Variable): Pick<Variable, 'name'> => ({ name })

/**
 * Keeps the value of a secret whose mask the document contains. A readable variable may have any value, but a secret
 * does not become readable by its mask.
 *
 * @throws Problem VALIDATION_ERROR for a mask without a stored secret
 */
function unmask(
  current: Variable | null,
  desired: VariableDraft,
): Omit<Variable, 'id' | 'projectId' | 'createdAt' | 'updatedAt'> {
  if (desired.value !== MASK || !(desired.isSecret || current?.isSecret)) return desired
  if (!current?.isSecret) throw createInvalid({ field: 'value', message: 'is masked; send the actual value' })
  return { ...desired, value: current.value }
}
