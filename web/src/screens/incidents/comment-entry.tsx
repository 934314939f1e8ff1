/** A comment. Its author can edit it for a limited time. */
import { useQueryClient } from '@tanstack/react-query'
import { Lock, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ConfirmRequest } from '../../parts/forms/dialogs/confirm-request.tsx'
import { DraftNotice } from '../../parts/forms/drafts/draft-notice.tsx'
import { useDraft } from '../../parts/forms/drafts/use-draft.ts'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckField, TextAreaField } from '../../ui/field.tsx'
import { Form, useSubmit } from '../../ui/form.tsx'
import { Badge } from '../../ui/status.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Comment, commentsQuery } from './queries.ts'
import { TimelineStep, TimelineText } from './timeline-step.tsx'

interface CommentProps {
  comment: Comment
  incidentId: string
}

export function CommentEntry({ comment, incidentId }: CommentProps) {
  const { incidents, common } = useText()
  const { timeline } = incidents
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const isGone = comment.deleted_at !== null
  return (
    <TimelineStep
      icon={MessageSquare}
      tone="quiet"
      actor={comment.user_name ?? comment.user_email ?? timeline.former}
      summary={timeline.comment}
      at={comment.created_at}
      marks={
        <>
          {comment.is_internal && !isGone && (
            <Badge tone="quiet" icon={Lock}>
              {timeline.internal}
            </Badge>
          )}
          {!isGone && comment.updated_at !== comment.created_at && (
            <span className="text-sm text-muted">({timeline.changed})</span>
          )}
        </>
      }
      actions={
        <span className="-my-1.5 flex empty:hidden">
          {comment.can_edit && !isEditing && (
            <IconButton icon={Pencil} label={common.edit} onClick={() => setEditing(true)} />
          )}
          {comment.can_delete && <IconButton icon={Trash2} label={common.delete} onClick={() => setDeleting(true)} />}
        </span>
      }
    >
      {isGone ? (
        <p className="text-muted italic">{timeline.deleted}</p>
      ) : isEditing ? (
        <EditComment comment={comment} incidentId={incidentId} onClose={() => setEditing(false)} />
      ) : (
        <TimelineText>{comment.comment_text}</TimelineText>
      )}
      {isDeleting && <DeleteComment comment={comment} incidentId={incidentId} onClose={() => setDeleting(false)} />}
    </TimelineStep>
  )
}

function EditComment({ comment, incidentId, onClose }: CommentProps & { onClose: () => void }) {
  const { incidents, common } = useText()
  const { timeline } = incidents
  const client = useQueryClient()
  const formDraft = useDraft(`comment:${comment.id}`, () => ({
    text: comment.comment_text,
    isInternal: comment.is_internal,
  }))
  const { text, isInternal } = formDraft.value
  const path = { incidentId, commentId: comment.id }
  const toast = useToast()
  const patch = (comment_text: string, is_internal: boolean) =>
    getData(
      api.PATCH('/api/incidents/{incidentId}/comments/{commentId}', {
        params: { path },
        body: { comment_text, is_internal },
      }),
    )
  const refresh = () => client.invalidateQueries(commentsQuery(incidentId))
  const form = useSubmit(() => patch(text, isInternal), {
    onDone: () => {
      formDraft.done()
      toast.done(common.saved, undefined, () => patch(comment.comment_text, comment.is_internal).finally(refresh))
      void refresh().then(onClose)
    },
  })
  return (
    <Form
      form={form}
      ownFields={['comment_text']}
      className="mt-2 gap-2"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <DraftNotice draft={formDraft} />
      <TextAreaField
        label={timeline.addComment}
        rows={3}
        maxLength={5000}
        value={text}
        onChange={(event) => formDraft.set({ text: event.target.value, isInternal })}
        error={form.findError('comment_text')}
        autoFocus
      />
      <CheckField
        label={timeline.isInternal}
        checked={isInternal}
        onChange={(event) => formDraft.set({ text, isInternal: event.target.checked })}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="small" isPending={form.isPending}>
          {common.save}
        </Button>
        <Button size="small" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Form>
  )
}

function DeleteComment({ comment, incidentId, onClose }: CommentProps & { onClose: () => void }) {
  const { incidents, common } = useText()
  const { timeline } = incidents
  const params = { path: { incidentId, commentId: comment.id } }
  return (
    <ConfirmRequest
      send={() => getData(api.DELETE('/api/incidents/{incidentId}/comments/{commentId}', { params }))}
      done={timeline.commentDeleted}
      changes={[commentsQuery(incidentId).queryKey]}
      onClose={onClose}
      title={timeline.deleteTitle}
      action={common.delete}
    >
      <p>{timeline.deleteHelp}</p>
    </ConfirmRequest>
  )
}
