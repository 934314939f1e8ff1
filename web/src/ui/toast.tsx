import { Toast } from '@base-ui/react/toast'
import { CircleCheck, CircleX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../text/text.tsx'
import { IconButton } from './button.tsx'

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={6_000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
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
        </div>
        <Toast.Close render={<IconButton icon={X} label={text.common.dismiss} className="-mt-1.5 -mr-1.5" />} />
      </Toast.Content>
    </Toast.Root>
  ))
}

export interface Tell {
  done: (title: string, description?: string) => void
  failed: (title: string, description?: string) => void
}

/** Says briefly that something was done, or was not. */
export function useToast(): Tell {
  const { add } = Toast.useToastManager()
  return {
    done: (title, description) => void add({ title, ...(description && { description }) }),
    failed: (title, description) =>
      void add({ title, type: 'error', priority: 'high', timeout: 12_000, ...(description && { description }) }),
  }
}
