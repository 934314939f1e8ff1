/** Full-page error. The page continues by itself once the server is reachable again. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { toProblem } from '../api/problem.ts'
import { LoadError } from '../ui/notice.tsx'

const RETRY_DELAY_MS = 5_000

export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { code, status } = toProblem(error)
  const isPassing = code === 'NETWORK' || status >= 500
  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  useEffect(() => {
    if (!isPassing) return
    const timer = setInterval(retry, RETRY_DELAY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isPassing, retry])
  return <LoadError error={error} onRetry={retry} />
}
