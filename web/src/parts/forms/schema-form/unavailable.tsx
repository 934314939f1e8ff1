import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useText } from '../../../text/text.tsx'
import type { Refusal } from './schema.ts'

/** Why the plan does not offer a field, with a link to the plan. */
export function Unavailable({ refusal }: { refusal: Refusal }) {
  const { forms } = useText()
  const labels = forms.refused as Readonly<Record<string, string | undefined>>
  return (
    <span className="text-sm text-muted">
      <Lock className="mr-1.5 inline size-3.5 align-[-0.125em]" aria-hidden />
      {labels[refusal.code] ?? refusal.message} {refusal.code.endsWith('_NOT_AVAILABLE') && <PlansLink />}
    </span>
  )
}

/** Link to the settings page with the plan. */
export const PlansLink = () => (
  <Link to="/settings/plan" className="rounded whitespace-nowrap text-accent underline underline-offset-2">
    {useText().forms.seePlans}
  </Link>
)

/** Returns the help of a field, followed by the refusal if the field is unavailable. */
export const renderHelp = (help: string | false | undefined, refusal: Refusal | null) =>
  refusal ? (
    <>
      {help && <span className="block">{help}</span>}
      <Unavailable refusal={refusal} />
    </>
  ) : (
    help || undefined
  )
