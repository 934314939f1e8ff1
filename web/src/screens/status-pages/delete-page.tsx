import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, getData } from '../../api/client.ts'
import { ConfirmSubmit } from '../../parts/forms/dialogs/confirm-request.tsx'
import { useText } from '../../text/text.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { getPageUrl, type StatusPage } from './page-draft.ts'

/** Confirmation with the lost data. Subscriptions cannot be restored, so there is no undo. */
export function DeletePage({ page, onClose }: { page: StatusPage; onClose: () => void }) {
  const { delete: labels } = useText().statusPages
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const path = { projectId: page.project_id, pageId: page.id }
  const { data } = useQuery({
    queryKey: ['subscribers', page.id, 'count'],
    queryFn: () =>
      getData(
        api.GET('/api/projects/{projectId}/status-pages/{pageId}/subscribers', {
          params: { path, query: { limit: 1, offset: 0 } },
        }),
      ),
  })
  const count = data?.pagination.total_count ?? 0
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/projects/{projectId}/status-pages/{pageId}', { params: { path } })),
    {
      onDone: () => {
        toast.done(labels.done(page.name))
        void navigate({ to: '/status-pages', ignoreBlocker: true })
        void client.invalidateQueries({ queryKey: ['status-pages'] })
      },
    },
  )
  return (
    <ConfirmSubmit
      onClose={onClose}
      resources={[page]}
      form={deletion}
      title={labels.title(page.name)}
      action={labels.action}
    >
      <p className="wrap-anywhere">{labels.text(getPageUrl(page, location.origin))}</p>
      {count > 0 && <p className="mt-2">{labels.subscribers(count)}</p>}
    </ConfirmSubmit>
  )
}
