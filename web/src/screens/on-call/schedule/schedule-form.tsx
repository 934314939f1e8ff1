/** Dialog for new and existing on-call schedules. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import { useMe } from '../../../app/me.ts'
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx'
import { useDraft } from '../../../parts/drafts/use-draft.ts'
import { EntryList } from '../../../parts/entry-list.tsx'
import { formatLocalInput } from '../../../parts/until/until-choice.ts'
import { useDebounced } from '../../../parts/use-debounced.ts'
import { getLocalZone, ZonePicker } from '../../../parts/zone-picker.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type Submit, useSubmit } from '../../../ui/form.tsx'
import { WarningNote } from '../../../ui/notice.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { ON_CALL, type Schedule } from '../queries.ts'
import { listShiftRows, sumGaps } from '../shift-rows.ts'
import { ShiftTable } from '../shift-table.tsx'
import { LayerFields } from './layer-fields.tsx'
import {
  addEntry,
  changeEntry,
  createLayer,
  MAX_LAYERS,
  moveEntry,
  removeEntry,
  type ScheduleDraft,
  toScheduleBody,
  toScheduleDraft,
} from './schedule-draft.ts'

interface ScheduleFormProps {
  /** Null for a new schedule. */
  schedule: Schedule | null
  onClose: () => void
}

const patchSchedule = (id: string, body: ReturnType<typeof toScheduleBody>) =>
  getData(api.PATCH('/api/on-call-schedules/{id}', { params: { path: { id } }, body }))

const getToday = (): string => formatLocalInput(Date.now()).slice(0, 10)

export function ScheduleForm({ schedule, onClose }: ScheduleFormProps) {
  const { schedules, common } = useText()
  const { form: labels } = schedules
  const { user } = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const kept = useDraft<ScheduleDraft>(`schedule:${schedule?.id ?? 'new'}`, () =>
    schedule
      ? toScheduleDraft(schedule)
      : {
          name: '',
          description: '',
          timezone: getLocalZone(),
          layers: addEntry([], createLayer(labels.layer('1'), user.id, getToday())),
        },
  )
  const draft = kept.value
  const set = (some: Partial<ScheduleDraft>) => kept.set((before) => ({ ...before, ...some }))
  const refresh = () => client.invalidateQueries({ queryKey: ON_CALL })
  const form = useSubmit(
    () => {
      const body = toScheduleBody(draft)
      return schedule ? patchSchedule(schedule.id, body) : getData(api.POST('/api/on-call-schedules', { body }))
    },
    {
      onDone: () => {
        kept.done()
        if (!schedule) toast.done(schedules.created(draft.name))
        else
          toast.done(schedules.saved, undefined, () =>
            patchSchedule(schedule.id, toScheduleBody(toScheduleDraft(schedule))).finally(refresh),
          )
        void refresh()
        onClose()
      },
    },
  )
  const preview = useShiftPreview(draft, schedule?.id ?? null)
  return (
    <FormDialog
      isWide
      onClose={onClose}
      title={schedule ? labels.edit : labels.add}
      draft={kept}
      form={form}
      ownFields={['layers']}
      submit={schedule ? common.save : labels.submit}
    >
      <TextField
        label={labels.name}
        placeholder={labels.nameExample}
        value={draft.name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
        error={form.findError('name')}
      />
      <TextField
        label={labels.description}
        isOptional
        value={draft.description}
        maxLength={500}
        onChange={(event) => set({ description: event.target.value })}
        error={form.findError('description')}
      />
      <ZonePicker
        label={labels.zone}
        help={labels.zoneHelp}
        value={draft.timezone}
        onChange={(timezone) => set({ timezone })}
        error={form.findError('timezone')}
      />
      <Layers
        layers={draft.layers}
        onChange={(layers) => set({ layers })}
        form={form}
        covered={preview.data?.covered_layers ?? []}
      />
      <ShiftPreview preview={preview} />
    </FormDialog>
  )
}

interface LayersProps {
  layers: ScheduleDraft['layers']
  onChange: (layers: ScheduleDraft['layers']) => void
  form: Submit
  /** Layers that never apply, by the preview. */
  covered: readonly { layer: number; covered_by: readonly number[] }[]
}

function Layers({ layers, onChange, form, covered }: LayersProps) {
  const { form: labels } = useText().schedules
  const { number, list } = useFormat()
  const { user } = useMe()
  const nameAt = (index: number) => labels.layer(number(index + 1))
  const describeCover = (index: number): string | null => {
    const coveredBy = covered.find(({ layer }) => layer === index)?.covered_by ?? []
    const names = coveredBy.flatMap((at) => layers[at]?.name || [])
    return names.length > 0 ? labels.neverApplies(list(names)) : null
  }
  const add = () => onChange(addEntry(layers, createLayer(nameAt(layers.length), user.id, getToday())))
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{labels.layers}</legend>
      <p className="mb-2 text-sm text-muted">{labels.layersHelp}</p>
      <EntryList
        entries={layers}
        nameOf={(_, index) => nameAt(index)}
        addLabel={labels.addLayer}
        onAdd={layers.length < MAX_LAYERS ? add : undefined}
        fullText={labels.mostLayers(number(MAX_LAYERS))}
        onRemove={(index) => onChange(removeEntry(layers, index))}
        onMove={(index, by) => onChange(moveEntry(layers, index, by))}
      >
        {(layer, index) => (
          <LayerFields
            layer={layer}
            warning={describeCover(index)}
            onChange={(change) => onChange(changeEntry(layers, index, change))}
            findError={(field) => form.findError(`layers.${index}.${field}`)}
          />
        )}
      </EntryList>
    </fieldset>
  )
}

/**
 * Reads the shifts of two weeks as the form would give them.
 *
 * @param scheduleId null for a new schedule
 */
function useShiftPreview(draft: ScheduleDraft, scheduleId: string | null) {
  const { timezone, layers } = toScheduleBody(draft)
  const debounced = useDebounced(JSON.stringify({ timezone, layers, ...(scheduleId && { schedule_id: scheduleId }) }))
  return useQuery({
    queryKey: ['shift-preview', debounced],
    queryFn: () => getData(api.POST('/api/on-call-schedules/preview', { body: JSON.parse(debounced) })),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
}

function ShiftPreview({ preview: { data, isError } }: { preview: ReturnType<typeof useShiftPreview> }) {
  const { form: labels } = useText().schedules
  const { number, duration } = useFormat()
  const rows = data ? listShiftRows(data.shifts, data.from, data.to) : []
  const gaps = sumGaps(rows)
  return (
    <section>
      <h3 className="font-medium">{labels.preview}</h3>
      {isError && <p className="text-sm text-muted">{labels.previewNeedsFields}</p>}
      {data && !isError && (
        <>
          {gaps.count > 0 && <WarningNote>{labels.gaps(number(gaps.count), duration(gaps.totalMs))}</WarningNote>}
          <ShiftTable label={labels.preview} rows={rows} className="max-h-72 overflow-y-auto" />
        </>
      )}
    </section>
  )
}
