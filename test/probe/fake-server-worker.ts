/** Minimal server for a thread link, in a separate thread: the region name selects its behavior. */
import { type MessagePort, workerData } from 'node:worker_threads'
import { unpackResults } from '../../src/core/probes/result-batch.ts'
import type { FromProbe, ToProbe } from '../../src/core/probes/thread-messages.ts'
import { makeAssignment, WELCOME } from './make.ts'

const port = workerData as MessagePort
const say = (message: ToProbe) => port.postMessage(message)

port.on('message', (message: FromProbe) => {
  switch (message.kind) {
    case 'register':
      if (message.hello.region === 'nowhere') say({ kind: 'refusal', id: message.id, message: 'no such region' })
      else say({ kind: 'reply', id: message.id, value: WELCOME })
      break
    case 'pull': {
      const { since } = message.request
      if (since === 666) port.close()
      else if (since === 7)
        say({ kind: 'reply', id: message.id, value: { revision: 7, changed: [], removed: [message.waitMs] } })
      else say({ kind: 'reply', id: message.id, value: { revision: 7, changed: [makeAssignment(1)], removed: [] } })
      break
    }
    case 'push': {
      const [first] = unpackResults(message.batch)
      if (first?.errorMessage === 'refuse me') say({ kind: 'refusal', id: message.id, message: 'not now' })
      else say({ kind: 'reply', id: message.id })
      // Shows the test which results arrived
      say({ kind: 'run', id: 1, assignment: makeAssignment(first!.monitorKey) })
      break
    }
    case 'ran':
    case 'not-run':
      say({ kind: 'run', id: 2, assignment: makeAssignment(message.kind === 'ran' ? message.result.monitorKey : -1) })
  }
})
