/** Notes about resources that a configuration document describes. */
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { usePermission } from '../me.ts'
import { isManaged, type Managed } from './ask.ts'
import { useRelease } from './use-release.ts'

/** Shows the source that manages a resource, and lets users who may edit the resource end that. */
export function ManagedBy({ resource }: { resource: Managed }) {
  const labels = useText().common.managed
  if (resource.managed_by === undefined) return null
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {labels.by(resource.managed_by)} <StopManaging resource={resource} />
    </p>
  )
}

export function StopManaging({ resource }: { resource: Managed }) {
  const labels = useText().common.managed
  const mayEdit = usePermission('can_edit_monitors')
  const { release, isPending } = useRelease()
  if (!mayEdit) return null
  return (
    <button
      type="button"
      disabled={isPending}
      onClick={() => release([resource])}
      className="min-h-6 cursor-pointer rounded text-accent underline-offset-2 hover:underline max-sm:min-h-10"
    >
      {labels.stop}
    </button>
  )
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
  const { release, isPending } = useRelease()
  return (
    <section aria-label={useManagedTitle([resource])}>
      <ManagedNote resources={[resource]} />
      <p className="mt-3 max-w-prose text-muted">{labels.stopHelp}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" isPending={isPending} onClick={() => release([resource], onContinue)}>
          {labels.stopAndProceed}
        </Button>
        <Button onClick={onContinue}>{labels.proceed}</Button>
      </div>
    </section>
  )
}
