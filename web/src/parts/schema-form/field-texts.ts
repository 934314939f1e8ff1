/** Texts of a field: from the catalogue, or else the API's English texts without their notation. */
import { toPlainMessage } from '../../text/api-names/api-names.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { FieldModel } from './model.ts'

interface FieldTexts {
  title: string
  help?: string
  options?: Readonly<Record<string, string>>
}

export interface ShownTexts {
  label: string
  help: string | undefined
  options: FieldTexts['options']
}

/** @param name of the form */
export function findFieldTexts(text: Catalogue, name: string, variant: string | null, field: FieldModel): ShownTexts {
  const fields: Readonly<Record<string, FieldTexts | undefined>> = { ...text.forms.services, ...text.forms.fields }
  const known = fields[`${name}.${variant}.${field.path}`] ?? fields[`${name}.${field.path}`]
  if (known) return { label: known.title, help: known.help || undefined, options: known.options }
  return { label: field.title, help: toPlainMessage(text, field.description) || undefined, options: undefined }
}
