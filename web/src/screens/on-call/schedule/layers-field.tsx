/** Layers of a schedule, and the shifts that they give. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import { useMe } from '../../../app/me.ts'
import { EntryList } from '../../../parts/forms/entry-list.tsx'
import { getValueAt, type Path, toBody } from '../../../parts/forms/schema-form/draft.ts'
import { FieldAt } from '../../../parts/forms/schema-form/fields.tsx'
import type { ListModel, ReferencesModel } from '../../../parts/forms/schema-form/model.ts'
import {
  type CustomFields,
  type FieldProps,
  useField,
  useFieldAt,
  useScope,
} from '../../../parts/forms/schema-form/scope.tsx'
import { membersQuery } from '../../../parts/platform/queries.ts'
import { formatLocalInput } from '../../../parts/platform/until/until-choice.ts'
import { useDebounced } from '../../../parts/platform/use-debounced.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { FieldError, Options, SelectField, TextField } from '../../../ui/field.tsx'
import { WarningNote } from '../../../ui/notice.tsx'
import { Lanes } from '../lanes.tsx'
import { createLayer, findNextMember, type LayerDraft, moveEntry, type Rotation, withRotation } from './layers.ts'
import { ClockField, DayField, RestrictionsField, RestrictionTimeField } from './restrictions-field.tsx'

/** Returns the local day as `YYYY-MM-DD`. */
export const getToday = (): string => formatLocalInput(Date.now()).slice(0, 10)

function LayersField({ field, at }: FieldProps<ListModel>) {
  const { form: labels } = useText().schedules
  const { number, list } = useFormat()
  const { user } = useMe()
  const { label, help, value, set } = useField(field, at)
  const layers = value as readonly LayerDraft[]
  const preview = useShiftPreview(field, layers)
  const most = getMost(field)
  const nameAt = (index: number) => labels.layer(number(index + 1))
  const describeCover = (index: number): string | null => {
    const coveredBy = preview.data?.covered_layers.find(({ layer }) => layer === index)?.covered_by ?? []
    const names = coveredBy.flatMap((other) => layers[other]?.name || [])
    return names.length > 0 ? labels.neverApplies(list(names)) : null
  }
  const add = () => set([...layers, createLayer(nameAt(layers.length), user.id, getToday())])
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <fieldset className="min-w-0">
        <legend className="font-medium">{label}</legend>
        <p className="mb-2 text-sm text-muted">{help}</p>
        <EntryList
          entries={layers}
          nameOf={(_, index) => nameAt(index)}
          addLabel={labels.addLayer}
          onAdd={layers.length < most ? add : undefined}
          fullText={labels.mostLayers(number(most))}
          onRemove={(index) => set(layers.toSpliced(index, 1))}
          onMove={(index, by) => set(moveEntry(layers, index, by))}
        >
          {(_, index) => <LayerFields at={[...at, index]} warning={describeCover(index)} />}
        </EntryList>
      </fieldset>
      <ShiftPreview preview={preview} layers={layers.map(({ name }, index) => name || nameAt(index))} />
    </div>
  )
}

const getMost = ({ maxItems }: { maxItems: number | null }): number => maxItems ?? Number.POSITIVE_INFINITY

