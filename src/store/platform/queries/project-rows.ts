/** Rows of resources that belong to projects. A column has the API name of its field. */
import type { Selectable } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { ProjectResource, ResourceFields } from '../../../core/platform/fields/resource.ts'
import { toApiName } from '../../../core/platform/fields/translate.ts'
import type { UnixMs } from '../../../core/platform/time/time.ts'
import type { ManagedColumns } from '../../tables/columns.ts'
import type { Database } from '../../tables/index.ts'
import { toManaged } from '../managed-rows.ts'
import type { Reader, Tx } from '../session.ts'
import { prepareQuery } from './prepared.ts'
import { lockRows } from './row-locks.ts'

type ProjectTable = 'escalation_policies' | 'maintenance_windows' | 'on_call_schedules' | 'status_pages'

type Columns = Record<string, unknown>

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
 * @param apart fields without a column
 */
export function createColumnMapper<T extends TObject>({ schema }: ResourceFields<T>, apart: readonly string[] = []) {
  const columns = Object.entries(schema.properties as Record<string, object>)
    .filter(([key]) => !apart.includes(key))
    .map(([key, shape]) => ({ key, name: toApiName(key), ...findConversion(shape) }))
  return {
    toFields: (row: object) =>
      Object.fromEntries(columns.map(({ key, name, read }) => [key, read((row as Columns)[name])])) as Static<T>,
    /** Returns the columns of the fields that an item or a change has. */
    toColumns: (item: object): Columns =>
      Object.fromEntries(
        columns
          .filter(({ key }) => (item as Columns)[key] !== undefined)
          .map(({ key, name, write }) => [name, write((item as Columns)[key])]),
      ),
  }
}

/** Columns that every such table has. */
interface OwnerColumns extends Selectable<ManagedColumns> {
  id: string
  organization_id: string
  project_id: string
  created_at: UnixMs
  updated_at: UnixMs
}

interface StorageOptions<Row, Field, Item> {
  /** Fields without a column, such as fields of other tables, which `complete` adds. */
  apart?: readonly Field[]
  /** Returns the fields that no user writes. */
  readMore?: (row: Row) => Partial<Item>
  /** Returns their columns. */
  writeMore?: (item: Item) => Columns
  /** Adds the fields of other tables, and keeps the order. */
  complete?: (db: Reader, items: Item[]) => Promise<Item[]>
}

/** Returns the reads and writes of a resource. Fields of other tables have their own writes. */
export function storeResource<T extends TObject, Table extends ProjectTable, Item extends Static<T> & ProjectResource>(
  resource: ResourceFields<T>,
  table: Table,
  {
    apart = [],
    readMore = () => ({}),
    writeMore = () => ({}),
    complete = async (_db, items) => items,
  }: StorageOptions<Selectable<Database[Table]>, keyof Static<T> & string, Item> = {},
) {
  // The tables have the same columns for what these queries name; a union of them would be slow to compile
  const from = table as ProjectTable as 'escalation_policies'
  const { toFields, toColumns } = createColumnMapper(resource, apart)
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
  const toRow = (item: Item) => ({ ...toColumns(item), ...writeMore(item), updated_at: item.updatedAt })
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
