/** Names of API fields, and messages of the API without its notation. */
import type { Catalogue } from '../catalogue.ts'

type Names = Pick<Catalogue, 'apiNames' | 'forms'>

/**
 * Returns the label of a field: `Expected status codes` for `http_config.expected_status.0`. A field that no catalogue
 * names is shown as its own words.
 */
export function describeField(names: Names, path: string): string {
  const steps = path.split('.').filter((step) => !/^\d+$/.test(step))
  const known = findFieldName(names, steps.join('.'))
  if (known) return known
  return steps
    .filter((step, index) => index === steps.length - 1 || !/(^|_)config$/.test(step))
    .slice(-2)
    .map((step) => findFieldName(names, step) ?? toWords(step))
    .join(': ')
}

/** Returns the label of a field by its path in the monitor form, or by its name in any form. */
export function findFieldName({ apiNames, forms }: Names, path: string): string | undefined {
  const titles = forms.fields as Readonly<Record<string, { title: string } | undefined>>
  const own = (apiNames.fields as Readonly<Record<string, string | undefined>>)[path]
  if (own ?? titles[`monitor.${path}`]) return own ?? titles[`monitor.${path}`]!.title
  const keys = Object.keys(titles)
  const inner =
    keys.find((key) => key.endsWith(`_config.${path}`)) ??
    keys.find((key) => !path.includes('.') && key.endsWith(`.${path}`))
  return inner && titles[inner]!.title
}

/** Shows `last_used_at` as `Last used at`. */
export const toWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/(?<=[a-z\d])_(?=[a-z\d])/g, ' ')

/**
 * Replaces field names and Markdown marks in a message of the API. Other words with underscores are data. A missing value
 * has the text of the catalogue, because the field itself shows its description.
 */
export function toPlainMessage({ apiNames, forms }: Partial<Names>, message: string): string {
  if (forms && /^is required($|: )/i.test(message)) return forms.check.required
  return message.replaceAll(/`([^`]+)`|[a-z]+(?:_[a-z]+)+(?:\.[a-z_\d]+)*/g, (found, marked?: string) => {
    const name = marked ?? found
    const label = apiNames && forms && findFieldName({ apiNames, forms }, name.replaceAll(/\.\d+/g, ''))
    return label || marked ? `“${label ?? name}”` : found
  })
}
