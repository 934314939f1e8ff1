/** Fields to select an escalation policy, with the policy that applies when none is selected. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../../app/me.ts'
import { useText } from '../../../text/text.tsx'
import { type FieldProps, SelectField } from '../../../ui/field.tsx'
import { type EscalationPolicy, policiesQuery, projectPoliciesQuery } from '../../platform/queries.ts'
import { useGroupWithPolicy } from './inherited-policy.ts'

interface PickerProps extends Omit<FieldProps, 'label'> {
  value: string | null
  onChange: (id: string | null) => void
}

interface PolicyPickerProps extends PickerProps {
  label: string
  /** The group of the resource; null when it has no group, undefined for several resources. */
  groupId: string | null | undefined
}

export function PolicyPicker({ groupId, help, ...field }: PolicyPickerProps) {
  const { picker } = useText().escalation
  const { data: policies } = useQuery(policiesQuery)
  const inherited = useInherited(groupId, policies)
  return (
    <PolicySelect
      {...field}
      policies={policies}
      help={policies?.length === 0 ? [help, ' ', <NoPolicies key="none" />] : [help, help && ' ', inherited]}
      noneLabel={picker.inherited}
    />
  )
}

/** Selects the policy of a project, which need not be the current project. */
export function ProjectPolicyPicker({ projectId, ...field }: PickerProps & { projectId: string }) {
  const { apiNames, escalation } = useText()
  const isCurrent = useProject().id === projectId
  const { data: policies } = useQuery(projectPoliciesQuery(projectId))
  return (
    <PolicySelect
      {...field}
      policies={policies}
      label={apiNames.fields.escalation_policy_id}
      help={policies?.length === 0 && isCurrent ? <NoPolicies /> : escalation.picker.forProject}
      noneLabel={escalation.picker.none}
    />
  )
}

interface SelectProps extends PickerProps {
  label: string
  policies: readonly EscalationPolicy[] | undefined
  noneLabel: string
}

function PolicySelect({ policies, noneLabel, value, onChange, ...field }: SelectProps) {
  const { picker } = useText().forms
  const isLoading = policies === undefined
  const isUnknown = value !== null && !policies?.some(({ id }) => id === value)
  return (
    <SelectField
      {...field}
      disabled={isLoading}
      value={isLoading ? '' : (value ?? '')}
      onChange={(event) => onChange(event.target.value || null)}
      options={[
        { value: '', label: isLoading ? '…' : noneLabel },
        ...(isUnknown && !isLoading ? [{ value, label: picker.unknown }] : []),
        ...(policies ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

function NoPolicies(): ReactNode {
  const { escalation, notifications } = useText()
  return (
    <>
      {escalation.picker.noPolicies}{' '}
      <Link to="/notifications/escalation" className="rounded text-accent underline underline-offset-2">
        {notifications.title}
      </Link>
      .
    </>
  )
}

/** Returns the policy that applies without a selection, in words. */
function useInherited(groupId: string | null | undefined, policies: readonly EscalationPolicy[] | undefined): string {
  const { picker } = useText().escalation
  const project = useProject()
  const group = useGroupWithPolicy(groupId ?? null)
  if (groupId === undefined) return picker.fromAnywhere
  const nameOf = (id: string) => policies?.find((policy) => policy.id === id)?.name ?? '…'
  if (group) return picker.fromGroup(nameOf(group.escalation_policy_id!), group.name)
  return project.escalation_policy_id
    ? picker.fromProject(nameOf(project.escalation_policy_id), project.name)
    : picker.fromNowhere
}
