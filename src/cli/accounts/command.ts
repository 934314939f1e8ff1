import { ProgramCommand } from '../command.ts'
import { configure, type Io } from '../io.ts'

const loadAccounts = () => import('./accounts.ts')

export const createAdminCommand = (io: Io) =>
  new ProgramCommand('create-admin')
    .summary('make the first account')
    .description('Shows the password that it makes up. Without EMAIL it takes WK_ADMIN_EMAIL and WK_ADMIN_PASSWORD.')
    .argument('[EMAIL]')
    .action(async (email?: string) => (await loadAccounts()).createFirstAccount(await configure(io), io.clock, email))

export const createResetPasswordCommand = (io: Io) =>
  new ProgramCommand('reset-password')
    .summary('give an account another password, made up here, and end its sessions')
    .argument('<EMAIL>')
    .action(async (email: string) => (await loadAccounts()).replacePassword(await configure(io), io.clock, email))

export const createResetSecondFactorCommand = (io: Io) =>
  new ProgramCommand('reset-second-factor')
    .summary('take the second factor off an account: a lost authenticator, or a changed WK_SECRET')
    .argument('<EMAIL>')
    .action(async (email: string) => (await loadAccounts()).removeSecondFactor(await configure(io), io.clock, email))
