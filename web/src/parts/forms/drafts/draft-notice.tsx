import { History } from 'lucide-react'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { UnsavedGuard } from '../unsaved.tsx'
import type { FormDraft } from './use-draft.ts'

/** Offers to discard restored changes. Asks before leaving a form with input that the browser must not keep. */
export function DraftNotice({
  draft,
}: {
  draft: Pick<FormDraft<unknown>, 'isRestored' | 'isPartial' | 'hasUnkept' | 'discard'>
}) {
  const { drafts } = useText().formNotes
  return (
    <>
      {draft.isRestored && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md bg-accent-soft px-3 py-2 text-sm"
        >
          <History className="size-4 shrink-0" aria-hidden />
          <p className="min-w-0 flex-1 basis-56">
            {drafts.restored} {draft.isPartial && drafts.partial}
          </p>
          <Button size="small" onClick={draft.discard}>
            {drafts.discard}
          </Button>
        </div>
      )}
      <UnsavedGuard isDirty={draft.hasUnkept} />
    </>
  )
}
