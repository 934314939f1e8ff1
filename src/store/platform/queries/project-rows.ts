/** Rows of resources that belong to projects. A column has the API name of its field. */
import type { Insertable, Selectable } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { ProjectResource, ResourceFields } from '../../../core/platform/fields/resource.ts'
import { toApiName } from '../../../core/platform/fields/translate.ts'
import type { UnixMs } from '../../../core/platform/time/time.ts'
import type { Flag, ManagedColumns } from '../../tables/columns.ts'
import type { Database } from '../../tables/index.ts'
import { toManaged } from '../managed-rows.ts'
import type { Reader, Tx } from '../session.ts'
import { prepareQuery } from './prepared.ts'
import { lockRows } from './row-locks.ts'

type Columns = Record<string, unknown>

/** Name of the column of a field, see `toApiName`: `repeat_count` for `repeatCount`. */
type ColumnName<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnName<Rest>}`
  : ''

type FieldName<T extends TObject> = keyof Static<T> & string

/** Fields whose columns the table lacks. */
type FieldWithoutColumn<T extends TObject, Table extends keyof Database> = {
  [Field in FieldName<T>]-?: ColumnName<Field> extends keyof Database[Table] ? never : Field
}[FieldName<T>]

type FieldColumns<T extends TObject, Table extends keyof Database> = {
  [Field in Exclude<FieldName<T>, FieldWithoutColumn<T, Table>> as ColumnName<Field>]: Stored<Static<T>[Field]>
}

/** Value of a column, see `findConversion`. */
type Stored<Value> = Value extends boolean ? Flag : Value extends object ? string : Exclude<Value, undefined>

/** Fields that other code stores. The compiler refuses a resource without the fields whose columns the table lacks. */
type Apart<T extends TObject, Table extends keyof Database> = Readonly<
  Record<FieldWithoutColumn<T, Table>, true> & Partial<Record<FieldName<T>, true>>
>

interface Conversion {
  read(value: unknown): unknown
  write(value: unknown): unknown
}

const SAME: Conversion = { read: (value) => value, write: (value) => value }
const FLAG: Conversion = { read: (value) => value === 1, write: (value) => (value ? 1 : 0) }
const JSON_TEXT: Conversion = {
  read: (value) => (value === null ? null : JSON.parse(value as string)),
  write: (value) => (value === null ? null : JSON.stringify(value)),
}

function findConversion({ type }: { type?: string | string[] }): Conversion {
  const types = [type].flat()
  if (types.includes('boolean')) return FLAG
  return types.includes('object') || types.includes('array') ? JSON_TEXT : SAME
}

/**
 * Returns the conversions between the fields of a resource and the columns of its row.
 *
 * @param _table makes the compiler compare the fields with the columns
 */
export function createColumnMapper<T extends TObject, Table extends keyof Database>(
  { schema }: ResourceFields<T>,
  _table: Table,
  apart: Apart<T, Table>,
) {
  const columns = Object.entries(schema.properties as Record<string, object>)
    .filter(([key]) => !(key in apart))
    .map(([key, shape]) => ({ key, name: toApiName(key), ...findConversion(shape) }))
  /** Returns the columns of the fields that a change has. */
  const toChangedColumns = (change: object) =>
    Object.fromEntries(
      columns
        .filter(({ key }) => (change as Columns)[key] !== undefined)
        .map(({ key, name, write }) => [name, write((change as Columns)[key])]),
    ) as Partial<FieldColumns<T, Table>>
  return {
    toFields: (row: object) =>
      Object.fromEntries(columns.map(({ key, name, read }) => [key, read((row as Columns)[name])])) as Static<T>,
    toColumns: (item: Omit<Static<T>, FieldWithoutColumn<T, Table>>) =>
      toChangedColumns(item) as object as FieldColumns<T, Table>,
    toChangedColumns,
  }
}

/** Columns that every such table has. */
interface OwnerColumns extends Selectable<ManagedColumns> {
  id: string
  name: string
  organization_id: string
  project_id: string
  created_at: UnixMs
  updated_at: UnixMs
}

type ProjectTable = {
  [Table in keyof Database]: Selectable<Database[Table]> extends OwnerColumns ? Table : never
}[keyof Database]

/** Columns that neither the owner nor a field of the resource has. */
type FurtherColumns<T extends TObject, Table extends ProjectTable> = Omit<
  Insertable<Database[Table]>,
  keyof OwnerColumns | keyof FieldColumns<T, Table>
>

type StorageOptions<T extends TObject, Table extends ProjectTable, Item> = {
  apart: Apart<T, Table>
  /** Returns the fields that no user writes. */
  readMore?: (row: Selectable<Database[Table]>) => Partial<Item>
  /** Adds the fields of other tables, and keeps the order. */
  complete?: (db: Reader, items: Item[]) => Promise<Item[]>
} & WriteOption<FurtherColumns<T, Table>, Item>

/** Required if a new row needs one of the columns. */
type WriteOption<Further, Item> = object extends Further
  ? { writeMore?: (item: Item) => Further }
  : { writeMore: (item: Item) => Further }

/** Returns the reads and writes of a resource. Fields of other tables have their own writes. */
export function storeResource<T extends TObject, Table extends ProjectTable, Item extends Static<T> & ProjectResource>(
  resource: ResourceFields<T>,
  table: Table,
  { apart, readMore = () => ({}), writeMore, complete = async (_db, items) => items }: StorageOptions<T, Table, Item>,
) {
  // The tables have the same columns for what these queries name; a union of them would be slow to compile
  const from = table as ProjectTable as 'escalation_policies'
  const { toFields, toChangedColumns } = createColumnMapper(resource, table, apart)
  const toItem = (row: OwnerColumns): Item =>
    ({
      id: row.id,
      organizationId: row.organization_id,
      projectId: row.project_id,
      ...toFields(row),
      ...readMore(row as unknown as Selectable<Database[Table]>),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      ...toManaged(row),
    }) as Item
  // Complete, because the compiler has compared the columns with the options
  const toRow = (item: Item) => ({ ...toChangedColumns(item), ...writeMore?.(item), updated_at: item.updatedAt })
  const toItems = (db: Reader, rows: readonly OwnerColumns[]): Promise<Item[]> =>
    rows.length === 0 ? Promise.resolve([]) : complete(db, rows.map(toItem))

  const selectPage = prepareQuery((db: Reader, projectId: string, limit: number, offset: number) =>
    db
      .selectFrom(from)
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
  )
  const selectCount = prepareQuery((db: Reader, projectId: string) =>
    db
      .selectFrom(from)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('project_id', '=', projectId),
  )
  const countAll = async (db: Reader, projectId: string) => (await selectCount(db, projectId))[0]!.n
  const selectAll = (db: Reader, projectId: string) =>
    db.selectFrom(from).selectAll().where('project_id', '=', projectId)

  return {
    toItem,
    /** Lists all resources of a project by name. */
    async listAll(db: Reader, projectId: string): Promise<Item[]> {
      return toItems(db, await selectAll(db, projectId).orderBy('name').orderBy('id').execute())
    },
    /** Lists a page of the resources of a project, newest first. */
    async list(db: Reader, projectId: string, { limit, offset }: { limit: number; offset: number }) {
      const items = await toItems(db, await selectPage(db, projectId, limit, offset))
      return { items, total: await countAll(db, projectId) }
    },
    /** Counts the resources of a project. */
    count: countAll,
    async find(db: Reader, projectId: string, id: string): Promise<Item | null> {
      const rows = await selectAll(db, projectId).where('id', '=', id).execute()
      return (await toItems(db, rows))[0] ?? null
    },
    /** Finds a resource, and locks it until the end of the transaction. */
    async lock(tx: Tx, projectId: string, id: string): Promise<Item | null> {
      const query = selectAll(tx, projectId).where('id', '=', id)
      const rows = await lockRows(tx, query).execute()
      return (await toItems(tx, rows))[0] ?? null
    },
    /** Returns those ids that belong to resources of the project. */
    async filterIds(db: Reader, projectId: string, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom(from)
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .execute()
      return new Set(rows.map((row) => row.id))
    },
    async insert(tx: Tx, item: Item): Promise<void> {
      const { id, organizationId, projectId, createdAt } = item
      const owner = { id, organization_id: organizationId, project_id: projectId, created_at: createdAt }
      await tx
        .insertInto(from)
        .values({ ...owner, ...toRow(item) } as never)
        .execute()
    },
    async save(tx: Tx, item: Item): Promise<void> {
      await tx
        .updateTable(from)
        .set(toRow(item) as never)
        .where('id', '=', item.id)
        .execute()
    },
    async remove(tx: Tx, id: string): Promise<void> {
      await tx.deleteFrom(from).where('id', '=', id).execute()
    },
  }
}
