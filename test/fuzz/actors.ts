/** Credentials of the requests: mostly with full access, sometimes with limited access, and sometimes none. */
import assert from 'node:assert/strict'
import type { Chance } from './chance.ts'
import type { Pool } from './pool.ts'
import type { Send } from './send.ts'

type Headers = Record<string, string>

export interface Actors {
  pick(): Headers
  /** Registers again after the session or the organization has ended. */
  renew(): Promise<void>
  /** Whether these are the headers of the owner, who has full access. */
  isOwner(headers: Headers): boolean
}

const PASSWORD = 'correct horse battery'

export async function makeActors(send: Send, chance: Chance, pool: Pool): Promise<Actors> {
  let count = 0
  let owner: Headers = {}
  let readKey: Headers = {}
  let writeKey: Headers = {}
  const stranger = await signUp()
  await renew()

  /** Registers from a new address, because registrations are limited per address. */
  async function signUp(): Promise<Headers> {
    const email = `fuzz-${process.pid}-${++count}@example.test`
    const from = { 'x-forwarded-for': `198.18.${count >> 8}.${count & 255}` }
    const data = await call('/api/auth/register', { email, password: PASSWORD, name: 'Fuzz' }, from)
    return { authorization: `Bearer ${data.access_token}` }
  }

  async function call(target: string, body: object, headers: Headers) {
    const json = { ...headers, 'content-type': 'application/json' }
    const answer = await send({ method: 'POST', target, headers: json, body: JSON.stringify(body) })
    assert.equal(answer.status, 201, `${target}: ${answer.status} ${answer.text}`)
    const whole = JSON.parse(answer.text!)
    pool.learn(target, whole)
    return whole.data
  }

  async function renew(): Promise<void> {
    owner = await signUp()
    const key = async (scope: string) => ({
      'x-api-key': (await call('/api/auth/api-keys', { name: scope, scope }, owner)).key,
    })
    readKey = await key('read')
    writeKey = await key('read_write')
  }

  return {
    pick() {
      const chosen = chance.next()
      if (chosen < 0.75) return owner
      if (chosen < 0.87) return writeKey
      if (chosen < 0.92) return readKey
      return chosen < 0.97 ? stranger : {}
    },
    renew,
    isOwner: (headers) => headers === owner,
  }
}
