/** Button that silences alerts until a chosen time, or ends the silence. */

import { Bell, BellOff } from 'lucide-react'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { UntilMenu } from '../../platform/until/until-menu.tsx'
import { MAX_SILENCE_MS, type Silence, type SilenceSubject, useSilence } from './use-silence.ts'

interface SilenceMenuProps {
  subject: SilenceSubject
  silence: Silence | undefined
  className?: string
}

export function SilenceMenu({ subject, silence, className }: SilenceMenuProps) {
  const text = useText().silence
  const control = useSilence(subject, silence)
  return (
    <UntilMenu
      trigger={
        <Button icon={BellOff} isPending={control.isPending} {...(className && { className })}>
          {text.silence}
        </Button>
      }
      first={silence ? [{ label: text.end, icon: Bell, onSelect: control.end }] : []}
      title={text.title}
      description={text.description}
      action={text.silence}
      maxMs={MAX_SILENCE_MS}
      noteLabel={text.note}
      onChoose={(until, isFromDialog, note) => (isFromDialog ? control.silence(until, note) : control.start(until))}
    />
  )
}
