/** German. */
import type { Catalogue } from '../catalogue.ts'
import { account } from './account.ts'
import { auth } from './auth.ts'
import { common } from './common.ts'
import { forms } from './forms.ts'
import { incidents } from './incidents.ts'
import { maintenance } from './maintenance.ts'
import { monitor } from './monitor.ts'
import { monitors } from './monitors.ts'
import { notifications } from './notifications.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'

export const de: Catalogue = {
  account,
  auth,
  common,
  forms,
  incidents,
  maintenance,
  monitor,
  monitors,
  notifications,
  reports,
  settings,
  shell,
  status,
}
