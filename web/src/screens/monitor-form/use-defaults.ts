/** Defaults of the project and of the selected group in the form of a new monitor. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useProject } from '../../app/me.ts'
import { type Draft, getValueAt, isSame, type Path, toBody, toDraft } from '../../parts/forms/schema-form/draft.ts'
import type { FieldModel } from '../../parts/forms/schema-form/model.ts'
import type { Schema } from '../../parts/forms/schema-form/schema.ts'
import type { SchemaForm } from '../../parts/forms/schema-form/use-schema-form.ts'
import { defaultsQuery, type StoredDefaults } from '../../parts/monitors/monitor-defaults/defaults-query.ts'
import { useText } from '../../text/text.tsx'
import type { Values } from './copy.ts'

/** Returns the defaults of the fields that the type has. */
export const getEffective = ({ effective }: StoredDefaults, { properties = {} }: Schema): Values =>
  Object.fromEntries(Object.entries(effective).filter(([field]) => field in properties))

interface DefaultsForm {
  form: SchemaForm
  /** Adds the fields that have a default to a body: the server would fill in an omitted field. */
  withDefaultFields: (body: Values) => Promise<Values>
}

/**
 * Shows where values come from, and replaces unchanged values when another group is selected. A copy keeps the values of
 * the copied monitor.
 *
 * @param defaults of the project
 * @param base initial values of fields without a default; null for a copy
 */
export function useDefaults(form: SchemaForm, defaults: StoredDefaults, base: Values | null): DefaultsForm {
  const { model, scope } = form
  const projectId = useProject().id
  const client = useQueryClient()
  const text = useText().monitorDefaults
  const groupId = (getValueAt(scope.draft, ['group_id']) as string | null | undefined) ?? null
  const { data: current = defaults } = useQuery(defaultsQuery(projectId, groupId))
  const load = (id: string | null) => client.fetchQuery({ ...defaultsQuery(projectId, id), staleTime: 60_000 })
  const getInitial = (field: FieldModel, { effective }: StoredDefaults): Draft =>
    toDraft(field, (effective as Values)[field.name] ?? base?.[field.name])
  const isUnchanged = (field: FieldModel, from: StoredDefaults): boolean =>
    isSame(toBody(field, getValueAt(scope.draft, [field.name])), toBody(field, getInitial(field, from)))

  const followGroup = async (id: string | null): Promise<void> => {
    const next = await load(id)
    for (const field of model.fields) {
      const isDefaulted = field.name in current.effective || field.name in next.effective
      if (isDefaulted && isUnchanged(field, current)) scope.set([field.name], getInitial(field, next))
    }
  }
  const set = (at: Path, value: Draft) => {
    scope.set(at, value)
    if (base !== null && at.join('.') === 'group_id') void followGroup(value as string | null)
  }
  const origins = Object.fromEntries(
    current.levels.flatMap(({ type, name, fields }) =>
      fields.map((field) => [field, type === 'project' ? text.fromProject(name) : text.fromGroup(name)]),
    ),
  )
  const shown = model.fields.filter(({ name }) => name in origins)
  const unchanged = shown.filter((field) => isUnchanged(field, current)).map(({ name }) => [name, origins[name]!])
  return {
    form: { ...form, scope: { ...scope, set, origins: Object.fromEntries(unchanged) } },
    withDefaultFields: async (body) => {
      const { effective } = await load(groupId)
      const missing = model.fields.filter(({ name }) => name in effective && !(name in body))
      const values = missing.map((field) => [field.name, toBody(field, getValueAt(scope.draft, [field.name]))])
      return { ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), ...body }
    },
  }
}
