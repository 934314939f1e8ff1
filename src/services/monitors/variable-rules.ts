/** Validation of settings that refer to variables: the names must exist, and the values must fit. */
import { Value } from 'typebox/value'
import type { MonitorType } from '../../core/monitors/monitor.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { findReferences, resolveReferences, toVariableValues, type Variable } from '../../core/monitors/variable.ts'
import { type Issue, limitToListed } from '../../core/platform/errors.ts'
import { toApiName } from '../../core/platform/fields/translate.ts'
import { describeSuggestion } from '../../core/platform/text/nearest.ts'
import { HTTP_PROPERTIES } from '../../probers/http-settings.ts'
import { findProber } from '../../probers/index.ts'
import { refuseTls } from '../../probers/tls-setting.ts'

/** Returns the request field of a setting. A keyword monitor has the HTTP settings in addition to its own. */
export function toSettingField(type: MonitorType, path: string): string {
  const [key = '', ...rest] = path.split('.')
  const section = type === 'KEYWORD' && key in HTTP_PROPERTIES ? 'http' : type.toLowerCase()
  return [`${section}_config`, toApiName(key), ...rest].join('.')
}

type Texts = Pick<MonitorConfig, 'type' | 'target' | 'settings'>

export const hasReferences = (settings: Texts['settings']): boolean => findReferences(settings).size > 0

/** @param variables all variables of the project */
export function findTextIssues(texts: Texts, variables: readonly Variable[]): Issue[] {
  const names = new Set(variables.map(({ name }) => name))
  const unknown = [...findReferences(texts.settings)].filter(([name]) => !names.has(name))
  if (unknown.length === 0) return findResolvedIssues(texts, variables)
  // A request can have a thousand monitors, so each has one suggestion
  return limitToListed(unknown).map(([name, path], index) => ({
    field: toSettingField(texts.type, path),
    message:
      `contains {{${name}}}, but the project has no variable ${name}${index === 0 ? describeSuggestion(name, names) : ''}; ` +
      `write \\{{${name}}} for literal text`,
  }))
}

/**
 * Validates the texts with the values in place of the references, by the rules of each setting. The messages contain no
 * value. A value that no key opens is not validated.
 */
export function findResolvedIssues(monitor: Texts, variables: readonly Variable[]): Issue[] {
  const { type, settings } = monitor
  const resolved = resolveReferences(settings, toVariableValues(variables))
  const schema = type === 'HEARTBEAT' ? undefined : findProber(type)?.settings
  if (schema === undefined) return []
  if (Value.Check(schema, resolved)) return findTlsIssues(monitor, resolved)
  return Value.Errors(schema, resolved).flatMap(({ keyword, instancePath, params }) => {
    const field = toSettingField(type, instancePath.slice(1).replaceAll('/', '.').replaceAll('~0', '~'))
    if (keyword === 'maxLength') {
      const { limit } = params as { limit: number }
      return [{ field, message: `has more than ${limit} characters with the values of its variables` }]
    }
    if (keyword !== 'pattern') return []
    return [{ field, message: 'would contain a line break or another character that a header cannot contain' }]
  })
}

/** The values must form certificates that fit each other. */
function findTlsIssues({ type, target, settings }: Texts, resolved: Texts['settings']): Issue[] {
  if (resolved.tls === settings.tls) return []
  const refusal = refuseTls(resolved, target)
  return refusal
    ? [{ field: toSettingField(type, refusal.key), message: `${refusal.message} (with the values of its variables)` }]
    : []
}
