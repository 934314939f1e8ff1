/** Requests the preview shortly after the last change. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import { type Draft, toBody } from './page-draft.ts'

export function usePreview(path: { projectId: string; pageId: string }, draft: Draft, isEnabled: boolean) {
  const debounced = useDebounced(JSON.stringify(toBody({ ...draft, password: '' })))
  const preview = useQuery({
    queryKey: ['status-page-preview', path.pageId, debounced],
    queryFn: () =>
      getData(
        api.POST('/api/projects/{projectId}/status-pages/{pageId}/preview', {
          params: { path },
          body: JSON.parse(debounced),
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
