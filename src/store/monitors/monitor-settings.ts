/** Stored settings of monitors: secrets are sealed, and variables are referred to by id. */
import { findReferences, toStoredReferences, toWrittenReferences } from '../../core/monitors/variable.ts'
import { type Fields, hasSealedSecrets, KEPT_VARIABLES } from '../../core/platform/sealing/sealed-fields.ts'
import { parseStored, toMonitorSealContext, toStored } from '../platform/sealing/vault.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { MonitorsTable } from '../tables/monitors.ts'
import { findVariableIds } from './variables.ts'

type SettingsColumns = Pick<MonitorsTable, 'settings'> & { variables: string | null }

/** @returns the settings with the current names of variables */
export function parseSettings(db: Reader, id: string, { settings, variables }: SettingsColumns): Fields {
  const stored = parseStored(db, settings, toMonitorSealContext(id))
  const written = toWrittenReferences(stored, variables === null ? {} : JSON.parse(variables))
  // References within unopened secrets are unknown, so all of them are kept
  return variables !== null && hasSealedSecrets(written) ? { ...written, [KEPT_VARIABLES]: variables } : written
}

/** @param ids of the variables of the project, by name */
export function toSettingsColumns(
  db: Reader,
  id: string,
  { [KEPT_VARIABLES]: kept, ...written }: Fields,
  ids: ReadonlyMap<string, string>,
): SettingsColumns {
  const { settings, names: used } = toStoredReferences(written, ids)
  const text = toStored(db, settings, toMonitorSealContext(id))
  const names = kept === undefined ? used : { ...JSON.parse(kept as string), ...used }
  return { settings: text, variables: Object.keys(names).length === 0 ? null : JSON.stringify(names) }
}

const NO_IDS: ReadonlyMap<string, string> = new Map()

/**
 * Loads what `toSettingsColumns` needs. Runs no query unless a monitor refers to a variable.
 *
 * @returns a function that finds the ids of the variables of a project
 */
export async function loadVariableIds(
  tx: Tx,
  monitors: readonly { projectId: string; config: { settings: Fields } }[],
): Promise<(projectId: string) => ReadonlyMap<string, string>> {
  const referring = monitors.filter(({ config }) => findReferences(config.settings).size > 0)
  if (referring.length === 0) return () => NO_IDS
  const ids = await findVariableIds(tx, [...new Set(referring.map(({ projectId }) => projectId))])
  return (projectId) => ids.get(projectId) ?? NO_IDS
}
