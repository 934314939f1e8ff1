/** Applies the configuration documents of a folder at the start and when they change. */
import { readDocument } from '../api/provisioning/read-document.ts'
import type { convertDocuments, DocumentTexts } from '../cli/provisioning/convert-documents.ts'
import { isDocumentName, readDocuments, readEnvFiles } from '../cli/provisioning/load-document.ts'
import type { Config, Environment } from '../config/config.ts'
import { selectDocumentVariables } from '../config/document-environment.ts'
import type { Actor } from '../core/accounts/access.ts'
import { listIssues, Problem, StartError } from '../core/platform/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { countActions } from '../core/provisioning/plan.ts'
import { type Loop, startLoop } from '../engine/loop.ts'
import { type FileLimits, type FoundFile, listFolder, resolveFolder } from '../runtime/bounded-files.ts'
import type { MonitorScope } from '../services/platform/context.ts'
import type { ProvisioningContext } from '../services/provisioning/kind.ts'
import { applyConfiguration } from '../services/provisioning/provisioning.ts'
import { findFirstOwner } from '../store/accounts/organizations.ts'
import { listProjects } from '../store/accounts/projects.ts'
import type { Logger } from './log.ts'

/** Polling also finds changes of links, by which orchestrators update mounted folders. */
const POLL_MS = 10 * SECOND_MS

/** Wait after a refused document, because the project may change as well. */
const RETRY_MS = 5 * MINUTE_MS

/** Parsing takes about a second per MiB. 10,000 monitors take about 3 MB. */
const LIMITS: FileLimits = {
  depth: 16,
  entries: 10_000,
  files: 1_000,
  fileBytes: 512 * 1024,
  totalBytes: 4 * 1024 * 1024,
}

const MAX_PROJECTS = 10_000

/** Source of documents that state none. */
const SOURCE = 'config-folder'

interface FolderOptions {
  context: ProvisioningContext
  folder: string
  config: Pick<Config, 'project' | 'configPrune' | 'configEnv'>
  environment: Environment
  /** Converts the texts of the documents, whose authors may be hostile. */
  convert: typeof convertDocuments
  log: Logger
}

export function startConfigFolder(options: FolderOptions): Loop {
  const { context, folder, log } = options
  let seen = ''
  let isHalf = false
  let reported = ''
  let retryAt = 0
  return startLoop({
    name: 'configuration folder',
    idleMs: POLL_MS,
    log,
    now: context.now,
    run: async () => {
      const found = await findFiles(folder)
      const state = describeState(found)
      if (state === seen && context.now() < retryAt) return null
      const scope = await findScope(context, options.config.project)
      if (!scope) return null
      const refusal = await applyFolder(options, scope, found)
      // Files that change while they are read can be half of two states. They are read again once before a report
      isHalf = refusal !== null && !isHalf && describeState(await findFiles(folder)) !== state
      if (isHalf) return null
      // An operator reads the same reason once, however often the folder is tried again
      if (refusal !== null && `${state}\n${refusal}` !== reported)
        log.warn(
          { folder, reason: refusal.replaceAll('\n', ' ') },
          'configuration folder was refused; nothing was changed',
        )
      reported = refusal === null ? '' : `${state}\n${refusal}`
      seen = state
      retryAt = refusal === null ? Number.POSITIVE_INFINITY : context.now() + RETRY_MS
      return null
    },
  })
}

interface FolderFiles {
  /** Real path of the folder. */
  within: string
  files: FoundFile[]
}

/** @returns the error when the folder cannot be listed */
async function findFiles(folder: string): Promise<FolderFiles | StartError> {
  try {
    const within = await resolveFolder(folder)
    return { within, files: await listFolder(folder, isDocumentName, LIMITS, within) }
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
}

/** Describes the names, sizes and times of the files; a change of the text is a change of the files. */
const describeState = (found: FolderFiles | StartError): string =>
  found instanceof StartError
    ? found.message
    : found.files.map(({ path, stat: { size, mtimeMs, ino } }) => `${path} ${size} ${mtimeMs} ${ino}`).join('\n')

/** @returns null while the installation has no organization or no such project */
async function findScope({ store }: ProvisioningContext, idOrName: string | null): Promise<MonitorScope | null> {
  const owner = await findFirstOwner(store.db)
  if (!owner) return null
  const { organizationId, userId, plan } = owner
  const projects = await listProjects(store.db, organizationId, { limit: MAX_PROJECTS, offset: 0 })
  const project = projects.find(({ id, name, slug, isDefault }) =>
    idOrName === null ? isDefault : [id, name, slug].includes(idOrName),
  )
  if (!project) return null
  const actor: Actor = {
    userId,
    userName: 'WK_CONFIG_DIR',
    organizationId,
    role: 'owner',
    isInstanceAdmin: false,
    plan,
    credential: { kind: 'session', sessionId: '' },
    ip: '',
  }
  return { actor, projectId: project.id }
}

/** @returns why the folder was refused; null when it was applied */
async function applyFolder(
  options: FolderOptions,
  scope: MonitorScope,
  found: FolderFiles | StartError,
): Promise<string | null> {
  const { context, folder, config, log } = options
  let texts: DocumentTexts | null = null
  try {
    if (found instanceof StartError) throw found
    texts = await readTexts(options, found)
    const converted = await options.convert(texts)
    if ('refusal' in converted) return converted.refusal
    const { desired, source, adoptable } = await readDocument(converted.document)
    const planOptions = {
      source: source ?? SOURCE,
      prune: config.configPrune ?? false,
      takeOver: false,
      release: false,
      adoptable,
    }
    const plan = await applyConfiguration(
      context,
      scope,
      { desired, options: planOptions },
      { fingerprint: null, confirm: false, silenceMinutes: null },
    )
    log.info({ ...countActions(plan), unchanged: plan.unchanged, folder }, 'applied configuration folder')
    return null
  } catch (error) {
    if (error instanceof Problem) return describeProblem(options, texts, error)
    if (error instanceof StartError) return error.message
    throw error
  }
}

/** Adds the file, line and column of each mistake. The documents are parsed again, because few are refused. */
async function describeProblem(
  { convert }: FolderOptions,
  texts: DocumentTexts | null,
  problem: Problem,
): Promise<string> {
  if (texts === null || problem.code !== 'VALIDATION_ERROR') return problem.message
  const converted = await convert({ ...texts, issues: listIssues(problem) })
  return 'refusal' in converted ? converted.refusal : problem.message
}

/** @throws StartError */
async function readTexts({ folder, config, environment }: FolderOptions, found: FolderFiles): Promise<DocumentTexts> {
  const paths = found.files.map(({ path }) => path)
  if (paths.length === 0) throw new StartError(`${folder}: no .yaml, .yml or .json file`)
  const variables = {
    ...(await readEnvFiles(paths, LIMITS, found.within)),
    ...selectDocumentVariables(environment, config.configEnv),
  }
  return {
    files: await readDocuments(paths, LIMITS, found.within),
    values: {
      variables,
      within: found.within,
      advice: 'set it in a file .env of the folder, or list a variable of the server in WK_CONFIG_ENV',
    },
  }
}
