/** What a probe has earned, as it survives a restart: a start without connection must not look like an outage of all targets. */
import { isIP } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { LINK, type Path, placeOf, type Witness } from '../../core/probes/witness.ts'
import type { Clock } from '../schedule/clock.ts'
import type { OwnConnection } from '../self-check/own-connection.ts'
import { UNTRIED } from '../self-check/witness-memory.ts'

interface SavedWitness extends Witness, Path {
  /** Unix ms. */
  passedAt: number
}

/** Plain JSON of a few kilobytes. */
export interface Earned {
  witnesses: SavedWitness[]
  /** IP versions over which there was a way out. */
  waysOut: (4 | 6)[]
}

/** Where it is kept. */
export interface EarnedStore {
  /** Whatever was saved last; anything at all where the file is damaged. */
  load(): unknown
  save(earned: Earned): void
}

/** How often it is looked whether there is something new to save, and how old a saved copy gets. */
const LOOK_MS = 10 * SECOND_MS
const SAVE_MS = 10 * MINUTE_MS

/** Longer lists are not from this program. */
const MOST_RESTORED = 100

/** Loads now, and saves from time to time. @returns saves once more and stops */
export function keepEarned(store: EarnedStore, connection: OwnConnection, clock: Clock): () => void {
  restore(parseEarned(store.load()), connection, clock)
  let saved = { members: membersOf(connection), at: clock.monotonic() }
  let disarm = () => {}
  const save = () => {
    saved = { members: membersOf(connection), at: clock.monotonic() }
    store.save(earnedOf(connection, clock))
  }
  const look = () => {
    if (membersOf(connection) !== saved.members || clock.monotonic() - saved.at >= SAVE_MS) save()
    disarm = clock.after(LOOK_MS, look)
  }
  disarm = clock.after(LOOK_MS, look)
  return () => {
    disarm()
    save()
  }
}

const membersOf = ({ memory, interfaces }: OwnConnection): string =>
  [...interfaces.waysOut, ...memory.all().map(({ address }) => address)].join(' ')

function earnedOf({ memory, interfaces }: OwnConnection, clock: Clock): Earned {
  const ahead = clock.now() - clock.monotonic()
  const witnesses = memory.all().map(({ address, how, port, localAddress, interfaceName, scope, passedAt }) => ({
    address,
    how,
    port,
    localAddress,
    interfaceName,
    isOnLink: scope === LINK,
    passedAt: Math.round(passedAt + ahead),
  }))
  return { witnesses, waysOut: [...interfaces.waysOut] }
}

function restore({ witnesses, waysOut }: Earned, connection: OwnConnection, clock: Clock): void {
  for (const family of waysOut) connection.interfaces.waysOut.add(family)
  const now = clock.monotonic()
  const ahead = clock.now() - now
  for (const { isOnLink, ...witness } of witnesses) {
    const place = placeOf(witness.address, { ...witness, isOnLink })
    const path = connection.pathFrom(place.localAddress)
    const passedAt = Math.min(witness.passedAt - ahead, now)
    connection.memory.add({ ...witness, ...place, host: '', path, passedAt, ...UNTRIED }, now)
  }
}

/** Takes what it can read and ignores the rest. */
function parseEarned(value: unknown): Earned {
  const { witnesses, waysOut } = (value ?? {}) as Partial<Record<keyof Earned, unknown>>
  return {
    witnesses: listOf(witnesses).filter(isSavedWitness).slice(0, MOST_RESTORED),
    waysOut: listOf(waysOut).filter((family): family is 4 | 6 => family === 4 || family === 6),
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function isSavedWitness(value: unknown): value is SavedWitness {
  const { address, localAddress, interfaceName, how, port, isOnLink, passedAt } = (value ?? {}) as Partial<
    Record<string, unknown>
  >
  const areAddresses = [address, localAddress].every((text) => typeof text === 'string' && isIP(text) !== 0)
  const isWay = how === 'ping' ? port === 0 : (how === 'tcp' || how === 'dns') && isPort(port)
  const isPath = areAddresses && typeof interfaceName === 'string' && typeof isOnLink === 'boolean'
  return isPath && isWay && Number.isFinite(passedAt)
}

const isPort = (port: unknown): boolean => Number.isInteger(port) && (port as number) > 0 && (port as number) < 65_536
