/** The interfaces of the probe's machine that are up, and its default routes so far. */
import type { RoutePath } from '../../core/probes/witness.ts'
import type { Clock } from '../schedule/clock.ts'
import type { WitnessNetwork } from './witness-network.ts'

const FAMILIES = [4, 6] as const

export class NetworkInterfaces {
  /** IP versions that had a default route: only then is its absence trouble. */
  readonly uplinkFamilies = new Set<4 | 6>()
  readonly #network: WitnessNetwork
  readonly #clock: Clock
  #up: ReadonlySet<string> = new Set()
  /** Time of the last read of the list, monotonic ms. */
  #readAt = -Infinity

  constructor(network: WitnessNetwork, clock: Clock) {
    this.#network = network
    this.#clock = clock
  }

  /** @param maxAgeMs maximum age of the list of interfaces */
  isLost({ interfaceName }: Pick<RoutePath, 'interfaceName'>, maxAgeMs = 0): boolean {
    const now = this.#clock.monotonic()
    if (now - this.#readAt > maxAgeMs) {
      this.#up = this.#network.readInterfaces()
      this.#readAt = now
    }
    return interfaceName !== '' && !this.#up.has(interfaceName)
  }

  /**
   * Returns why an IP version has lost its default route.
   *
   * @returns null when it has one, or never had one
   */
  async findLostUplink(family: 4 | 6): Promise<string | null> {
    const { isUp, trouble } = await this.#network.readUplink(family)
    if (isUp) this.uplinkFamilies.add(family)
    return isUp || !this.uplinkFamilies.has(family) ? null : (trouble ?? `no route out over IPv${family}`)
  }

  /** Returns why no earlier default route is left; null when there is one. */
  async findLostUplinks(): Promise<string | null> {
    const found = await Promise.all(FAMILIES.map((family) => this.findLostUplink(family)))
    const lost = found.filter((trouble) => trouble !== null)
    return lost.length > 0 && lost.length === this.uplinkFamilies.size ? lost.join(', ') : null
  }
}
