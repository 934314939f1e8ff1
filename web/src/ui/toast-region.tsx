import { Toast } from '@base-ui/react/toast'
import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toProblem } from '../api/problem.ts'
import { useText } from '../text/text.tsx'
import { Button, IconButton } from './button.tsx'
import { useProblemText } from './notice.tsx'
import { type NextStep, onMessage, showMessage, takeMessages, type Undo } from './toast-messages.ts'
import { replaceOffers } from './toast-offers.ts'

const SHOWN_MS = 6_000

/** Errors stay longer, so that they can be read completely. */
const FAILURE_SHOWN_MS = 12_000

/** Time to notice a mistake and to reach the button. */
const UNDO_SHOWN_MS = 20_000

export default function ToastRegion() {
  const { shell } = useText()
  return (
    <Toast.Provider timeout={SHOWN_MS}>
      <Feed />
      <Toast.Portal>
        <Toast.Viewport
          aria-label={shell.nav.notifications}
          className="fixed right-4 bottom-[calc(1rem+var(--bottom-bar))] z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Feed() {
  const { add, close } = Toast.useToastManager()
  const offers = useRef(new Map<string, readonly string[]>())
  useEffect(() => {
    const show = () => {
      for (const { title, description, undo, next, isFailure } of takeMessages()) {
        const id = add({
          title,
          ...(description && { description }),
          ...((undo || next) && { data: { undo, next }, timeout: UNDO_SHOWN_MS }),
          ...(isFailure && { type: 'error', priority: 'high', timeout: FAILURE_SHOWN_MS }),
        })
        const subjects = undo && (undo.subjects ?? [`${location.pathname} ${title}`])
        if (subjects) for (const old of replaceOffers(offers.current, id, subjects)) close(old)
      }
    }
    show()
    return onMessage(show)
  }, [add, close])
  return null
}

function List() {
  const { toasts, close } = Toast.useToastManager<{ undo?: Undo; next?: NextStep }>()
  const text = useText()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="rounded-lg border border-line bg-raised p-3 shadow-raised transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-2.5">
        {toast.type === 'error' ? (
          <CircleX className="mt-0.5 size-5 shrink-0 text-down" aria-hidden />
        ) : (
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-up" aria-hidden />
        )}
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium wrap-anywhere" />
          <Toast.Description className="text-sm text-muted wrap-anywhere" />
          {toast.data?.next && <NextButton next={toast.data.next} onClick={() => close(toast.id)} />}
        </div>
        {toast.data?.undo && <UndoButton undo={toast.data.undo} onClick={() => close(toast.id)} />}
        <Toast.Close render={<IconButton icon={X} label={text.common.dismiss} className="-mt-1.5 -mr-1.5" />} />
      </Toast.Content>
    </Toast.Root>
  ))
}

function NextButton({ next, onClick }: { next: NextStep; onClick: () => void }) {
  const run = () => {
    onClick()
    next.run()
  }
  return (
    <Button size="small" onClick={run} className="mt-2">
      {next.label}
    </Button>
  )
}

function UndoButton({ undo, onClick }: { undo: Undo; onClick: () => void }) {
  const { common } = useText()
  const describeProblem = useProblemText()
  const run = () => {
    onClick()
    undo().then(
      () => showMessage({ title: common.undone, isFailure: false }),
      (error) =>
        showMessage({ title: common.undoFailed, description: describeProblem(toProblem(error)), isFailure: true }),
    )
  }
  return (
    <Button size="small" variant="ghost" onClick={run} className="-mt-0.5 shrink-0">
      {common.undo}
    </Button>
  )
}
