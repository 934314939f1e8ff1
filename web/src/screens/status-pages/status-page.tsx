/** Editor of a status page with a live preview beside it. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, getData } from '../../api/client.ts'
import { useProject } from '../../app/me.ts'
import { useText } from '../../text/text.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Editor } from './editor.tsx'

export default function StatusPageScreen() {
  const labels = useText().statusPages
  const { id: pageId } = useParams({ strict: false }) as { id: string }
  const { id: projectId } = useProject()
  const page = useQuery({
    queryKey: ['status-pages', projectId, 'page', pageId],
    queryFn: () =>
      getData(api.GET('/api/projects/{projectId}/status-pages/{pageId}', { params: { path: { projectId, pageId } } })),
    refetchOnWindowFocus: false,
  })
  if (page.data) return <Editor key={page.data.status_page.id} page={page.data.status_page} />
  return (
    <Page title={labels.title} crumbs={[{ label: labels.title, to: '/status-pages' }]}>
      {page.isError ? <LoadError error={page.error} onRetry={() => void page.refetch()} /> : <Skeleton lines={8} />}
    </Page>
  )
}
