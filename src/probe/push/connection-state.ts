/**
 * State of a probe's connection, saved across restarts: a start without connection must not look like an outage of all
 * targets.
 */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { LINK, type RoutePath, toNetworkPosition, type Witness } from '../../core/probes/witness.ts'
import type { DnsHealthCheck, DnsHealthState } from '../../net/dns/dns-health-check.ts'
import type { Clock } from '../schedule/clock.ts'
import type { ConnectionHealth } from '../self-check/connection-health.ts'
import { NEW_WITNESS_STATE } from '../self-check/witness-memory.ts'

interface SavedWitness extends Witness, RoutePath {
  passedAt: UnixMs
}

/** Plain JSON of a few kilobytes. */
export interface SavedConnectionState {
  witnesses: SavedWitness[]
  /** IP versions that had a default route. */
  waysOut: (4 | 6)[]
}

/** Storage of the state. */
export interface ConnectionStateStore {
  /** Returns the last saved state; any value if the file is damaged. */
  load(): unknown
  save(state: SavedConnectionState): void
}

/** Interval between checks for changes to save, and maximum age of the saved state. */
const POLL_MS = 10 * SECOND_MS
const SAVE_MS = 10 * MINUTE_MS

/** A longer list was not written by this program. */
const MAX_RESTORED = 100

/**
 * Loads the state now, and saves it from time to time.
 *
 * @returns a function that saves once more and stops
 */
export function startConnectionStateSync(
  store: ConnectionStateStore,
  connection: ConnectionHealth,
  clock: Clock,
): () => void {
  restore(parseSavedState(store.load()), connection, clock)
  let saved = { members: toMembersKey(connection), at: clock.monotonic() }
  let cancelTimer = () => {}
  const save = () => {
    saved = { members: toMembersKey(connection), at: clock.monotonic() }
    store.save(toSavedState(connection, clock))
  }
  const saveIfDue = () => {
    if (toMembersKey(connection) !== saved.members || clock.monotonic() - saved.at >= SAVE_MS) save()
    cancelTimer = clock.after(POLL_MS, saveIfDue)
  }
  cancelTimer = clock.after(POLL_MS, saveIfDue)
  return () => {
    cancelTimer()
    save()
  }
}

const toMembersKey = ({ memory, interfaces }: ConnectionHealth): string =>
  [...interfaces.uplinkFamilies, ...memory.list().map(({ address }) => address)].join(' ')

function toSavedState({ memory, interfaces }: ConnectionHealth, clock: Clock): SavedConnectionState {
  const ahead = clock.now() - clock.monotonic()
  const witnesses = memory.list().map(({ address, method, port, localAddress, interfaceName, scope, passedAt }) => ({
    address,
    method,
    port,
    localAddress,
    interfaceName,
    isOnLink: scope === LINK,
    passedAt: Math.round(passedAt + ahead),
  }))
  return { witnesses, waysOut: [...interfaces.uplinkFamilies] }
}

function restore({ witnesses, waysOut }: SavedConnectionState, connection: ConnectionHealth, clock: Clock): void {
  for (const family of waysOut) connection.interfaces.uplinkFamilies.add(family)
  const now = clock.monotonic()
  const ahead = clock.now() - now
  for (const { isOnLink, ...witness } of witnesses) {
    const location = toNetworkPosition(witness.address, { ...witness, isOnLink })
    const path = connection.ensurePath(location.localAddress)
    const passedAt = Math.min(witness.passedAt - ahead, now)
    connection.memory.add({ ...witness, ...location, host: '', path, passedAt, ...NEW_WITNESS_STATE }, now)
  }
}

/** Reads the valid parts and ignores the rest. */
function parseSavedState(value: unknown): SavedConnectionState {
  const { witnesses, waysOut } = (value ?? {}) as Partial<Record<keyof SavedConnectionState, unknown>>
  return {
    witnesses: toArray(witnesses).filter(isSavedWitness).slice(0, MAX_RESTORED),
    waysOut: toArray(waysOut).filter((family): family is 4 | 6 => family === 4 || family === 6),
  }
}

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function isSavedWitness(value: unknown): value is SavedWitness {
  const { address, localAddress, interfaceName, method, port, isOnLink, passedAt } = (value ?? {}) as Partial<
    Record<string, unknown>
  >
  const areAddresses = [address, localAddress].every((text) => typeof text === 'string' && isIP(text) !== 0)
  const isMethodValid = method === 'ping' ? port === 0 : (method === 'tcp' || method === 'dns') && isPort(port)
  const isPath = areAddresses && typeof interfaceName === 'string' && typeof isOnLink === 'boolean'
  return isPath && isMethodValid && Number.isFinite(passedAt)
}

const isPort = (port: unknown): boolean => Number.isInteger(port) && (port as number) > 0 && (port as number) < 65_536

/** A longer file was not written by this program. */
const MAX_BYTES = 256 * 1024

/**
 * Opens the file. If it is damaged or cannot be written, only the stored state is lost.
 *
 * @param thread number of the probe's thread; each has a file
 */
export function openConnectionStateFile(
  folder: string,
  names: Pick<DnsHealthCheck, 'getState' | 'restore'>,
  thread = 1,
): ConnectionStateStore {
  const file = join(folder, thread === 1 ? 'probe-connection.json' : `probe-connection-${thread}.json`)
  return {
    load: () => {
      const saved = tryQuietly(() => (statSync(file).size > MAX_BYTES ? null : JSON.parse(readFileSync(file, 'utf8'))))
      tryQuietly(() => names.restore((saved?.names ?? {}) as DnsHealthState))
      return saved
    },
    save: (connectionState) => {
      const draft = `${file}.${process.pid}`
      tryQuietly(() => {
        writeFileSync(draft, JSON.stringify({ ...connectionState, names: names.getState() }), { mode: 0o600 })
        renameSync(draft, file)
      }) ?? tryQuietly(() => rmSync(draft, { force: true }))
    },
  }
}

function tryQuietly<T>(attempt: () => T): T | null {
  try {
    return attempt()
  } catch {
    return null
  }
}
