/** Notes about resources that a configuration document describes. */
import { useText } from '../text/text.tsx'
import { Button } from '../ui/button.tsx'

/** Shows the source that manages a resource. */
export function ManagedBy({ source }: { source: string | undefined }) {
  const labels = useText().formNotes.managed
  return source === undefined ? null : <p className="text-sm text-muted wrap-anywhere">{labels.by(source)}</p>
}

/** Asks before a change that the next apply of the source overwrites. */
export function ManagedQuestion({ source, onContinue }: { source: string; onContinue: () => void }) {
  const labels = useText().formNotes.managed
  return (
    <section aria-label={labels.by(source)} className="rounded-lg border border-degraded bg-degraded-soft p-4">
      <p className="font-semibold wrap-anywhere">{labels.by(source)}</p>
      <p className="mb-3">{labels.question}</p>
      <Button onClick={onContinue}>{labels.proceed}</Button>
    </section>
  )
}
