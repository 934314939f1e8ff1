/** Applies the configuration documents of a folder at the start and when they change. */
import { statSync } from 'node:fs'
import { readDocument } from '../api/provisioning/read-document.ts'
import { listFiles, loadDocument } from '../cli/provisioning/load-document.ts'
import type { Config, Environment } from '../config/config.ts'
import type { Actor } from '../core/accounts/access.ts'
import { Problem } from '../core/platform/errors.ts'
import { StartError } from '../core/platform/start-error.ts'
import { MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { countActions } from '../core/provisioning/plan.ts'
import { type Loop, startLoop } from '../engine/loop.ts'
import type { MonitorScope } from '../services/platform/scope.ts'
import type { ProvisioningContext } from '../services/provisioning/kind.ts'
import { applyConfiguration } from '../services/provisioning/provisioning.ts'
import { findFirstOwner } from '../store/accounts/organizations.ts'
import { listProjects } from '../store/accounts/projects.ts'
import type { Logger } from './log.ts'

/** Polling also finds changes of links, by which orchestrators update mounted folders. */
const POLL_MS = 10 * SECOND_MS

/** Wait after a refused document, because the project may change as well. */
const RETRY_MS = 5 * MINUTE_MS

/** Larger files are refused, because parsing one blocks the server for a second per MiB. */
const MAX_FILE_BYTES = 512 * 1024

const MAX_PROJECTS = 10_000

/** Source of documents that state none. */
const SOURCE = 'config-folder'

interface FolderOptions {
  context: ProvisioningContext
  folder: string
  config: Pick<Config, 'project' | 'configPrune'>
  /** Values of placeholders. */
  environment: Environment
  log: Logger
}

export function startConfigFolder(options: FolderOptions): Loop {
  const { context, folder, log } = options
  let seen = ''
  let retryAt = 0
  return startLoop({
    name: 'configuration folder',
    idleMs: POLL_MS,
    log,
    now: context.now,
    run: async () => {
      const state = readFolderState(folder)
      if (state === seen && context.now() < retryAt) return null
      const scope = await findScope(context, options.config.project)
      if (!scope) return null
      const isApplied = await applyFolder(options, scope)
      seen = state
      retryAt = isApplied ? Number.POSITIVE_INFINITY : context.now() + RETRY_MS
      return null
    },
  })
}

/** Describes the names, sizes and times of the files; a change of the text is a change of the files. */
function readFolderState(folder: string): string {
  try {
    const stats = listFiles(folder).map((name) => [name, statSync(name)] as const)
    return stats.map(([name, { size, mtimeMs, ino }]) => `${name} ${size} ${mtimeMs} ${ino}`).join('\n')
  } catch {
    return 'unreadable' // Applying the folder logs the reason
  }
}

/** @returns null while the installation has no organization or no such project */
async function findScope({ store }: ProvisioningContext, wanted: string | null): Promise<MonitorScope | null> {
  const owner = await findFirstOwner(store.db)
  if (!owner) return null
  const { organizationId, userId, plan } = owner
  const projects = await listProjects(store.db, organizationId, { limit: MAX_PROJECTS, offset: 0 })
  const project = projects.find(({ id, name, slug, is_default: isDefault }) =>
    wanted === null ? isDefault === 1 : [id, name, slug].includes(wanted),
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

/** @returns false when the folder was refused, which is logged */
async function applyFolder(options: FolderOptions, scope: MonitorScope): Promise<boolean> {
  const { context, folder, config, environment, log } = options
  try {
    refuseLargeFiles(folder)
    const { document } = await loadDocument([folder], environment)
    const { desired, source } = readDocument(document)
    const planOptions = { source: source ?? SOURCE, prune: config.configPrune ?? false, takeOver: false }
    const plan = await applyConfiguration(context, scope, desired, planOptions, { fingerprint: null, confirm: false })
    log.info({ ...countActions(plan), unchanged: plan.unchanged, folder }, 'applied configuration folder')
    return true
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StartError)) throw error
    log.error({ folder, reason: error.message }, 'configuration folder was refused; nothing was changed')
    return false
  }
}

function refuseLargeFiles(folder: string): void {
  const large = listFiles(folder).find((name) => statSync(name).size > MAX_FILE_BYTES)
  if (large) throw new StartError(`${large} is larger than ${MAX_FILE_BYTES / 1024} KiB: split it into several files`)
}
