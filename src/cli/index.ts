/** Every command, in the order of the help. A command is a folder and a line here. */
import { acceptSecret } from './accept-secret/command.ts'
import { createAdmin, resetPassword, resetSecondFactor } from './accounts/command.ts'
import { backup } from './backup/command.ts'
import { check } from './check/command.ts'
import type { ProgramCommand } from './command.ts'
import { compact, migrate } from './database/command.ts'
import { doctor } from './doctor/command.ts'
import { exportStatus } from './export-status/command.ts'
import { healthy } from './healthy/command.ts'
import type { Io } from './io.ts'
import { probe } from './probe/command.ts'
import { probeToken } from './probe-token/command.ts'
import { restore } from './restore/command.ts'
import { serve } from './serve/command.ts'

export const COMMANDS: readonly ((io: Io) => ProgramCommand)[] = [
  serve,
  check,
  probe,
  migrate,
  backup,
  restore,
  compact,
  createAdmin,
  resetPassword,
  resetSecondFactor,
  acceptSecret,
  probeToken,
  exportStatus,
  doctor,
  healthy,
]
