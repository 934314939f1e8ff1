import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { usePermission } from '../../app/me.ts'
import { DraftNotice } from '../../parts/forms/drafts/draft-notice.tsx'
import { useDraft } from '../../parts/forms/drafts/use-draft.ts'
import { useDebounced } from '../../parts/platform/use-debounced.ts'
import { useText } from '../../text/text.tsx'
import { Form, type Submit } from '../../ui/form.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type Draft, isChanged, type StatusPage, toBody, toDraft } from './page-draft.ts'
import { AccessFields, AppearanceFields, NameFields } from './page-fields.tsx'
import { PageMenu, PageUrl, PublishBadge } from './page-head.tsx'
import { usePageForm } from './page-writes.ts'
import { Preview } from './preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionsEditor } from './sections-editor.tsx'
import { Subscribers } from './subscribers.tsx'
import type { Update } from './use-reorder.ts'

export function Editor({ page }: { page: StatusPage }) {
  const labels = useText().statusPages
  const mayEdit = usePermission('can_edit_monitors')
  const formDraft = useDraft<Draft>(`status-page:${page.id}`, () => toDraft(page), { hideSecrets: withoutPassword })
  const draft = formDraft.value
  const isDirty = isChanged(draft, page)
  const { form, saveAndPublish } = usePageForm(page, formDraft)
  const preview = usePreview({ projectId: page.project_id, pageId: page.id }, draft, mayEdit)
  const change = (some: Partial<Draft>) => formDraft.set((before) => ({ ...before, ...some }))
  const update: Update = (apply) => formDraft.set((before) => ({ ...before, sections: apply(before.sections) }))
  return (
    <Page
      title={page.name}
      crumbs={[{ label: labels.title, to: '/status-pages' }]}
      lead={!mayEdit && <PublishBadge page={page} />}
      subtitle={
        <>
          <PageUrl page={page} />
          <ManagedBy resource={page} />
        </>
      }
      actions={mayEdit && <PageMenu page={page} />}
    >
      <div className="grid gap-5 xl:grid-cols-2">
        <Card className="self-start">
          <Form form={form}>
            {mayEdit && (
              <SaveBar
                page={page}
                isDirty={isDirty}
                form={form}
                onDiscard={() => formDraft.done(toDraft(page))}
                onSaveAndPublish={saveAndPublish}
              />
            )}
            <DraftNotice draft={formDraft} />
            <fieldset disabled={!mayEdit} className="contents">
              <Parts page={page} draft={draft} onChange={change} onUpdate={update} form={form} />
            </fieldset>
          </Form>
        </Card>
        <div className="min-w-0 xl:sticky xl:top-4 xl:self-start">
          <Preview html={preview.html} isStale={preview.isStale} />
        </div>
      </div>
    </Page>
  )
}

const withoutPassword = ({ password }: Draft, draft: Draft): Draft => ({ ...draft, password })

interface PartsProps {
  page: StatusPage
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  onUpdate: Update
  form: Submit
}

function Parts({ page, draft, onChange, onUpdate, form: { findError } }: PartsProps) {
  const { tabs } = useText().statusPages
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
              <SectionsEditor sections={draft.sections} onUpdate={onUpdate} errorOf={findError} />
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

/** Requests the preview shortly after the last change. */
function usePreview(path: { projectId: string; pageId: string }, draft: Draft, isEnabled: boolean) {
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
