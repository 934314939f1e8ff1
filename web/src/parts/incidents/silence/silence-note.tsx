/** A silence with its user and its end: as a line, and as a line with a button that ends it. */

import { BellOff } from 'lucide-react'
import { usePermission } from '../../../app/me.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSilenceDescription } from './silence-mark.tsx'
import { type Silence, type SilenceSubject, useSilence } from './use-silence.ts'

export function SilenceLine({ silence }: { silence: Silence }) {
  return (
    <span className="flex items-start gap-1.5 text-sm text-muted wrap-anywhere">
      <BellOff className="mt-0.5 size-4 shrink-0" aria-hidden />
      {useSilenceDescription(silence)}
    </span>
  )
}

/** The line of a page, with a button that ends the silence. */
export function SilenceNote({ subject, silence }: { subject: SilenceSubject; silence: Silence }) {
  const text = useText().silence
  const mayEnd = usePermission('can_manage_incidents')
  const { end } = useSilence(subject, silence)
  const description = useSilenceDescription(silence)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex min-w-0 items-start gap-2 wrap-anywhere">
        <BellOff className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
        <span>{description}</span>
      </p>
      {mayEnd && (
        <Button size="small" onClick={end} className="max-sm:min-h-10">
          {text.end}
        </Button>
      )}
    </div>
  )
}
