/** Reads the environment once. All mistakes are reported together: the name, the value, and the accepted values. */
import { readFileSync, realpathSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { StartTls } from '../channels/mailer.ts'
import { DEFAULT_PLANS, PLANS, type PlanLimits, type PlanName, type Plans } from '../core/accounts/plan.ts'
import type { EgressOptions } from '../core/platform/egress.ts'
import { StartError } from '../core/platform/errors.ts'
import { describeSuggestion } from '../core/platform/text/nearest.ts'
import { isListFile, parseBootstrap } from '../registries/rdap/bootstrap-list.ts'
import { canMatchOwnVariable } from './document-environment.ts'
import { ParseRefusal } from './parsers.ts'
import { SETTINGS, type Setting, type Values } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Config
  extends Omit<
    Values,
    | 'egress'
    | 'egressAllow'
    | 'egressDeny'
    | 'plansFile'
    | 'adminEmail'
    | 'adminPassword'
    | 'regionName'
    | 'smtpUrl'
    | 'smtpFrom'
    | 'smtpStartTls'
  > {
  egress: EgressOptions
  plans: Plans
  /** Creates the first account if there is none. */
  admin: { email: string; password: string } | null
  regionName: string
  /** The mail server and the sender; null when none is set. */
  smtp: { url: string; from: string; startTls: StartTls } | null
}

/** One line for each mistake. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'an error' : `${mistakes.length} errors`}:\n${mistakes.map((line) => `  ${line}`).join('\n')}`,
    )
    this.mistakes = mistakes
  }
}

/**
 * @returns the configuration, and warnings about likely mistakes
 * @throws ConfigError
 */
export function loadConfig(environment: Environment): { config: Config; warnings: string[] } {
  const mistakes: string[] = []
  const entries = Object.entries(SETTINGS).map(([key, setting]) => [
    key,
    readSetting<unknown>(setting, environment, mistakes),
  ])
  const values = Object.fromEntries(entries) as Values
  const config = buildConfig(values, mistakes)
  for (const pair of PAIRS) checkPair(pair, values, environment, mistakes)
  checkConfigFolder(values, environment, mistakes)
  const warnings = listUnknownNames(environment)
  if (mistakes.length > 0) throw new ConfigError([...mistakes, ...warnings])
  return { config, warnings }
}

/** An empty variable counts as not set, because Compose files pass unset variables as empty. */
export function readSetting<T>(setting: Setting<T>, environment: Environment, mistakes: string[]): T | null {
  const raw = (environment[setting.name] || readFromFile(setting, environment, mistakes)) ?? setting.fallback
  if (raw === null) return null
  try {
    return setting.parse(raw)
  } catch (error) {
    const got = setting.isSecret ? `a text of ${raw.length} characters` : JSON.stringify(raw)
    const wrongEntry = error instanceof ParseRefusal && error.message ? `, of which ${error.message} is invalid` : ''
    mistakes.push(`${setting.name}: got ${got}${wrongEntry}, expected ${setting.takes}`)
    return null
  }
}

function readFromFile(setting: Setting<unknown>, environment: Environment, mistakes: string[]): string | undefined {
  const name = `${setting.name}_FILE`
  const path = setting.isSecret && environment[name]
  if (!path) return undefined
  const content = readText(name, path, mistakes)
  return content?.replace(/\r?\n$/, '')
}

function readText(name: string, path: string, mistakes: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    mistakes.push(
      `${name}: got ${JSON.stringify(path)}, expected a readable file (${(error as NodeJS.ErrnoException).code})`,
    )
    return undefined
  }
}

/** Builds the values that depend on several settings or on a file. */
function buildConfig(values: Values, mistakes: string[]): Config {
  const { egress, egressAllow, egressDeny, plansFile, regionName, ...others } = values
  const { adminEmail, adminPassword, smtpUrl, smtpFrom, smtpStartTls, ...rest } = others
  checkAuthorities(values.caFile, mistakes)
  checkRdapServers(values.rdapBootstrap, mistakes)
  return {
    ...rest,
    dataDir: resolve(values.dataDir ?? '.'),
    egress: { mode: egress ?? chooseDefaultEgress(values), allow: egressAllow, deny: egressDeny },
    plans: readPlans(plansFile, mistakes),
    admin: adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : null,
    regionName: regionName ?? values.region,
    smtp: smtpUrl && smtpFrom ? { url: smtpUrl, from: smtpFrom, startTls: smtpStartTls } : null,
  }
}

/** Settings that require each other. */
const PAIRS = [
  ['adminEmail', 'adminPassword'],
  ['smtpUrl', 'smtpFrom'],
] as const

/** An invalid setting has already been reported, and is not reported as missing too. */
function checkPair(pair: (typeof PAIRS)[number], values: Values, environment: Environment, mistakes: string[]): void {
  const isGiven = ({ name }: Setting<unknown>): boolean => !!(environment[name] || environment[`${name}_FILE`])
  const hasOne = pair.some((key) => values[key] !== null)
  const missesOne = pair.some((key) => values[key] === null && !isGiven(SETTINGS[key]))
  if (hasOne && missesOne) mistakes.push(`${pair.map((key) => SETTINGS[key].name).join(', ')}: set both or neither`)
}

