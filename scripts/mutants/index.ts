/** All mutants by floor. */
import { CORE } from './core.ts'
import { INTERFACES } from './interfaces.ts'
import type { Mutant } from './mutant.ts'
import { NETWORK } from './network.ts'
import { STORAGE } from './storage.ts'

export const MUTANTS: readonly Mutant[] = [...CORE, ...STORAGE, ...NETWORK, ...INTERFACES]
