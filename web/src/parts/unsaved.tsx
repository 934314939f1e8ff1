import { useBlocker } from '@tanstack/react-router'
import { useText } from '../text/text.tsx'
import { Confirm } from '../ui/dialog.tsx'

/** Asks for confirmation before navigation or closing the page discards unsaved input. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const { unsaved } = useText().forms
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
      title={unsaved.title}
      action={unsaved.leave}
    >
      {unsaved.text}
    </Confirm>
  )
}
