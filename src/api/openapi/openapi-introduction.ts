/** What the document says before its operations: what a reader has to know about all of them. */
import { PERMISSIONS, type Permission, permissionsOfRole, ROLES } from '../../core/accounts/access.ts'
import { EVENT_TYPES } from '../../core/incidents/event.ts'

/** What each permission lets do. */
const ALLOWS: Readonly<Record<Permission, string>> = {
  can_view: 'see everything in the organization, and comment on incidents',
  can_edit_monitors: 'edit monitors, groups, notification targets, status pages and maintenance windows',
  can_manage_incidents: 'report, acknowledge and resolve incidents; check a monitor now',
  can_manage_organization: 'manage members, API keys and projects; read the audit log',
  can_manage_owners: 'make and unmake owners; delete the organization',
}

/** A list, because the columns of a table would be too narrow for these words on the reference page. */
const permissions = (): string =>
  PERMISSIONS.map((permission) => {
    const roles = ROLES.filter((role) => permissionsOfRole(role).includes(permission))
    return `- \`${permission}\` (${roles.join(', ')}): ${ALLOWS[permission]}`
  }).join('\n')

export const introduction = (baseUrl: string): string => `## First steps

1. Make an account with \`POST /api/auth/register\`. The answer holds an \`access_token\`.
2. Make an API key with \`POST /api/auth/api-keys\`; people sign in, programs have keys.
3. Say where alerts go with \`POST /api/notification-targets\`, and what is watched with \`POST /api/monitors\`.

\`\`\`sh
curl ${baseUrl}/api/monitors -H "X-API-Key: $key" \\
  --json '{"name": "Web shop", "type": "HTTP", "target": "https://shop.example.com/"}'
\`\`\`

## Credentials

A **session** is for people: \`Authorization: Bearer <access_token>\`. It lives for 15 minutes; \`POST /api/auth/refresh\`
exchanges the refresh token, once, for a new pair. An **API key** is for programs: \`X-API-Key: wk_…\`. Its scope is
\`read\`, which may only GET, or \`read_write\`, which also edits monitors and manages incidents. Operations about people,
keys and projects take a session. When both are sent, the session counts.

## Organizations, projects and roles

Every credential acts on one organization. What it watches is kept in projects: \`X-Project-ID\` names the one that a
request is about, and without it the default project is meant. What is in another project or organization is answered
as if it did not exist. What a member may do follows from their role:

${permissions()}

## Answers

Bodies are JSON, with \`Content-Type: application/json\`. Every answer is an envelope: \`{ success: true, data }\` or
\`{ success: false, error: { code, message, details } }\`. Programs go by \`code\`; \`message\` is for people and may change.
A \`VALIDATION_ERROR\` names the first wrong field in \`details.field\` and all of them in \`details.issues\`. Fields
nobody knows are refused by name, except that an update takes, and ignores, the read-only fields of what was read.

Times are ISO 8601 in UTC. Those of a monitor, \`created_at\`, \`updated_at\`, \`last_heartbeat_at\` and
\`heartbeat_due_at\`, are Unix seconds, and those of its statistics Unix milliseconds.

Lists take \`limit\` and \`offset\` and answer \`pagination\` beside the list. Groups, members and notifications are counted
in pages instead: \`page\` with \`limit\` or \`pageSize\`.

## Order of judgement

A request is judged in this order: route and method, rate limit, credential, read-only key, session only, project,
permission, shape, existence, plan and state. An address that does not exist is 404 \`NOT_FOUND\`; one that takes
other methods is 405 \`METHOD_NOT_ALLOWED\`, with the header \`Allow\`.

## Rate limits

The headers \`X-RateLimit-*\` say how many requests are left in the present 15 minutes: those of a user and their API keys
together, or those of an address without a credential. Beyond that the answer is 429 \`RATE_LIMIT_EXCEEDED\` with
\`Retry-After\` and \`retryAfter\`, in seconds. Sign-ins and registrations have closer limits of their own. Health checks and
public status pages are counted apart and never refused for their number; heartbeat pings are counted by their token.

## Repeating a request safely

An operation that takes an \`Idempotency-Key\` is carried out once for each key of a user or API key, within 24 hours:
the same request with the same key is answered with the first success, its status and its body, and the header
\`Idempotency-Replayed: true\`. The answer is stored together with the work, so it survives a crash of the server. A repeat
that arrives during the first request waits for it. Another request with that key is 409 \`IDEMPOTENCY_CONFLICT\`. A request
that failed leaves its key free. Operations without a credential take no key.

A change that is answered 503 because a connection broke may have been carried out. For an operation without a key, read
the resource before repeating the request.

## Webhooks

A notification target of the channel \`webhook\` is sent a POST with \`{ type, timestamp, data }\`. The type is one of
${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}; \`data\` holds \`organization_id\`, \`project_id\` and, where there are any, \`monitor\`,
\`incident\` and \`update\`. It is signed after the [Standard Webhooks](https://www.standardwebhooks.com) specification with
the secret of the target: \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`. Any 2xx within 10 seconds is taken as
delivered; otherwise it is tried again. A repeat has the same \`webhook-id\`.
`
