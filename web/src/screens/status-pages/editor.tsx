import { useState } from 'react'
import { ManagedBy } from '../../app/managed/managed.tsx'
import { usePermission } from '../../app/me.ts'
import { DraftNotice } from '../../parts/drafts/draft-notice.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { useText } from '../../text/text.tsx'
import { Form, type Submit } from '../../ui/form.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type Draft, isChanged, type StatusPage, toDraft } from './page-draft.ts'
import { AccessFields, AppearanceFields, NameFields } from './page-fields.tsx'
import { PageMenu, PageUrl, PublishBadge } from './page-head.tsx'
import { usePageForm } from './page-writes.ts'
import { Preview } from './preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionsEditor } from './sections-editor.tsx'
import { Subscribers } from './subscribers.tsx'
import { usePreview } from './use-preview.ts'
import type { Update } from './use-reorder.ts'

export function Editor({ page }: { page: StatusPage }) {
  const labels = useText().statusPages
  const mayEdit = usePermission('can_edit_monitors')
  const kept = useDraft<Draft>(`status-page:${page.id}`, () => toDraft(page), { hideSecrets: withoutPassword })
  const draft = kept.value
  const isDirty = isChanged(draft, page)
  const { form, saveAndPublish } = usePageForm(page, kept)
  const preview = usePreview({ projectId: page.project_id, pageId: page.id }, draft, mayEdit)
  const change = (some: Partial<Draft>) => kept.set((before) => ({ ...before, ...some }))
  const update: Update = (apply) => kept.set((before) => ({ ...before, sections: apply(before.sections) }))
  return (
    <Page
      title={page.name}
      crumbs={[{ label: labels.title, to: '/status-pages' }]}
      lead={!mayEdit && <PublishBadge page={page} />}
      subtitle={
        <>
          <PageUrl page={page} />
          <ManagedBy source={page.managed_by} />
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
                onDiscard={() => kept.done(toDraft(page))}
                onSaveAndPublish={saveAndPublish}
              />
            )}
            <DraftNotice draft={kept} />
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
