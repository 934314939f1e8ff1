/** Buttons of a policy: its uses, which open as a list, and its assignment. */
import { Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../../api/chunk.ts'
import { usePermission } from '../../../app/me.ts'
import { UserList } from '../../../parts/notifications/escalation/user-list.tsx'
import type { EscalationPolicy } from '../../../parts/platform/queries.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCountUses, usePolicyUses } from './policy-uses.ts'

const AssignPolicy = lazy(() => loadChunk(() => import('./assign-policy.tsx')))

export function PolicyUsesLine({ policy }: { policy: EscalationPolicy }) {
  const { uses: labels, assign } = useText().escalation
  const mayEdit = usePermission('can_edit_monitors')
  const countUses = useCountUses()
  const [dialog, setDialog] = useState<'uses' | 'assign' | null>(null)
  const close = () => setDialog(null)
  const uses = usePolicyUses(policy)
  if (!uses) return null
  const countOf = (wanted: string) => uses.all.filter(({ kind }) => kind === wanted).length
  const counts = { project: countOf('project'), groups: countOf('group'), monitors: countOf('monitor') }
  return (
    <>
      {uses.all.length > 0 ? (
        <Button size="small" variant="ghost" className="underline underline-offset-2" onClick={() => setDialog('uses')}>
          {labels.by(countUses(counts))}
        </Button>
      ) : (
        <span className="px-1 text-sm font-medium text-degraded">{labels.none}</span>
      )}
      {mayEdit && (
        <Button size="small" icon={Link2} onClick={() => setDialog('assign')}>
          {assign.open}
        </Button>
      )}
      {dialog === 'uses' && (
        <Dialog isOpen onClose={close} title={labels.title(policy.name)}>
          <UserList users={uses.users} onLeave={close} />
        </Dialog>
      )}
      {dialog === 'assign' && (
        <Suspense>
          <AssignPolicy policy={policy} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
