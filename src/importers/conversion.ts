/** A document under construction, with the secrets that it refers to and the report of its items. */
import { getOrCreate } from '../core/platform/maps.ts'
import { hideKeys, toOneLine, truncateTo } from '../core/platform/text/plain-text.ts'
import { SlugList, toSlug } from '../core/platform/text/slug.ts'
import type { UnixMs } from '../core/platform/time/time.ts'
import { COLLECTIONS, type Collection } from '../core/provisioning/document.ts'
import { escapePlaceholders, replaceTexts } from '../core/provisioning/placeholders.ts'
import type { Field, FieldTable } from './fields.ts'
import type { ImportReport, ItemKind, ReportItem } from './report.ts'

export type Fields = Record<string, unknown>

export type ConfigurationDocument = { version: 1 } & Partial<Record<Collection, Record<string, Fields>>>

export interface ImportResult {
  document: ConfigurationDocument
  /** Values of the placeholders in the document, by name. */
  secrets: Record<string, string>
  /** Readers of status pages, who must confirm their subscription again. */
  subscribers: readonly ImportedSubscriber[]
  report: ImportReport
}

interface ImportedSubscriber {
  /** Slug of the page in the document. */
  page: string
  /** Address without commas, quotes and spaces. */
  email: string
}

/** Returns the subscribers as CSV. The addresses need no quotes. */
export const formatSubscribers = (subscribers: readonly ImportedSubscriber[]): string =>
  ['page,email', ...subscribers.map(({ page, email }) => `${page},${email}`), ''].join('\n')

/** Enclose the name of a secret until the document is complete, so that texts of the source can be escaped. */
const [OPEN, CLOSE] = ['\u{f0000}', '\u{f0001}']
const REFERENCE = new RegExp(`${OPEN}(\\w+)${CLOSE}`, 'gu')

export const hasReference = (text: string): boolean => text.includes(OPEN)

/** Returns the text with a plain word for each reference, for validation. */
export const hideReferences = (text: string): string => text.replace(REFERENCE, 'x')

const MAX_SHOWN_NAME = 120

/** Names of secrets that differ in their number only. */
interface SecretNames {
  /** Number of the next name to try. */
  next: number
  byValue: Map<string, string>
}

const createRecord = <T>(create: () => T): Record<Collection, T> =>
  Object.fromEntries(COLLECTIONS.map((collection) => [collection, create()])) as Record<Collection, T>

export class Conversion {
  /** The time of the import. */
  readonly now: UnixMs
  readonly #items: ReportItem[] = []
  readonly #secrets = new Map<string, string>()
  readonly #secretNames = new Map<string, SecretNames>()
  /** Variables of the source whose values are elsewhere. */
  readonly #variables = new Set<string>()
  readonly #subscribers = new Map<string, ImportedSubscriber>()
  readonly #collections: Record<Collection, Map<string, Fields>>
  readonly #keys: Record<Collection, SlugList>
  /** Keys of resources by a value that only one resource of the collection has. */
  readonly #owners: Record<Collection, Map<string, string>>
  /** Slugs of status pages, which are unique in the installation. */
  readonly pageSlugs = new SlugList()

  constructor(now: number) {
    this.now = now
    this.#collections = createRecord(() => new Map())
    this.#keys = createRecord(() => new SlugList())
    this.#owners = createRecord(() => new Map())
  }

  /** Adds an item of the source to the report. It counts as dropped until it is kept. */
  report(kind: ItemKind, name: string): Item {
    // Without a name, some products show the URL, which may contain credentials
    const shown = truncateTo(MAX_SHOWN_NAME, hideKeys(toOneLine(name)))
    const item: ReportItem = { kind, name: shown || '(no name)', outcome: 'dropped', key: null, notes: [] }
    this.#items.push(item)
    return new Item(item)
  }

