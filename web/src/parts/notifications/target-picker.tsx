/** Field to select notification targets of the project. A new target is created in a dialog over the form. */
import { useQuery } from '@tanstack/react-query'
import { BellOff, Mail, MessageSquare, Plus, Webhook } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import type { FieldProps } from '../../ui/field.tsx'
import { type Choice, MultiField } from '../../ui/multi-field.tsx'
import { WarningNote } from '../../ui/notice.tsx'
import { useIsInterrupted } from '../forms/drafts/use-draft.ts'
import { isReachable, type Target, targetChoicesQuery } from '../platform/queries.ts'
import { NEW_TARGET, TargetDialog } from './target-dialog.tsx'

const MARKS = { email: Mail, webhook: Webhook, slack: MessageSquare } as const

interface TargetPickerProps extends FieldProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  isDisabled?: boolean
  /** Whether to warn that no selected target can receive alerts. */
  isWarning?: boolean
  /** Whether new targets can be created here. */
  canCreate?: boolean
}

export function TargetPicker({ isWarning = false, canCreate = true, ...props }: TargetPickerProps) {
  const { picker } = useText().forms
  const { noAlerts } = useText().formNotes
  const { data, isPending } = useQuery(targetChoicesQuery)
  const [isAdding, setAdding] = useState(useIsInterrupted(NEW_TARGET) && canCreate)
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
  const warns =
    isWarning && data !== undefined && !data.some((target) => props.value.includes(target.id) && isReachable(target))
  return (
    <div className="flex flex-col gap-2">
      <MultiField
        {...props}
        choices={choices}
        placeholder={hasNone ? undefined : picker.targets}
        emptyText={isPending ? picker.loading : picker.noTargets}
      />
      {warns && <Warning hasTargets={props.value.length > 0} />}
      {canCreate && !props.isDisabled && (
        <Button size="small" icon={Plus} className="self-start max-sm:min-h-10" onClick={() => setAdding(true)}>
          {warns ? noAlerts.add : noAlerts.create}
        </Button>
      )}
      {isAdding && (
        <TargetDialog
          target={null}
          onSaved={(target: Target) => props.onChange([...props.value, target.id])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

function Warning({ hasTargets }: { hasTargets: boolean }) {
  const { noAlerts } = useText().formNotes
  return (
    <WarningNote icon={BellOff}>
      <strong className="font-semibold">{noAlerts.title}.</strong> {hasTargets && noAlerts.unreachable}
    </WarningNote>
  )
}
