/** Field to select on-call schedules of the project. */
import { useQuery } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../../../text/text.tsx'
import type { FieldProps } from '../../../ui/field.tsx'
import { type Choice, MultiField } from '../../../ui/multi-field.tsx'
import { scheduleChoicesQuery } from '../../platform/queries.ts'

interface SchedulePickerProps extends FieldProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
}

export function SchedulePicker(props: SchedulePickerProps) {
  const { picker } = useText().forms
  const { picker: labels } = useText().escalation
  const { data, isPending } = useQuery(scheduleChoicesQuery)
  const choices = useMemo<Choice[]>(
    () =>
      (data ?? []).map(({ id, name, on_call: user }) => ({
        value: id,
        label: name,
        ...(user && { detail: user.name }),
        mark: <PhoneCall className="size-4 shrink-0 text-muted" aria-hidden />,
      })),
    [data],
  )
  const hasNone = !isPending && choices.length === 0
  return (
    <MultiField
      {...props}
      choices={choices}
      placeholder={hasNone ? undefined : labels.schedules}
      emptyText={isPending ? picker.loading : labels.noSchedules}
    />
  )
}
