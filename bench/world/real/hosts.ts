/** A host that is checked: it listens at its own address and port and behaves as scripted. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** `passes`, or a failure of the script that occurs at an address. */
export type HostState = 'passes' | 'refused' | 'reset' | 'hang' | 'status-500' | 'wrong-keyword'

/** Content of a healthy page. */
export const KEYWORD = 'all is well'

const formatResponse = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`

const ANSWERS = {
  passes: formatResponse('200 OK', KEYWORD),
  'status-500': formatResponse('500 Internal Server Error', 'broken'),
  'wrong-keyword': formatResponse('200 OK', 'nothing to see'),
} as const

export class Host {
  readonly #address: string
  readonly #port: number
  readonly #sockets = new Set<Socket>()
  #state: HostState = 'refused'
  #server: Server | null = null

  constructor(address: string, port: number) {
    this.#address = address
    this.#port = port
  }

  async setState(state: HostState): Promise<void> {
    this.#state = state
    if (state === 'refused') {
      this.#server?.close()
      this.#server = null
      for (const socket of this.#sockets) socket.resetAndDestroy()
    } else await this.#open()
  }

  async #open(): Promise<void> {
    if (this.#server) return
    this.#server = createServer((socket) => this.#serve(socket))
    this.#server.listen({ port: this.#port, host: this.#address, backlog: 512 })
    await once(this.#server, 'listening')
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    socket.once('data', () => {
      if (this.#state === 'reset') socket.resetAndDestroy()
      else if (this.#state in ANSWERS) socket.end(ANSWERS[this.#state as keyof typeof ANSWERS])
    })
  }
}
