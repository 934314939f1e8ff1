/** The server that configuration commands use: its address, the API key and the project. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError, type Environment, readSetting } from '../../config/config.ts'
import { SETTINGS } from '../../config/settings.ts'
import { describeCause, StartError } from '../../core/platform/errors.ts'
import { describeSuggestion } from '../../core/platform/text/nearest.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'

/** An error that the server returned. */
export class ServerError extends StartError {
  readonly code: string
  readonly issues: readonly { field: string; message: string }[]

  constructor({ code, message, details }: { code: string; message: string; details?: unknown }) {
    super(message)
    this.code = code
    this.issues = (details as Pick<ServerError, 'issues'> | undefined)?.issues ?? []
  }
}

export interface Server {
  /** Path of the project's configuration, such as `/api/projects/…/config`. */
  configPath: string
  url: URL
  /** @throws ServerError, StartError when the server does not respond */
  request(method: string, path: string, body?: unknown): Promise<unknown>
}

/**
 * Connects to a server.
 *
 * @param project id or name of a project; absent: `WK_PROJECT`, else the default project
 * @throws StartError
 */
export async function connectToServer(environment: Environment, project?: string): Promise<Server> {
  const mistakes: string[] = []
  const url = readSetting(SETTINGS.url, environment, mistakes)
  const key = readSetting(SETTINGS.apiKey, environment, mistakes)
  const idOrName = project ?? readSetting(SETTINGS.project, environment, mistakes)
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  if (!url) throw new StartError('the server is missing: set WK_URL=https://watch.example.com')
  if (!key) throw new StartError('the API key is missing: set WK_API_KEY to a key with the scope read_write')
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const request: Server['request'] = (method, path, body) => send(new URL(path.slice(1), base), key, method, body)
  return { url: base, request, configPath: `/api/projects/${await findProject(request, idOrName)}/config` }
}

interface ProjectJson {
  id: string
  name: string
  slug: string
  is_default: boolean
}

/** Largest page of projects; more projects need several requests. */
const PAGE = 100

async function findProject(request: Server['request'], idOrName: string | null): Promise<string> {
  const projects: ProjectJson[] = []
  for (let isLast = false; !isLast; ) {
    const page = (await request('GET', `/api/projects?limit=${PAGE}&offset=${projects.length}`)) as {
      projects: ProjectJson[]
      pagination: { has_more: boolean }
    }
    projects.push(...page.projects)
    isLast = !page.pagination.has_more
  }
  const found = projects.filter(({ id, name, slug, is_default: isDefault }) =>
    idOrName === null ? isDefault : [id, name, slug].includes(idOrName),
  )
  if (found.length === 1) return found[0]!.id
  if (found.length > 1) throw new StartError(`Several projects are named "${idOrName}": use the id of the project`)
  const names = projects.map(({ name }) => name)
  throw new StartError(
    `There is no project "${idOrName}"${describeSuggestion(idOrName ?? '', names)}; projects are ${names.join(', ')}`,
  )
}

/** Attempts of a request. All attempts have the same idempotency key, so a change is made once. */
const ATTEMPTS = 4
const RETRY_MS = SECOND_MS

async function send(url: URL, key: string, method: string, body: unknown): Promise<unknown> {
  const headers = {
    'x-api-key': key,
    ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  }
  const init = {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  } as const
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, init)
      if (response.status === 503 && attempt < ATTEMPTS) throw new Error('the server is not ready')
      return await readResponse(response, url)
    } catch (error) {
      if (error instanceof StartError) throw error
      if (attempt === ATTEMPTS) throw new StartError(`${url.origin} does not respond: ${describeFetchError(error)}`)
      await delay(RETRY_MS * attempt)
    }
  }
}

/** `fetch` hides the error of the connection in its cause. */
const describeFetchError = (error: unknown): string =>
  describeCause(error instanceof TypeError && error.cause ? error.cause : error)

async function readResponse(response: Response, url: URL): Promise<unknown> {
  const text = await response.text()
  try {
    const { success, data, error } = JSON.parse(text)
    if (success === true) return data
    throw new ServerError(error)
  } catch (error) {
    if (error instanceof ServerError) throw error
    throw new StartError(`${url.origin} is not a Watchkeeper server: it returned status ${response.status}`)
  }
}
