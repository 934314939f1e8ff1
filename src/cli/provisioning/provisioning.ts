/**
 * `watchkeeper validate`, `plan`, `apply` and `export`: configuration documents from the command line.
 *
 * Plans as text for a terminal. Pure.
 */
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { readDocument } from '../../api/provisioning/read-document.ts'
import type { Environment } from '../../config/config.ts'
import { createEgressPolicy } from '../../core/platform/egress.ts'
import { describeCause, listIssues, Problem, StartError } from '../../core/platform/errors.ts'
import { toResourceWords } from '../../core/platform/fields/resource.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { COLLECTIONS } from '../../core/provisioning/document.ts'
import { formatExport } from '../../core/provisioning/document-text.ts'
import type { MergedDocument } from '../../core/provisioning/merge-files.ts'
import { listOfflineIssues, listUnresolved } from '../../services/provisioning/document-rules.ts'
import { type CommandInputs, print, warn } from '../io.ts'
import { toVisible, truncate } from '../text.ts'
import { DocumentError } from './convert-documents.ts'
import { loadDocument } from './load-document.ts'
import { connectToServer, type Server, ServerError } from './server.ts'

export interface PlanArguments {
  project?: string
  source?: string
  prune?: true
  takeOver?: true
  release?: true
  json?: true
}

export interface ApplyArguments extends PlanArguments {
  /** Confirms the deletion of more than a fifth of the monitors. */
  yes?: true
}

/** Validates documents without a server. Placeholders need no values. */
export async function validateDocuments(paths: readonly string[]): Promise<void> {
  const merged = await loadDocument(paths, null)
  const { desired } = await placeProblems(merged, () => readDocument(merged.document))
  const mistakes = await listOfflineIssues(desired, ANY_ADDRESS)
  const known = mistakes.filter((issue) => !dependsOnPlaceholder(merged.document, issue))
  if (known.length > 0) throw toDocumentError(merged, known)
  const missing = listUnresolved(desired)
  warn(missing.map(({ field, message }) => `${formatPlace(merged, field)}: ${field}: ${message}`))
  const counts = COLLECTIONS.map((name) => [name, desired[name].size] as const).filter(([, size]) => size > 0)
  const summary = counts.map(([name, size]) => `${toResourceWords(name)}: ${size}`).join(', ')
  print(`The document is valid (${summary || 'no resource'}).`)
}

/** Each server applies its own policy later. */
const ANY_ADDRESS = createEgressPolicy({ mode: 'any' })

const PLACEHOLDER = /(?:^|[^$])\$\{/

/** Fields whose rules do not depend on other fields. */
const INDEPENDENT = /\.(?:timeout_ms|interval_seconds|runbook_url)$/

/** Whether an issue is about a value that is not known yet, or about a monitor whose target is not known. */
function dependsOnPlaceholder(document: unknown, { field }: { field: string }): boolean {
  const [collection = '', ...rest] = field.split('.')
  const entries = ((document ?? {}) as Record<string, unknown>)[collection]
  // A key may contain dots
  const key = rest
    .map((_, index) => rest.slice(0, index + 1).join('.'))
    .find((one) => Object.hasOwn(entries ?? {}, one))
  const entry = key === undefined ? undefined : (entries as Record<string, unknown>)[key]
  if (typeof entry !== 'object' || entry === null) return false
  const path = field.slice(collection.length + key!.length + 2).split('.')
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], entry)
  const { target } = entry as { target?: unknown }
  const isUnknown = (one: unknown): boolean => PLACEHOLDER.test(JSON.stringify(one) ?? '')
  return isUnknown(value) || (isUnknown(target) && !INDEPENDENT.test(field))
}

/** @returns the exit code: 0 without changes, 2 with changes, as `terraform plan -detailed-exitcode` */
export async function planDocuments(
  paths: readonly string[],
  options: PlanArguments,
  { environment }: CommandInputs,
): Promise<number> {
  const { plan } = await requestPlan(paths, options, environment)
  if (options.json) print(JSON.stringify(plan, null, 2))
  else print(renderPlan(plan, 'Plan', hasColours()))
  return plan.has_changes ? 2 : 0
}

export async function applyDocuments(
  paths: readonly string[],
  options: ApplyArguments,
  { environment, clock }: CommandInputs,
): Promise<void> {
  const { plan, server, merged, body } = await requestPlan(paths, options, environment)
  if (!options.json) print(renderPlan(plan, 'Plan', hasColours()))
  if (plan.needs_confirmation && !options.yes) await confirm(plan)
  const stop = showProgress(plan, clock.elapsed)
  const request = { ...body, fingerprint: plan.fingerprint, confirm: true }
  const applied = await sendDocument(server, merged, 'apply', request).finally(stop)
  print(options.json ? JSON.stringify(applied, null, 2) : formatApplied(applied))
}

async function requestPlan(paths: readonly string[], options: PlanArguments, environment: Environment) {
  const merged = await loadDocument(paths, environment)
  const { desired } = await placeProblems(merged, () => readDocument(merged.document))
  const server = await connectToServer(environment, options.project).catch(async (error) => {
    const mistakes = await listOfflineIssues(desired, ANY_ADDRESS)
    throw mistakes.length > 0 ? toDocumentError(merged, mistakes) : error
  })
  const { source, prune, takeOver, release } = options
  const body = {
    document: merged.document,
    ...(source !== undefined && { source }),
    ...(prune && { prune }),
    ...(takeOver && { take_over: true }),
    ...(release && { release }),
  }
  return { plan: await sendDocument(server, merged, 'plan', body), server, merged, body }
}

