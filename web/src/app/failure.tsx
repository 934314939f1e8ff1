/** Full-page error. The page continues by itself once the server is reachable again. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { isServerThere } from '../api/connection.ts'
import { hasOpenWrites } from '../api/pending-writes.ts'
import { toProblem } from '../api/problem.ts'
import { LoadError } from '../ui/notice.tsx'

const RETRY_DELAY_MS = 5_000

export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { code, status } = toProblem(error)
  const isMissingPart = code === 'NOT_LOADED'
  const isPassing = code === 'NETWORK' || isMissingPart || status >= 500
  const retry = useCallback(async () => {
    if (isMissingPart) {
      // A browser requests a missing part again only when it loads the page again
      if (await isServerThere()) location.reload()
    } else {
      reset()
      void router.invalidate()
    }
  }, [reset, router, isMissingPart])
  useEffect(() => {
    if (!isPassing) return
    const retryAlone = () => {
      if (!isMissingPart || !hasOpenWrites()) void retry()
    }
    const timer = setInterval(retryAlone, RETRY_DELAY_MS)
    addEventListener('online', retryAlone)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retryAlone)
    }
  }, [isPassing, isMissingPart, retry])
  return <LoadError error={error} onRetry={() => void retry()} />
}
