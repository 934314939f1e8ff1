import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

const loadAccounts = () => import('./accounts.ts')

export const createAdminCommand = (io: Io) =>
  new ProgramCommand('create-admin')
    .summary('create the first account')
    .description('Shows the generated password. Without EMAIL, it uses WK_ADMIN_EMAIL and WK_ADMIN_PASSWORD.')
    .argument('[EMAIL]')
    .action(async (email?: string) => (await loadAccounts()).createFirstAccount(await configure(io), io.clock, email))

export const createResetPasswordCommand = (io: Io) =>
  new ProgramCommand('reset-password')
    .summary('set a new generated password for an account and end its sessions')
    .argument('<EMAIL>')
    .action(async (email: string) => (await loadAccounts()).replacePassword(await configure(io), io.clock, email))

export const createResetSecondFactorCommand = (io: Io) =>
  new ProgramCommand('reset-second-factor')
    .summary('remove the second factor of an account (lost authenticator, changed WK_SECRET)')
    .argument('<EMAIL>')
    .action(async (email: string) => (await loadAccounts()).removeSecondFactor(await configure(io), io.clock, email))