/** @throws DocumentError when the server refuses fields of the document */
async function sendDocument(
  server: Server,
  merged: MergedDocument,
  action: 'plan' | 'apply',
  body: unknown,
): Promise<PlanJson> {
  try {
    const { plan } = (await server.request('POST', `${server.configPath}/${action}`, body)) as { plan: PlanJson }
    return plan
  } catch (error) {
    if (!(error instanceof ServerError) || error.issues.length === 0) throw error
    throw toDocumentError(merged, error.issues)
  }
}

/** @throws DocumentError with the positions of the invalid fields */
async function placeProblems<T>(merged: MergedDocument, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw toDocumentError(merged, listIssues(error))
  }
}

const toDocumentError = ({ locate }: MergedDocument, issues: ServerError['issues']): DocumentError =>
  new DocumentError(issues.map((issue) => ({ ...issue, ...locate(issue.field) })))

function formatPlace({ locate }: MergedDocument, field: string): string {
  const { file, position } = locate(field)
  return `${file}:${position.line}:${position.column}`
}

const hasColours = (): boolean => process.stdout.isTTY === true && process.stdout.hasColors()

/** @throws StartError unless the user agrees on the terminal */
async function confirm({ changes }: PlanJson): Promise<void> {
  const count = changes.filter(({ collection, action }) => collection === 'monitors' && action === 'delete').length
  const refusal = `the plan deletes more than a fifth of the monitors (${count})`
  if (!process.stdin.isTTY) throw new StartError(`${refusal}: use --yes to apply it`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${refusal}. Type "yes" to apply it: `)
  terminal.close()
  if (answer.trim() !== 'yes') throw new StartError('nothing was changed')
}

/** Shows the elapsed time of a long apply on a terminal. Returns a function that ends the display. */
function showProgress({ changes }: PlanJson, elapsed: () => number): () => void {
  if (!process.stderr.isTTY) return () => {}
  const startedAt = elapsed()
  const show = () => {
    const seconds = Math.round((elapsed() - startedAt) / SECOND_MS)
    process.stderr.write(`\rApplying ${changes.length} changes: ${seconds} s `)
  }
  const timer = setInterval(show, SECOND_MS)
  return () => {
    clearInterval(timer)
    process.stderr.write('\r\x1b[K')
  }
}

export interface ExportArguments {
  project?: string
  out?: string
  json?: true
}

interface ExportJson {
  document: object
  secrets: { name: string; field: string }[]
}

/** Writes the document of a project to a file or to the standard output. */
export async function exportDocument(options: ExportArguments, { environment }: CommandInputs): Promise<void> {
  const server = await connectToServer(environment, options.project)
  const { document, secrets } = (await server.request('GET', `${server.configPath}/export`)) as ExportJson
  const schema = new URL('api/schemas/config.json', server.url)
  const text = options.json
    ? `${JSON.stringify({ $schema: schema.href, ...document }, null, 2)}\n`
    : formatExport(document, secrets, schema.href)
  if (options.out === undefined) process.stdout.write(text)
  else writeTo(options.out, text)
}

function writeTo(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new StartError(`Cannot write ${path}: ${describeCause(error)}`)
  }
}

interface FieldJson {
  field: string
  before?: unknown
  after?: unknown
}

/** A plan as the API returns it. */
interface PlanJson {
  fingerprint: string
  source: string
  has_changes: boolean
  needs_confirmation: boolean
  summary: { create: number; update: number; delete: number; unchanged: number; adopt: number; release: number }
  changes: {
    collection: string
    key: string
    name: string
    action: 'create' | 'update' | 'delete'
    fields: FieldJson[]
  }[]
}

const SIGNS = { create: '+', update: '~', delete: '-' } as const
const COLOURS = { create: 'green', update: 'yellow', delete: 'red' } as const

/** Maximum length of a shown value. */
const VALUE_WIDTH = 60

/** @param verb of the summary: `Plan`, `Applied` */
export function renderPlan(plan: PlanJson, verb: string, hasColours: boolean): string {
  const paint = (action: keyof typeof SIGNS, text: string) => (hasColours ? styleText(COLOURS[action], text) : text)
  const lines = plan.changes.flatMap(({ collection, key, name, action, fields }) => [
    paint(action, `${SIGNS[action]} ${collection}.${key}  ${toVisible(name)}`),
    ...fields.map((field) => `    ${formatField(field)}`),
  ])
  return [...lines, ...(lines.length > 0 ? [''] : []), formatSummary(plan, verb)].join('\n')
}

const formatField = ({ field, before, after }: FieldJson): string =>
  `${field}: ${formatValue(before)} -> ${formatValue(after)}`

const formatValue = (value: unknown): string =>
  value === undefined || value === null ? '(none)' : truncate(toVisible(JSON.stringify(value)), VALUE_WIDTH)

function formatSummary({ summary, source }: PlanJson, verb: string): string {
  const { create, update, delete: removed, unchanged, adopt, release } = summary
  const adopted = adopt > 0 ? ` ${adopt} existing to be managed by "${source}".` : ''
  const released = release > 0 ? ` ${release} existing to be managed by no source.` : ''
  return `${verb}: ${create} to create, ${update} to update, ${removed} to delete, ${unchanged} unchanged.${adopted}${released}`
}

/** Returns the summary after an apply. */
function formatApplied({ summary, source }: PlanJson): string {
  const { create, update, delete: removed, unchanged, adopt, release } = summary
  const adopted = adopt > 0 ? ` ${adopt} existing are now managed by "${source}".` : ''
  const released = release > 0 ? ` ${release} existing are now managed by no source.` : ''
  return `Applied: ${create} created, ${update} updated, ${removed} deleted, ${unchanged} unchanged.${adopted}${released}`
}
