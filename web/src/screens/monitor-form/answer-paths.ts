/** Lists the values of a JSON response with their paths, for the selection of a path. */

export interface AnswerValue {
  /** Normalized path of RFC 9535, in its short form. */
  path: string
  value: string | number | boolean | null
}

/** Maximum values listed. */
const MAX_VALUES = 200

/**
 * @param isCut whether the end of the text is missing, as in a stored response
 * @returns null if the text is not JSON
 */
export function listAnswerValues(text: string, isCut: boolean): AnswerValue[] | null {
  const document = parseJson(text) ?? (isCut ? parseJson(closeJson(text)) : undefined)
  if (document === undefined) return null
  const found: AnswerValue[] = []
  collect(document, '$', found)
  return found
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collect(value: unknown, path: string, found: AnswerValue[]): void {
  if (found.length === MAX_VALUES) return
  if (typeof value !== 'object' || value === null) {
    found.push({ path, value: value as AnswerValue['value'] })
    return
  }
  for (const [key, inner] of Object.entries(value))
    collect(inner, Array.isArray(value) ? `${path}[${key}]` : path + formatName(key), found)
}

const formatName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name)
    ? `.${name}`
    : `['${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`

/** Ends a text after its last complete entry, and closes the objects and lists around it. */
function closeJson(text: string): string {
  const open: string[] = []
  let end = { at: 0, closers: '' }
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/gs)) {
    if (token === '[' || token === '{') open.unshift(token === '[' ? ']' : '}')
    else if (token === ',') end = { at: index, closers: open.join('') }
    else if (token === ']' || token === '}') {
      open.shift()
      end = { at: index + 1, closers: open.join('') }
    }
  }
  return text.slice(0, end.at) + end.closers
}
