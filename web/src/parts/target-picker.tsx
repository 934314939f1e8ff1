/** Field to select notification targets of the project. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, MessageSquare, Webhook } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { api, getData } from '../api/client.ts'
import { useText } from '../text/text.tsx'
import type { FieldProps } from '../ui/field.tsx'
import { type Choice, MultiField } from '../ui/multi-field.tsx'

const MAX_TARGETS = 100

export const targetChoicesQuery = queryOptions({
  queryKey: ['notification-targets', 'choices'],
  queryFn: async () =>
    (await getData(api.GET('/api/notification-targets', { params: { query: { limit: MAX_TARGETS } } }))).targets,
})

const MARKS = { email: Mail, webhook: Webhook, slack: MessageSquare } as const

interface TargetPickerProps extends FieldProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  isDisabled?: boolean
}

export function TargetPicker(props: TargetPickerProps) {
  const { picker } = useText().forms
  const { data, isPending } = useQuery(targetChoicesQuery)
  const choices = useMemo<Choice[]>(
    () =>
      (data ?? []).map(({ id, name, channel, is_enabled: isEnabled }) => {
        const Mark = MARKS[channel] ?? Webhook
        return {
          value: id,
          label: isEnabled ? name : picker.off(name),
          mark: <Mark className="size-4 shrink-0 text-muted" aria-hidden />,
        }
      }),
    [data, picker],
  )
  const hasNone = !isPending && choices.length === 0
  return (
    <MultiField
      {...props}
      help={hasNone ? <NoTargets help={props.help} /> : props.help}
      choices={choices}
      placeholder={hasNone ? undefined : picker.targets}
      emptyText={isPending ? picker.loading : picker.noTargets}
    />
  )
}

/** Shown in a project without notification targets: links to the page where they are created. */
function NoTargets({ help }: { help: ReactNode }) {
  const { picker } = useText().forms
  return (
    <>
      {help && <span className="block">{help}</span>}
      {picker.noTargets}{' '}
      <Link to="/notifications" className="rounded text-accent underline underline-offset-2">
        {picker.makeTarget}
      </Link>
    </>
  )
}
