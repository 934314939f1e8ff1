/** Links in the documents lead to existing files and headings. Links to other sites are not checked. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

const DOCUMENTS = ['.', 'docs', 'docs/architecture', 'web'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(ROOT, folder, name)),
)

/** Removes code, which has its own brackets and hashes. */
const proseOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^```.*?^```/gms, '')

/**
 * Returns the anchors that GitHub creates for headings: lower case, no punctuation, hyphens for spaces, and a number
 * for repeated headings.
 */
function anchorsOf(prose: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of prose.matchAll(/^#+ +(.+)$/gm)) {
    const words = heading!.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    const anchor = words.trim().replaceAll(' ', '-')
    let name = anchor
    for (let again = 1; anchors.has(name); again++) name = `${anchor}-${again}`
    anchors.add(name)
  }
  return anchors
}

/** @returns a description of an invalid link from that file, or null */
function findLinkProblem(file: string, link: string): string | null {
  if (/^(https?|mailto):/.test(link)) return null
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path === '' ? file : join(dirname(file), path)
  const label = `${relative(ROOT, file)}: ${link}`
  if (!existsSync(target)) return `${label}: no such file`
  if (anchor !== undefined && !anchorsOf(proseOf(target)).has(anchor)) return `${label}: no such heading`
  return null
}

const linksOf = (prose: string): string[] => [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)

test('every link in the documents leads to an existing file and heading', () => {
  const links = DOCUMENTS.flatMap((file) => linksOf(proseOf(file)).map((link) => [file, link] as const))
  assert.ok(links.length > 40, String(links.length))
  assert.deepEqual(
    links.map(([file, link]) => findLinkProblem(file, link)).filter((wrong) => wrong !== null),
    [],
  )
})

test('headings are found by the anchors of GitHub', () => {
  const prose = '# How do I `run` it?\n\n## Room on the disk\n\n## Room on the disk\n'
  assert.deepEqual([...anchorsOf(prose)], ['how-do-i-run-it', 'room-on-the-disk', 'room-on-the-disk-1'])
  const readme = join(ROOT, 'README.md')
  assert.match(findLinkProblem(readme, 'docs/nothing.md')!, /no such file/)
  assert.match(findLinkProblem(readme, 'docs/backup.md#nothing')!, /no such heading/)
})
