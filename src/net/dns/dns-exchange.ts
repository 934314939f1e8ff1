import type { Outcome, Query, Question } from './dns-message.ts'
import type { NameServer } from './dns-server.ts'
import { askOverTcp } from './dns-tcp.ts'
import type { Asker, UdpSocket } from './dns-udp.ts'

/** With these a server says that it could not read the question, which may be the fault of EDNS alone. */
const UNREAD: ReadonlySet<string> = new Set(['FORMERR', 'NOTIMP', 'BADVERS'])

/**
 * One question to one server: over UDP, without EDNS when the server does not like that, and over TCP when the answer
 * did not fit. Silence is silence: the caller decides how long to wait.
 */
export class Exchange implements Query, Asker {
  readonly question: Question
  /** Whether the answer is being waited for over TCP. */
  isOverTcp = false
  /** Packets with the right id that answered something else. */
  strays = 0
  readonly server: NameServer
  private readonly onDone: (outcome: Outcome) => void
  private hasEdns: boolean
  private socket!: UdpSocket
  private id!: number
  private tcp: Query | null = null

  /** @param isPlainTry without EDNS, because a question with it has got no answer yet */
  constructor(server: NameServer, question: Question, isPlainTry: boolean, onDone: (outcome: Outcome) => void) {
    this.server = server
    this.question = question
    this.onDone = onDone
    this.hasEdns = !isPlainTry && server.takesEdns
    this.send()
  }

  get usedTcp(): boolean {
    return this.tcp !== null
  }

  cancel(): void {
    this.socket.forget(this.id)
    this.tcp?.cancel()
  }

  onOutcome(outcome: Outcome): void {
    const isUnread = 'reply' in outcome && UNREAD.has(outcome.reply.rcode)
    if (isUnread && this.hasEdns) {
      this.hasEdns = false
      this.send()
      return
    }
    if ('reply' in outcome && !isUnread) this.server.noteEdns(this.hasEdns)
    this.onDone(outcome)
  }

  onUseTcp(why: 'truncated' | 'flooded'): void {
    this.isOverTcp = true
    if (why === 'truncated') this.server.noteEdns(this.hasEdns)
    const { address, port } = this.server
    this.tcp = askOverTcp(address, port, this.question, (outcome) => {
      this.isOverTcp = false
      if ('reply' in outcome) this.server.hear()
      // Not every server does TCP, and it was not this one that asked for it: UDP will be tried again
      if ('reply' in outcome || why === 'truncated') this.onDone(outcome)
    })
  }

  onStray(): void {
    this.strays++
  }

  private send(): void {
    this.socket = this.server.socket()
    this.id = this.socket.send(this, this.hasEdns)
  }
}
