/** Button that snoozes open incidents until a chosen time, or ends the snooze. */
import { AlarmClock, AlarmClockOff } from 'lucide-react'
import type { Schemas } from '../../../api/types.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { UntilMenu } from '../../platform/until/until-menu.tsx'
import { MAX_SNOOZE_MS, useSnooze } from './use-snooze.ts'

interface SnoozeMenuProps {
  incidents: readonly Pick<Schemas['Incident'], 'id' | 'title' | 'snoozed_until'>[]
  className?: string
  onDone?: () => void
}

export function SnoozeMenu({ incidents, className, onDone }: SnoozeMenuProps) {
  const text = useText().snooze
  const control = useSnooze(incidents)
  const isSnoozed = incidents.length === 1 && incidents[0]!.snoozed_until !== undefined
  return (
    <UntilMenu
      trigger={
        <Button icon={AlarmClock} isPending={control.isPending} {...(className && { className })}>
          {text.snooze}
        </Button>
      }
      first={isSnoozed ? [{ label: text.end, icon: AlarmClockOff, onSelect: control.end }] : []}
      choices={['halfHour', 'hour', 'fourHours', 'tomorrow']}
      title={text.title}
      description={text.description}
      action={text.snooze}
      maxMs={MAX_SNOOZE_MS}
      onChoose={(until, isFromDialog) =>
        isFromDialog ? control.snooze(until).then(onDone) : control.start(until, onDone)
      }
    />
  )
}
