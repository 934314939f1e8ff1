import { DATABASES, defineAttack } from '../../attack.ts'
import { nextAddress, PASSWORD, signUp } from '../../stage/accounts.ts'
import { createSender } from '../../stage/load.ts'

const GUESSES = 10
const ADDRESSES = 10

export const lockout = defineAttack({
  name: 'lockout',
  title: 'a stranger who guesses passwords to lock an owner out',
  bar: `after ${GUESSES} wrong passwords from one address the stranger is refused, and the owner signs in from another`,
  databases: DATABASES,
  async run(stage) {
    const server = await stage.start()
    const send = createSender(server.url)
    const signIn = async (email: string, password: string, address: Record<string, string>) => {
      const headers = { ...address, 'content-type': 'application/json' }
      const body = JSON.stringify({ email, password })
      return (await send({ method: 'POST', path: '/api/auth/login', headers, body })).status
    }
    const { email } = await signUp(server.url, 'owner')
    const stranger = nextAddress()
    for (let guess = 1; guess < GUESSES; guess++) await signIn(email, `wrong password ${guess}`, stranger)
    const refused = await signIn(email, 'wrong password', stranger)
    const admitted = await signIn(email, PASSWORD, nextAddress())
    stage.record('the stranger', refused)
    stage.record('the owner', admitted)
    stage.expect(refused === 429, `the stranger may go on: ${refused}`)
    stage.expect(admitted === 200, `the owner is locked out: ${admitted}`)

    // Not required: many addresses together can still lock an account, which docs/security.md states
    const { email: other } = await signUp(server.url, 'other')
    for (let number = 0; number < ADDRESSES; number++) {
      const address = nextAddress()
      for (let guess = 0; guess < GUESSES / 2; guess++) await signIn(other, `wrong password ${guess}`, address)
    }
    stage.record(`an owner after guesses from ${ADDRESSES} addresses`, await signIn(other, PASSWORD, nextAddress()))
  },
})
