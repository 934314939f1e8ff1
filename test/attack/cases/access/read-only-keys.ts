import { DATABASES, defineAttack } from '../../attack.ts'
import { createHeartbeat, createKey, signUp } from '../../stage/accounts.ts'
import { createSender } from '../../stage/load.ts'
import { fillPath, listOperations } from '../../stage/operations.ts'

export const readOnlyKeys = defineAttack({
  name: 'read-only-keys',
  title: 'a read-only API key on every documented write',
  bar: 'every documented POST, PUT, PATCH and DELETE that needs credentials answers 403 READ_ONLY_API_KEY',
  databases: DATABASES,
  async run(stage) {
    const server = await stage.start()
    const owner = await signUp(server.url, 'owner')
    const { id } = await createHeartbeat(owner.call, 'Job')
    const headers = { ...(await createKey(owner, 'read')), 'content-type': 'application/json' }
    const send = createSender(server.url)
    const writes = (await listOperations(send)).filter(
      ({ method, security }) => method !== 'GET' && security.length > 0,
    )
    stage.record('writes', writes.length)
    for (const { method, path } of writes)
      for (const filled of new Set([fillPath(path), fillPath(path, id)])) {
        const { status, body } = await send({ method, path: filled, headers, body: '{}' })
        if (status === 403 && body.includes('READ_ONLY_API_KEY')) continue
        stage.expect(false, `${method} ${path}: ${status} ${body.slice(0, 100)}`)
      }
  },
})
