import { connect, type OnReadOpts, type Socket } from 'node:net'
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectTls,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'

/** `192.0.2.7:443`, `[2001:db8::7]:443` */
export const formatEndpoint = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`

/** Ports below are not given to connections, and asking the kernel has its price. Source: RFC 6056, section 3.2 */
const FIRST_DYNAMIC_PORT = 1024

const SELF_CONNECTED = Object.assign(new Error('connected to itself'), { code: 'ECONNREFUSED' })

/**
 * Whether a socket has reached itself: when nothing listens on a port of this machine, and the kernel happens to dial from
 * that very port, both sides are one. Source: RFC 9293, section 3.5, simultaneous open
 *
 * @param port that was dialled: each of the others has to be asked of the kernel
 */
export const isSelfConnected = (socket: Socket, port: number): boolean =>
  socket.localPort === port && socket.remoteAddress === socket.localAddress

/** Where the bytes of a connection go. */
export interface Receiver {
  /** The bytes lie in `chunk` from 0 to `length` and only during the call: the next read overwrites them. */
  onBytes(chunk: Buffer, length: number): void
  onEnd(): void
  onError(error: Error): void
}

export interface TlsOptions {
  context: SecureContext
  /** Name for SNI and for the check of the certificate; undefined for a literal address. */
  serverName: string | undefined
  /** Protocols offered, as they go over the wire: each a length and a name. */
  alpn: Uint8Array | undefined
}

/**
 * All sockets read into this one buffer. A read is handed on and used up before the next one begins, so a check costs
 * no buffer of its own; 64 KiB is what libuv would allocate for every read.
 */
const CHUNK = Buffer.allocUnsafeSlow(64 * 1024)

/** Who waits for a connection to be ready. Exactly one of the two is called, once. */
export interface OpenListener {
  onOpen(): void
  onError(error: Error): void
}

/**
 * One TCP or TLS connection to one address, without the machinery of streams on the reading side.
 *
 * Whatever arrives before there is a receiver (a greeting right behind the handshake) is kept for it.
 */
export class Connection {
  readonly address: string
  readonly port: number
  socket: Socket
  /** `performance.now()` when TCP was connected; null before. */
  connectedAt: number | null = null
  private opener: OpenListener | null
  private receiver: Receiver | null = null
  private early: EarlyBuffer | null = null
  private peer: PeerCertificate | null = null

  /** Begins to connect, with TLS unless `tls` is null. */
  constructor(address: string, port: number, tls: TlsOptions | null, opener: OpenListener) {
    this.address = address
    this.port = port
    this.opener = opener
    const onread = { buffer: CHUNK, callback: (length: number) => this.onBytes(length) }
    // The address is literal and already chosen: no lookup, no second attempt behind our back
    const options = { host: address, port, autoSelectFamily: false, onread }
    this.socket = tls ? openTls(options, tls, (peer) => this.onPeer(peer)) : connect(options)
    this.reportWriteErrorsLate()
    this.socket.on('connect', () => this.onConnect())
    this.listen(tls ? 'secureConnect' : 'ready')
  }

  /**
   * Goes on with TLS, once both sides have agreed on it. What comes from then on is kept for the next receiver; what
   * came plainly, and anybody on the way may have added, is not.
   *
   * @param opener hears how the handshake went
   */
  startTls(tls: TlsOptions, opener: OpenListener): void {
    this.opener = opener
    this.receiver = null
    this.early = null
    // Without a name, Node compares the certificate with the host
    this.socket = openTls({ socket: this.socket, host: this.address }, tls, (peer) => this.onPeer(peer))
    // A socket over another one has no buffer of its own to read into
    this.socket.on('data', (chunk: Buffer) => this.getReceiver().onBytes(chunk, chunk.length))
    this.listen('secureConnect')
  }

  get endpoint(): string {
    return formatEndpoint(this.address, this.port)
  }

  /** From here on the receiver gets everything, beginning with what came before. */
  receiveWith(receiver: Receiver): void {
    this.receiver = receiver
    const early = this.early
    this.early = null
    early?.deliverTo(receiver)
  }

  /** What arrives from here on is kept for the next receiver. */
  releaseReceiver(): void {
    this.receiver = null
  }

  /** A text is Latin-1, and short enough for one packet. */
  write(data: string | Buffer): void {
    if (typeof data === 'string') {
      this.socket.write(data, 'latin1')
    } else {
      // The last packet of several must not wait until the others are acknowledged
      this.socket.setNoDelay(true)
      this.socket.write(data)
    }
  }

  /** What arrives meanwhile stays with the kernel, which slows the other side down. */
  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
  }

  /** Nothing is delivered after this. */
  close(): void {
    this.opener = null
    this.receiver = NO_RECEIVER
    this.socket.destroy()
  }

  /** SHA-256 of the certificate that was shown, `AB:CD:…`; undefined when none was. */
  getFingerprint(): string | undefined {
    // Making this object takes as long as half a handshake, and Node has made it already unless it found a fault before
    this.peer ??= (this.socket as TLSSocket).getPeerCertificate()
    return this.peer.fingerprint256
  }

  private listen(ready: 'ready' | 'secureConnect'): void {
    const { socket } = this
    // What happens to a socket under another one happens to that as well
    const isUppermost = (): boolean => this.socket === socket
    socket.on(ready, () => this.onOpen())
    socket.on('end', () => isUppermost() && this.getReceiver().onEnd())
    socket.on('error', (error) => isUppermost() && this.onError(error))
  }

  private onPeer(peer: PeerCertificate): void {
    this.peer = peer
  }

  /**
   * Whoever answers before having read everything, and resets, has still answered. Node would close the socket with the
   * answer in it as soon as a write fails; so a failed write is told only when there is nothing more to read.
   */
  private reportWriteErrorsLate(): void {
    const { socket } = this
    const write = socket._write
    socket._write = (chunk, encoding, callback) =>
      write.call(socket, chunk, encoding, (error) => {
        if (error) socket.prependOnceListener('end', () => this.onError(error))
        callback()
      })
  }

  private onConnect(): void {
    if (this.port >= FIRST_DYNAMIC_PORT && isSelfConnected(this.socket, this.port)) this.onError(SELF_CONNECTED)
    else this.connectedAt = performance.now()
  }

  private onOpen(): void {
    const opener = this.opener
    this.opener = null
    opener?.onOpen()
  }

  private onError(error: Error): void {
    const opener = this.opener
    this.opener = null
    if (opener) opener.onError(error)
    else this.getReceiver().onError(error)
  }

  private onBytes(length: number): boolean {
    this.getReceiver().onBytes(CHUNK, length)
    return true
  }

  private getReceiver(): Receiver {
    if (this.receiver) return this.receiver
    this.early ??= new EarlyBuffer()
    return this.early
  }
}

/** @param onPeer called with the certificate when nothing but the host is left to be judged */
function openTls(
  options: TcpOptions | { socket: Socket; host: string },
  { context, serverName, alpn }: TlsOptions,
  onPeer: (peer: PeerCertificate) => void,
): TLSSocket {
  const tlsOptions: ConnectionOptions & Partial<TcpOptions> = {
    ...options,
    secureContext: context,
    servername: serverName,
    ALPNProtocols: alpn,
    // The certificate is judged by the dialer, which can say what is wrong with it
    rejectUnauthorized: false,
    checkServerIdentity(host, peer) {
      onPeer(peer)
      return checkServerIdentity(host, peer)
    },
  }
  const socket = connectTls(tlsOptions)
  // The last words of a handshake and the request behind them are two small writes, and the second must not wait
  socket.setNoDelay(true)
  return socket
}

interface TcpOptions {
  host: string
  port: number
  autoSelectFamily: boolean
  onread: OnReadOpts
}

/** Most bytes kept for a receiver that is not there yet. */
const MAX_EARLY_BYTES = 64 * 1024

/** What arrived before there was anybody to receive it. */
class EarlyBuffer implements Receiver {
  private bytes = Buffer.alloc(0)
  private hasEnded = false
  private error: Error | null = null

  onBytes(chunk: Buffer, length: number): void {
    this.bytes = Buffer.concat([this.bytes, chunk.subarray(0, length)]).subarray(0, MAX_EARLY_BYTES)
  }

  onEnd(): void {
    this.hasEnded = true
  }

  onError(error: Error): void {
    this.error = error
  }

  deliverTo(receiver: Receiver): void {
    if (this.bytes.length > 0) receiver.onBytes(this.bytes, this.bytes.length)
    if (this.error) receiver.onError(this.error)
    else if (this.hasEnded) receiver.onEnd()
  }
}

const NO_RECEIVER: Receiver = { onBytes() {}, onEnd() {}, onError() {} }
