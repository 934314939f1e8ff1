import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useText } from '../text/text.tsx'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'

const BACKDROP =
  'backdrop fixed inset-0 z-40 bg-black/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'
const POPUP =
  'fixed z-50 flex max-h-dvh flex-col overflow-hidden border-line bg-raised text-ink shadow-raised transition-all data-ending-style:opacity-0 data-starting-style:opacity-0 inset-x-0 bottom-0 rounded-t-xl border-t sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-4rem)] sm:w-[min(36rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:border'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string
  children: ReactNode
  isWide?: boolean
}

/** Initial focus: the first field or button of the content instead of the close button. */
const FIRST =
  'input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)'

/** A modal dialog. On a phone it slides up from below. */
export function Dialog({ isOpen, onClose, title, description, children, isWide = false }: DialogProps) {
  const text = useText()
  const body = useRef<HTMLDivElement>(null)
  // On a phone a focused field would open the keyboard over half of the dialog
  const firstOf = (opened: string) =>
    (opened === 'touch' ? null : body.current?.querySelector<HTMLElement>(FIRST)) ?? true
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          data-modal
          initialFocus={firstOf}
          className={cx(POPUP, isWide && 'sm:w-[min(52rem,calc(100vw-2rem))]')}
        >
          <header className="flex items-start gap-3 border-b border-line px-4 py-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
              {description && <Base.Description className="text-muted">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon={X} label={text.common.close} className="-mt-1 -mr-1.5" />} />
          </header>
          <div ref={body} className="overflow-y-auto overscroll-contain p-4">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Buttons at the end of a dialog. They stay visible while its content scrolls. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="sticky -bottom-4 -mx-4 mt-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-4 py-3">
    {children}
  </div>
)

/** Cancel button beside the submit button of a dialog. */
export function Cancel() {
  const { common } = useText()
  return <Base.Close render={<Button />}>{common.cancel}</Base.Close>
}

interface ConfirmProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** The effect, and whether it can be undone. */
  children: ReactNode
  /** Label of the action: "Delete 3 monitors". */
  action: string
  isPending?: boolean
  isDanger?: boolean
  /** Button of another action. */
  other?: ReactNode
}

export function Confirm({
  isOpen,
  onClose,
  onConfirm,
  title,
  children,
  action,
  isPending = false,
  isDanger = true,
  other,
}: ConfirmProps) {
  const text = useText()
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup data-modal className={POPUP}>
          <div className="overflow-y-auto p-4">
            <AlertDialog.Title className="text-lg font-semibold wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-1.5 text-muted">
              {children}
            </AlertDialog.Description>
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
            <AlertDialog.Close render={<Button />}>{text.common.cancel}</AlertDialog.Close>
            {other}
            <Button variant={isDanger ? 'danger' : 'primary'} isPending={isPending} onClick={onConfirm}>
              {action}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
