/** Editor for an update, which notifies all alerted recipients, or a comment, which notifies none. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import { api, getData } from '../../api/client.ts'
import { usePermission, useProject } from '../../app/me.ts'
import { DraftNotice } from '../../parts/forms/drafts/draft-notice.tsx'
import { useDraft } from '../../parts/forms/drafts/use-draft.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField, FieldError } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useToast } from '../../ui/toast.tsx'
import { commentsQuery, type Incident, pagesQuery, updatesQuery } from './queries.ts'
import { listMonitorIds, listPagesShowing } from './timeline.ts'

type Kind = 'update' | 'comment'

interface Entry {
  kind: Kind
  text: string
  isPublic: boolean
  isInternal: boolean
}

export function Composer({ incident }: { incident: Incident }) {
  const { timeline } = useText().incidents
  const mayUpdate = usePermission('can_manage_incidents')
  const first: Entry = { kind: mayUpdate ? 'update' : 'comment', text: '', isPublic: false, isInternal: false }
  const formDraft = useDraft(`incident-entry:${incident.id}`, first)
  const { kind, text, isPublic, isInternal } = formDraft.value
  const set = (some: Partial<Entry>) => formDraft.set((before) => ({ ...before, ...some }))
  const form = useSend(incident.id, kind, text, kind === 'update' ? isPublic : isInternal, () =>
    formDraft.done({ ...first, kind }),
  )
  const id = useId()
  const isUpdate = kind === 'update'
  const error = form.findError(isUpdate ? 'message' : 'comment_text')
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) form.submit()
  }
  return (
    <Form form={form} ownFields={['message', 'comment_text']} className="gap-2">
      {text.trim() !== '' && <DraftNotice draft={formDraft} />}
      {mayUpdate && <KindChoice kind={kind} onChange={(next) => set({ kind: next })} />}
      <label htmlFor={id} className="sr-only">
        {isUpdate ? timeline.update : timeline.addComment}
      </label>
      <textarea
        id={id}
        rows={2}
        className="control"
        maxLength={5000}
        placeholder={isUpdate ? timeline.updatePlaceholder : timeline.commentPlaceholder}
        value={text}
        onChange={(event) => set({ text: event.target.value })}
        onKeyDown={press}
        aria-describedby={`${id}-help`}
        aria-invalid={error ? true : undefined}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      />
      {error && <FieldError>{error}</FieldError>}
      <p id={`${id}-help`} className="text-sm text-muted">
        {isUpdate ? timeline.updateHelp : timeline.commentHelp} {timeline.keys}.
      </p>
      <div className="flex flex-wrap items-start justify-between gap-3">
        {isUpdate ? (
          <PublicField incident={incident} checked={isPublic} onChange={(next) => set({ isPublic: next })} />
        ) : (
          <CheckField
            label={timeline.isInternal}
            help={timeline.internalHelp}
            checked={isInternal}
            onChange={(event) => set({ isInternal: event.target.checked })}
            className="flex-1 basis-60"
          />
        )}
        <Button
          type="submit"
          variant="primary"
          isPending={form.isPending}
          aria-disabled={!text.trim()}
          className="min-h-10"
        >
          {isUpdate ? timeline.send : timeline.sendComment}
        </Button>
      </div>
    </Form>
  )
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { timeline } = useText().incidents
  return (
    <div>
      <Segments
        label={timeline.what}
        value={kind}
        onChange={onChange}
        options={[
          { value: 'update', label: timeline.update },
          { value: 'comment', label: timeline.addComment },
        ]}
      />
    </div>
  )
}

interface PublicFieldProps {
  incident: Incident
  checked: boolean
  onChange: (isPublic: boolean) => void
}

/** Shows which status pages would publish the update, if known. */
function PublicField({ incident, checked, onChange }: PublicFieldProps) {
  const { timeline } = useText().incidents
  const format = useFormat()
  const { data: pages } = useQuery(pagesQuery(useProject().id))
  const ids = incident.group_id ? [incident.group_id] : listMonitorIds(incident)
  const showing = pages && listPagesShowing(pages, ids)
  return (
    <CheckField
      label={timeline.isPublic}
      help={showing && (showing.length > 0 ? timeline.publicOn(format.list(showing)) : timeline.publicNowhere)}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="flex-1 basis-60"
    />
  )
}

function useSend(id: string, kind: Kind, text: string, isMarked: boolean, onDone: () => void) {
  const { timeline } = useText().incidents
  const client = useQueryClient()
  const toast = useToast()
  return useSubmit(
    async (): Promise<unknown> => {
      const trimmed = text.trim()
      if (kind === 'update')
        return getData(
          api.POST('/api/incidents/{id}/updates', {
            params: { path: { id } },
            body: { message: trimmed, is_public: isMarked },
          }),
        )
      return getData(
        api.POST('/api/incidents/{incidentId}/comments', {
          params: { path: { incidentId: id } },
          body: { comment_text: trimmed, is_internal: isMarked },
        }),
      )
    },
    {
      onDone: () => {
        void client.invalidateQueries({ queryKey: (kind === 'update' ? updatesQuery(id) : commentsQuery(id)).queryKey })
        toast.done(kind === 'update' ? timeline.added : timeline.commentAdded)
        onDone()
      },
    },
  )
}
