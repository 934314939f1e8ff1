/** The preview of an escalation, also as a dialog. Its code is loaded when it is first shown. */
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../../api/chunk.ts'
import { useText } from '../../../text/text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import type { Outage } from './wake-up-list.tsx'

const WakeUpList = lazy(() => loadChunk(() => import('./wake-up-list.tsx')))

export function WakeUp({ outage }: { outage: Outage }) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <WakeUpList outage={outage} />
    </Suspense>
  )
}

interface DialogProps {
  outage: Outage
  /** Name of the monitor, group or policy. */
  name: string
  onClose: () => void
}

export function WakeUpDialog({ outage, name, onClose }: DialogProps) {
  const { wakeUp } = useText().escalation
  return (
    <Dialog isOpen onClose={onClose} title={wakeUp.titleOf(name)} description={wakeUp.help}>
      <WakeUp outage={outage} />
    </Dialog>
  )
}
