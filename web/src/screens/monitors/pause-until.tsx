/** The choice of an end beside "Pause" in the bar of bulk actions. Loaded when the bar appears. */
import { ChevronDown } from 'lucide-react'
import { UntilMenu } from '../../parts/until/until-menu.tsx'
import { useText } from '../../text/text.tsx'
import { IconButton } from '../../ui/button.tsx'

const YEAR_MS = 366 * 86_400_000

interface PauseUntilProps {
  isOff: boolean
  onChoose: (until: string) => Promise<void>
}

export default function PauseUntil({ isOff, onChoose }: PauseUntilProps) {
  const { bulk } = useText().monitors
  const { pause } = useText().until
  return (
    <UntilMenu
      trigger={
        <IconButton icon={ChevronDown} label={pause.menu} aria-disabled={isOff} className="-ml-1.5 max-sm:size-10!" />
      }
      title={pause.title}
      description={pause.description}
      action={bulk.pause}
      maxMs={YEAR_MS}
      onChoose={onChoose}
    />
  )
}
