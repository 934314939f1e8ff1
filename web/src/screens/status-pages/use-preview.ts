/** Asks for the page as it would be, a moment after the last change. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type Draft, toBody } from './page-draft.ts'

/** So long nothing is typed before the preview follows. */
const CALM_MS = 500

export function usePreview(path: { projectId: string; pageId: string }, draft: Draft, isEnabled: boolean) {
  const calm = useCalm(JSON.stringify(toBody({ ...draft, password: '' })))
  const preview = useQuery({
    queryKey: ['status-page-preview', path.pageId, calm],
    queryFn: () =>
      dataOf(
        api.POST('/api/projects/{projectId}/status-pages/{pageId}/preview', {
          params: { path },
          body: JSON.parse(calm),
        }),
      ),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
  const [last, setLast] = useState<string>()
  useEffect(() => {
    if (preview.data) setLast(preview.data.html)
  }, [preview.data])
  return { html: preview.data?.html ?? last, isStale: preview.isError }
}

/** The value as it was when it last stood still. */
function useCalm(value: string): string {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS)
    return () => clearTimeout(timer)
  }, [value])
  return calm
}
