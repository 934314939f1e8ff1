/** What every field of a form needs: its value, what is wrong with it, and how it is called. */
import { createContext, useContext } from 'react'
import { useText } from '../../text/text.tsx'
import { type Draft, getValueAt, type Path } from './draft.ts'
import type { Issue } from './issues.ts'
import type { FieldModel } from './model.ts'

export interface FormScope {
  /** As `GET /api/forms/{name}` is called. */
  name: string
  /** The value of the discriminator, if the form has one. */
  variant: string | null
  isNew: boolean
  draft: Draft
  set: (at: Path, value: Draft) => void
  issues: readonly Issue[]
  /** Ids that are not offered, such as the monitor itself. */
  excludedIds: readonly string[]
}

const Context = createContext<FormScope | null>(null)
export const ScopeProvider = Context.Provider

export function useScope(): FormScope {
  const scope = useContext(Context)
  if (!scope) throw new Error('a field outside of a form')
  return scope
}

interface BoundField {
  label: string
  help: string | undefined
  error: string | undefined
  value: Draft
  set: (value: Draft) => void
}

/** One field of the form. */
export function useField(field: FieldModel, at: Path): BoundField {
  const { draft, set, issues } = useScope()
  const path = at.join('.')
  const isContainer = field.kind === 'object' || field.kind === 'list'
  const own = issues.filter((issue) => issue.field === path || (!isContainer && issue.field.startsWith(`${path}.`)))
  return {
    ...useFieldTexts(field),
    error: own.length > 0 ? own.map(({ message }) => toSentence(message)).join('; ') : undefined,
    value: getValueAt(draft, at),
    set: (value) => set(at, value),
  }
}

const toSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)

interface FieldTexts {
  title: string
  help?: string
  options?: Readonly<Record<string, string>>
}

/** The catalogue's words where it knows the field; those of the API, which are English, where it does not. */
export function useFieldTexts(field: FieldModel): {
  label: string
  help: string | undefined
  options: FieldTexts['options']
} {
  const { name, variant } = useScope()
  const fields = useText().forms.fields as Readonly<Record<string, FieldTexts | undefined>>
  const known = fields[`${name}.${variant}.${field.path}`] ?? fields[`${name}.${field.path}`]
  if (known) return { label: known.title, help: known.help || undefined, options: known.options }
  return { label: field.title, help: field.description || undefined, options: undefined }
}

export interface FieldProps<Model extends FieldModel = FieldModel> {
  field: Model
  at: Path
}
