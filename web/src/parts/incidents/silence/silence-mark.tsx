/** Mark of a silenced monitor in a list, loaded with the first one. Its name states the user and the end. */
import { BellOff } from 'lucide-react'
import type { Schemas } from '../../../api/types.ts'
import { useFormat, useText } from '../../../text/text.tsx'

type Silence = Schemas['Silence']

const isToday = (moment: string): boolean => new Date(moment).toDateString() === new Date().toDateString()

export function useSilenceDescription({ by_name: name, until, note }: Silence): string {
  const text = useText().silence
  const { time, dateTime } = useFormat()
  const line = text.by(name ?? text.someone, isToday(until) ? time(until) : dateTime(until))
  return note ? `${line}: ${note}` : line
}

export default function SilenceMark({ silence }: { silence: Silence }) {
  const description = useSilenceDescription(silence)
  return (
    <span title={description} className="shrink-0 text-muted">
      <BellOff className="size-4" aria-hidden />
      <span className="sr-only">{description}</span>
    </span>
  )
}
