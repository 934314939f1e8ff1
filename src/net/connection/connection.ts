import type { X509Certificate } from 'node:crypto'
import { connect, type OnReadOpts, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { checkHost } from '../tls/certificate.ts'
import { Discarder, type Farewell } from './lingering.ts'

/** `192.0.2.7:443`, `[2001:db8::7]:443` */
export const formatEndpoint = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`

/**
 * The kernel never assigns ports below this one to connections, and reading the local port costs a system call. Source:
 * RFC 6056, section 3.2
 */
const FIRST_DYNAMIC_PORT = 1024

const SELF_CONNECTED = Object.assign(new Error('connected to itself'), { code: 'ECONNREFUSED' })

/**
 * Whether a socket is connected to itself. This happens when nothing listens on a port of this machine and the kernel
 * dials from that very port. Source: RFC 9293, section 3.5, simultaneous open
 *
 * @param port the dialled port; it is compared first because reading an address of the socket costs a system call
 */
export const isSelfConnected = (socket: Socket, port: number): boolean =>
  socket.localPort === port && socket.remoteAddress === socket.localAddress

/** The destination of the bytes of a connection. */
export interface Receiver {
  /** The bytes are in `chunk` from 0 to `length`, and only during the call: the next read overwrites them. */
  onBytes(chunk: Buffer, length: number): void
  onEnd(): void
  onError(error: Error): void
}

export interface TlsOptions {
  context: SecureContext
  /** Name for SNI and for certificate verification; undefined for a literal address. */
  serverName: string | undefined
  /** Offered protocols as sent: each is a length and a name. */
  alpn: Uint8Array | undefined
}

/**
 * The buffer that all sockets read into. A read is handled completely before the next one begins, so a check needs no
 * separate buffer. The size is the one that libuv would allocate for every read.
 */
const CHUNK = Buffer.allocUnsafeSlow(64 * 1024)

/** Receives the outcome of opening a connection. Exactly one of the two methods is called, once. */
export interface OpenListener {
  onOpen(): void
  onError(error: Error): void
}

/**
 * One TCP or TLS connection to one address, without stream machinery on the reading side.
 *
 * Bytes that arrive before there is a receiver (a greeting right after the handshake) are buffered for it.
 */
export class Connection {
  readonly address: string
  readonly port: number
  socket: Socket
  /** `performance.now()` when TCP was connected; null until then. */
  connectedAt: number | null = null
  /** Endpoint of the target behind a proxy; null for a direct connection. */
  private destination: string | null = null
  private opener: OpenListener | null
  private receiver: Receiver | null = null
  private early: EarlyBuffer | null = null

  /** Starts to connect, with TLS unless `tls` is null. */
  constructor(address: string, port: number, tls: TlsOptions | null, opener: OpenListener) {
    this.address = address
    this.port = port
    this.opener = opener
    const onread = { buffer: CHUNK, callback: (length: number) => this.onBytes(length) }
    // The address is literal and already chosen: no lookup, no second attempt by Node
    const options = { host: address, port, autoSelectFamily: false, onread }
    this.socket = tls ? openTls(options, tls) : connect(options)
    this.reportWriteErrorsLate()
    this.socket.on('connect', () => this.onConnect())
    this.listen(tls ? 'secureConnect' : 'ready')
  }

  /**
   * Upgrades to TLS after both sides have agreed on it. Bytes that arrive afterwards are buffered for the next
   * receiver. Earlier plaintext bytes are dropped, because an attacker on the path may have injected them.
   *
   * @param opener receives the outcome of the handshake
   */
  startTls(tls: TlsOptions, opener: OpenListener): void {
    this.opener = opener
    this.receiver = null
    this.early = null
    // Without a name, Node compares the certificate with the host
    this.socket = openTls({ socket: this.socket, host: this.address }, tls)
    // A socket on top of another socket cannot read into a given buffer
    this.socket.on('data', (chunk: Buffer) => this.getReceiver().onBytes(chunk, chunk.length))
    this.listen('secureConnect')
  }

  /** `192.0.2.7:443`; behind a proxy `example.com:443 via 192.0.2.1:3128`. */
  get endpoint(): string {
    const own = formatEndpoint(this.address, this.port)
    return this.destination === null ? own : `${this.destination} via ${own}`
  }

  /** Names the endpoint of the target that receives the bytes behind a proxy. */
  leadTo(destination: string): void {
    this.destination = destination
  }

  /** Delivers everything to the receiver from now on, starting with the buffered bytes. */
  receiveWith(receiver: Receiver): void {
    this.receiver = receiver
    const early = this.early
    this.early = null
    early?.deliverTo(receiver)
  }

  /** Buffers the bytes that arrive from now on for the next receiver. */
  releaseReceiver(): void {
    this.receiver = null
  }

  /** Writes data. A string is encoded as Latin-1 and short enough for one packet. */
  write(data: string | Buffer): void {
    if (typeof data === 'string') {
      this.socket.write(data, 'latin1')
    } else {
      // The last packet must not wait for the acknowledgement of earlier packets
      this.socket.setNoDelay(true)
      this.socket.write(data)
    }
  }

  /** Stops reading. Bytes that arrive in the meantime stay in the kernel, which slows the other side down. */
  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
  }

  /**
   * Ends the connection without a reset: closes this direction, and discards further bytes for a moment. Nothing is
   * delivered afterwards.
   */
  end(farewell: Farewell = {}): void {
    this.opener = null
    this.receiveWith(new Discarder(this.socket, farewell))
  }

  /** Closes the connection at once. The far end sees a reset if it sent bytes that were not read. */
  close(): void {
    this.opener = null
    this.receiver = NO_RECEIVER
    this.socket.destroy()
  }

  /** SHA-256 of the presented certificate, `AB:CD:…`; undefined when there is no certificate. */
  getFingerprint(): string | undefined {
    return (this.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256
  }

  private listen(ready: 'ready' | 'secureConnect'): void {
    const { socket } = this
    // Every event of a socket below another socket is repeated on the upper socket
    const isUppermost = (): boolean => this.socket === socket
    socket.on(ready, () => this.onOpen())
    socket.on('end', () => isUppermost() && this.getReceiver().onEnd())
    socket.on('error', (error) => isUppermost() && this.onError(error))
  }

  /**
   * A server that answers before it has read everything, and then resets, has still answered. Node would close the
   * socket with the unread answer as soon as a write fails. A failed write is therefore reported only when there is
   * nothing more to read.
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

function openTls(
  options: TcpOptions | { socket: Socket; host: string },
  { context, serverName, alpn }: TlsOptions,
): TLSSocket {
  const tlsOptions: ConnectionOptions & Partial<TcpOptions> = {
    ...options,
    secureContext: context,
    servername: serverName,
    ALPNProtocols: alpn,
    // The dialer verifies the certificate, because it can report the exact problem
    rejectUnauthorized: false,
    checkServerIdentity: (host, certificate) => checkHost(host, certificate as unknown as X509Certificate),
  }
  const socket = connectTls(tlsOptions)
  limitHandshakes(socket)
  readCertificateOnce(socket)
  // The last handshake message and the request are two small writes, and the second must not wait
  socket.setNoDelay(true)
  return socket
}

/** Maximum handshakes of a connection. Before TLS 1.3, a server begins another one to ask for a certificate. */
const MAX_HANDSHAKES = 5

const TOO_MANY_HANDSHAKES = Object.assign(new Error('too many handshakes'), {
  code: 'ERR_TLS_SESSION_ATTACK',
  reason: `the server began more than ${MAX_HANDSHAKES} handshakes on one connection`,
})

/** A server that begins one handshake after another would occupy the probe until the deadline. */
function limitHandshakes(socket: TLSSocket): void {
  let handshakes = 0
  socket.on('secure', () => {
    handshakes++
    if (handshakes > MAX_HANDSHAKES) socket.destroy(TOO_MANY_HANDSHAKES)
  })
}

/**
 * Node calls `getPeerCertificate` before it compares names, and this describes the whole chain, which takes a quarter of
 * a handshake. An X509Certificate reads a field only when the field is used.
 */
function readCertificateOnce(socket: TLSSocket): void {
  let certificate: X509Certificate | undefined
  const readCertificate = socket.getPeerX509Certificate
  const getCertificate = () => {
    certificate ??= readCertificate.call(socket)
    return certificate
  }
  Object.assign(socket, { getPeerX509Certificate: getCertificate, getPeerCertificate: getCertificate })
}

interface TcpOptions {
  host: string
  port: number
  autoSelectFamily: boolean
  onread: OnReadOpts
}

/** Maximum of buffered bytes while there is no receiver. */
const MAX_EARLY_BYTES = 64 * 1024

/** Bytes that arrived before there was a receiver. */
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
