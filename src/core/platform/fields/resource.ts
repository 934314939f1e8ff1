/** Resources by their fields. The API, the store, documents and the audit log derive their forms from one list. */
import Type, { type Static, type TObject } from 'typebox'
import { Problem } from '../errors.ts'
import type { UnixMs } from '../time/time.ts'
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

/** A kind of resource. */
export interface ResourceFields<T extends TObject = TObject> {
  /** Type in the audit log, and field of responses: `escalation_policy`. */
  type: string
  /** Fields that a user writes. A field with a default may be omitted at creation. */
  schema: T
  /** Whether representations omit fields that are null. */
  omitsNull: boolean
  /** API names of fields whose values the audit log hides. */
  secrets: readonly string[]
  /** Returns the fields that a user writes, by API name. Write-only values are left out. */
  toApi(item: Static<T>): ApiFields
  /** Returns the fields that the audit log compares. */
  toAudited(item: Static<T>): ApiFields
  /** Reads a valid body that creates a resource. */
  toDraft(body: object): Static<T>
  /** Reads a valid body that updates a resource. */
  toChange(body: object): Partial<Static<T>>
}

interface ResourceOptions {
  omitsNull?: boolean
  secrets?: readonly string[]
  /** Fields that no user writes, and that the audit log compares. */
  audited?: TObject
}

export function describeResource<T extends TObject>(
  type: string,
  schema: T,
  { omitsNull = false, secrets = [], audited = Type.Object({}) }: ResourceOptions = {},
): ResourceFields<T> {
  const show = createTranslator(schema, 'api')
  const hidden = Object.entries(schema.properties as Record<string, object>)
    .filter(([, field]) => 'writeOnly' in field)
    .map(([key]) => toApiName(key))
  const showAudited = createTranslator(audited, 'api')
  const toApi = (item: Static<T>): ApiFields => {
    const fields = show(item) as ApiFields
    for (const name of hidden) delete fields[name]
    return omitsNull ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) : fields
  }
  return {
    type,
    schema,
    omitsNull,
    secrets,
    toApi,
    toAudited: (item) => ({ ...(show(item) as ApiFields), ...(showAudited(item) as ApiFields) }),
    toDraft: createTranslator(schema, 'item') as ResourceFields<T>['toDraft'],
    toChange: createTranslator(schema, 'settings') as ResourceFields<T>['toChange'],
  }
}

/** Returns the name of a type of resource, or of a collection, in a sentence: `on-call schedules`. */
export const toResourceWords = (name: string): string => name.replaceAll('_', ' ').replace(/^on call /, 'on-call ')

/** @throws Problem RESOURCE_NOT_FOUND for a resource that was not found */
export function requireFound<Item>(item: Item | null | undefined, { type }: { type: string }, id: string): Item {
  if (item) return item
  const words = toResourceWords(type)
  const noun = words.charAt(0).toUpperCase() + words.slice(1)
  throw new Problem('RESOURCE_NOT_FOUND', `${noun} ${id} does not exist in this project`)
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
