/** The standard routes of a resource of a project: list, create, get, update and delete. */
import Type, { type Static, type TObject } from 'typebox'
import type { ErrorCode } from '../../../core/platform/errors.ts'
import type { ApiFields, ResourceFields } from '../../../core/platform/fields/resource.ts'
import type { Context, MonitorScope } from '../../../services/platform/context.ts'
import { type GuardedAccess, toMonitorScope } from '../access.ts'
import type { Api } from '../api.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  type OffsetPage as Page,
  Pagination,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toPagination,
} from '../envelope.ts'
import { UuidParams } from '../schemas.ts'
import type { ResourceSchema } from './resource-schema.ts'

/** Documentation of a route. */
interface RouteText {
  summary: string
  description?: string
  /** Further error codes, besides the codes of all routes. */
  errors?: readonly ErrorCode[]
}

/** A list, whole or by pages. */
type ListRoute<Item> = RouteText &
  (
    | { run(projectId: string): Promise<readonly Item[]> }
    | { runPage(projectId: string, page: Page): Promise<{ items: readonly Item[]; total: number }> }
  )

interface StandardRoutes<T extends TObject, Item> {
  fields: ResourceFields<T>
  schema: ResourceSchema<Item>
  /** Path of the collection. With `:projectId` it names the project. */
  address: string
  /** Parameter of the path with the id. */
  idName?: string
  /** Field of the list. */
  collection: string
  tag: string
  view: GuardedAccess
  edit: GuardedAccess
  /** Error codes of all routes, besides the codes that follow from access and schemas. */
  errors?: readonly ErrorCode[]
  list: ListRoute<Item>
  create: RouteText & { run(scope: MonitorScope, draft: Static<T>, body: ApiFields): Promise<Item> }
  get: RouteText & { run(projectId: string, id: string): Promise<Item> }
  update: RouteText & {
    method: 'PUT' | 'PATCH'
    run(scope: MonitorScope, id: string, change: Partial<Static<T>>, body: ApiFields): Promise<Item>
  }
  remove: RouteText & { run(scope: MonitorScope, id: string): Promise<void> }
}

export function registerStandardRoutes<T extends TObject, Item>(
  api: Api,
  { now }: Pick<Context, 'now'>,
  routes: StandardRoutes<T, Item>,
): void {
  const { fields, address, idName = 'id', tag, view, edit, list, create, get, update, remove } = routes
  const { Create, Update, Shown } = routes.schema
  const show = (item: Item) => routes.schema.show(item, now())
  const scopeNames = address.includes(':projectId') ? ['projectId'] : []
  const params = Type.Unsafe<Record<string, string>>(UuidParams(...scopeNames, idName))
  const One = toDataSchema(Type.Unsafe<Record<string, ApiFields>>(Type.Object({ [fields.type]: Shown })))
  const toOne = (item: Item) => ({ [fields.type]: show(item) })

  const describe = (
    { summary, description, errors = [] }: RouteText,
    access: GuardedAccess,
    own: ErrorCode[] = [],
  ) => ({
    config: { access, errors: [...(routes.errors ?? []), ...own, ...errors] },
    text: { tags: [tag], summary, ...(description && { description }) },
  })
  const ofCollection = scopeNames.length > 0 ? { params: UuidParams(...scopeNames) } : {}
  const isPaged = 'runPage' in list
  const listed = describe(list, view)

  api.get(
    address,
    {
      config: listed.config,
      schema: {
        ...listed.text,
        ...ofCollection,
        ...(isPaged && { querystring: Type.Object(OffsetQuery) }),
        response: {
          200: toDataSchema(
            Type.Unsafe<Record<string, unknown>>(
              Type.Object({
                [routes.collection]: Type.Array(Shown),
                ...(isPaged && { pagination: Pagination }),
              }),
            ),
          ),
        },
      },
    },
    async ({ project, query }) => {
      if (!isPaged) return toEnvelope({ [routes.collection]: (await list.run(project.id)).map(show) })
      const page = query as Page
      const { items, total } = await list.runPage(project.id, page)
      return toEnvelope({
        [routes.collection]: items.map(show),
        pagination: toPagination(page, total, items.length),
      })
    },
  )

  const created = describe(create, edit)
  api.post(
    address,
    { config: created.config, schema: { ...created.text, ...ofCollection, body: Create, response: { 201: One } } },
    async (request, reply) => {
      const body = request.body as ApiFields
      return replyCreated(reply, toOne(await create.run(toMonitorScope(request), fields.toDraft(body), body)))
    },
  )

  const found = describe(get, view, ['RESOURCE_NOT_FOUND'])
  api.get(
    `${address}/:${idName}`,
    { config: found.config, schema: { ...found.text, params, response: { 200: One } } },
    async ({ project, params }) => toEnvelope(toOne(await get.run(project.id, params[idName]!))),
  )

  const updated = describe(update, edit, ['RESOURCE_NOT_FOUND'])
  api.route({
    method: update.method,
    url: `${address}/:${idName}`,
    config: updated.config,
    schema: { ...updated.text, params, body: Update, response: { 200: One } },
    handler: async (request) => {
      const body = request.body as ApiFields
      const change = fields.toChange(body)
      return toEnvelope(toOne(await update.run(toMonitorScope(request), request.params[idName]!, change, body)))
    },
  })

  const removed = describe(remove, edit, ['RESOURCE_NOT_FOUND'])
  api.delete(
    `${address}/:${idName}`,
    { config: removed.config, schema: { ...removed.text, params, response: { 200: toDataSchema(Deleted) } } },
    async (request) => {
      await remove.run(toMonitorScope(request), request.params[idName]!)
      return toEnvelope(DELETED)
    },
  )
}
