/** Dialog that assigns a policy to monitors and groups. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { createFieldProblem } from '../../../api/problem.ts'
import { getProjectHeader } from '../../../api/project.ts'
import { ManagedNote } from '../../../app/managed/managed.tsx'
import { FormDialog } from '../../../parts/forms/dialogs/form-dialog.tsx'
import { type Edit, restoreValues, sendEdits } from '../../../parts/monitors/monitor-edits.ts'
import { type EscalationPolicy, policiesQuery } from '../../../parts/platform/queries.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { useSubmit } from '../../../ui/form.tsx'
import { type Choice, MultiField } from '../../../ui/multi-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { toUndo } from '../../../ui/toast-messages.ts'
import { listAssignable, type PolicyHolder, useCountUses, usePolicyHolders } from './policy-uses.ts'

interface AssignPolicyProps {
  policy: EscalationPolicy
  onClose: () => void
}

export default function AssignPolicy({ policy, onClose }: AssignPolicyProps) {
  const { escalation, bulkEdit } = useText()
  const { assign: labels } = escalation
  const { picker } = useText().forms
  const { number } = useFormat()
  const countUses = useCountUses()
  const client = useQueryClient()
  const toast = useToast()
  const holders = usePolicyHolders()
  const toChoices = useChoices(policy)
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const [monitorIds, setMonitorIds] = useState<readonly string[]>([])
  const groups = holders?.groups.filter(({ id }) => groupIds.includes(id)) ?? []
  const monitors = holders?.monitors.filter(({ id }) => monitorIds.includes(id)) ?? []
  const refresh = () => client.invalidateQueries({ queryKey: ['groups'] })
  const form = useSubmit(
    () => {
      if (groups.length + monitors.length === 0) throw createFieldProblem([{ field: 'monitors', message: labels.none }])
      return assignPolicy(policy.id, groups, monitors)
    },
    {
      onDone: ({ refusedCount, restore }) => {
        const counts = { groups: groups.length, monitors: monitors.length - refusedCount }
        toast.done(
          labels.done(policy.name, countUses(counts)),
          refusedCount > 0 ? bulkEdit.doneRefused(number(refusedCount)) : undefined,
          toUndo('values', [...groupIds, ...monitorIds], () => restore().finally(refresh)),
        )
        onClose()
        void refresh()
      },
    },
  )
  return (
    <FormDialog
      form={form}
      submit={labels.action}
      title={labels.title(policy.name)}
      description={labels.help}
      onClose={onClose}
    >
      <MultiField
        label={labels.monitors}
        choices={toChoices(holders?.monitors)}
        value={monitorIds}
        onChange={setMonitorIds}
        placeholder={picker.monitors}
        emptyText={holders ? picker.noMonitors : picker.loading}
        error={form.findError('monitors')}
      />
      <MultiField
        label={labels.groups}
        help={labels.groupsHelp}
        isOptional
        choices={toChoices(holders?.groups)}
        value={groupIds}
        onChange={setGroupIds}
        placeholder={picker.groups}
        emptyText={holders ? picker.noGroups : picker.loading}
      />
      <ManagedNote resources={[...groups, ...monitors]} />
    </FormDialog>
  )
}

/** Returns what can get the policy, each with its present policy. */
function useChoices({ id: policyId }: EscalationPolicy) {
  const { assign: labels } = useText().escalation
  const { data: policies = [] } = useQuery(policiesQuery)
  const toDetail = ({ escalation_policy_id: own, target }: PolicyHolder & { target?: string }): string => {
    const name = own ? policies.find(({ id }) => id === own)?.name : undefined
    return [name ? labels.present(name) : labels.without, target].filter(Boolean).join(' · ')
  }
  return (holders: readonly PolicyHolder[] = []): Choice[] =>
    listAssignable(holders, policyId).map((holder) => ({
      value: holder.id,
      label: holder.name,
      detail: toDetail(holder),
    }))
}

/** Maximum number of monitors in one request. */
const EDIT_BATCH = 1_000

/** @returns the number of refused monitors, and a function that restores the previous policies */
async function assignPolicy(policyId: string, groups: readonly PolicyHolder[], monitors: readonly PolicyHolder[]) {
  const headers = getProjectHeader()
  const saveGroup = (groupId: string, body: { escalation_policy_id: string | null }) =>
    getData(api.PUT('/api/groups/{groupId}', { headers, params: { path: { groupId } }, body }))
  for (const { id } of groups) await saveGroup(id, { escalation_policy_id: policyId })
  const undo: { edits: Edit[] }[] = []
  let refusedCount = 0
  for (let from = 0; from < monitors.length; from += EDIT_BATCH) {
    const ids = monitors.slice(from, from + EDIT_BATCH).map(({ id }) => id)
    const result = await sendEdits([{ monitor_ids: ids, set: { escalation_policy_id: policyId } }], false, headers)
    refusedCount += result.failed
    if (result.undo) undo.push(result.undo)
  }
  const restore = async () => {
    await restoreValues(undo)
    for (const group of groups) await saveGroup(group.id, { escalation_policy_id: group.escalation_policy_id ?? null })
  }
  return { refusedCount, restore }
}
