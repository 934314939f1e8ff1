/** Field to select members of the organization. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '../../../app/me.ts'
import { useText } from '../../../text/text.tsx'
import type { FieldProps } from '../../../ui/field.tsx'
import { type Choice, MultiField } from '../../../ui/multi-field.tsx'
import { PersonMark } from '../../on-call/person.tsx'
import { membersQuery } from '../../platform/queries.ts'

interface MemberPickerProps extends FieldProps {
  value: readonly string[]
  onChange: (userIds: string[]) => void
}

export function MemberPicker(props: MemberPickerProps) {
  const { picker } = useText().forms
  const { picker: labels } = useText().escalation
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
  return (
    <MultiField
      {...props}
      choices={choices}
      placeholder={labels.members}
      emptyText={data ? undefined : picker.loading}
    />
  )
}
