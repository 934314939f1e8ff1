/** Fields to select groups, listed as a tree. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
import { type FieldProps, SelectField } from '../../ui/field.tsx'
import { type Choice, MultiField } from '../../ui/multi-field.tsx'
import { groupTreeQuery } from '../platform/queries.ts'

interface GroupNode {
  id: string
  name: string
  status?: GroupStatus | undefined
  child_groups: readonly unknown[]
}

type GroupStatus = NonNullable<Schemas['Group']['status']>

/** A group, with its status when it has a condition. */
interface GroupChoice extends Choice {
  status?: GroupStatus | undefined
}

/** Every group follows its parent; siblings are sorted by name. */
function flattenGroups(nodes: readonly GroupNode[], path: readonly string[] = []): GroupChoice[] {
  return nodes
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ id, name, status, child_groups: below }) => [
      { value: id, label: name, status, level: path.length, ...(path.length > 0 && { detail: path.join(' / ') }) },
      ...flattenGroups(below as readonly GroupNode[], [...path, name]),
    ])
}

export function useGroupChoices(): readonly GroupChoice[] {
  const { data } = useQuery(groupTreeQuery)
  return useMemo(() => flattenGroups(data ?? []), [data])
}

interface GroupPickerProps extends FieldProps {
  value: string | null
  onChange: (id: string | null) => void
  /** Label of the choice "no group". */
  noneLabel?: string
  /** Groups left out, such as a group itself and its subgroups. */
  excludedIds?: readonly string[]
  disabled?: boolean
}

/** Selects one group or none. */
export function GroupPicker({ value, onChange, noneLabel, excludedIds = [], ...field }: GroupPickerProps) {
  const { picker } = useText().forms
  const isLoading = useQuery(groupTreeQuery).isPending
  const choices = useGroupChoices()
  const options = choices
    .filter((choice) => !excludedIds.includes(choice.value))
    .map(({ value: id, label, level = 0 }) => ({ value: id, label: `${'\u2003'.repeat(level)}${label}` }))
  const isUnknown = value !== null && !options.some((option) => option.value === value)
  return (
    <SelectField
      {...field}
      disabled={field.disabled || isLoading}
      value={isLoading ? '' : (value ?? '')}
      onChange={(event) => onChange(event.target.value || null)}
      options={[
        { value: '', label: isLoading ? '…' : (noneLabel ?? picker.noGroup) },
        ...(isUnknown && !isLoading ? [{ value, label: picker.unknown }] : []),
        ...options,
      ]}
    />
  )
}

interface GroupsPickerProps extends FieldProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Whether only groups with a condition are offered. */
  isWithStatus?: boolean
}

/** Selects several groups. Nothing is shown when no group with a condition can be offered. */
export function GroupsPicker({ isWithStatus = false, ...props }: GroupsPickerProps) {
  const { picker } = useText().forms
  const all = useGroupChoices()
  const choices = isWithStatus ? all.filter(({ status }) => status !== undefined) : all
  if (isWithStatus && choices.length === 0) return null
  return <MultiField {...props} choices={choices} placeholder={picker.groups} emptyText={picker.noGroups} />
}
