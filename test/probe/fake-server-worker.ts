/** Minimal server for a thread link, in a separate thread: the region name selects its behavior. */
import { type MessagePort, workerData } from 'node:worker_threads'
import { type FromProbe, type ToProbe, unpackResults } from '../../src/core/probes/thread-messages.ts'
import { makeAssignment, WELCOME } from './make.ts'

const port = workerData as MessagePort
const send = (message: ToProbe) => port.postMessage(message)

port.on('message', (message: FromProbe) => {
  switch (message.kind) {
    case 'register':
      if (message.hello.region === 'nowhere') send({ kind: 'refusal', id: message.id, message: 'no such region' })
      else send({ kind: 'reply', id: message.id, value: WELCOME })
      break
    case 'pull': {
      const { since } = message.request
      if (since === 666) port.close()
      else if (since === 7)
        send({ kind: 'reply', id: message.id, value: { revision: 7, changed: [], removed: [message.waitMs] } })
      else send({ kind: 'reply', id: message.id, value: { revision: 7, changed: [makeAssignment(1)], removed: [] } })
      break
    }
    case 'push': {
      const [first] = unpackResults(message.batch)
      if (first?.errorMessage === 'refuse me') send({ kind: 'refusal', id: message.id, message: 'not now' })
      else send({ kind: 'reply', id: message.id })
      // Shows the test which results arrived
      send({ kind: 'run', id: 1, assignment: makeAssignment(first!.monitorKey), isWatched: false })
      break
    }
    case 'ran':
    case 'not-run':
      send({
        kind: 'run',
        id: 2,
        assignment: makeAssignment(message.kind === 'ran' ? message.result.monitorKey : -1),
        isWatched: false,
      })
  }
})
