/** Opens plain TCP sockets for libraries with a protocol of their own. */
import { connect, type Socket } from 'node:net'
import { formatEndpoint, isSelfConnected } from './connection.ts'
import { type CheckContext, reach, refuseAddress } from './dial.ts'
import { type Failed, failTimeout, judgeSystemError } from './failure.ts'

/**
 * Resolves the host, checks the address against the egress policy, and connects to that very address.
 *
 * @param host a name or a literal address, without brackets
 * @returns a connected socket that ignores errors until its user listens for them
 * @throws ProbeError for trouble on this machine's side
 */
export const openSocket = (host: string, port: number, context: CheckContext): Promise<Socket | Failed> =>
  reach(host, 'auto', context, (address) => openAddress(address, host, port, context))

async function openAddress(
  address: string,
  host: string,
  port: number,
  context: CheckContext,
): Promise<Socket | Failed> {
  const refused = refuseAddress(`connect ${formatEndpoint(host, port)}`, host, address, context)
  if (refused) return refused
  const phase = `connect ${formatEndpoint(address, port)}`
  const socket = connect({ host: address, port, autoSelectFamily: false })
  const problem = await waitUntilConnected(socket, port, context)
  if (problem === null) return socket
  socket.destroy()
  return problem === 'expired' ? failTimeout(phase, context.deadline) : judgeSystemError(phase, address, problem)
}

function waitUntilConnected(
  socket: Socket,
  port: number,
  { deadline }: CheckContext,
): Promise<Error | 'expired' | null> {
  return new Promise((settle) => {
    const finish = (problem: Error | 'expired' | null) => {
      deadline.clearWatch()
      settle(problem)
    }
    socket.once('connect', () => finish(isSelfConnected(socket, port) ? SELF_CONNECTED : null))
    // Stays after the connection is open: an error before the user listens would end the process
    socket.on('error', finish)
    deadline.watch(() => finish('expired'))
  })
}

const SELF_CONNECTED = Object.assign(new Error('connected to itself'), { code: 'ECONNREFUSED' })
