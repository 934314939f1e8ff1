/** Texts of a field: from the catalogue, or else the API's English texts without their notation. */
import { toPlainMessage } from '../../../text/api-names/api-names.ts'
import type { Catalogue } from '../../../text/catalogue.ts'
import type { FieldTexts } from '../../../text/service-texts/service-texts.ts'
import type { FieldModel } from './model.ts'

export interface ShownTexts {
  label: string
  help: string | undefined
  options: FieldTexts['options']
  /** Placeholder of an empty field. */
  example: string | undefined
}

/** @param name of the form */
export function findFieldTexts(text: Catalogue, name: string, variant: string | null, field: FieldModel): ShownTexts {
  const fields: Readonly<Record<string, FieldTexts | undefined>> = { ...text.forms.services, ...text.forms.fields }
  const known = fields[`${name}.${variant}.${field.path}`] ?? fields[`${name}.${field.path}`]
  return {
    label: known?.title ?? field.title,
    help: (known?.help ?? toPlainMessage(text, getFirstParagraph(field.description))) || undefined,
    options: known?.options,
    example: known?.example ?? formatExample(field.example),
  }
}

const formatExample = (example: unknown): string | undefined =>
  typeof example === 'string' || typeof example === 'number' ? String(example) : undefined

/** The description of the API goes on with details for its clients. */
const getFirstParagraph = (description: string): string => description.split('\n\n', 1)[0]!
