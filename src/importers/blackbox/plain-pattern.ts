/**
 * Returns the text that a regular expression without special characters finds, such as `220 ready` for `^220 ready`.
 *
 * @returns null for other expressions
 */
export function parsePlainPattern(pattern: string): string | null {
  const [, body = ''] = /^(?:\(\?[a-z]+\))?\^?(.*?)\$?$/s.exec(pattern) ?? []
  if (/^\(\?/.test(pattern)) return null
  const unescaped = body.replace(/\\([^\w\s])/g, (_, char: string) => `\0${char.codePointAt(0)}\0`)
  if (unescaped === '' || /[\\^$.|?*+()[\]{}]/.test(unescaped)) return null
  return unescaped.replace(/\0(\d+)\0/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
