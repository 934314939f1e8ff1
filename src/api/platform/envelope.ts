/** The shape of every answer: `{ success, data }`, and the pages of a list inside it. */
import type { FastifyReply } from 'fastify'
import Type, { type TSchema } from 'typebox'

interface Envelope<T> {
  success: true
  data: T
}

export const toEnvelope = <T>(data: T): Envelope<T> => ({ success: true, data })

/** The same with status 201. */
export function replyCreated<T>(reply: FastifyReply, data: T): Envelope<T> {
  reply.code(201)
  return { success: true, data }
}

/** The schema of `ok(data)`. */
export const toDataSchema = <T extends TSchema>(data: T) => Type.Object({ success: Type.Literal(true), data })

/** `{ deleted: true }`, what a delete answers. */
export const Deleted = Type.Object({ deleted: Type.Literal(true) })
export const DELETED = { deleted: true } as const

/** Query parameters of a list in the offset convention. */
export const OffsetQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Maximum number of entries to return' }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip' }),
}

export interface OffsetPage {
  limit: number
  offset: number
}

const pageFields = {
  total_count: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  has_more: Type.Boolean(),
}

export const Pagination = Type.Object(pageFields)

/** What stands beside a page of `count` entries. */
export const toPagination = ({ limit, offset }: OffsetPage, totalCount: number, count: number) => ({
  total_count: totalCount,
  limit,
  offset,
  has_more: offset + count < totalCount,
})

/** The schema of a list in the nested convention: `data.<name>` and `data.pagination`. */
export const toPageSchema = <Name extends string, T extends TSchema>(name: Name, entry: T) =>
  toDataSchema(Type.Object({ ...toListField(name, entry), pagination: Pagination }))

/** The schema of a list in the flat convention: `data.<name>` with the paging fields beside it. */
export const toFlatPageSchema = <Name extends string, T extends TSchema>(name: Name, entry: T) =>
  toDataSchema(Type.Object({ ...toListField(name, entry), ...pageFields }))

const toListField = <Name extends string, T extends TSchema>(name: Name, entry: T) =>
  ({ [name]: Type.Array(entry) }) as { [K in Name]: Type.TArray<T> }

/** Query parameters of a list in the page-based convention. @param size of a page when none is asked for */
export const PageQuery = (size: number) => ({
  page: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1, description: 'Page number, starting at 1' }),
  pageSize: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: size,
    description: 'Maximum number of entries on a page',
  }),
})

export const PageNumbers = Type.Object(
  {
    page: Type.Integer(),
    pageSize: Type.Integer(),
    total: Type.Integer(),
    totalPages: Type.Integer(),
    hasNext: Type.Boolean(),
    hasPrevious: Type.Boolean(),
  },
  { title: 'PageNumbers' },
)

/** What stands beside a page in that convention. */
export function toPageNumbers({ page, pageSize }: { page: number; pageSize: number }, total: number) {
  const totalPages = Math.ceil(total / pageSize)
  return { page, pageSize, total, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 }
}

/** Where in a list a page of that convention lies. */
export const toOffsetPage = ({ page, pageSize }: { page: number; pageSize: number }): OffsetPage => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
})
