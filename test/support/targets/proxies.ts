/** Small proxies that work. Every name that they resolve is an address of this machine. */
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Certificate } from './certificates.ts'
import { listen, onRequest, type Target } from './targets.ts'

export interface ProxyLogin {
  username: string
  password: string
}

export interface TestProxy extends Target {
  /** Targets that clients asked for, such as `shop.test:443`. */
  asked: string[]
  /** Heads of the requests of HTTP clients. */
  heads: string[]
}

const toBasic = ({ username, password }: ProxyLogin): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Connects to requests like `CONNECT shop.test:443`, and forwards requests like `GET http://shop.test/`. */
export async function startHttpProxy(
  t: TestContext,
  { login, tls }: { login?: ProxyLogin; tls?: Certificate } = {},
): Promise<TestProxy> {
  const asked: string[] = []
  const heads: string[] = []
  const handler = onRequest((socket, head) => {
    heads.push(head)
    const [, method, target = ''] = /^(\S+) (\S+) /.exec(head) ?? []
    const given = /^proxy-authorization: (.*)\r$/im.exec(head)?.[1]
    if (login && given !== toBasic(login))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
    const url = new URL(method === 'CONNECT' ? `tunnel://${target}` : target)
    asked.push(method === 'CONNECT' ? target : url.origin)
    const far = join(socket, Number(url.port || 80))
    if (method === 'CONNECT') far.once('connect', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'))
    else far.write(head.replace(url.origin, '').replace(/^proxy-authorization: .*\r\n/im, ''))
  })
  return Object.assign(await listen(t, handler, tls), { asked, heads })
}

/** Passes all bytes on in both directions. */
function join(socket: Socket, port: number): Socket {
  const far = connect(port, '127.0.0.1')
  far.on('error', () => socket.destroy())
  socket.on('close', () => far.destroy())
  far.pipe(socket)
  socket.pipe(far)
  return far
}

/** A SOCKS5 proxy. Its answers arrive byte by byte. */
export async function startSocksProxy(t: TestContext, login?: ProxyLogin): Promise<TestProxy> {
  const asked: string[] = []
  const method = login ? 2 : 0
  const serve = async (socket: Socket) => {
    const read = createReader(socket)
    const [, methods = 0] = await read(2)
    if (!(await read(methods)).includes(method)) return void socket.end(Buffer.from([5, 0xff]))
    sendByBytes(socket, [5, method])
    if (login) {
      const username = (await read((await read(2))[1]!)).toString()
      const password = (await read((await read(1))[0]!)).toString()
      const isRight = username === login.username && password === login.password
      sendByBytes(socket, [1, isRight ? 0 : 1])
      if (!isRight) return void socket.end()
    }
    const type = (await read(4))[3]!
    const host = await read(type === 3 ? (await read(1))[0]! : type === 1 ? 4 : 16)
    const port = (await read(2)).readUInt16BE()
    asked.push(`${type === 3 ? host : host.join('.')}:${port}`)
    socket.removeAllListeners('data')
    const far = join(socket, port)
    far.once('connect', () => sendByBytes(socket, [5, 0, 0, 3, 4, ...Buffer.from('here'), 0, 80]))
  }
  const handler = (socket: Socket) => void serve(socket).catch(() => socket.destroy())
  return Object.assign(await listen(t, handler), { asked, heads: [] })
}

function sendByBytes(socket: Socket, bytes: number[]): void {
  socket.setNoDelay(true)
  for (const byte of bytes) socket.write(Buffer.from([byte]))
}

/** Returns a function that waits for a number of bytes. */
function createReader(socket: Socket): (length: number) => Promise<Buffer> {
  let received = Buffer.alloc(0)
  let wake = (): void => {}
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  return async (length) => {
    while (received.length < length) await new Promise<void>((resolve) => (wake = resolve))
    const bytes = received.subarray(0, length)
    received = received.subarray(length)
    return bytes
  }
}
