/** Writes large JSON in parts, so that the thread can do other work between them. */

/** Levels of a value that are taken apart. An entry of a list within a list within `data` is written in one go. */
const DEEPEST_PART = 5

/** Yields the text of `JSON.stringify(value)` in parts. The value is plain: no `toJSON`, and no list with holes. */
export function* jsonParts(value: unknown, depth = DEEPEST_PART): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* listParts(value, depth)
  else yield* objectParts(value, depth)
}

function* listParts(list: readonly unknown[], depth: number): Generator<string> {
  yield '['
  for (const [index, entry] of list.entries()) {
    if (index > 0) yield ','
    yield* jsonParts(entry, depth - 1)
  }
  yield ']'
}

function* objectParts(value: object, depth: number): Generator<string> {
  let separator = '{'
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonParts(inner, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
