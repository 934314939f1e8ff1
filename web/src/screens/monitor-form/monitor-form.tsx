/** Form for new and existing monitors. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { getValueAt, toCreateBody } from '../../parts/forms/schema-form/draft.ts'
import type { ReferenceModel } from '../../parts/forms/schema-form/model.ts'
import { useDefaultTargets } from '../../parts/forms/schema-form/reference-fields.tsx'
import { SchemaForm } from '../../parts/forms/schema-form/schema-form.tsx'
import { type CustomFields, type FieldProps, useField, useScope } from '../../parts/forms/schema-form/scope.tsx'
import { PlansLink, Unavailable } from '../../parts/forms/schema-form/unavailable.tsx'
import type { SchemaForm as FormState } from '../../parts/forms/schema-form/use-schema-form.ts'
import GroupForm from '../../parts/monitors/group-form.tsx'
import { GroupPicker } from '../../parts/monitors/group-picker.tsx'
import { useHasPolicy } from '../../parts/notifications/escalation/inherited-policy.ts'
import { groupTreeQuery, isReachable, targetChoicesQuery } from '../../parts/platform/queries.ts'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { AssertionsField } from './assertions.tsx'
import { MonitorFields } from './monitor-fields.tsx'
import { TestButton, TestResult, useTestRun } from './test-panel.tsx'

/** Fields of a monitor that have their own part of the form. */
export const MONITOR_PARTS: CustomFields = { 'http_config.assertions': AssertionsField, group_id: GroupField }

interface MonitorFormProps {
  form: FormState
  /** Whether a test check can run. Heartbeat monitors wait for pings and cannot be tested. */
  canTest: boolean
  action: string
  /** Target of the cancel button. */
  backTo: string
}

export function MonitorForm({ form, canTest, action, backTo }: MonitorFormProps) {
  const { common } = useText()
  const describeProblem = useSubmitProblemText()
  // All values, changed or not: a test check does not read the saved monitor
  const trial = useTestRun(form, () => {
    form.buildBody(['name'])
    return toCreateBody(form.model, form.scope.draft)
  })
  return (
    <SchemaForm form={form} describeProblem={describeProblem} fields={<MonitorFields model={form.model} />}>
      {canTest && (
        <TestResult
          trial={trial}
          target={String(getValueAt(form.scope.draft, ['target']) ?? '')}
          onTarget={(target) => form.scope.set(['target'], target)}
        />
      )}
      <div className="sticky bottom-(--bottom-bar) z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0">
        <Button type="submit" variant="primary" isPending={form.submit.isPending}>
          {action}
        </Button>
        {canTest && <TestButton trial={trial} />}
        <ButtonLink to={backTo} variant="ghost" className="max-sm:hidden">
          {common.cancel}
        </ButtonLink>
        <AlertHint />
      </div>
    </SchemaForm>
  )
}

/** Repeats the warning about missing targets where it is seen before saving. */
function AlertHint() {
  const { noAlerts } = useText().formNotes
  const { draft } = useScope()
  const standard = useDefaultTargets()
  const { data } = useQuery(targetChoicesQuery)
  const chosen = (getValueAt(draft, ['notification_target_ids']) as readonly string[] | undefined) ?? standard
  const [own, groupId] = ['escalation_policy_id', 'group_id'].map((name) => getValueAt(draft, [name]) as string | null)
  const hasPolicy = useHasPolicy(own, groupId)
  if (!data || hasPolicy || data.some((target) => chosen.includes(target.id) && isReachable(target))) return null
  return (
    <p className="flex items-center gap-1.5 text-sm text-degraded max-sm:order-first max-sm:basis-full sm:ml-auto">
      <BellOff className="size-4 shrink-0" aria-hidden />
      {noAlerts.title}
    </p>
  )
}

/** Text for refusals by the plan, with a link to the plan. */
function useSubmitProblemText(): (problem: ApiProblem) => ReactNode {
  const { monitor } = useText().forms
  return (problem) => {
    const { code, message, details } = problem
    if (code === 'MONITOR_LIMIT_REACHED')
      return (
        <>
          {monitor.limitReached(String(details.limit ?? ''))} <PlansLink />
        </>
      )
    return code.endsWith('_NOT_AVAILABLE') ? <Unavailable refusal={{ code, message }} /> : undefined
  }
}

/** The group of the monitor. A new group is created in a dialog over the form. */
function GroupField({ field, at }: FieldProps<ReferenceModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { groups } = useText()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <GroupPicker label={label} help={help} error={error} value={value as string | null} onChange={set} />
      <Button size="small" icon={Plus} className="self-start max-sm:min-h-10" onClick={() => setAdding(true)}>
        {groups.add}
      </Button>
      {isAdding && (
        <GroupForm
          group={null}
          parent={null}
          onSaved={({ id }) => {
            set(id)
            setAdding(false)
          }}
          onRefresh={() => void client.invalidateQueries({ queryKey: groupTreeQuery.queryKey })}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}
