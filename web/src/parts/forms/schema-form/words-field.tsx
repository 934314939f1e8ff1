import { useText } from '../../../text/text.tsx'
import { MultiField } from '../../../ui/multi-field.tsx'
import { TagInput } from '../tag-input.tsx'
import type { WordsModel } from './model.ts'
import { type FieldProps, useField, useScope } from './scope.tsx'

/** Several words or numbers, such as tags or status codes. */
export function WordsField({ field, at }: FieldProps<WordsModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { forms } = useText()
  const { marksOptional } = useScope()
  const isOptional = marksOptional === true && !field.isRequired
  const common = { label, help, isOptional, error, value: value as string[], onChange: set }
  if (field.path === 'tags') return <TagInput {...common} />
  const examples = Array.isArray(field.example) ? field.example.join(', ') : undefined
  return (
    <MultiField
      {...common}
      isFree
      choices={[]}
      placeholder={examples ?? forms.addOne}
      inputMode={field.entry.kind === 'number' && field.entry.pattern === null ? 'numeric' : 'text'}
    />
  )
}
