/** A menu of ends: lengths such as one hour, tomorrow 8:00, or a time that a dialog asks for. */
import { CalendarClock, Clock } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { loadChunk, usePreload } from '../../../api/chunk.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuItem, MenuProps } from '../../../ui/menu-popup.tsx'
import { useNow } from '../../../ui/time.tsx'
import { listUntilChoices, type UntilChoice } from './until-choice.ts'
import type Dialog from './until-dialog.tsx'

const importDialog = () => import('./until-dialog.tsx')
const UntilDialog = lazy(() => loadChunk(importDialog))

interface UntilMenuProps extends Omit<ComponentProps<typeof Dialog>, 'onSubmit' | 'onClose'> {
  trigger: MenuProps['trigger']
  /** Entries before the times. */
  first?: readonly MenuItem[]
  choices?: readonly UntilChoice[]
  /** Applies the end. The dialog shows a rejection; a chosen entry reports its failure itself. */
  onChoose: (until: string, isFromDialog: boolean, note?: string) => unknown
}

export function UntilMenu({ trigger, first = [], choices, onChoose, ...dialog }: UntilMenuProps) {
  const text = useText().until
  const { time } = useFormat()
  const [isAsking, setAsking] = useState(false)
  usePreload(importDialog)
  const items = listUntilChoices(useNow(), choices).map(({ choice, at }) => ({
    label: text.choice[choice](time(at)),
    icon: Clock,
    onSelect: () => {
      // The time of the click, not of the last rendering
      const chosen = listUntilChoices(Date.now(), choices).find((offered) => offered.choice === choice)!
      void onChoose(new Date(chosen.at).toISOString(), false)
    },
  }))
  const custom = { label: text.custom, icon: CalendarClock, onSelect: () => setAsking(true) }
  return (
    <>
      <Menu trigger={trigger} items={[...first, ...items, custom]} />
      {isAsking && (
        <Suspense>
          <UntilDialog
            {...dialog}
            onSubmit={async (until, note) => onChoose(until, true, note)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
