/** Placeholders for content: loading, empty and failed. */
import { CloudOff, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ApiProblem, isSessionEnd, toProblem } from '../api/problem.ts'
import { toPlainMessage } from '../text/api-names/api-names.ts'
import { useText } from '../text/text.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

/** Returns the text of a failed action. The API's English message is used unless the catalogue has a better text. */
export function useProblemText(): (problem: ApiProblem) => string {
  const text = useText()
  const { trouble } = text.common
  return (problem) => {
    if (problem.code === 'NETWORK') return trouble.noAnswer
    if (problem.code === 'NOT_LOADED') return trouble.notLoaded
    if (problem.code === 'NOT_SENT') return trouble.notSent
    if (problem.code === 'UNCONFIRMED') return trouble.unconfirmed
    if (isSessionEnd(problem)) return trouble.sessionEnded
    if (problem.status === 503) return trouble.unavailable
    if (problem.status === 429) return trouble.tooMany(String(problem.retryAfter ?? 60))
    if (problem.isMissing) return trouble.notFound
    if (problem.code === 'INSUFFICIENT_PERMISSIONS') return trouble.forbidden
    if (problem.status === 0 || problem.status >= 500) return `${trouble.unexpected} ${problem.message}`
    return toPlainMessage(text, problem.message)
  }
}

/** Returns the text of a failed read, which the page repeats by itself. */
export function useReadProblemText(): (problem: ApiProblem) => string {
  const { trouble } = useText().common
  const describeProblem = useProblemText()
  return (problem) => (problem.code === 'NETWORK' ? trouble.network : describeProblem(problem))
}

/** Returns the title of a message about a failed action, which states whether the server may have received it. */
export function useProblemTitle(): (problem: ApiProblem, action: string) => string {
  const { titles } = useText().common.trouble
  return ({ code }, action) => {
    if (code === 'NOT_SENT') return titles.unsent(action)
    return code === 'UNCONFIRMED' ? titles.unconfirmed(action) : titles.failed(action)
  }
}

export function LoadError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const text = useText()
  const describeProblem = useReadProblemText()
  const problem = toProblem(error)
  const isFinal = problem.status === 403 || problem.isMissing
  return (
    <Notice icon={CloudOff} title={text.common.trouble.title} role="alert">
      <p>{describeProblem(problem)}</p>
      {onRetry && !isFinal && (
        <Button icon={RotateCw} onClick={onRetry} className="mt-3">
          {text.common.retry}
        </Button>
      )}
    </Notice>
  )
}

/** Empty state: describes the missing content and how to add it. */
export function Notice({
  icon: Icon,
  title,
  children,
  role,
  className,
}: {
  icon: LucideIcon
  title: string
  children?: ReactNode
  role?: 'alert' | 'status'
  className?: string
}) {
  return (
    <div role={role} className={cx('flex flex-col items-center px-4 py-12 text-center', className)}>
      <Icon className="mb-3 size-9 text-faint" aria-hidden />
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-muted">{children}</div>}
    </div>
  )
}

/** Warning about valid input that may not have the intended effect. */
export const WarningNote = ({ icon: Icon = TriangleAlert, children }: { icon?: LucideIcon; children: ReactNode }) => (
  <p role="status" className="flex items-start gap-2 rounded-md bg-degraded-soft px-3 py-2 text-sm text-degraded">
    <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span>{children}</span>
  </p>
)

/** Placeholder for content that is loading. */
export function Skeleton({ className, lines = 3 }: { className?: string; lines?: number }) {
  const text = useText()
  return (
    <div role="status" className={cx('flex animate-pulse flex-col gap-3', className)}>
      <span className="sr-only">{text.common.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          className="h-5 rounded bg-line"
          style={{ width: `${95 - ((index * 17) % 40)}%` }}
          aria-hidden
        />
      ))}
    </div>
  )
}
