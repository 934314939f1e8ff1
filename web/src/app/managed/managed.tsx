/** Notes about resources that a configuration document describes. */
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { isManaged, type Managed } from './ask.ts'

/** Shows the source that manages a resource. */
export function ManagedBy({ source }: { source: string | undefined }) {
  const labels = useText().common.managed
  return source === undefined ? null : <p className="text-sm text-muted wrap-anywhere">{labels.by(source)}</p>
}

/** Returns "Managed by shop", with the number of managed resources if there are several. */
export function useManagedTitle(resources: readonly Managed[]): string {
  const labels = useText().common.managed
  const { number, list } = useFormat()
  const managed = resources.filter(isManaged)
  const sources = list([...new Set(managed.map(({ managed_by: source = '' }) => source))].sort())
  return resources.length === 1
    ? labels.by(sources)
    : labels.count(number(managed.length), number(resources.length), sources)
}

/** Warns in a confirmation that the next apply undoes the change. Nothing when no resource is managed. */
export function ManagedNote({ resources }: { resources: readonly Managed[] }) {
  const { question } = useText().common.managed
  const title = useManagedTitle(resources)
  if (!resources.some(isManaged)) return null
  return (
    <div className="mt-2 rounded-lg border border-degraded bg-degraded-soft p-3 text-ink">
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p>{question}</p>
    </div>
  )
}

/** Replaces a form until the user wants to change the managed resource. */
export function ManagedQuestion({ resource, onContinue }: { resource: Managed; onContinue: () => void }) {
  const labels = useText().common.managed
  return (
    <section aria-label={useManagedTitle([resource])}>
      <ManagedNote resources={[resource]} />
      <Button className="mt-3" onClick={onContinue}>
        {labels.proceed}
      </Button>
    </section>
  )
}
