/** Texts that are loaded with the first screen or dialog after the list of monitors. */
import { account } from './account.ts'
import { auth } from './auth.ts'
import { forms } from './forms.ts'
import { incidents } from './incidents.ts'
import { maintenance } from './maintenance.ts'
import { monitor } from './monitor.ts'
import { notifications } from './notifications.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'

export const more = {
  account,
  auth,
  forms,
  incidents,
  maintenance,
  monitor,
  notifications,
  reports,
  settings,
}
