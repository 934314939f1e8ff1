/** What the doctor is asked to look at. */
import { parseArgs } from 'node:util'
import { nearest } from '../nearest.ts'
import { StartError } from '../start-error.ts'

export const DOCTOR_HELP = `Usage: watchkeeper doctor [--json] [--send-to ADDRESS]
       watchkeeper doctor --server URL [--token TOKEN]

Looks whether all is well here: the configuration, the data folder, the database, the clock, name servers, pings, mail,
the address that people use, and the probes. Says what to do about what is not. Run it as the user that the server runs
as, with the same environment. It changes nothing, and nothing that it says is a secret.

  --send-to ADDRESS  sends a mail there as well
  --server URL       on the machine of a probe: looks whether that can reach its server; or WK_PROBE_SERVER
  --token TOKEN      of the probe; better WK_PROBE_TOKEN, as other people of this machine see arguments
  --json             for programs

It ends with 1 when something is wrong, and with 0 otherwise.`

export interface DoctorArguments {
  isJson: boolean
  sendTo: string | null
  server: string | null
  token: string | null
}

const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  'send-to': { type: 'string' },
  server: { type: 'string' },
  token: { type: 'string' },
} as const

/**
 * @returns null when help was asked for
 * @throws StartError
 */
export function readDoctorArguments(args: readonly string[]): DoctorArguments | null {
  const { values, tokens } = parse(args)
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new StartError(`"${token.value}" is not an option. "watchkeeper doctor --help"`)
    if (token.kind === 'option' && !(token.name in OPTIONS))
      throw new StartError(
        `there is no option ${token.rawName}. Nearest: --${nearest(token.name, Object.keys(OPTIONS))}`,
      )
  }
  if (values.help) return null
  const text = (name: 'send-to' | 'server' | 'token'): string | null => {
    const value = values[name]
    if (value === undefined) return null
    if (typeof value !== 'string' || value === '') throw new StartError(`--${name} needs a value behind it`)
    return value
  }
  const [sendTo, server, token] = [text('send-to'), text('server'), text('token')]
  if (sendTo !== null && !/^[^\s@<>,]+@[^\s@<>,]+$/.test(sendTo))
    throw new StartError(`--send-to takes one address, not "${sendTo}"`)
  return { isJson: values.json === true, sendTo, server, token }
}

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, strict: false, allowPositionals: true, tokens: true })
