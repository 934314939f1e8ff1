import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { usePermission } from '../../app/me.ts'
import { useStatusPagesText } from '../../text/status-pages.ts'
import { useText } from '../../text/text.tsx'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Form, FormProblem, type Submit, useSubmit } from '../../ui/form.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Badge } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Draft, isChanged, type StatusPage, toBody, toDraft } from './page-draft.ts'
import { AccessFields, AppearanceFields, NameFields } from './page-fields.tsx'
import { Preview } from './preview.tsx'
import { SectionsEditor } from './sections-editor.tsx'
import { Subscribers } from './subscribers.tsx'
import { usePreview } from './use-preview.ts'

export function Editor({ page }: { page: StatusPage }) {
  const labels = useStatusPagesText()
  const mayEdit = usePermission('can_edit_monitors')
  const client = useQueryClient()
  const toast = useToast()
  const [draft, setDraft] = useState(() => toDraft(page))
  const isDirty = isChanged(draft, page)
  const path = { projectId: page.project_id, pageId: page.id }
  const form = useSubmit(
    () =>
      getData(api.PUT('/api/projects/{projectId}/status-pages/{pageId}', { params: { path }, body: toBody(draft) })),
    {
      onDone: (saved) => {
        client.setQueryData(['status-pages', page.project_id, 'page', page.id], saved)
        void client.invalidateQueries({ queryKey: ['status-pages'] })
        setDraft(toDraft(saved.status_page))
        toast.done(labels.saved)
      },
    },
  )
  const preview = usePreview(path, draft, mayEdit)
  useBlocker({ shouldBlockFn: () => isDirty && !confirm(labels.leave), enableBeforeUnload: () => isDirty })
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  return (
    <Page
      title={page.name}
      crumbs={[{ label: labels.title, to: '/status-pages' }]}
      lead={
        <Badge tone={page.is_published ? 'up' : 'quiet'}>{page.is_published ? labels.published : labels.draft}</Badge>
      }
      actions={<Actions page={page} mayEdit={mayEdit} />}
    >
      <div className="grid gap-5 xl:grid-cols-2">
        <Card className="self-start">
          <Form form={form}>
            <fieldset disabled={!mayEdit} className="contents">
              <Parts page={page} draft={draft} onChange={change} form={form} />
            </fieldset>
            {mayEdit && <SaveBar isDirty={isDirty} form={form} onDiscard={() => setDraft(toDraft(page))} />}
          </Form>
        </Card>
        <div className="min-w-0 xl:sticky xl:top-4 xl:self-start">
          <Preview html={preview.html} isStale={preview.isStale} />
        </div>
      </div>
    </Page>
  )
}

interface PartsProps {
  page: StatusPage
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  form: Submit
}

function Parts({ page, draft, onChange, form: { findError } }: PartsProps) {
  const { tabs } = useStatusPagesText()
  const [tab, setTab] = useState('content')
  const fields = { draft, onChange, errorOf: findError }
  return (
    <Tabs
      label={tabs.label}
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'content',
          label: tabs.content,
          content: (
            <>
              <NameFields {...fields} />
              <SectionsEditor
                sections={draft.sections}
                onChange={(sections) => onChange({ sections })}
                errorOf={findError}
              />
            </>
          ),
        },
        { id: 'look', label: tabs.appearance, content: <AppearanceFields {...fields} /> },
        {
          id: 'access',
          label: tabs.access,
          content: <AccessFields {...fields} hasPassword={page.is_password_protected} />,
        },
        {
          id: 'subscribers',
          label: tabs.subscribers,
          content: <Subscribers projectId={page.project_id} pageId={page.id} />,
        },
      ]}
    />
  )
}

/** Stays visible while there are unsaved changes. */
function SaveBar({ isDirty, form, onDiscard }: { isDirty: boolean; form: Submit; onDiscard: () => void }) {
  const labels = useStatusPagesText()
  const { common } = useText()
  return (
    <div className="sticky bottom-(--bottom-bar) -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-3">
      <span role="status" className="mr-auto text-sm text-muted">
        {isDirty && labels.unsaved}
      </span>
      {isDirty && <Button onClick={onDiscard}>{labels.discard}</Button>}
      <Button type="submit" variant="primary" isPending={form.isPending} disabled={!isDirty}>
        {common.save}
      </Button>
    </div>
  )
}

function Actions({ page, mayEdit }: { page: StatusPage; mayEdit: boolean }) {
  const labels = useStatusPagesText()
  const [isConfirming, setConfirming] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const path = { projectId: page.project_id, pageId: page.id }
  const deletion = useSubmit(
    () => getData(api.DELETE('/api/projects/{projectId}/status-pages/{pageId}', { params: { path } })),
    {
      onDone: () => {
        toast.done(labels.delete.done(page.name))
        void navigate({ to: '/status-pages', ignoreBlocker: true })
        void client.invalidateQueries({ queryKey: ['status-pages'] })
      },
    },
  )
  return (
    <>
      {page.is_published && (
        <a href={`/status/${page.slug}`} target="_blank" rel="noopener" className={getButtonClass()}>
          <ExternalLink className="size-4" aria-hidden />
          {labels.open}
        </a>
      )}
      {mayEdit && (
        <Button variant="danger" icon={Trash2} onClick={() => setConfirming(true)}>
          {labels.delete.action}
        </Button>
      )}
      <Confirm
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={deletion.submit}
        isPending={deletion.isPending}
        title={labels.delete.title(page.name)}
        action={labels.delete.action}
      >
        <p>{labels.delete.text}</p>
        <FormProblem problem={deletion.problem} />
      </Confirm>
    </>
  )
}
