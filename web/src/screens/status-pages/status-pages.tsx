/** Screen with the status pages of the project. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Globe, Lock, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { usePermission, useProject } from '../../app/me.ts'
import { FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/status.tsx'
import type { StatusPage } from './page-draft.ts'
import { PageUrl, PublishBadge } from './page-head.tsx'
import { useShowDraft } from './page-writes.ts'

const PAGE = 20

export default function StatusPages() {
  const labels = useText().statusPages
  const mayEdit = usePermission('can_edit_monitors')
  const { id: projectId } = useProject()
  const [offset, setOffset] = useState(0)
  const [isMaking, setMaking] = useState(false)
  const list = useQuery({
    queryKey: ['status-pages', projectId, offset],
    queryFn: () =>
      getData(
        api.GET('/api/projects/{projectId}/status-pages', {
          params: { path: { projectId }, query: { limit: PAGE, offset } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const button = mayEdit && (
    <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
      {labels.new}
    </Button>
  )
  const isEmpty = list.data?.pagination.total_count === 0
  return (
    <Page title={labels.title} actions={!isEmpty && button}>
      {list.isPending ? (
        <Skeleton />
      ) : list.isLoadingError ? (
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      ) : isEmpty ? (
        <Notice icon={Globe} title={labels.empty}>
          <p className="mb-4">{labels.emptyText}</p>
          {button}
        </Notice>
      ) : (
        <>
          <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            {list.data.status_pages.map((page) => (
              <li key={page.id}>
                <Entry page={page} />
              </li>
            ))}
          </ul>
          <Pager offset={offset} limit={PAGE} total={list.data.pagination.total_count} onChange={setOffset} />
        </>
      )}
      {isMaking && <NewPage onClose={() => setMaking(false)} />}
    </Page>
  )
}

function Entry({ page }: { page: StatusPage }) {
  const labels = useText().statusPages
  const count = page.sections.reduce((sum, { components }) => sum + components.length, 0)
  return (
    <Card className="h-full">
      <div className="flex items-start justify-between gap-2">
        <h2 className="font-semibold wrap-anywhere">{page.name}</h2>
        <div className="flex shrink-0 gap-1.5">
          {page.is_password_protected && (
            <Badge tone="quiet" icon={Lock}>
              {labels.protected}
            </Badge>
          )}
          <PublishBadge page={page} />
        </div>
      </div>
      <div className="mt-1 text-sm text-muted">
        <PageUrl page={page} />
        {labels.components(count)}
        <ManagedBy resource={page} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink to="/status-pages/$id" params={{ id: page.id } as never} icon={Pencil} size="small">
          {labels.edit}
        </ButtonLink>
      </div>
    </Card>
  )
}

function NewPage({ onClose }: { onClose: () => void }) {
  const labels = useText().statusPages
  const { common } = useText()
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const client = useQueryClient()
  const showDraft = useShowDraft()
  const [name, setName] = useState('')
  const form = useSubmit(
    () =>
      getData(
        api.POST('/api/projects/{projectId}/status-pages', {
          params: { path: { projectId } },
          body: { name, sections: [{ name: labels.sections.unnamed }] },
        }),
      ),
    {
      onDone: ({ status_page: page }) => {
        showDraft(labels.created(page.name), page)
        void client.invalidateQueries({ queryKey: ['status-pages'] })
        void navigate({ to: `/status-pages/${page.id}` })
      },
    },
  )
  return (
    <FormDialog onClose={onClose} title={labels.new} form={form} submit={common.create}>
      <TextField
        label={labels.name}
        help={labels.nameHelp}
        value={name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        error={form.findError('name')}
      />
    </FormDialog>
  )
}
