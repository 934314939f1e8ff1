/** Reads configuration files that a user has dropped on the dashboard: documents of this service and of other products. */
import Type from 'typebox'
import { IMPORT_KINDS } from '../../importers/kinds.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, OneOf, UuidParams } from '../platform/schemas.ts'

const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'path' }

/** Documents of this service. */
const OWN_KIND = 'watchkeeper'
const KINDS = [OWN_KIND, ...IMPORT_KINDS] as const

/** Room for a database of 36 MB. The command line imports larger ones. */
const IMPORT_BODY_LIMIT = 48 * 1024 * 1024

const ImportBody = Body({
  kind: OneOf(KINDS, { description: 'Product that the files come from; `watchkeeper` for configuration documents' }),
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
    { minItems: 1, maxItems: 1_000 },
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

export const registerImportRoute: Resource = (api, { context }) => {
  api.post(
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
          'Stores nothing. Plan and apply the returned document with `values`. The report lists kept, changed and dropped items.',
        params: UuidParams('projectId'),
        body: ImportBody,
        response: { 200: toDataSchema(Imported) },
      },
    },
    async ({ body: { kind, files } }) => {
      const { readFiles } = await import('./read-files.ts') // Most servers never import
      const sources = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }))
      return toEnvelope(readFiles(kind === OWN_KIND ? null : kind, sources, context.now()))
    },
  )
}
