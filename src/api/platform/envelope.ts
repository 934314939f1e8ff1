/** The shape of every response: `{ success, data }`, with pagination for lists. */
import type { FastifyReply } from 'fastify'
import Type, { type TSchema } from 'typebox'

interface Envelope<T> {
  success: true
  data: T
}

export const toEnvelope = <T>(data: T): Envelope<T> => ({ success: true, data })

/** Wraps the data and sets status 201. */
export function replyCreated<T>(reply: FastifyReply, data: T): Envelope<T> {
  reply.code(201)
  return { success: true, data }
}

/** The schema of `toEnvelope(data)`. */
export const toDataSchema = <T extends TSchema>(data: T) => Type.Object({ success: Type.Literal(true), data })

/** `{ deleted: true }`, the response of a delete. */
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

/** Returns the pagination fields of a page with `count` entries. */
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

/**
 * Query parameters of a list in the page-based convention.
 *
 * @param size default page size
 */
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

/** Returns the pagination fields in the page-based convention. */
export function toPageNumbers({ page, pageSize }: { page: number; pageSize: number }, total: number) {
  const totalPages = Math.ceil(total / pageSize)
  return { page, pageSize, total, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 }
}

/** Converts a page number to an offset. */
export const toOffsetPage = ({ page, pageSize }: { page: number; pageSize: number }): OffsetPage => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
})
