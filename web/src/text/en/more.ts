/** Texts that are loaded with the first screen or dialog after the list of monitors. */

import { apiNames } from '../api-names/en.ts'
import { account } from './account.ts'
import { auth } from './auth.ts'
import { bulkEdit } from './bulk-edit.ts'
import { checkPhases } from './check-phases.ts'
import { formNotes, monitorDefaults } from './forms/form-notes.ts'
import { forms } from './forms/forms.ts'
import { groups } from './groups.ts'
import { incidents } from './incidents.ts'
import { loom } from './loom.ts'
import { maintenance } from './maintenance.ts'
import { monitor } from './monitor.ts'
import { notifications, onCall } from './notifications.ts'
import { contactMethods } from './on-call/contact-methods.ts'
import { escalation } from './on-call/escalation.ts'
import { schedules } from './on-call/schedules.ts'
import { palette } from './palette.ts'
import { probes } from './probes.ts'
import { reports } from './reports.ts'
import { email, settings } from './settings.ts'
import { statusPages } from './status-pages.ts'
import { silence, snooze, until } from './until.ts'

export const more = {
  account,
  apiNames,
  auth,
  bulkEdit,
  monitorDefaults,
  checkPhases,
  email,
  contactMethods,
  escalation,
  formNotes,
  forms,
  groups,
  incidents,
  loom,
  maintenance,
  monitor,
  notifications,
  onCall,
  palette,
  probes,
  reports,
  schedules,
  settings,
  silence,
  snooze,
  statusPages,
  until,
}
