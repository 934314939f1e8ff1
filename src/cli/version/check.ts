/** Compares the version of this program with one that an address publishes. */
import { StartError } from '../../core/platform/errors.ts'
import { refuseWebUrl } from '../../core/platform/text/plain-text.ts'
import { visit } from '../visit.ts'

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/

/** Returns a sentence for the operator. @throws StartError */
export async function compareWithPublished(own: string, url: string): Promise<string> {
  const published = await readPublished(url)
  if (compareVersions(published, own) <= 0) return `${own} is the newest version; ${published} is published.`
  return `${published} is published, and this is ${own}. Read its release notes, and run its "watchkeeper doctor" before the upgrade.`
}

async function readPublished(url: string): Promise<string> {
  const reason = refuseWebUrl(url, 'https://watch.example.com/version.json')
  if (reason !== null) throw new StartError(`The address of --check ${reason}.`)
  const { status, location, body } = await visit(url).catch((error) => {
    throw new StartError(`${url} cannot be read: ${(error as Error).message}.`)
  })
  if (location !== null) throw new StartError(`${url} redirects to ${location}: use that address.`)
  if (status !== 200) throw new StartError(`${url} answered ${status}.`)
  const version = parsePublished(body)
  if (version !== null) return version
  throw new StartError(`${url} has no version: JSON with "version" or "tag_name", or a text such as 1.2.3.`)
}

/** Returns null when a response contains no version. */
export function parsePublished(body: string): string | null {
  const text = body.trim()
  if (VERSION.test(text)) return text
  try {
    const { version, tag_name: tag } = JSON.parse(text) as { version?: unknown; tag_name?: unknown }
    return [version, tag].find((value): value is string => typeof value === 'string' && VERSION.test(value)) ?? null
  } catch {
    return null
  }
}

/** Orders versions; a version before a release, such as `1.1.0-rc.1`, comes before it. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => VERSION.exec(text)!)
  for (const part of [1, 2, 3]) {
    const difference = Number(first![part]) - Number(second![part])
    if (difference !== 0) return difference
  }
  const [before, otherBefore] = [first![4] ?? null, second![4] ?? null]
  if (before === null || otherBefore === null) return Number(before === null) - Number(otherBefore === null)
  return before.localeCompare(otherBefore, 'en', { numeric: true })
}
