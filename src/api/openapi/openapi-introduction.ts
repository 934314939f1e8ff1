/** The introduction of the document: conventions of all operations. */
import { listRolePermissions, PERMISSIONS, type Permission, ROLES } from '../../core/accounts/access.ts'
import { EVENT_TYPES } from '../../core/incidents/event.ts'

/** Actions that each permission allows. */
const ALLOWS: Readonly<Record<Permission, string>> = {
  can_view: 'view everything in the organization and comment on incidents',
  can_edit_monitors: 'edit and test monitors, groups, notification targets, status pages and maintenance windows',
  can_manage_incidents: 'report, acknowledge and resolve incidents; check existing monitors on demand',
  can_manage_organization: 'manage members, API keys and projects; view the audit log',
  can_manage_owners: 'promote and demote owners; delete the organization',
}

/** Formats a list, because table columns are too narrow for these texts on the reference page. */
const describePermissions = (): string =>
  PERMISSIONS.map((permission) => {
    const roles = ROLES.filter((role) => listRolePermissions(role).includes(permission))
    return `- \`${permission}\` (${roles.join(', ')}): ${ALLOWS[permission]}`
  }).join('\n')

export const renderIntroduction = (baseUrl: string): string => `## First steps

1. Create an account with \`POST /api/auth/register\`. The response contains an \`access_token\`.
2. Create an API key with \`POST /api/auth/api-keys\`. Users sign in; programs use API keys.
3. Create a notification target with \`POST /api/notification-targets\`, and a monitor with \`POST /api/monitors\`.

\`\`\`sh
curl ${baseUrl}/api/monitors -H "X-API-Key: $key" \\
  --json '{"name": "Web shop", "type": "HTTP", "target": "https://shop.example.com/"}'
\`\`\`

## Credentials

A **session** is for users: \`Authorization: Bearer <access_token>\`. The access token is valid for 15 minutes.
\`POST /api/auth/refresh\` exchanges the refresh token once for a new token pair. An **API key** is for programs:
\`X-API-Key: wk_…\`. The scope \`read\` only allows GET. The scope \`read_write\` also allows editing monitors and managing
incidents. Operations on users, keys and projects require a session. If both credentials are sent, the session is used.

## Organizations, projects and roles

Every credential acts on one organization. An organization contains projects. \`X-Project-ID\` selects the project of a
request; without it, the default project is used. Resources of another project or organization are reported as not
found. The role of a member determines its permissions:

${describePermissions()}

## Responses

Bodies are JSON, with \`Content-Type: application/json\`. Every response has an envelope: \`{ success: true, data }\` or
\`{ success: false, error: { code, message, details } }\`. Programs should use \`code\`; \`message\` is for people and may
change. A \`VALIDATION_ERROR\` names the first invalid field in \`details.field\`, and lists invalid fields in
\`details.issues\`. Unknown fields are refused by name. An update ignores read-only fields that were part of a response.

Times are ISO 8601 in UTC, with two exceptions. \`created_at\`, \`updated_at\`, \`last_heartbeat_at\` and
\`heartbeat_due_at\` of a monitor are Unix seconds. Times in the statistics of a monitor are Unix milliseconds.

Lists take \`limit\` and \`offset\`, and return \`pagination\` next to the list. Lists of groups, members and notifications
take \`page\` and \`limit\` or \`pageSize\` instead.

## Email

Emails need a mail server. An admin of the instance sets it with \`PUT /api/admin/email\`, or in the dashboard under
Settings → Email. The operator can set \`WK_SMTP_URL\` and \`WK_SMTP_FROM\` instead, which win. Until then, email targets
without a mail server of their own have \`is_deliverable: false\`. \`docs/configuration.md\` describes all settings.

## Order of checks

A request is checked in this order: route and method, rate limit, credential, read-only key, session required, project,
permission, request format, existence, plan and state. An unknown path returns 404 \`NOT_FOUND\`. A path with other
methods returns 405 \`METHOD_NOT_ALLOWED\` with the header \`Allow\`.

## Rate limits

The headers \`X-RateLimit-*\` give the number of requests left in the current 15 minutes. Requests of a user and their API
keys count together; requests without a credential count by IP address. Beyond the limit, the response is 429
\`RATE_LIMIT_EXCEEDED\` with \`Retry-After\` and \`retryAfter\` in seconds. Sign-in and registration have lower limits. Health
checks and public status pages are counted separately and never refused for their number. Heartbeat pings are counted
by token.

## Idempotent requests

An operation that takes an \`Idempotency-Key\` is carried out once per key of a user or API key within 24 hours. The same
request with the same key returns the status and body of the first success, with the header
\`Idempotency-Replayed: true\`. The response is stored together with the change, so it survives a crash of the
server. A repeat during the first request waits for it. A different request with the same key returns 409
\`IDEMPOTENCY_CONFLICT\`. A failed request does not use up its key. Operations without a credential take no key.

A change that returns 503 because of a lost connection may have been carried out. Without an idempotency key, read the
resource before you repeat the request.

## Webhooks

A notification target with the channel \`webhook\` receives a POST with \`{ type, timestamp, data }\`. The type is one of
${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}. \`data\` contains \`organization_id\` and \`project_id\`, and \`monitor\`,
\`incident\` and \`update\` where they apply. Requests are signed according to
[Standard Webhooks](https://www.standardwebhooks.com) with the secret of the target: \`webhook-id\`, \`webhook-timestamp\`,
\`webhook-signature\`. Any 2xx status within 30 seconds counts as delivered. Other deliveries are retried with the same
\`webhook-id\`.
`
