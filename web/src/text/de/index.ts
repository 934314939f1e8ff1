/** German. */
import type { FirstTexts } from '../catalogue.ts'
import { acknowledge } from './acknowledge.ts'
import { common } from './common.ts'
import { monitors } from './monitors.ts'
import { reasons } from './reasons.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'

export const de: FirstTexts = {
  acknowledge,
  common,
  monitors,
  reasons,
  shell,
  status,
}
