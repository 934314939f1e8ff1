/** All kinds of fields. They share this file because objects and lists contain further fields. */

import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../../text/text.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { CheckField, FieldError } from '../../../ui/field.tsx'
import { ZonePicker } from '../zone-picker.tsx'
import { CronField } from './cron-field.tsx'
import { type Draft, getValueAt, type Path, toDraft } from './draft.ts'
import { DurationField, isDuration } from './duration-field.tsx'
import { MapField } from './map-field.tsx'
import { type FieldModel, findSwitch, isUsed, type ListModel, type ObjectModel, type TextModel } from './model.ts'
import { ReferenceField, ReferencesField } from './reference-fields.tsx'
import { RegionsField } from './regions-field.tsx'
import { type FieldProps, useField, useModelAt, useScope } from './scope.tsx'
import { BooleanField, ChoiceField, DateTimeField, JsonField, NumberField, TextLikeField } from './simple-fields.tsx'
import { type PlacedField, splitFields } from './split-fields.ts'
import { WordsField } from './words-field.tsx'

/** All fields of a form; advanced fields are collapsed. */
export function AllFields({ model }: { model: ObjectModel }) {
  const { plain, advanced } = splitFields(model.fields)
  return (
    <>
      <Fields fields={plain} />
      <AdvancedFields fields={advanced} />
    </>
  )
}

export function AdvancedFields({ fields }: { fields: readonly PlacedField[] }) {
  const { forms } = useText()
  const isWrong = useIsWrong(fields)
  if (fields.length === 0) return null
  return (
    <Disclosure title={forms.advanced} isForcedOpen={isWrong}>
      <Fields fields={fields} />
    </Disclosure>
  )
}

/** Returns whether any of the fields has an error. */
export function useIsWrong(fields: readonly PlacedField[]): boolean {
  const { issues } = useScope()
  return fields.some(({ at }) => issues.some(({ field }) => `${field}.`.startsWith(`${at.join('.')}.`)))
}

export const Fields = ({ fields }: { fields: readonly PlacedField[] }) =>
  fields.map(({ field, at }) => <SchemaField key={at.join('.')} field={field} at={at} />)

const toInnerFields = (fields: readonly FieldModel[], at: Path): PlacedField[] =>
  fields.filter(({ kind }) => kind !== 'fixed').map((field) => ({ field, at: [...at, field.name] }))

/** Draws a field by its path. */
export const FieldAt = ({ at }: { at: Path }) => <SchemaField field={useModelAt(at)} at={at} />

function SchemaField({ field, at }: FieldProps): ReactNode {
  const { custom, draft } = useScope()
  const Custom = custom?.[field.path]
  if (Custom === null || !isUsed(field, getValueAt(draft, at.slice(0, -1)))) return null
  if (Custom) return <Custom field={field as never} at={at} />
  switch (field.kind) {
    case 'object':
      return <ObjectField field={field} at={at} />
    case 'list':
      return <ListField field={field} at={at} />
    case 'map':
      return <MapField field={field} at={at} />
    case 'words':
      return <WordsField field={field} at={at} />
    case 'boolean':
      return <BooleanField field={field} at={at} />
    case 'choice':
      return <ChoiceField field={field} at={at} />
    case 'number':
      return isDuration(field) ? <DurationField field={field} at={at} /> : <NumberField field={field} at={at} />
    case 'reference':
      return <ReferenceField field={field} at={at} />
    case 'references':
      return field.source === 'regions' ? (
        <RegionsField field={field} at={at} />
      ) : (
        <ReferencesField field={field} at={at} />
      )
    case 'json':
      return <JsonField field={field} at={at} />
    case 'text':
      if (field.format === 'cron') return <CronField field={field} at={at} />
      if (field.format === 'zone') return <ZoneField field={field} at={at} />
      return field.format === 'moment' ? (
        <DateTimeField field={field} at={at} />
      ) : (
        <TextLikeField field={field} at={at} />
      )
    default:
      return null
  }
}

function ObjectField({ field, at }: FieldProps<ObjectModel>) {
  const { label, error } = useField(field, at)
  const toggle = findSwitch(field)
  if (field.isNullable) return <NullableObject field={field} at={at} />
  if (toggle) return <SwitchedObject field={field} at={at} />
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">{label}</legend>
      {error && <FieldError>{error}</FieldError>}
      <Fields fields={toInnerFields(field.fields, at)} />
    </fieldset>
  )
}

/** An object with a switch; it shows its other fields only while the switch is on. */
function SwitchedObject({ field, at }: FieldProps<ObjectModel>) {
  const { error, value } = useField(field, at)
  const toggle = findSwitch(field)!
  const isOn = (value as Record<string, Draft>)[toggle.name] === true
  const inner = field.fields.filter((one) => one !== toggle)
  return (
    <div className="flex flex-col gap-4">
      <BooleanField field={toggle} at={[...at, toggle.name]} unavailable={field.unavailable} groupError={error} />
      {isOn && inner.length > 0 && <Indented fields={inner} at={at} />}
    </div>
  )
}

/** An object that may be null. */
function NullableObject({ field, at }: FieldProps<ObjectModel>) {
  const { label, help, error, value, set } = useField(field, at)
  return (
    <div className="flex flex-col gap-4">
      <CheckField
        label={label}
        help={help}
        error={error}
        checked={value !== null}
        onChange={(event) => set(event.target.checked ? toDraft({ ...field, isNullable: false }, {}) : null)}
      />
      {value !== null && <Indented fields={field.fields} at={at} />}
    </div>
  )
}

const Indented = ({ fields, at }: { fields: readonly FieldModel[]; at: Path }) => (
  <div className="ml-2.5 flex flex-col gap-4 border-l-2 border-line pl-4">
    <Fields fields={toInnerFields(fields, at)} />
  </div>
)

/** A list of entries of the same kind. */
function ListField({ field, at }: FieldProps<ListModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { forms, common } = useText()
  const id = useId()
  const items = value as Draft[]
  const canAdd = field.maxItems === null || items.length < field.maxItems
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">{label}</legend>
      {help && <p className="text-sm text-muted">{help}</p>}
      <ul className="mt-2 flex flex-col gap-3">
        {items.map((_, index) => (
          <li key={index} className="flex items-start gap-2 rounded-md border border-line p-3">
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              {field.item.kind === 'object' ? (
                <Fields fields={toInnerFields(field.item.fields, [...at, index])} />
              ) : (
                <SchemaField field={field.item} at={[...at, index]} />
              )}
            </div>
            {items.length > field.minItems && (
              <IconButton
                icon={Trash2}
                label={forms.removeEntry(label, String(index + 1))}
                onClick={() => set(items.filter((_, other) => other !== index))}
              />
            )}
          </li>
        ))}
      </ul>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {canAdd && (
        <Button
          size="small"
          icon={Plus}
          className="mt-2"
          aria-label={forms.addEntry(label)}
          onClick={() => set([...items, toDraft(field.item, undefined)])}
        >
          {common.add}
        </Button>
      )}
    </fieldset>
  )
}

function ZoneField({ field, at }: FieldProps<TextModel>) {
  const { label, help, error, value, set } = useField(field, at)
  return (
    <ZonePicker
      label={label}
      help={help}
      error={error}
      placeholder={field.isRequired ? undefined : 'UTC'}
      value={value as string}
      onChange={set}
    />
  )
}