  /** Takes a free key for a resource of this name. */
  takeKey(collection: Collection, name: string): string {
    const slug = toSlug(name.replace(/^https?:\/\//, ''), collection.replace(/s$/, '').replaceAll('_', '-'))
    return this.#keys[collection].take(slug)
  }

  add(collection: Collection, key: string, fields: Fields): void {
    this.#collections[collection].set(key, fields)
  }

  find(collection: Collection, key: string): Fields | undefined {
    return this.#collections[collection].get(key)
  }

  /** Records that a value, such as a domain, belongs to a resource. */
  assign(collection: Collection, value: string, key: string): void {
    this.#owners[collection].set(value, key)
  }

  /** Returns the key of the resource that a value belongs to. */
  findOwner(collection: Collection, value: string): string | undefined {
    return this.#owners[collection].get(value)
  }

  list(collection: Collection): Fields[] {
    return [...this.#collections[collection].values()]
  }

  /**
   * Stores a secret.
   *
   * @param parts words of its name, such as the key of the monitor and the header
   * @returns the text that refers to the secret
   */
  protect(parts: readonly string[], value: string): string {
    const base = parts
      .join('_')
      .replace(/[^a-z0-9]+/gi, '_')
      .replace(/^_+|_+$/g, '')
      .toUpperCase()
    const preferred = /^[A-Z]/.test(base) ? base : `SECRET_${base}`
    const name = this.#takeSecretName(preferred, value)
    this.#secrets.set(name, value)
    return `${OPEN}${name}${CLOSE}`
  }

  /** Returns the name of an equal secret, or the first free one of `NAME`, `NAME_2`, …. No name is tried twice. */
  #takeSecretName(preferred: string, value: string): string {
    const names = getOrCreate(this.#secretNames, preferred, () => ({ next: 1, byValue: new Map() }))
    const known = names.byValue.get(value)
    if (known !== undefined && !this.#variables.has(known)) return known
    for (;;) {
      const name = names.next === 1 ? preferred : `${preferred}_${names.next}`
      names.next++
      const other = this.#secrets.get(name)
      if (this.#variables.has(name)) continue
      if (other === undefined || other === value) {
        names.byValue.set(value, name)
        return name
      }
      // Secrets of another base name can have this name
      if (!names.byValue.has(other)) names.byValue.set(other, name)
    }
  }

  /** Returns the text that refers to a variable of the environment. */
  refer(name: string): string {
    this.#variables.add(name)
    return `${OPEN}${name}${CLOSE}`
  }

  /** Adds a subscriber of a page once. */
  addSubscriber(subscriber: ImportedSubscriber): void {
    this.#subscribers.set(`${subscriber.page} ${subscriber.email.toLowerCase()}`, subscriber)
  }

  /** Returns the variables to which resources of the document refer. */
  listVariables(): string[] {
    const text = JSON.stringify(COLLECTIONS.map((collection) => this.list(collection)))
    const used = new Set([...text.matchAll(REFERENCE)].map(([, name]) => name))
    return [...this.#variables].filter((name) => used.has(name))
  }

  finish(product: string): ImportResult {
    const filled = COLLECTIONS.filter((collection) => this.#collections[collection].size > 0)
    const maps = filled.map((collection) => [collection, Object.fromEntries(this.#collections[collection])] as const)
    return {
      document: replaceTexts({ version: 1, ...Object.fromEntries(maps) }, ({ text }) =>
        this.#escape(text),
      ) as ConfigurationDocument,
      secrets: Object.fromEntries([...this.#secrets].sort(([a], [b]) => (a < b ? -1 : 1))),
      subscribers: [...this.#subscribers.values()],
      report: { product, items: this.#items },
    }
  }

  /** A `${` of the source is no placeholder. Only secrets and variables of this import are referred to. */
  #escape(text: string): string {
    const isKnown = (name: string): boolean => this.#secrets.has(name) || this.#variables.has(name)
    return escapePlaceholders(text).replace(REFERENCE, (match, name: string) => (isKnown(name) ? `\${${name}}` : match))
  }
}

/** Notes of one item. */
const MAX_NOTES = 100
const MORE_NOTES = { reason: `Only the first ${MAX_NOTES} differences are listed.`, advice: null }

const EMPTY_JSON = new Set(['', '[]', '{}', 'null'])

/** Databases write 0 for a switch that is off, and empty lists as JSON. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  if (typeof value === 'string') return EMPTY_JSON.has(value.trim())
  return value === undefined || value === null || value === false || value === 0
}

/** An item of the source, and what becomes of it. */
export class Item {
  readonly #item: ReportItem
  readonly #reasons = new Set<string>()
  #isWeaker = false

  constructor(item: ReportItem) {
    this.#item = item
  }

  get name(): string {
    return this.#item.name
  }

  /** Adds a difference: the item becomes `changed` when it is kept. Equal notes are added once. */
  note(reason: string, advice: string | null = null): void {
    if (this.#isFull || this.#reasons.has(reason)) return
    this.#reasons.add(reason)
    this.#item.notes.push(this.#isFull ? MORE_NOTES : { reason, advice })
  }

  /** Settings of a shared module would otherwise fill the report, once per item. */
  get #isFull(): boolean {
    return this.#reasons.size > MAX_NOTES
  }

  /** Adds a difference after which the check passes in more cases than in the source. */
  noteUnchecked(reason: string, advice: string | null = null): void {
    this.#isWeaker = true
    this.note(reason, advice)
  }

  /** Whether a condition of success of the source is not checked, or only in part. */
  get isWeaker(): boolean {
    return this.#isWeaker
  }

  /**
   * Adds the differences that a table states for the fields of an object, and one for each field that it lacks.
   *
   * @param type of the monitor in the source
   * @param path of the fields, such as `client.`
   */
  noteFields(object: Fields, table: FieldTable, { type = '', path = '' } = {}): void {
    for (const [name, value] of Object.entries(object)) {
      if (isEmpty(value)) continue
      const field = Object.hasOwn(table, name) ? table[name] : undefined
      if (field) this.#noteLoss(field, type, value)
      else if (!this.#isFull)
        this.note(`The setting ${path}${toOneLine(name)} is not known to this importer, and not read.`)
    }
  }

  #noteLoss({ loss, advice, reports, types, idle }: Field, type: string, value: unknown): void {
    if (reports === null || types?.includes(type) === false || idle?.includes(value)) return
    if (reports === 'condition') this.noteUnchecked(loss!, advice)
    else this.note(loss!, advice)
  }

  keep(key: string | null): void {
    this.#item.key = key
    this.#item.outcome = this.#item.notes.length > 0 ? 'changed' : 'kept'
  }

  /** Replaces earlier notes, because the differences of a dropped item are irrelevant. */
  drop(reason: string, advice: string | null = null): null {
    Object.assign(this.#item, { outcome: 'dropped', key: null, notes: [{ reason, advice }] })
    this.#reasons.clear()
    this.#reasons.add(reason)
    return null
  }
}
