/** English. One file per area of the dashboard. These texts are loaded with the first screen. */
import { acknowledge } from './acknowledge.ts'
import { common } from './common.ts'
import { monitors } from './monitors.ts'
import { reasons } from './reasons.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'

export const en = {
  acknowledge,
  common,
  monitors,
  reasons,
  shell,
  status,
}
