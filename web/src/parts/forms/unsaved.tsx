import { useBlocker } from '@tanstack/react-router'
import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'

/** Asks for confirmation before navigation or closing the page discards input that the browser does not keep. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const { drafts } = useText().formNotes
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Confirm
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={drafts.leaveTitle}
      action={drafts.leave}
    >
      {drafts.leaveText}
    </Confirm>
  )
}
