/** Services: formats of a webhook for the APIs of other products. */
import type { Channel } from '../channel.ts'
import { alertmanager } from './alertmanager.ts'
import { apprise } from './apprise.ts'
import { custom } from './custom.ts'
import { discord } from './discord.ts'
import { googleChat } from './google-chat.ts'
import { gotify } from './gotify.ts'
import { matrix } from './matrix.ts'
import { mattermost } from './mattermost.ts'
import { microsoftTeams } from './microsoft-teams.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { pushover } from './pushover.ts'
import { rocketChat } from './rocket-chat.ts'
import { telegram } from './telegram.ts'

// biome-ignore lint/suspicious/noExplicitAny: each service has settings of its own
type Service = Channel<any>

/** In the order in which the dashboard offers them. */
const ALL: readonly Service[] = [
  ...[discord, microsoftTeams, telegram, googleChat, mattermost, rocketChat, matrix],
  ...[ntfy, gotify, pushover, pagerduty, alertmanager, apprise, custom],
]

export const SERVICES: ReadonlyMap<string, Service> = new Map(ALL.map((service) => [service.service!, service]))
