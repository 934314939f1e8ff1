/**
 * Comments on incidents. Every user who may view an incident may comment on it. A comment changes no status, sends no
 * notification and is not shown on status pages.
 */
import Type, { type Static } from 'typebox'
import { type Comment, refuseChange } from '../../core/incidents/incident-change.ts'
import { addComment, deleteComment, editComment, readComments } from '../../services/incidents/comments.ts'
import { type GuardedAccess, toMonitorScope } from '../platform/access.ts'
import { replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, NullableIsoTime, ReturnedBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { VIEW_INCIDENTS } from './incident-json.ts'

const commentFields = {
  id: Uuid,
  incident_id: Uuid,
  user_id: Nullable(Uuid),
  user_email: Nullable(Type.String()),
  user_name: Nullable(Type.String({ examples: ['Alice'] })),
  comment_text: Type.String({ description: 'Empty after the comment is deleted' }),
  is_internal: Type.Boolean(),
  created_at: IsoTime,
  updated_at: IsoTime,
  deleted_at: NullableIsoTime,
}

const CommentSchema = Type.Object(commentFields, { title: 'Comment' })

const ListedComment = Type.Object(
  {
    ...commentFields,
    can_edit: Type.Boolean({ description: 'Whether the caller can edit the comment now' }),
    can_delete: Type.Boolean(),
  },
  { title: 'ListedComment' },
)

const toComment = (comment: Comment): Static<typeof CommentSchema> => ({
  id: comment.id,
  incident_id: comment.incidentId,
  user_id: comment.userId,
  user_email: comment.userEmail,
  user_name: comment.userName,
  comment_text: comment.text,
  is_internal: comment.isInternal,
  created_at: toIso(comment.createdAt),
  updated_at: toIso(comment.updatedAt),
  deleted_at: toIsoOrNull(comment.deletedAt),
})

const CommentBody = Body({
  comment_text: Type.String({ minLength: 1, maxLength: 5000 }),
  is_internal: Type.Optional(
    Type.Boolean({ description: 'Whether the comment is internal. Default for new comments: false' }),
  ),
})

const OneComment = toDataSchema(Type.Object({ comment: CommentSchema }))

const SESSION: GuardedAccess = { ...VIEW_INCIDENTS, session: true }
const TAGS = ['Incidents']

export const registerIncidentCommentRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents/:incidentId/comments',
    {
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'List the comments on an incident, oldest first',
        params: UuidParams('incidentId'),
        response: { 200: toDataSchema(Type.Object({ comments: Type.Array(ListedComment) })) },
      },
    },
    async ({ actor, project, params }) => {
      const now = context.now()
      const comments = (await readComments(db, project.id, params.incidentId)).map((comment) => {
        const mayChange = refuseChange(comment, actor.userId, now) === null
        return { ...toComment(comment), can_edit: mayChange, can_delete: mayChange }
      })
      return toEnvelope({ comments })
    },
  )

  api.post(
    '/api/incidents/:incidentId/comments',
    {
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Comment on an incident',
        params: UuidParams('incidentId'),
        body: CommentBody,
        response: { 201: OneComment },
      },
    },
    async (request, reply) => {
      const { comment_text: text, is_internal: isInternal = false } = request.body
      const comment = await addComment(context, toMonitorScope(request), request.params.incidentId, {
        text,
        isInternal,
      })
      return replyCreated(reply, { comment: toComment(comment) })
    },
  )

  const own = { config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND', 'FORBIDDEN'] } } as const

  api.patch(
    '/api/incidents/:incidentId/comments/:commentId',
    {
      ...own,
      schema: {
        tags: TAGS,
        summary: 'Edit your own comment within 15 minutes',
        params: UuidParams('incidentId', 'commentId'),
        body: ReturnedBody(CommentBody, ListedComment),
        response: { 200: OneComment },
      },
    },
    async (request) => {
      const { comment_text: text, is_internal: isInternal } = request.body
      const comment = await editComment(context, toMonitorScope(request), request.params, { text, isInternal })
      return toEnvelope({ comment: toComment(comment) })
    },
  )

  api.delete(
    '/api/incidents/:incidentId/comments/:commentId',
    {
      ...own,
      schema: {
        tags: TAGS,
        summary: 'Delete your own comment within 15 minutes; its entry stays in the list without text',
        params: UuidParams('incidentId', 'commentId'),
        response: { 200: toDataSchema(Type.Object({ success: Type.Literal(true) })) },
      },
    },
    async (request) => {
      await deleteComment(context, toMonitorScope(request), request.params)
      return toEnvelope({ success: true as const })
    },
  )
}
