/**
 * Serializes responses by their schemas, with listed fields only. Serializers are compiled when first used, like the
 * validators.
 */
import fastJsonStringify from 'fast-json-stringify'
import type { FastifySchema, FastifySerializerCompiler } from 'fastify'

export const createSerializer: FastifySerializerCompiler<FastifySchema> = ({ schema }) => {
  let stringify: ((data: unknown) => string) | undefined
  return (data) => {
    stringify ??= fastJsonStringify(schema as object)
    return stringify(data)
  }
}

/** Nesting levels that are written in parts. An entry of a list within a list within `data` is written as one part. */
const MAX_PART_DEPTH = 5

/** A list whose entries are created while they are written, so that they do not exist all at once. */
export class LazyList<Source, Entry> implements Iterable<Entry> {
  readonly #sources: readonly Source[]
  readonly #toEntry: (source: Source) => Entry

  constructor(sources: readonly Source[], toEntry: (source: Source) => Entry) {
    this.#sources = sources
    this.#toEntry = toEntry
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (const source of this.#sources) yield this.#toEntry(source)
  }
}

/**
 * Yields the text of `JSON.stringify(value)` in parts. The value is plain: no `toJSON`, and no sparse list. It may
 * contain lazy lists, at most `MAX_PART_DEPTH` levels down.
 */
export function* iterateJsonParts(value: unknown, depth = MAX_PART_DEPTH): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value)
  else if (Array.isArray(value) || value instanceof LazyList) yield* iterateListParts(value, depth)
  else yield* iterateObjectParts(value, depth)
}

function* iterateListParts(list: Iterable<unknown>, depth: number): Generator<string> {
  let separator = '['
  for (const entry of list) {
    yield separator
    yield* iterateJsonParts(entry, depth - 1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function* iterateObjectParts(value: object, depth: number): Generator<string> {
  let separator = '{'
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* iterateJsonParts(inner, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
