/** Servers that start in plain text and switch to TLS on request. */
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls'
import type { Handler } from '../../support/targets/targets.ts'

export type PlainProtocol = 'smtp' | 'pop3' | 'imap' | 'ftp'

interface Script {
  greeting: string
  /** The answer to each line; other lines are refused. */
  answers: (line: string) => string
  refusal: (line: string) => string
  asksForTls: RegExp
}

const tagOf = (line: string): string => line.split(' ')[0]!

export const SCRIPTS: Record<PlainProtocol, Script> = {
  smtp: {
    greeting: '220-mail.test\r\n220 ESMTP ready\r\n',
    answers: (line) => (line.startsWith('EHLO') ? '250-mail.test\r\n250-STARTTLS\r\n250 HELP\r\n' : '220 go ahead\r\n'),
    refusal: () => '250-mail.test\r\n250 HELP\r\n',
    asksForTls: /^STARTTLS$/,
  },
  pop3: {
    greeting: '+OK ready\r\n',
    answers: () => '+OK begin\r\n',
    refusal: () => '-ERR unknown command\r\n',
    asksForTls: /^STLS$/,
  },
  imap: {
    greeting: '* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n',
    answers: (line) => `* NOOP\r\n${tagOf(line)} OK begin\r\n`,
    refusal: (line) => `${tagOf(line)} BAD unknown command\r\n`,
    asksForTls: /^\w+ STARTTLS$/,
  },
  ftp: {
    greeting: '220-files.test\r\n and more\r\n220 ready\r\n',
    answers: () => '234 go ahead\r\n',
    refusal: () => '502 not implemented\r\n',
    asksForTls: /^AUTH TLS$/,
  },
}

export interface StartTlsOptions {
  /** Plain text sent directly after the last answer. */
  afterwards?: string
  /** Sends all data in single bytes. */
  drips?: boolean
  /** Replaces the handshake. */
  insteadOfHandshake?: (socket: Socket) => void
  /** Lines received from the client. */
  receivedLines?: string[]
  onSecure?: (socket: TLSSocket) => void
}

/** @param tls null when the server does not offer TLS */
export function startTlsServer(
  protocol: PlainProtocol,
  tls: SecureContextOptions | null,
  { afterwards = '', drips = false, insteadOfHandshake, receivedLines = [], onSecure = () => {} }: StartTlsOptions = {},
): Handler {
  const script = SCRIPTS[protocol]
  const secureContext = tls && createSecureContext(tls)
  return (socket) => {
    const say = async (words: string) => {
      if (!drips) return void socket.write(words)
      for (const letter of words) {
        socket.write(letter)
        await new Promise(setImmediate)
      }
    }
    const listen = async (chunk: Buffer) => {
      const line = chunk.toString('latin1').trimEnd()
      receivedLines.push(line)
      if (!secureContext) return say(script.refusal(line))
      const isLast = script.asksForTls.test(line)
      if (isLast) socket.off('data', listen)
      await say(script.answers(line) + (isLast ? afterwards : ''))
      if (!isLast) return
      if (insteadOfHandshake) return insteadOfHandshake(socket)
      const secure = new TLSSocket(socket, { isServer: true, secureContext })
      secure.on('error', () => {})
      secure.on('secure', () => onSecure(secure))
      // A socket that is not read never emits its end
      secure.resume()
    }
    socket.on('data', listen)
    void say(script.greeting)
  }
}
