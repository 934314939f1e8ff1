/** One menu of all ways to get fewer alerts of a monitor, each with its consequence. */
import { useNavigate } from '@tanstack/react-router'
import { AlarmClock, BellOff, CalendarClock, MoonStar, Pause, Wrench } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { usePermission } from '../../app/me.ts'
import { MAX_SILENCE_MS, useSilence } from '../../parts/incidents/silence/use-silence.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-popup.tsx'
import { usePauseChange, YEAR_MS } from './pause-button.tsx'
import type { Monitor } from './queries.ts'

const UntilDialog = lazy(() => loadChunk(() => import('../../parts/platform/until/until-dialog.tsx')))

const MaintenanceNow = lazy(() => loadChunk(() => import('../../parts/monitors/maintenance-now.tsx')))

export function QuietMenu({ monitor }: { monitor: Monitor }) {
  const { silence: silenceText, until, monitor: text } = useText()
  const labels = text.quiet
  const navigate = useNavigate()
  const mayEdit = usePermission('can_edit_monitors')
  const [open, setOpen] = useState<'silence' | 'maintenance' | 'pause' | null>(null)
  const silence = useSilence({ kind: 'monitor', id: monitor.id }, monitor.silence)
  const pause = usePauseChange(monitor)
  const goTo = (to: string, search: object = {}) => void navigate({ to, search } as never)
  const items: MenuItem[] = [
    { ...labels.silence, icon: BellOff, onSelect: () => setOpen('silence') },
    { ...labels.snooze, icon: AlarmClock, onSelect: () => goTo('/incidents') },
    ...(mayEdit
      ? [
          { ...labels.maintenanceNow, icon: Wrench, onSelect: () => setOpen('maintenance') },
          { ...labels.maintenance, icon: CalendarClock, onSelect: () => goTo('/maintenance', { monitor: monitor.id }) },
          {
            ...labels.pause,
            icon: Pause,
            onSelect: () => setOpen('pause'),
            isDisabled: monitor.status === 'disabled',
          },
        ]
      : []),
    { ...labels.quietHours, icon: MoonStar, onSelect: () => goTo('/notifications') },
  ]
  const close = () => setOpen(null)
  return (
    <>
      <Menu trigger={<Button icon={MoonStar}>{labels.menu}</Button>} items={items} />
      {open === 'silence' && (
        <Suspense>
          <UntilDialog
            title={silenceText.title}
            description={silenceText.description}
            action={silenceText.silence}
            maxMs={MAX_SILENCE_MS}
            noteLabel={silenceText.note}
            onSubmit={(end, note) => silence.silence(end, note)}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'maintenance' && (
        <Suspense>
          <MaintenanceNow monitorId={monitor.id} onClose={close} />
        </Suspense>
      )}
      {open === 'pause' && (
        <Suspense>
          <UntilDialog
            title={until.pause.title}
            description={until.pause.description}
            action={text.actions.pause}
            maxMs={YEAR_MS}
            onSubmit={(end) => pause.apply('pause', end)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
