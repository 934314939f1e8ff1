/** Connections to mail servers, which the library of the mailer takes over, and the sign-in there. */

import { createHmac } from 'node:crypto'
import { connect as connectSocket, type Socket } from 'node:net'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { NO_AUTH_CODE } from '../mail-failure.ts'
import { getSmtpHost, getSmtpPort } from './mail-address.ts'

/** Limit until the connection is open. */
export const MAIL_CONNECT_TIMEOUT_MS = 10 * SECOND_MS

/** Opens a connection to the first address that answers. */
export function connectToAny(host: string, port: number): Promise<Socket> {
  const socket = connectSocket({ host, port })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT', command: 'CONN' })),
    MAIL_CONNECT_TIMEOUT_MS,
  )
  socket.once('connect', () => resolve(socket)).once('error', reject)
  return promise.finally(() => clearTimeout(timer))
}

type TakeSocket = (error: Error | null, socket: { connection: Socket } | false) => void

/** Hands an open connection to the library, which then resolves no name. */
export const toSocketSource =
  (connect: (host: string, port: number) => Promise<Socket>, url: URL) =>
  (_options: unknown, take: TakeSocket): void => {
    connect(getSmtpHost(url), getSmtpPort(url)).then(
      (connection) => take(null, { connection }),
      (error: Error) => take(error, false),
    )
  }

interface Reply {
  status: number
  response: string
}

type SendCommand = (command: string) => Promise<Reply>

interface Connection {
  /** Methods of the library that the server offers. */
  authMethods: readonly string[]
  sendCommand: SendCommand
}

const encode = (text: string): string => Buffer.from(text).toString('base64')

/** In the order of preference. Each returns the last reply of the server. */
const METHODS: Record<string, (send: SendCommand, user: string, pass: string) => Promise<Reply>> = {
  // Source: RFC 4616
  PLAIN: (send, user, pass) => send(`AUTH PLAIN ${encode(`\0${user}\0${pass}`)}`),
  LOGIN: async (send, user, pass) => {
    const begin = await send('AUTH LOGIN')
    const name = begin.status === CONTINUE ? await send(encode(user)) : begin
    return name.status === CONTINUE ? send(encode(pass)) : name
  },
  // Source: RFC 2195
  'CRAM-MD5': async (send, user, pass) => {
    const begin = await send('AUTH CRAM-MD5')
    if (begin.status !== CONTINUE) return begin
    const challenge = Buffer.from(begin.response.slice(4), 'base64')
    return send(encode(`${user} ${createHmac('md5', pass).update(challenge).digest('hex')}`))
  },
}

const CONTINUE = 334

/**
 * Tries the offered methods one after the other: some servers offer PLAIN and accept only LOGIN. A temporary refusal (4yz)
 * ends the attempt.
 */
export const createSignIn =
  (user: string, pass: string, name: string) =>
  async ({ authMethods, sendCommand }: Connection): Promise<void> => {
    const methods = Object.keys(METHODS).filter((method) => authMethods.includes(method))
    if (methods.length === 0) throw await describeOffer(sendCommand, name)
    let reply: Reply | null = null
    for (const method of methods) {
      reply = await METHODS[method]!(sendCommand, user, pass)
      if (reply.status >= 200 && reply.status < 300) return
      if (reply.status < 500) break
    }
    throw new Error(reply!.response)
  }

/** Names the offered methods, which the library does not pass on. EHLO may be repeated: RFC 5321, section 4.1.4. */
async function describeOffer(send: SendCommand, name: string): Promise<Error> {
  const { response } = await send(`EHLO ${name}`)
  const offered = [...response.matchAll(/^250[- ]AUTH[ =]([\x21-\x7e ]{1,200})/gim)].flatMap(([, list]) =>
    list!.split(' '),
  )
  const names = [...new Set(offered.filter((method) => /^[A-Z0-9_-]{1,20}$/i.test(method)))]
  return Object.assign(new Error(names.join(', ')), { code: NO_AUTH_CODE, offered: names })
}
