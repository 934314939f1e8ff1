/** Tags of monitors: existing tags are offered, and new ones can be typed. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../text/text.tsx'
import type { FieldProps } from '../../ui/field.tsx'
import { type Choice, MultiField } from '../../ui/multi-field.tsx'
import { tagsQuery } from '../platform/queries.ts'

interface TagInputProps extends FieldProps {
  value: readonly string[]
  onChange: (tags: string[]) => void
}

export function TagInput(props: TagInputProps) {
  const { picker } = useText().forms
  const { data } = useQuery(tagsQuery)
  const choices = useMemo<Choice[]>(() => (data ?? []).map(({ name }) => ({ value: name, label: name })), [data])
  return <MultiField {...props} isFree choices={choices} placeholder={picker.tags} />
}
