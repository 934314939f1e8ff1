/** A process in a network namespace that runs name servers, hosts and receivers, and follows orders of the player. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Cleanup } from '../../../test/support/database/stores.ts'
import { openBridge } from './bridge.ts'
import { Host, type HostState } from './hosts.ts'
import { Mailbox } from './mailbox.ts'
import { NameServer, type NameServerMode, type NameServerOptions, type Zone } from './name-server.ts'
import { toNamespaceCommand } from './network.ts'
import { type Receipt, Receiver, type ReceiverState } from './receiver.ts'

export type Order =
  | { kind: 'name-server'; id: string; options: NameServerOptions }
  | { kind: 'name-server-mode'; id: string; mode: NameServerMode }
  | { kind: 'records'; id: string; name: string; records: Zone[string] | null }
  | { kind: 'forget'; id: string; name: string }
  | { kind: 'host'; id: string; address: string; port: number; state: HostState }
  | { kind: 'receiver'; id: string; address: string; port: number; isMail: boolean; state: ReceiverState }
  | { kind: 'bridge'; file: string; port: number }

type FromAgent = { done: number; failure?: string } | { receiver: string; receipt: Receipt } | { ready: true }

/** The player's end: sends orders to the process and waits for their completion. */
export class Agent {
  onReceipt: (receiver: string, receipt: Receipt) => void = () => {}
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (failure: string | undefined) => void>()
  #orders = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message) => this.#take(message as FromAgent))
  }

  /** Starts an agent, which ends with the run. */
  static async start(t: Cleanup, namespace: string): Promise<Agent> {
    const [command, ...args] = [...toNamespaceCommand(namespace), process.execPath, import.meta.filename]
    const child = spawn(command!, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    t.after(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    return new Agent(child)
  }

  /** @throws Error if the order fails */
  async send(order: Order): Promise<void> {
    const number = ++this.#orders
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    this.#waiting.set(number, resolve)
    this.#child.send({ number, order })
    const failure = await promise
    if (failure !== undefined) throw new Error(`${JSON.stringify(order)}: ${failure}`)
  }

  #take(message: FromAgent): void {
    if ('receipt' in message) this.onReceipt(message.receiver, message.receipt)
    if (!('done' in message)) return
    this.#waiting.get(message.done)?.(message.failure)
    this.#waiting.delete(message.done)
  }
}

const nameServers = new Map<string, NameServer>()
const hosts = new Map<string, Host>()
const receivers = new Map<string, Receiver | Mailbox>()

async function executeOrder(order: Order): Promise<void> {
  switch (order.kind) {
    case 'name-server':
      nameServers.set(order.id, new NameServer(order.options))
      return nameServers.get(order.id)!.open()
    case 'name-server-mode':
      return nameServers.get(order.id)!.setMode(order.mode)
    case 'records':
      return nameServers.get(order.id)!.setRecords(order.name, order.records)
    case 'forget':
      return nameServers.get(order.id)!.clearCached(order.name)
    case 'host':
      return getOrCreate(hosts, order.id, () => new Host(order.address, order.port)).setState(order.state)
    case 'bridge':
      return openBridge(order.file, order.port)
    case 'receiver': {
      const send = (receipt: Receipt) => process.send!({ receiver: order.id, receipt } satisfies FromAgent)
      const create = () =>
        order.isMail ? new Mailbox(order.address, send) : new Receiver(order.address, order.port, send)
      return getOrCreate<Receiver | Mailbox>(receivers, order.id, create).setState(order.state)
    }
  }
}

function getOrCreate<T>(known: Map<string, T>, id: string, create: () => T): T {
  if (!known.has(id)) known.set(id, create())
  return known.get(id)!
}

function serve(): void {
  process.on('disconnect', () => process.exit())
  process.on('message', ({ number, order }: { number: number; order: Order }) => {
    executeOrder(order).then(
      () => process.send!({ done: number } satisfies FromAgent),
      (error: unknown) => process.send!({ done: number, failure: String(error) } satisfies FromAgent),
    )
  })
  process.send!({ ready: true } satisfies FromAgent)
}

if (import.meta.main) serve()
