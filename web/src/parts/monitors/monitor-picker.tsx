/** Fields to select monitors of the project by name, target or tag. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, getData } from '../../api/client.ts'
import { getMonitorState } from '../../app/monitor-store/monitor-summary.ts'
import { useText } from '../../text/text.tsx'
import type { FieldProps } from '../../ui/field.tsx'
import { type Choice, MultiField } from '../../ui/multi-field.tsx'
import { StateIcon } from '../../ui/status.tsx'

/** Names and states for selection. Lists that must be up to date use the monitor store. */
export const monitorChoicesQuery = queryOptions({
  // The key starts with `groups`, since the same events change both lists
  queryKey: ['groups', 'monitor-choices'],
  queryFn: async () => (await getData(api.GET('/api/dashboard/monitors'))).monitors,
})

export function useMonitorChoices(): readonly Choice[] {
  const { data } = useQuery(monitorChoicesQuery)
  return useMemo(
    () =>
      (data ?? []).map((monitor) => ({
        value: monitor.id,
        label: monitor.name,
        detail: [monitor.target, ...monitor.tags].filter(Boolean).join(' · '),
        mark: <StateIcon state={getMonitorState(monitor)} className="[&_svg]:size-4" />,
      })),
    [data],
  )
}

interface MonitorPickerProps extends FieldProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Ids left out, such as the monitor itself. */
  excludedIds?: readonly string[]
  isDisabled?: boolean
}

export function MonitorPicker({ excludedIds = [], ...rest }: MonitorPickerProps) {
  const { picker } = useText().forms
  const { isPending } = useQuery(monitorChoicesQuery)
  const all = useMonitorChoices()
  const choices = useMemo(() => all.filter(({ value }) => !excludedIds.includes(value)), [all, excludedIds])
  return (
    <MultiField
      {...rest}
      choices={choices}
      placeholder={picker.monitors}
      emptyText={isPending ? picker.loading : picker.noMonitors}
    />
  )
}
