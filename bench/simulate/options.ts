/** What a simulation is told. */
import { parseArgs } from 'node:util'

export interface Options {
  minutes: number
  monitors: number
  servers: number
  regions: number
  /** In each region. */
  probesPerRegion: number
  intervalSeconds: number
  /** Of results that every monitor has when it begins. */
  historyMinutes: number
  /** When an hour ends, counted from the beginning of the measured time; null: whenever it does. */
  hourAfterSeconds: number | null
  /** Over `/api/probe/push` of real servers, instead of the messages of a server's own thread. */
  isOverHttp: boolean
  /** `name=value`, for PostgreSQL. */
  settings: string[]
}

const FLAGS = {
  servers: { type: 'string', default: '2' },
  regions: { type: 'string', default: '2' },
  probes: { type: 'string', default: '2' },
  interval: { type: 'string', default: '60' },
  history: { type: 'string', default: '0' },
  hour: { type: 'string' },
  http: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
} as const

/** @throws Error that says what is wrong */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true })
  const minutes = Number(positionals[0] ?? 5)
  const options: Options = {
    minutes,
    monitors: Number(positionals[1] ?? 1_000_000),
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

/** In the middle, unless somebody wishes otherwise. Real servers have the time of day. */
function parseHour(value: string | undefined, isOverHttp: boolean, minutes: number): number | null {
  if (isOverHttp || value === 'none') return null
  return value === undefined ? minutes * 30 : Number(value)
}
