/** Field to select members of the organization. */
import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useMemo } from 'react'
import { useMe } from '../../../app/me.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import type { FieldProps } from '../../../ui/field.tsx'
import { type Choice, MultiField } from '../../../ui/multi-field.tsx'
import { WarningNote } from '../../../ui/notice.tsx'
import { PersonMark } from '../../on-call/person.tsx'
import { membersQuery } from '../../platform/queries.ts'

interface MemberPickerProps extends FieldProps {
  value: readonly string[]
  onChange: (userIds: string[]) => void
}

export function MemberPicker(props: MemberPickerProps) {
  const { forms, escalation, onCall } = useText()
  const { picker } = forms
  const { picker: labels } = escalation
  const { list } = useFormat()
  const { data } = useQuery(membersQuery(useMe().user.organization_id))
  const choices = useMemo<Choice[]>(
    () =>
      (data ?? []).map(({ user_id: value, name, email }) => ({
        value,
        label: name,
        detail: email,
        mark: <PersonMark id={value} />,
      })),
    [data],
  )
  const unreachable = (data ?? []).filter(
    ({ user_id: id, reachable_by: kinds }) => kinds.length === 0 && props.value.includes(id),
  )
  return (
    <div className="flex flex-col gap-2">
      <MultiField
        {...props}
        choices={choices}
        placeholder={labels.members}
        emptyText={data ? undefined : picker.loading}
      />
      {unreachable.length > 0 && (
        <WarningNote icon={UserX}>{onCall.unreachable(list(unreachable.map(({ name }) => name)))}</WarningNote>
      )}
    </div>
  )
}
