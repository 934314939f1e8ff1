/** Creates organizations on the attacked server over its API, like any client. */
import { type Call, createTestClient, expectData } from '../../support/api/client.ts'

export const PASSWORD = 'plum lantern orbit'

export interface Account {
  email: string
  organizationId: string
  headers: Record<string, string>
  call: Call
}

let addresses = 0

/** Returns an unused client address, as a proxy would report it. */
export function nextAddress(): Record<string, string> {
  addresses++
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` }
}

/** Registers from a new address, because registrations are limited per address. */
export async function signUp(url: string, name: string): Promise<Account> {
  const email = `${name}@example.test`
  const data = await expectData(
    createTestClient(url, nextAddress())('POST', '/api/auth/register', { email, name, password: PASSWORD }),
  )
  const headers = { authorization: `Bearer ${data.access_token}` }
  return { email, organizationId: data.user.organization_id, headers, call: createTestClient(url, headers) }
}

/** @returns the headers of a new API key */
export async function createKey({ call }: Account, scope: 'read' | 'read_write'): Promise<Record<string, string>> {
  const { key } = await expectData(call('POST', '/api/auth/api-keys', { name: scope, scope }))
  return { 'x-api-key': key }
}

/** @returns the monitor as the API returns it */
export async function createHeartbeat(call: Call, name: string, over: object = {}) {
  const { monitor } = await expectData(call('POST', '/api/monitors', { name, type: 'HEARTBEAT', ...over }))
  return monitor as { id: string; heartbeat_token: string }
}

/** Publishes an empty status page in the default project. */
export async function createStatusPage({ call }: Account, slug: string): Promise<void> {
  const { projects } = await expectData(call('GET', '/api/projects'))
  const page = { name: 'Status', slug, is_published: true }
  await expectData(call('POST', `/api/projects/${projects[0].id}/status-pages`, page))
}
