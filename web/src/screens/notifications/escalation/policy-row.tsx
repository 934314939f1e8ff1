import { useQueryClient } from '@tanstack/react-query'
import { BellRing, Star, StarOff } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { ManagedBy } from '../../../app/managed/managed.tsx'
import { meQuery, usePermission, useProject } from '../../../app/me.ts'
import { useAction } from '../../../app/use-action.ts'
import { ResourceMenu } from '../../../parts/forms/resources/resource-menu.tsx'
import { WakeUpDialog } from '../../../parts/notifications/escalation/wake-up.tsx'
import type { EscalationPolicy } from '../../../parts/platform/queries.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/status.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { DeletePolicy } from './delete-policy.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PolicySummary } from './policy-summary.tsx'
import { PolicyUsesLine } from './policy-uses-line.tsx'

export function PolicyRow({ policy }: { policy: EscalationPolicy }) {
  const { escalation } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const isOfProject = useProject().escalation_policy_id === policy.id
  const [isPreviewing, setPreviewing] = useState(false)
  return (
    <li className="flex items-start gap-3 px-4 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="font-semibold wrap-anywhere">{policy.name}</h2>
          {isOfProject && (
            <Badge tone="accent" icon={Star}>
              {escalation.isProject}
            </Badge>
          )}
        </div>
        <ManagedBy resource={policy} />
        <div className="mt-1 text-muted">
          <PolicySummary policy={policy} />
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button icon={BellRing} size="small" onClick={() => setPreviewing(true)}>
            {escalation.wakeUp.title}
          </Button>
          <PolicyUsesLine policy={policy} />
        </div>
        {isPreviewing && (
          <WakeUpDialog outage={{ policy: policy.id }} name={policy.name} onClose={() => setPreviewing(false)} />
        )}
      </div>
      {mayEdit && <PolicyMenu policy={policy} isOfProject={isOfProject} />}
    </li>
  )
}

function PolicyMenu({ policy, isOfProject }: { policy: EscalationPolicy; isOfProject: boolean }) {
  const { escalation } = useText()
  const mayManage = usePermission('can_manage_organization')
  const assign = useProjectPolicy()
  const assignment = isOfProject
    ? { label: escalation.notForProject, icon: StarOff, onSelect: () => assign(null, escalation.notUsedForProject) }
    : {
        label: escalation.useForProject,
        icon: Star,
        onSelect: () => assign(policy.id, escalation.usedForProject(policy.name)),
      }
  return (
    <ResourceMenu
      resource={policy}
      draftName={`escalation:${policy.id}`}
      items={() => (mayManage ? [assignment] : [])}
      dialogs={{
        edit: (close) => <PolicyForm policy={policy} onClose={close} />,
        delete: (close) => <DeletePolicy policy={policy} onClose={close} />,
      }}
    />
  )
}

/** Sets the policy of the project, or removes it. */
function useProjectPolicy(): (policyId: string | null, done: string) => void {
  const { id, escalation_policy_id: before = null } = useProject()
  const { escalation } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  const patch = async (policyId: string | null) => {
    const body = { escalation_policy_id: policyId }
    await getData(api.PATCH('/api/projects/{id}', { params: { path: { id } }, body }))
    await client.invalidateQueries(meQuery)
  }
  return (policyId, done) =>
    run({
      name: policyId === null ? escalation.notForProject : escalation.useForProject,
      send: () => patch(policyId),
      onDone: () => toast.done(done, undefined, () => patch(before)),
    })
}
