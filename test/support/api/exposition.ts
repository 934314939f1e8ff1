/**
 * Parses the text format of Prometheus, to the extent that this service uses it. The parser is strict: an unknown line
 * is an error.
 */

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Exposition {
  samples: Sample[]
  /** Types by metric name, from `# TYPE` lines. */
  types: Map<string, string>
}

const LINE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i
const LABEL = /([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gi
const ESCAPES: Record<string, string> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' }

export function readExposition(text: string): Exposition {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (name && types.has(name)) throw new Error(`${name} is declared twice`)
    if (name) types.set(name, type!)
    if (line !== '' && !line.startsWith('#')) samples.push(readSample(line))
  }
  return { samples, types }
}

function readSample(line: string): Sample {
  const [, name, inside = '', value] = LINE.exec(line) ?? []
  if (name === undefined) throw new Error(`no sample: ${line}`)
  const pairs = [...inside.matchAll(LABEL)]
  if (pairs.map(([pair]) => pair).join('') !== inside) throw new Error(`no labels: ${line}`)
  const labels = pairs.map(([, label, escaped]) => [label!, escaped!.replace(/\\[\\"n]/g, (one) => ESCAPES[one]!)])
  return { name, labels: Object.fromEntries(labels), value: Number(value) }
}

/** Returns the value of the sample with these labels, which may have others; undefined when there is none. */
export function findSample(
  { samples }: Exposition,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const fits = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  if (fits.length > 1) throw new Error(`${name} ${JSON.stringify(labels)} is ambiguous`)
  return fits[0]?.value
}
