/** blackbox_exporter: its modules, and the static targets of Prometheus that use them. */
import type { Conversion, Fields } from '../conversion.ts'
import { defineImporter, ImportError } from '../importer.ts'
import { addMonitor } from '../monitors.ts'
import { parseYaml } from '../parse.ts'
import { addGroup } from '../resources.ts'
import { isFields, listFields, parseDuration, parseSeconds, toFields, toList, toText } from '../values.ts'
import { BLACKBOX_FIELDS, JOB, MODULE, TARGETS } from './fields.ts'
import { PROBES } from './modules.ts'

export const blackbox = defineImporter({
  product: 'blackbox_exporter',
  takes: 'a folder with blackbox.yml and prometheus.yml',
  signs: /^(?:modules|scrape_configs):/m,
  extensions: ['.yaml', '.yml'],
  fields: BLACKBOX_FIELDS,
  convert(conversion, files) {
    const documents = files.map((file) => parseYaml(file)).filter(isFields)
    const modules = Object.assign({}, ...documents.map((document) => toFields(document.modules))) as Fields
    const prometheus = documents.filter(({ scrape_configs }) => Array.isArray(scrape_configs))
    if (Object.keys(modules).length === 0 || prometheus.length === 0)
      throw new ImportError(
        'Modules or scrape_configs are missing: import a folder with blackbox.yml and prometheus.yml.',
      )
    const state = { conversion, modules, used: new Set<string>() }
    for (const document of prometheus)
      for (const job of listFields(document.scrape_configs)) addJob(state, { ...toFields(document.global), ...job })
    conversion
      .report('setting', 'Alert rules')
      .drop(
        'Alert rules of Prometheus are not imported: monitors notify the default targets of the project.',
        'Set thresholds and notification targets.',
      )
    for (const name of Object.keys(modules).filter((module) => !state.used.has(module)))
      conversion.report('setting', `Module ${name}`).drop('No static target uses it.', 'Create its monitors by hand.')
  },
})

/** Keys of `scrape_configs` that find targets at run time. */
const DISCOVERY = /_sd_configs?$/

interface ImportState {
  conversion: Conversion
  modules: Fields
  /** Names of modules with a target. */
  used: Set<string>
}

function addJob(state: ImportState, job: Fields): void {
  const { conversion } = state
  const [name] = toList(toFields(job.params).module).map(String)
  if (name === undefined && !/probe/.test(toText(job.metrics_path) ?? '')) return
  const title = toText(job.job_name) ?? ''
  const found = Object.keys(job).filter(isDiscovery)
  for (const key of found)
    conversion
      .report('setting', `${title}: ${key}`)
      .drop('Targets found at run time are not imported.', 'Generate the document from the same source.')
  const hostname = toText(toList(toFields(job.params).hostname)[0])
  const entries = listFields(job.static_configs).flatMap(({ targets, labels }) =>
    toList(targets).map((address) => ({ address: String(address), labels: toFields(labels) })),
  )
  const group = entries.length > 1 ? addGroup(conversion, conversion.report('group', title), {}) : null
  reportJobLosses(state, job, title)
  for (const target of entries) addTarget(state, { fields: job, module: name, hostname, group }, target)
}

/** Labels that the usual rules set, which hand the target to blackbox_exporter. */
const USUAL_LABELS = new Set(['__param_target', 'instance', '__address__', '__param_module'])

/** Unknown settings of one job that are listed. */
const MAX_UNKNOWN = 20

const isDiscovery = (name: string): boolean => DISCOVERY.test(name) && name !== 'static_sd_config'

function reportJobLosses({ conversion }: ImportState, job: Fields, title: string): void {
  const rules = [...listFields(job.relabel_configs), ...listFields(job.metric_relabel_configs)]
  if (rules.some(({ target_label }) => !USUAL_LABELS.has(toText(target_label) ?? '')))
    conversion
      .report('setting', `${title}: relabeling`)
      .drop('Rules that change labels are not applied.', 'Check the targets and the tags of its monitors.')
  const own = Object.keys(job).filter((name) => !isDiscovery(name) && !Object.hasOwn(JOB, name))
  const inner = listFields(job.static_configs).flatMap((entry) =>
    Object.keys(entry).filter((name) => !Object.hasOwn(TARGETS, name)),
  )
  const unknown = [...own, ...new Set(inner.map((name) => `static_configs.${name}`))]
  for (const name of unknown.slice(0, MAX_UNKNOWN))
    conversion
      .report('setting', `${title}: ${name}`)
      .drop('The setting is not known to this importer, and not read.', 'Check whether its monitors need it.')
  for (const name of Object.keys(toFields(job.params)).filter((param) => !['module', 'hostname'].includes(param)))
    conversion
      .report('setting', `${title}: parameter ${name}`)
      .drop('Parameters of the probe are not used.', 'Set them in the settings of its monitors.')
}

/** A job of `scrape_configs`, and the parameters of its probes. */
interface ProbeJob {
  fields: Fields
  /** Absent when relabeling chooses the module. */
  module: string | undefined
  hostname: string | null
  /** Key of the group of its monitors; null when it has one target. */
  group: string | null
}

interface StaticTarget {
  address: string
  labels: Fields
}

function addTarget(
  { conversion, modules, used }: ImportState,
  job: ProbeJob,
  { address, labels }: StaticTarget,
): string | null {
  // Relabeling can also choose the module by a label
  const own = toText(labels.module) ?? toText(labels.__param_module) ?? job.module ?? ''
  used.add(own)
  const module = toFields(Object.hasOwn(modules, own) ? modules[own] : null)
  const prober = toText(module.prober)
  const lookup = prober === 'dns' ? toText(toFields(module.dns).query_name) : null
  const item = conversion.report('monitor', lookup === null ? address : `${lookup} at ${address}`)
  if (prober === null) return item.drop(`The module "${own}" is not in the source.`, 'Import its file too.')
  if (!Object.hasOwn(PROBES, prober))
    return item.drop(`The prober ${prober} does not exist here.`, 'Create a TCP monitor of its port.')
  // Relabeling can also choose the name of the host by a label
  const hostname = toText(labels.__param_hostname) ?? job.hostname
  item.noteFields(module, MODULE)
  const check = PROBES[prober]!(module, address, item, hostname)
  const timeoutMs = parseDuration(toText(module.timeout)) ?? parseDuration(toText(job.fields.scrape_timeout)) ?? 10_000
  return (
    check &&
    addMonitor(conversion, item, {
      ...check,
      intervalSeconds: parseSeconds(toText(job.fields.scrape_interval)) ?? 60,
      timeoutMs,
      group: job.group,
      tags: Object.entries(labels).flatMap(([label, value]) => (label.startsWith('__') ? [] : `${label}: ${value}`)),
    })
  )
}
