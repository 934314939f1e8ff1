/** Reads configuration files that a user has dropped on the dashboard: documents of this service and of other products. */
import { Readable } from 'node:stream'
import Type from 'typebox'
import { IMPORT_KINDS } from '../../importers/kinds.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema } from '../platform/envelope.ts'
import { createUnavailable } from '../platform/errors.ts'
import { storeBodies } from '../platform/http/spool.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, OneOf, UuidParams } from '../platform/schemas.ts'

const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }

/** Documents of this service. */
export const OWN_KIND = 'watchkeeper'
const KINDS = [OWN_KIND, ...IMPORT_KINDS] as const

/** The contents of the files decide. */
export const ANY_KIND = 'auto'

export const MAX_IMPORT_FILES = 1_000

/** Room for a database of 36 MB. The command line imports larger ones. */
const IMPORT_BODY_LIMIT = 48 * 1024 * 1024

export const ImportBody = Body({
  kind: OneOf([ANY_KIND, ...KINDS], {
    description:
      'Product that the files come from; `watchkeeper` for configuration documents, and `auto` to recognize it by the contents',
  }),
  files: Type.Array(
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 255, examples: ['kuma.db'] }),
        content: Type.String({
          contentEncoding: 'base64',
          description: 'Contents as base64',
          examples: ['dmVyc2lvbjogMQ=='],
        }),
      },
      { additionalProperties: false, title: 'ImportFile' },
    ),
    { minItems: 1, maxItems: MAX_IMPORT_FILES },
  ),
})

const ReportItem = Type.Object(
  {
    kind: Type.String({ examples: ['monitor'] }),
    name: Type.String({ description: 'Name in the source' }),
    outcome: OneOf(['kept', 'changed', 'dropped']),
    key: Nullable(Type.String({ description: 'Key in the document; null for an item that is not in it' })),
    notes: Type.Array(
      Type.Object(
        { reason: Type.String(), advice: Nullable(Type.String({ description: 'Recommended action' })) },
        { title: 'ImportNote' },
      ),
    ),
  },
  { title: 'ImportReportItem' },
)

const Report = Type.Object(
  { product: Type.String({ examples: ['Uptime Kuma'] }), items: Type.Array(ReportItem) },
  { title: 'ImportReport', description: 'Outcome of every item of the source; null for configuration documents' },
)

const Imported = Type.Object(
  {
    kind: OneOf(KINDS, { description: 'Product that the files come from, given or recognized' }),
    document: Type.Record(Type.String(), Type.Any(), { description: 'Configuration document, with placeholders' }),
    values: Type.Record(Type.String(), Type.String(), {
      description: 'Values of placeholders that the source contained',
    }),
    missing: Type.Array(Type.String(), { description: 'Names of placeholders without a value' }),
    subscribers_csv: Nullable(
      Type.String({
        description:
          'Subscribers of the status pages of the source, who must confirm again: CSV with the columns `page` and ' +
          '`email`; null without subscribers',
        examples: ['page,email\nstatus,reader@example.com\n'],
      }),
    ),
    report: Nullable(Report),
  },
  { title: 'ImportedConfiguration' },
)

const NO_BODY = Buffer.alloc(0)

export const registerImportRoute: Resource = (api, { context, convertUpload }) => {
  api.register(async (spooled) => {
    storeBodies(spooled)
    spooled.post(
      '/api/projects/:projectId/config/import',
      {
        bodyLimit: IMPORT_BODY_LIMIT,
        config: {
          access: EDIT,
          weight: 'heavy',
          errors: ['PROJECT_NOT_FOUND', 'API_KEY_ORGANIZATION_MISMATCH'],
          compressed: true,
        },
        schema: {
          tags: ['Configuration as code'],
          summary: 'Convert files of other products to a configuration document',
          description:
            'Stores nothing. Plan and apply the returned document with `values`. The report lists kept, changed and dropped ' +
            'items. A conversion that takes too much time or memory is refused; `watchkeeper import` has no such limits.',
          params: UuidParams('projectId'),
          body: ImportBody,
          response: { 200: toDataSchema(Imported) },
        },
      },
      async (request, reply) => {
        if (!convertUpload) throw createUnavailable('This program converts no uploads')
        const closing = new AbortController()
        reply.raw.once('close', () => closing.abort())
        const converted = await convertUpload(request.spool ?? NO_BODY, context.now(), closing.signal)
        return reply.type('application/json; charset=utf-8').send(Readable.from(converted) as never)
      },
    )
  })
}
