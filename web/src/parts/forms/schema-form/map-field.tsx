import { Plus, X } from 'lucide-react'
import { useText } from '../../../text/text.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FieldError, OptionalMark } from '../../../ui/field.tsx'
import { MASK, type MapEntries } from './draft.ts'
import type { MapModel } from './model.ts'
import { type FieldProps, useField, useScope } from './scope.tsx'

/** Pairs of name and text, one per line. */
export function MapField({ field, at }: FieldProps<MapModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { forms, common } = useText()
  const { marksOptional } = useScope()
  const lines = value as MapEntries
  const change = (index: number, line: MapEntries[number]) => set(lines.map((old, n) => (n === index ? line : old)))
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">
        {label}
        {marksOptional && !field.isRequired && <OptionalMark />}
      </legend>
      {help && <p className="text-sm text-muted">{help}</p>}
      <div className="mt-2 flex flex-col gap-2">
        {lines.map(([name, text], index) => (
          <div key={index} className="flex flex-wrap gap-2 sm:flex-nowrap">
            <input
              aria-label={`${label} ${index + 1}: ${forms.map.name}`}
              placeholder={forms.map.name}
              className="control min-w-0 flex-1 basis-full font-mono text-sm sm:basis-0"
              spellCheck={false}
              autoCapitalize="none"
              value={name}
              onChange={(event) => change(index, [event.target.value, text])}
              aria-invalid={error ? true : undefined}
            />
            <input
              aria-label={`${label} ${index + 1}: ${forms.map.value}`}
              placeholder={text === MASK ? forms.map.masked : forms.map.value}
              className="control min-w-0 flex-[2] font-mono text-sm"
              spellCheck={false}
              autoCapitalize="none"
              value={text === MASK ? '' : text}
              onChange={(event) => change(index, [name, event.target.value])}
            />
            <IconButton
              icon={X}
              label={`${common.remove}: ${name || index + 1}`}
              onClick={() => set(lines.filter((_, n) => n !== index))}
            />
          </div>
        ))}
        {error && <FieldError>{error}</FieldError>}
        <Button size="small" icon={Plus} className="self-start" onClick={() => set([...lines, ['', '']])}>
          {common.add}
        </Button>
      </div>
    </fieldset>
  )
}
