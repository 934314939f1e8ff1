import { runAsking } from '../../app/managed/ask.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import type { Submit } from '../../ui/form.tsx'
import type { StatusPage } from './page-draft.ts'
import { PublishBadge } from './page-head.tsx'
import { usePublish } from './page-writes.ts'

interface SaveBarProps {
  page: StatusPage
  isDirty: boolean
  form: Submit
  onDiscard: () => void
  onSaveAndPublish: () => void
}

/** Saves and publishes. Stays at the top of the window. */
export function SaveBar({ page, isDirty, form, onDiscard, onSaveAndPublish }: SaveBarProps) {
  const labels = useText().statusPages
  const { common } = useText()
  const { is_published: isPublished } = page
  return (
    <div className="sticky top-0 z-10 -mx-4 -mt-4 flex flex-wrap items-center justify-end gap-2 rounded-t-lg border-b border-line bg-surface px-4 py-3">
      <span className="mr-auto flex items-center gap-2 text-sm text-muted">
        <PublishBadge page={page} />
        <span role="status">{isDirty && labels.unsaved}</span>
      </span>
      {isDirty && <Button onClick={onDiscard}>{labels.discard}</Button>}
      {isPublished && <PublishButton page={page} isPrimary={false} />}
      <Button
        type="submit"
        variant={isPublished ? 'primary' : 'secondary'}
        isPending={form.isPending}
        disabled={!isDirty}
      >
        {common.save}
      </Button>
      {!isPublished && isDirty && (
        <Button variant="primary" isPending={form.isPending} onClick={onSaveAndPublish}>
          {labels.saveAndPublish}
        </Button>
      )}
      {!isPublished && !isDirty && <PublishButton page={page} isPrimary />}
    </div>
  )
}

function PublishButton({ page, isPrimary }: { page: StatusPage; isPrimary: boolean }) {
  const labels = useText().statusPages
  const { publish, isPending } = usePublish()
  const run = () => publish(page, !page.is_published)
  return (
    <Button variant={isPrimary ? 'primary' : 'secondary'} isPending={isPending} onClick={() => runAsking([page], run)}>
      {page.is_published ? labels.unpublish : labels.publish}
    </Button>
  )
}
