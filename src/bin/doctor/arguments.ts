/** What the doctor is asked to look at. */
import { type CommandLine, isGiven, textOf, UsageError } from '../command-line.ts'

export interface DoctorArguments {
  isJson: boolean
  sendTo: string | null
  server: string | null
  token: string | null
}

/** @throws UsageError */
export function readDoctorArguments(line: CommandLine): DoctorArguments {
  const text = (name: string): string | null => textOf(line, name) ?? null
  const sendTo = text('send-to')
  if (sendTo !== null && !/^[^\s@<>,]+@[^\s@<>,]+$/.test(sendTo))
    throw new UsageError(`--send-to takes one address, not "${sendTo}"`)
  return { isJson: isGiven(line, 'json'), sendTo, server: text('server'), token: text('token') }
}
