/** German. */
import type { FirstTexts } from '../catalogue.ts'
import { common } from './common.ts'
import { monitors } from './monitors.ts'
import { reasons } from './reasons.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'

export const de: FirstTexts = {
  common,
  monitors,
  reasons,
  shell,
  status,
}