/** Reads the shifts of two weeks as the form would give them. */
function useShiftPreview(field: ListModel, layers: readonly LayerDraft[]) {
  const { timezone, schedule_id } = useScope().draft as { timezone: string; schedule_id: string | null }
  const body = { timezone, layers: toBody(field, layers), ...(schedule_id && { schedule_id }) }
  const debounced = useDebounced(JSON.stringify(body))
  return useQuery({
    queryKey: ['shift-preview', debounced],
    queryFn: () => getData(api.POST('/api/on-call-schedules/preview', { body: JSON.parse(debounced) })),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
}

interface PreviewProps {
  preview: ReturnType<typeof useShiftPreview>
  /** Names of the layers. */
  layers: readonly string[]
}

function ShiftPreview({ preview: { data, isError }, layers }: PreviewProps) {
  const { form: labels } = useText().schedules
  return (
    <section className="flex min-w-0 flex-col gap-2 self-start lg:sticky lg:top-0">
      <h3 className="font-medium">{labels.preview}</h3>
      {isError && <p className="text-sm text-muted">{labels.previewNeedsFields}</p>}
      {data && !isError && <Lanes isNarrow label={labels.preview} shifts={data} layers={layers} />}
    </section>
  )
}

interface LayerProps {
  at: Path
  /** States that the layer never applies. */
  warning: string | null
}

function LayerFields({ at, warning }: LayerProps) {
  const { form: labels } = useText().schedules
  const { draft, set } = useScope()
  const layer = getValueAt(draft, at) as LayerDraft
  const rotation = useFieldAt([...at, 'rotation'])
  const length = useFieldAt([...at, 'shift_length'])
  const isWeekly = layer.rotation === 'weekly'
  return (
    <>
      {warning && <WarningNote>{warning}</WarningNote>}
      <FieldAt at={[...at, 'name']} />
      <FieldAt at={[...at, 'user_ids']} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SelectField
          label={rotation.label}
          value={layer.rotation}
          options={(['daily', 'weekly'] as const).map((value) => ({ value, label: labels.rotations[value] }))}
          onChange={(event) => set(at, withRotation(layer, event.target.value as Rotation))}
          error={rotation.error}
        />
        <TextField
          label={labels.shiftLength[layer.rotation]}
          inputMode="numeric"
          value={String(layer.shift_length)}
          onChange={(event) => length.set(event.target.value)}
          error={length.error}
        />
        {isWeekly && <FieldAt at={[...at, 'handover_weekday']} />}
        <FieldAt at={[...at, 'handover_time']} />
      </div>
      <FieldAt at={[...at, 'starts_on']} />
      <FieldAt at={[...at, 'restrictions']} />
    </>
  )
}

function MembersField({ field, at }: FieldProps<ReferencesModel>) {
  const { form: labels } = useText().schedules
  const { number } = useFormat()
  const { user } = useMe()
  const { data = [] } = useQuery(membersQuery(user.organization_id))
  const { label, error, value, set } = useField(field, at)
  const members = value as readonly string[]
  const choices = data.map(({ user_id, name }) => ({ value: user_id, label: name }))
  const next = findNextMember(
    members,
    choices.map((choice) => choice.value),
  )
  const most = getMost(field)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <EntryList
        isCompact
        entries={members}
        nameOf={(_, index) => labels.member(number(index + 1))}
        addLabel={labels.addMember}
        onAdd={members.length < most ? () => set([...members, next ?? user.id]) : undefined}
        fullText={labels.mostMembers(number(most))}
        onRemove={(index) => set(members.toSpliced(index, 1))}
        onMove={(index, by) => set(moveEntry(members, index, by))}
      >
        {(userId, index) => (
          <select
            aria-label={labels.member(number(index + 1))}
            aria-invalid={error ? true : undefined}
            className="control"
            value={userId}
            onChange={(event) => set(members.with(index, event.target.value))}
          >
            {!choices.some((choice) => choice.value === userId) && (
              <option value={userId}>{userId === user.id ? user.name : labels.unknownMember}</option>
            )}
            <Options options={choices} />
          </select>
        )}
      </EntryList>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

/** Fields of a schedule that the form does not draw as others. */
export const LAYER_FIELDS: CustomFields = {
  layers: LayersField,
  'layers.user_ids': MembersField,
  'layers.handover_weekday': DayField,
  'layers.handover_time': ClockField,
  'layers.starts_on': ClockField,
  'layers.restrictions': RestrictionsField,
  'layers.restrictions.from': RestrictionTimeField,
  'layers.restrictions.to': RestrictionTimeField,
  'layers.restrictions.from_weekday': DayField,
  'layers.restrictions.to_weekday': DayField,
}
