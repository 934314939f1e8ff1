/** All commands, in the order of the help. A command is a folder and a line here. */
import { createAcceptSecretCommand } from './accept-secret/command.ts'
import { createAdminCommand, createResetPasswordCommand, createResetSecondFactorCommand } from './accounts/command.ts'
import { createBackupCommand } from './backup/command.ts'
import { createCheckCommand } from './check/command.ts'
import type { ProgramCommand } from './command.ts'
import { createCompactCommand, createMigrateCommand } from './database/command.ts'
import { createDoctorCommand } from './doctor/command.ts'
import { createExportStatusCommand } from './export-status/command.ts'
import { createHealthyCommand } from './healthy/command.ts'
import { createImportCommand } from './import/command.ts'
import type { Io } from './io.ts'
import { createProbeCommand } from './probe/command.ts'
import { createProbeTokenCommand } from './probe-token/command.ts'
import {
  createApplyCommand,
  createExportCommand,
  createPlanCommand,
  createValidateCommand,
} from './provisioning/command.ts'
import { createRestoreCommand } from './restore/command.ts'
import { createServeCommand } from './serve/command.ts'

export const COMMANDS: readonly ((io: Io) => ProgramCommand)[] = [
  createServeCommand,
  createCheckCommand,
  createValidateCommand,
  createPlanCommand,
  createApplyCommand,
  createExportCommand,
  createProbeCommand,
  createMigrateCommand,
  createBackupCommand,
  createRestoreCommand,
  createCompactCommand,
  createAdminCommand,
  createResetPasswordCommand,
  createResetSecondFactorCommand,
  createAcceptSecretCommand,
  createProbeTokenCommand,
  createExportStatusCommand,
  createImportCommand,
  createDoctorCommand,
  createHealthyCommand,
]
