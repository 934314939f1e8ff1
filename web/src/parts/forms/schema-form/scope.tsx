/** Shared context of all fields of a form: values, issues and labels. */
import { type ComponentType, createContext, useContext } from 'react'
import { toPlainMessage } from '../../../text/api-names/api-names.ts'
import { useText } from '../../../text/text.tsx'
import { type Draft, getValueAt, type Path } from './draft.ts'
import { findFieldTexts, type ShownTexts } from './field-texts.ts'
import type { Issue } from './issues.ts'
import type { FieldModel, ObjectModel } from './model.ts'

/** Fields that a screen draws itself, by path without list indexes; null hides a field. */
export type CustomFields = Readonly<Record<string, ComponentType<FieldProps<never>> | null>>

export interface FormScope {
  /** Name in `GET /api/forms/{name}`. */
  name: string
  /** The value of the discriminator, if the form has one. */
  variant: string | null
  isNew: boolean
  /** Whether labels mark optional texts. */
  marksOptional?: boolean
  draft: Draft
  set: (at: Path, value: Draft) => void
  issues: readonly Issue[]
  /** Ids left out of pickers, such as the monitor itself. */
  excludedIds: readonly string[]
  /** Where unchanged initial values come from, by field of the body. */
  origins?: Readonly<Record<string, string>>
  /** Whether the form warns while no notification target is selected. */
  warnsWithoutTargets?: boolean
  custom?: CustomFields | undefined
  /** Absent in forms that draw all fields themselves. */
  model?: ObjectModel
}

const Context = createContext<FormScope | null>(null)
export const ScopeProvider = Context.Provider

export function useScope(): FormScope {
  const scope = useContext(Context)
  if (!scope) throw new Error('a field outside of a form')
  return scope
}

/** Returns the model of a field, for a custom field that draws another field. */
export function useModelAt(at: Path): FieldModel {
  const { model } = useScope()
  return at.reduce<FieldModel>((field, step) => {
    const inner = field.kind === 'list' ? field.item : undefined
    const found = field.kind === 'object' ? field.fields.find(({ name }) => name === step) : inner
    if (!found) throw new Error(`the form has no field ${at.join('.')}`)
    return found
  }, model!)
}

export const useFieldAt = (at: Path): BoundField => useField(useModelAt(at), at)

interface BoundField extends Omit<ShownTexts, 'options'> {
  error: string | undefined
  value: Draft
  set: (value: Draft) => void
}

/** Returns the texts, the error, the value and the setter of one field. */
export function useField(field: FieldModel, at: Path): BoundField {
  const { draft, set, issues, origins = {} } = useScope()
  const text = useText()
  const path = at.join('.')
  const origin = origins[path.replace(/\.enabled$/, '')]
  const { help, ...texts } = useFieldTexts(field)
  const isContainer = field.kind === 'object' || field.kind === 'list'
  const own = issues.filter((issue) => issue.field === path || (!isContainer && issue.field.startsWith(`${path}.`)))
  return {
    ...texts,
    help: [help && toSentenceEnd(help, origin), origin].filter(Boolean).join(' ') || undefined,
    error: own.length > 0 ? own.map(({ message }) => toSentence(toPlainMessage(text, message))).join('; ') : undefined,
    value: getValueAt(draft, at),
    set: (value) => set(at, value),
  }
}

/** Ends a text with a full stop if another sentence follows. */
const toSentenceEnd = (text: string, next: string | undefined): string =>
  next === undefined || /[.!?]$/.test(text) ? text : `${text}.`

const toSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)

/** Returns the catalogue's texts for the field. */
export function useFieldTexts(field: FieldModel): ShownTexts {
  const { name, variant } = useScope()
  return findFieldTexts(useText(), name, variant, field)
}

export interface FieldProps<Model extends FieldModel = FieldModel> {
  field: Model
  at: Path
}