/** Authors of documents in the folder must not obtain the secrets of the server. */
function checkConfigFolder(
  { configDir, configEnv, dataDir }: Values,
  environment: Environment,
  mistakes: string[],
): void {
  for (const entry of configEnv?.filter(canMatchOwnVariable) ?? [])
    mistakes.push(
      `WK_CONFIG_ENV: "${entry}" includes settings of Watchkeeper or PostgreSQL, which documents cannot contain: name other variables`,
    )
  if (configDir === null) return
  const secretFiles = Object.values(SETTINGS).map(({ name }) => [`${name}_FILE`, environment[`${name}_FILE`]] as const)
  for (const [name, path] of [['WK_DATA_DIR', dataDir] as const, ...secretFiles])
    if (path && join(toRealPath(path), sep).startsWith(join(toRealPath(configDir), sep)))
      mistakes.push(
        `WK_CONFIG_DIR: the folder contains ${name} (${path}), so documents could read its secrets: use another folder`,
      )
}

/** Returns the path itself when it does not exist. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** If strangers can register, checks must not reach the network around the server. */
const chooseDefaultEgress = ({ registration, host }: Values): EgressOptions['mode'] =>
  registration === 'open' && !isLoopback(host) ? 'public' : 'any'

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)

function readPlans(path: string | null, mistakes: string[]): Plans {
  const json = path === null ? undefined : readText('WK_PLANS_FILE', path, mistakes)
  if (json === undefined) return DEFAULT_PLANS
  return applyPlans(json, (mistake) => mistakes.push(`WK_PLANS_FILE: ${path}: ${mistake}`))
}

export function checkAuthorities(path: string | null, mistakes: string[]): void {
  const pem = path === null ? undefined : readText('WK_CA_FILE', path, mistakes)
  if (pem !== undefined && !pem.includes('-----BEGIN CERTIFICATE-----'))
    mistakes.push(`WK_CA_FILE: ${path} contains no certificate in PEM format`)
}

/** A URL may be temporarily unreachable; a missing file is a mistake. */
function checkRdapServers(source: string | null, mistakes: string[]): void {
  if (source === null || !isListFile(source)) return
  const json = readText('WK_RDAP_BOOTSTRAP', source, mistakes)
  try {
    if (json !== undefined) parseBootstrap(json)
  } catch (error) {
    mistakes.push(`WK_RDAP_BOOTSTRAP: ${source}: ${(error as Error).message}`)
  }
}

/** Lists unknown names, because a misspelt setting would be silently ignored. */
export function listUnknownNames(environment: Environment): string[] {
  const settings = Object.values(SETTINGS) as Setting<unknown>[]
  const known = settings.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name]))
  const unknown = Object.keys(environment).filter((name) => name.startsWith('WK_') && !known.includes(name))
  return unknown.map((name) => `${name} is not a known setting${describeSuggestion(name, known)}`)
}

/**
 * Returns the plans with the overrides of the file; other limits stay. Reports all mistakes to `report`. The plan
 * `unlimited` keeps data as long as `scale`, unless the file states its own periods. Therefore no data is deleted when an
 * organization with extended periods changes from `scale` to `unlimited`.
 */
export function applyPlans(json: string, report: (mistake: string) => void): Plans {
  const plans = structuredClone(DEFAULT_PLANS)
  const file = parseObject(json)
  if (!file) {
    report('is not a JSON object')
    return plans
  }
  const { scale, ...others } = file
  if (scale !== undefined) applyLimits(plans, 'scale', scale, report)
  const { rawResultDays, rollupDays } = plans.scale
  Object.assign(plans.unlimited, { rawResultDays, rollupDays })
  for (const [name, limits] of Object.entries(others)) {
    const plan = PLANS.find((known) => known === name)
    if (!plan) report(`"${name}" is not a plan; plans are ${PLANS.join(', ')}`)
    else applyLimits(plans, plan, limits, report)
  }
  return plans
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function applyLimits(plans: Plans, plan: PlanName, limits: unknown, report: (mistake: string) => void): void {
  if (!isObject(limits)) {
    report(`"${plan}" is not an object`)
    return
  }
  for (const [key, value] of Object.entries(limits)) {
    const cell = CELLS.get(key)
    const mistake = cell ? refuseCell(cell, value) : `is not a limit; limits are ${[...CELLS.keys()].join(', ')}`
    if (mistake) report(`"${plan}.${key}" ${mistake}`)
    else Object.assign(plans[plan], { [cell!]: value ?? Number.POSITIVE_INFINITY })
  }
}

function refuseCell(cell: keyof PlanLimits, value: unknown): string | null {
  if (typeof DEFAULT_PLANS.free[cell] === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false'
  const minimum = cell === 'minIntervalSeconds' ? MIN_INTERVAL_SECONDS : 0
  const isCount = !Number.isFinite(DEFAULT_PLANS.unlimited[cell])
  if ((isCount && value === null) || (Number.isSafeInteger(value) && (value as number) >= minimum)) return null
  return `must be a whole number of at least ${minimum}${isCount ? ', or null for no limit' : ''}`
}

/** The shortest check interval of any plan. */
const MIN_INTERVAL_SECONDS = 30

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const CELLS = new Map(Object.keys(DEFAULT_PLANS.free).map((cell) => [toSnakeCase(cell), cell as keyof PlanLimits]))
