/** The process that reads untrusted input for a server; see `runtime/isolated-process.ts`. */
import { convertUpload } from '../api/provisioning/convert-upload.ts'
import { convertDocuments } from '../cli/provisioning/convert-documents.ts'
import { runAsTask } from '../runtime/isolated-process.ts'

/** Tasks by name. Each converts its input to JSON; `now` is Unix ms. */
const TASKS = {
  'convert-documents': async (input: Buffer) => JSON.stringify(await convertDocuments(JSON.parse(input.toString()))),
  'convert-upload': async (input: Buffer, now: number) => JSON.stringify(convertUpload(input, now)),
}
type TaskName = keyof typeof TASKS

const [limits = '', name = '', now = ''] = process.argv.slice(2)
await runAsTask(limits, (input) => TASKS[name as TaskName](input, Number(now)))
