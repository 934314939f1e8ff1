/** Options of a simulation. */
import { parseArgs } from 'node:util'
import { sized } from '../support/size.ts'

export interface Options {
  minutes: number
  monitors: number
  servers: number
  regions: number
  /** Per region. */
  probesPerRegion: number
  intervalSeconds: number
  /** Minutes of results that every monitor has at the start. */
  historyMinutes: number
  /** When an hour ends, counted from the start of the measurement; null for the real time of day. */
  hourAfterSeconds: number | null
  /** Whether to use `/api/probe/push` of real servers instead of the messages of a server's own probe thread. */
  isOverHttp: boolean
  /** `name=value`, for PostgreSQL. */
  settings: string[]
}

const FLAGS = {
  servers: { type: 'string', default: sized('2', '1') },
  regions: { type: 'string', default: '2' },
  probes: { type: 'string', default: sized('2', '1') },
  interval: { type: 'string', default: sized('60', '1') },
  history: { type: 'string', default: '0' },
  hour: { type: 'string' },
  http: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
} as const

/** @throws Error for invalid options */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
  const minutes = Number(positionals[0] ?? sized(5, 1 / 60))
  const options: Options = {
    minutes,
    monitors: Number(positionals[1] ?? sized(1_000_000, 200)),
    servers: Number(values.servers),
    regions: Number(values.regions),
    probesPerRegion: Number(values.probes),
    intervalSeconds: Number(values.interval),
    historyMinutes: Number(values.history),
    hourAfterSeconds: parseHour(values.hour, values.http, minutes),
    isOverHttp: values.http,
    settings: values.set,
  }
  const wrong = Object.entries(options).find(([, value]) => Number.isNaN(value))
  if (wrong) throw new Error(`${wrong[0]} is not a number`)
  return options
}

/** Defaults to the middle of the run. Real servers use the time of day. */
function parseHour(value: string | undefined, isOverHttp: boolean, minutes: number): number | null {
  if (isOverHttp || value === 'none') return null
  return value === undefined ? minutes * 30 : Number(value)
}
