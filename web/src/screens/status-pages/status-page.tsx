/** The editor of a status page, with the page itself beside it as it would be. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, dataOf } from '../../api/client.ts'
import { useProject } from '../../app/me.ts'
import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, Trouble } from '../../ui/trouble.tsx'
import { Editor } from './editor.tsx'

export default function StatusPageScreen() {
  const { statusPages: words } = useText()
  const { id: pageId } = useParams({ strict: false }) as { id: string }
  const { id: projectId } = useProject()
  const page = useQuery({
    queryKey: ['status-pages', projectId, 'page', pageId],
    queryFn: () =>
      dataOf(api.GET('/api/projects/{projectId}/status-pages/{pageId}', { params: { path: { projectId, pageId } } })),
    refetchOnWindowFocus: false,
  })
  if (page.data) return <Editor key={page.data.status_page.id} page={page.data.status_page} />
  return (
    <Page title={words.title} crumbs={[{ label: words.title, to: '/status-pages' }]}>
      {page.isError ? <Trouble error={page.error} onRetry={() => void page.refetch()} /> : <Skeleton lines={8} />}
    </Page>
  )
}
