/** Resources by their fields. The API, the store, documents and the audit log derive their forms from one list. */
import Type, { type Static, type TObject } from 'typebox'
import { Problem } from '../errors.ts'
import type { UnixMs } from '../time/time.ts'
import { Time } from './schema.ts'
import { createTranslator, toApiName } from './translate.ts'

/** Values by API name. */
export type ApiFields = Record<string, unknown>

/** Fields of every resource of a project, besides its own fields. */
export interface ProjectResource extends Managed {
  id: string
  organizationId: string
  projectId: string
  createdAt: UnixMs
  updatedAt: UnixMs
}

/** The owner of a resource. */
type Owner = 'project' | 'organization' | 'user'

/** A kind of resource. */
export interface ResourceFields<T extends TObject = TObject> {
  /** Type in the audit log, and field of responses: `escalation_policy`. */
  type: string
  /** Fields that a user writes. A field with a default may be omitted at creation. */
  schema: T
  owner: Owner
  /** Fields that only the program writes. Representations show them. */
  readOnly: TObject
  /** Fields that an update ignores. */
  createOnly: readonly string[]
  /** Fields that a body of a creation cannot contain. They have a default. */
  updateOnly: readonly string[]
  /** Whether representations omit fields of users that are null. */
  omitsNull: boolean
  /** API names of fields whose values the audit log hides. */
  secrets: readonly string[]
  /** Returns the fields of a representation, by API name. Write-only values are left out. */
  toApi(item: Static<T>): ApiFields
  /** Returns the fields that the audit log compares. */
  toAudited(item: Static<T>): ApiFields
  /** Reads a valid body that creates a resource. */
  toDraft(body: object): Static<T>
  /** Reads a valid body that updates a resource. */
  toChange(body: object): Partial<Static<T>>
}

/** Times of a change that representations show. */
export const CHANGE_TIMES = { createdAt: Time(), updatedAt: Time() }

interface ResourceOptions<Key> {
  owner?: Owner
  readOnly?: TObject
  createOnly?: readonly Key[]
  updateOnly?: readonly Key[]
  /** Where fields of users that are null are left out: in representations, and in the audit log. */
  omitsNull?: readonly ('shown' | 'audited')[]
  secrets?: readonly string[]
  /** Fields that no user writes, and that the audit log compares. */
  audited?: TObject
}

export function describeResource<T extends TObject>(
  type: string,
  schema: T,
  {
    owner = 'project',
    readOnly = Type.Object(CHANGE_TIMES),
    createOnly = [],
    updateOnly = [],
    omitsNull = [],
    secrets = [],
    audited = Type.Object({}),
  }: ResourceOptions<keyof Static<T> & string> = {},
): ResourceFields<T> {
  const show = createTranslator(schema, 'api')
  const showReadOnly = createTranslator(readOnly, 'api')
  const hidden = Object.entries(schema.properties as Record<string, object>)
    .filter(([, field]) => 'writeOnly' in field)
    .map(([key]) => toApiName(key))
  const showAudited = createTranslator(audited, 'api')
  const toApi = (item: Static<T>): ApiFields => {
    const fields = show(item) as ApiFields
    for (const name of hidden) delete fields[name]
    return { ...(omitsNull.includes('shown') ? omitNull(fields) : fields), ...(showReadOnly(item) as ApiFields) }
  }
  const toAudited = (item: Static<T>): ApiFields => {
    const fields = show(item) as ApiFields
    const kept = omitsNull.includes('audited') ? omitNull(fields) : fields
    return { ...kept, ...(showAudited(item) as ApiFields) }
  }
  return {
    type,
    schema,
    owner,
    readOnly,
    createOnly,
    updateOnly,
    omitsNull: omitsNull.includes('shown'),
    secrets,
    toApi,
    toAudited,
    toDraft: createTranslator(schema, 'item') as ResourceFields<T>['toDraft'],
    toChange: createTranslator(Type.Omit(schema, createOnly), 'settings') as ResourceFields<T>['toChange'],
  }
}

const omitNull = (fields: ApiFields): ApiFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** Returns the name of a type of resource, or of a collection, in a sentence: `on-call schedules`. */
export const toResourceWords = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/^on call /, 'on-call ')
    .replace(/^api /, 'API ')

/** @throws Problem RESOURCE_NOT_FOUND for a resource that was not found */
export function requireFound<Item>(
  item: Item | null | undefined,
  { type, owner }: Pick<ResourceFields, 'type' | 'owner'>,
  id: string,
): Item {
  if (item) return item
  const words = toResourceWords(type)
  const noun = words.charAt(0).toUpperCase() + words.slice(1)
  throw new Problem(
    'RESOURCE_NOT_FOUND',
    `${noun} ${id} does not exist${owner === 'project' ? ' in this project' : ''}`,
  )
}

/** Where a resource comes from. */
export interface Origin {
  /** Key of the resource in its document; unique per project and kind. */
  key: string
  /** Name of the source that applied the document, such as a repository; null once no source manages the resource. */
  source: string | null
}

export interface Managed {
  /** Absent for a resource that no configuration document describes. */
  origin?: Origin
}
