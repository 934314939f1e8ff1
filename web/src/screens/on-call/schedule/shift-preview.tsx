/** The shifts of two weeks as the form of a schedule would give them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, getData } from '../../../api/client.ts'
import { useDebounced } from '../../../parts/use-debounced.ts'
import { useText } from '../../../text/text.tsx'
import { listShiftRows } from '../shift-rows.ts'
import { ShiftTable } from '../shift-table.tsx'
import { type ScheduleDraft, toScheduleBody } from './schedule-draft.ts'

/** @param scheduleId null for a new schedule */
export function ShiftPreview({ draft, scheduleId }: { draft: ScheduleDraft; scheduleId: string | null }) {
  const { schedules } = useText()
  const { form: labels } = schedules
  const { timezone, layers } = toScheduleBody(draft)
  const debounced = useDebounced(JSON.stringify({ timezone, layers, ...(scheduleId && { schedule_id: scheduleId }) }))
  const { data, isError } = useQuery({
    queryKey: ['shift-preview', debounced],
    queryFn: () => getData(api.POST('/api/on-call-schedules/preview', { body: JSON.parse(debounced) })),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
  return (
    <section>
      <h3 className="font-medium">{labels.preview}</h3>
      {isError && <p className="text-sm text-muted">{labels.previewNeedsFields}</p>}
      {data && !isError && (
        <ShiftTable
          label={labels.preview}
          rows={listShiftRows(data.shifts, data.from, data.to)}
          className="max-h-72 overflow-y-auto"
        />
      )}
    </section>
  )
}
