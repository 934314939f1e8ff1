/** Fields that hold ids, selected from existing objects. */
import { useQuery } from '@tanstack/react-query'
import type { FieldProps as UiFieldProps } from '../../../ui/field.tsx'
import { MultiField } from '../../../ui/multi-field.tsx'
import { GroupPicker, GroupsPicker } from '../../monitors/group-picker.tsx'
import { MonitorPicker } from '../../monitors/monitor-picker.tsx'
import { useHasPolicy } from '../../notifications/escalation/inherited-policy.ts'
import { PolicyPicker } from '../../notifications/escalation/policy-picker.tsx'
import { TargetPicker } from '../../notifications/target-picker.tsx'
import { targetChoicesQuery } from '../../platform/queries.ts'
import { getValueAt } from './draft.ts'
import type { ReferenceModel, ReferencesModel } from './model.ts'
import { type FieldProps, useField, useScope } from './scope.tsx'
import { renderHelp } from './unavailable.tsx'

interface ReferencePickerProps extends UiFieldProps {
  value: readonly string[]
  onChange: (ids: string[]) => void
  isDisabled?: boolean
}

/** Ids are typed if there is no list to select from. */
const IdList = (props: ReferencePickerProps) => <MultiField {...props} isFree choices={[]} />

function ReferencePicker({
  source,
  isWarning,
  ...props
}: ReferencePickerProps & { source: string; isWarning?: boolean | undefined }) {
  const { excludedIds } = useScope()
  if (source === 'monitors') return <MonitorPicker {...props} excludedIds={excludedIds} />
  if (source === 'groups') return <GroupsPicker {...props} />
  if (source === 'notification-targets') return <TargetPicker {...props} isWarning={isWarning === true} />
  return <IdList {...props} />
}

export function ReferencesField({ field, at }: FieldProps<ReferencesModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { warnsWithoutTargets, draft } = useScope()
  const toId = (name: string) => getValueAt(draft, [name]) as string | null | undefined
  const hasPolicy = useHasPolicy(toId('escalation_policy_id'), toId('group_id'))
  const isTargets = field.source === 'notification-targets'
  const defaultTargets = useDefaultTargets(isTargets)
  return (
    <ReferencePicker
      source={field.source}
      isWarning={isTargets && warnsWithoutTargets && !hasPolicy}
      label={label}
      help={renderHelp(help, field.unavailable)}
      error={error}
      isDisabled={field.unavailable !== null}
      value={(value as string[] | undefined) ?? defaultTargets}
      onChange={set}
    />
  )
}

const NO_TARGETS: readonly string[] = []

/** Returns the default notification targets, which a new monitor uses if it selects none. */
export function useDefaultTargets(isEnabled = true): readonly string[] {
  const { isNew } = useScope()
  const { data } = useQuery({ ...targetChoicesQuery, enabled: isNew && isEnabled })
  if (!isNew || !isEnabled) return NO_TARGETS
  return data?.filter((target) => target.is_default && target.is_enabled).map(({ id }) => id) ?? NO_TARGETS
}

export function ReferenceField({ field, at }: FieldProps<ReferenceModel>) {
  const { label, help, error, value, set } = useField(field, at)
  const { name, excludedIds, draft } = useScope()
  const id = value as string | null
  if (field.source === 'groups')
    return <GroupPicker label={label} help={help} error={error} value={id} onChange={set} excludedIds={excludedIds} />
  if (field.source === 'escalation-policies')
    return (
      <PolicyPicker
        label={label}
        help={help}
        error={error}
        value={id}
        onChange={set}
        groupId={getValueAt(draft, [name === 'group' ? 'parent_group_id' : 'group_id']) as string | null | undefined}
      />
    )
  return (
    <ReferencePicker
      source={field.source}
      label={label}
      help={renderHelp(help, field.unavailable)}
      error={error}
      isDisabled={field.unavailable !== null}
      value={id === null ? NO_TARGETS : [id]}
      onChange={(ids) => set(ids.at(-1) ?? null)} // a new choice replaces the old one
    />
  )
}
