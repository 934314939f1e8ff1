/** Rules of the fields of an assertion in a form. */

/** Empty fields are not sent. */
export interface AssertionDraft {
  source: string
  path: string
  name: string
  comparison: string
  value: string
  values: readonly string[]
  effect: string
}

const NUMBER_SOURCES = ['body_size', 'response_time']
const NUMBER_COMPARISONS = ['equals', 'not_equals', 'one_of', 'greater', 'less']

/** Lists the fields that an assertion uses, in form order. */
export function listFields({ source, comparison }: AssertionDraft): (keyof AssertionDraft)[] {
  const place = ({ json: ['path'], header: ['name'] } as const)[source] ?? []
  const value = /exists$/.test(comparison) ? [] : comparison === 'one_of' ? (['values'] as const) : (['value'] as const)
  return ['source', ...place, 'comparison', ...value, 'effect']
}

/** Changes a field, and clears the fields that the assertion no longer uses. */
export function changeAssertion(before: AssertionDraft, field: string, value: unknown): AssertionDraft {
  const changed = { ...before, [field]: value } as AssertionDraft
  const isNumber = NUMBER_SOURCES.includes(changed.source)
  const comparison = isNumber && !NUMBER_COMPARISONS.includes(changed.comparison) ? 'less' : changed.comparison
  const next = { ...changed, comparison }
  const used = listFields(next)
  return {
    ...next,
    path: used.includes('path') ? next.path : '',
    name: used.includes('name') ? next.name : '',
    value: used.includes('value') ? next.value : '',
    values: used.includes('values') ? next.values : [],
  }
}
