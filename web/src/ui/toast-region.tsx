import { Toast } from '@base-ui/react/toast'
import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { setUnsent } from '../api/pending-writes.ts'
import { toProblem } from '../api/problem.ts'
import { useProjectId } from '../api/project.ts'
import { useText } from '../text/text.tsx'
import { Button, IconButton } from './button.tsx'
import { useProblemText, useProblemTitle } from './notice.tsx'
import {
  isOfProject,
  type Message,
  type NextStep,
  onMessage,
  showMessage,
  takeMessages,
  type Undo,
} from './toast-messages.ts'
import { replaceOffers } from './toast-offers.ts'

const SHOWN_MS = 6_000

/** Failures stay until they are dismissed, so that users notice that an action was not carried out. */
const FAILURE_SHOWN_MS = 0

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
          // Covers no button: on phones it is at the top, and dialogs and selection bars move it. Toasts have the role "dialog" too
          className="fixed right-4 bottom-[calc(1rem+var(--bottom-bar))] z-60 max-sm:top-[calc(1rem+var(--notice,0px))] max-sm:bottom-auto flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 sm:in-[body:has([data-selection-bar])]:bottom-[calc(8rem+var(--bottom-bar))] sm:max-lg:in-[body:has([data-selection-bar])]:bottom-[calc(12rem+var(--bottom-bar))] sm:in-[body:has([data-modal])]:top-4 sm:in-[body:has([data-modal])]:right-auto sm:in-[body:has([data-modal])]:bottom-auto sm:in-[body:has([data-modal])]:left-4"
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
      for (const { title, description, undo, next, retry, isFailure, projectId } of takeMessages()) {
        const id = add({
          title,
          ...(description && { description }),
          ...((undo || next) && { data: { undo, next, projectId }, timeout: UNDO_SHOWN_MS }),
          // A message of high priority is announced, but its buttons are hidden from screen readers
          ...(isFailure && {
            type: 'error',
            priority: retry ? 'low' : 'high',
            timeout: FAILURE_SHOWN_MS,
            data: { retry, projectId },
          }),
        })
        const subjects = isFailure ? [`failure ${title}`] : undo && (undo.subjects ?? [`${location.pathname} ${title}`])
        if (subjects) for (const old of replaceOffers(offers.current, id, subjects)) close(old)
      }
    }
    show()
    return onMessage(show)
  }, [add, close])
  return null
}

function List() {
  const { toasts, close } = Toast.useToastManager<Pick<Message, 'undo' | 'next' | 'retry' | 'projectId'>>()
  const text = useText()
  const project = useProjectId()
  const unsentCount = toasts.filter(({ data }) => data?.retry).length
  useEffect(() => {
    setUnsent(unsentCount)
    return () => setUnsent(0)
  }, [unsentCount])
  return toasts.map((toast) => {
    const { undo, next, retry } = toast.data && isOfProject(toast.data, project) ? toast.data : {}
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className="rounded-lg border border-line bg-raised p-3 shadow-raised transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-2.5">
          {toast.type === 'error' ? (
            <CircleX className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />
          ) : (
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-up" aria-hidden />
          )}
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium wrap-anywhere" />
            <Toast.Description className="text-sm text-muted wrap-anywhere" />
            {next && <NextButton next={next} onClick={() => close(toast.id)} />}
            {retry && <NextButton next={{ label: text.common.retry, run: retry }} onClick={() => close(toast.id)} />}
          </div>
          {undo && <UndoButton undo={undo} projectId={toast.data?.projectId} onClick={() => close(toast.id)} />}
          <Toast.Close render={<IconButton icon={X} label={text.common.dismiss} className="-mt-1.5 -mr-1.5" />} />
        </Toast.Content>
      </Toast.Root>
    )
  })
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

interface UndoButtonProps extends Pick<Message, 'projectId'> {
  undo: Undo
  onClick: () => void
}

function UndoButton({ undo, projectId, onClick }: UndoButtonProps) {
  const { common } = useText()
  const titleProblem = useProblemTitle()
  const describeProblem = useProblemText()
  const send = () =>
    void undo().then(
      () => showMessage({ title: common.undone, isFailure: false }),
      (error) => {
        const problem = toProblem(error)
        showMessage({
          title: titleProblem(problem, common.undo),
          description: describeProblem(problem),
          retry: problem.isTransient ? send : undefined,
          isFailure: true,
          projectId,
        })
      },
    )
  const run = () => {
    onClick()
    send()
  }
  return (
    <Button size="small" variant="ghost" onClick={run} className="-mt-0.5 shrink-0">
      {common.undo}
    </Button>
  )
}
