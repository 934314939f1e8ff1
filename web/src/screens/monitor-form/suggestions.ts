/** What can be guessed of a monitor from what is watched. */

/** `https://www.example.com/shop/` is "example.com/shop". */
export function deriveName(target: string, port: string): string {
  const text = target.trim()
  const bare = text
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .replace(/^www\./i, '')
  const name = port.trim() !== '' && bare !== '' ? `${bare}:${port.trim()}` : bare
  return [...name].slice(0, MAX_NAME_LENGTH).join('')
}

const MAX_NAME_LENGTH = 80

/** `Web shop` is copied as `Web shop (2)`, and that as `Web shop (3)`. */
export function copyName(name: string): string {
  const [, stem = name, number] = /^(.*?)(?: \((\d+)\))?$/s.exec(name) ?? []
  return `${[...stem].slice(0, MAX_NAME_LENGTH - 5).join('')} (${number ? Number(number) + 1 : 2})`
}

/**
 * What is watched, when another kind of monitor is chosen for it: of a URL those that ask for a host take the host. A
 * host is made a URL by whoever asks for one.
 */
export function convertTarget(target: string, takesUrl: boolean): string {
  if (takesUrl || !/^https?:\/\//i.test(target.trim())) return target
  try {
    return new URL(target.trim()).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return target
  }
}
