/** Configuration of a service, with the fields that the API describes. */
import { type Draft, MASK, toBody, toDraft } from '../../forms/schema-form/draft.ts'
import { type FieldModel, type ObjectModel, toFormModel } from '../../forms/schema-form/model.ts'
import type { Schema } from '../../forms/schema-form/schema.ts'

type Config = Readonly<Record<string, unknown>>

const isSecret = (field: FieldModel): boolean => field.kind === 'text' && field.format === 'secret'

/**
 * Returns the model of the field `config`.
 *
 * @param keepsValue placeholder of the secrets of an existing target, which may stay empty; null for a new target
 */
export function toConfigModel(schema: Schema, keepsValue: string | null): ObjectModel {
  const model = toFormModel(schema).fields.find(({ name }) => name === 'config') as ObjectModel
  if (keepsValue === null) return model
  const fields = model.fields.map((field) =>
    isSecret(field) ? { ...field, isRequired: false, example: keepsValue } : field,
  )
  return { ...model, fields }
}

/** Returns the fields as the form shows them. Stored secrets are empty. */
export function toConfigDraft(
  model: ObjectModel,
  stored: Config,
  entered: Readonly<Record<string, Draft>>,
): Record<string, Draft> {
  const shown = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== MASK))
  return { ...(toDraft(model, shown) as Record<string, Draft>), ...entered }
}

/** Returns the configuration to send. An empty field is left out, unless it clears a stored value. */
export function toServiceConfig(model: ObjectModel, stored: Config, draft: Readonly<Record<string, Draft>>): Config {
  const values = model.fields.map((field) => {
    const value = toBody(field, draft[field.name])
    if (value !== undefined && value !== '') return [field.name, value]
    return [field.name, field.kind === 'text' && !isSecret(field) && stored[field.name] ? '' : undefined]
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
