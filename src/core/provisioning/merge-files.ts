/** Merges the files of a configuration document. Each file contains part of the resources. */
import { COLLECTIONS } from './document.ts'
import type { DocumentFile, PlacedIssue } from './document-text.ts'

type Fields = Record<string, unknown>

export interface MergedDocument {
  document: unknown
  /** Returns the file and the position of a field of the document. */
  locate(field: string): Pick<PlacedIssue, 'file' | 'position'>
}

/** Fields that are objects by key, which files contribute to. */
const MERGED: readonly string[] = COLLECTIONS

/**
 * Merges files: the collections are joined, and any other field may be in several files only with the same value.
 *
 * @param files at least one
 * @returns the document, or an issue for each key or field that files disagree on
 */
export function mergeFiles(files: readonly DocumentFile[]): MergedDocument | PlacedIssue[] {
  const [only] = files
  if (files.length === 1 && only)
    return { document: only.value, locate: (field) => ({ file: only.name, position: only.locate(field) }) }
  const document = createFields()
  const owners = new Map<string, DocumentFile>()
  const issues: PlacedIssue[] = []
  for (const file of files) {
    if (!isObject(file.value)) {
      issues.push({ ...placeIn(file, ''), field: '', message: 'must be an object' })
      continue
    }
    for (const [field, value] of Object.entries(file.value))
      issues.push(...add({ document, owners }, file, field, value))
  }
  if (issues.length > 0) return issues
  return { document, locate: (field) => placeIn(findOwner(owners, field) ?? files[0]!, field) }
}

function add(
  { document, owners }: { document: Fields; owners: Map<string, DocumentFile> },
  file: DocumentFile,
  field: string,
  value: unknown,
): PlacedIssue[] {
  if (!MERGED.includes(field) || !isObject(value)) {
    const owner = owners.get(field)
    if (!owner) {
      document[field] = value
      owners.set(field, file)
      return []
    }
    if (JSON.stringify(document[field]) === JSON.stringify(value)) return []
    return [{ ...placeIn(file, field), field, message: `differs from the value in ${owner.name}` }]
  }
  const collection = (document[field] ?? createFields()) as Fields
  document[field] = collection
  return Object.entries(value).flatMap(([key, entry]) => {
    const path = `${field}.${key}`
    const owner = owners.get(path)
    if (owner) return [{ ...placeIn(file, path), field: path, message: `is already defined in ${owner.name}` }]
    collection[key] = entry
    owners.set(path, file)
    return []
  })
}

/** Without a prototype, so that the name `__proto__` is a field like any other. */
const createFields = (): Fields => Object.create(null)

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const placeIn = (file: DocumentFile, field: string) => ({ file: file.name, position: file.locate(field) })

/** Returns the file of the longest known path that begins the field. */
function findOwner(owners: ReadonlyMap<string, DocumentFile>, field: string): DocumentFile | undefined {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const owner = owners.get(path)
    if (owner) return owner
  }
  return undefined
}
