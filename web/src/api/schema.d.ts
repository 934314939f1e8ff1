/**
 * Written by `npm run api-types` from the document that the server itself gives. A test says when it is out of date.
 */
export interface paths {
    "/api/admin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every organization of the instance, newest first
         * @description Only for an admin of the instance: the first account is one.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listAdminOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/organizations/{id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put an organization on another plan
         * @description What it has beyond the limits of a smaller plan stays as it is; only more is refused. Only for an admin of the instance: the first account is one.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        put: operations["setOrganizationPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/probe-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what probes prove themselves with, by region
         * @description Only for an admin of the instance: the first account is one.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listAdminProbeTokens"];
        put?: never;
        /**
         * Make a token for probes of a region
         * @description Only for an admin of the instance: the first account is one. The token is shown this once; only its hash is kept.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["createAdminProbeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/probe-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a token: its probes get no answer any more
         * @description Only for an admin of the instance: the first account is one.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        delete: operations["deleteAdminProbeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/probes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the probes of every region, by region
         * @description Only for an admin of the instance: the first account is one. A probe that was lost or stopped is listed for a week.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listAdminProbes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what, newest first
         * @description What people and their API keys changed in the organization; what the service does itself is not in it.
         *
         *     For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        get: operations["getAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys, newest first
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key; it stops working at once
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key, or switch it off or on
         * @description The key of somebody who has left the organization is switched on only after it was rotated.
         *
         *     For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api/auth/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the value of an API key; the old one stops working at once
         * @description From then on it is the key of whoever rotated it. It stays switched off if it was.
         *
         *     For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation, and sign in to its organization
         * @description Where the address has no account, `name` and `password` make one. Where it has one, the link alone does not sign in to it, because whoever invited knows the link too: send a session of that account as `Authorization: Bearer`, or its `password` (and `totp` when it has a second factor). What is missing is told by `details.account_exists` and `details.totp_required`.
         *
         *     Needs no credential.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/invitations/look-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what an invitation is about, by its link
         * @description For whoever has the link and has not accepted yet. The token comes in the body: addresses are logged.
         *
         *     Needs no credential.
         */
        post: operations["lookUpInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description An account with a second factor also needs `totp`. Its absence is told once the password was right: `INVALID_CREDENTIALS` with `details.totp_required`.
         *
         *     Needs no credential.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session that asks, and the one that the refresh token belongs to.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your account
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename your account
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password; every other session ends
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that gives the account another password
         * @description The answer is the same whether there is such an account or not. The link is mailed, works once and for one hour. Nothing is sent where there is no mail server.
         *
         *     Needs no credential.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose another password by a link that was mailed; every session ends
         * @description A second factor stays as it is, and is asked for at the next sign-in.
         *
         *     Needs no credential.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair
         * @description Each refresh token works once. One that comes a second time ends the whole sign-in. One that comes as a cookie may come again for ten seconds: a page that is closed while it asks never sees the answer.
         *
         *     Needs no credential.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account with an organization of its own
         * @description Needs no credential.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether accounts can be made here
         * @description Needs no credential.
         */
        get: operations["getRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where you are signed in, newest first
         * @description Those that go on, the newest 100. Nothing is known of the place or the program.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out somewhere
         * @description Its tokens are void at once. It may be the session that asks.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/switch-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in to another organization of your account
         * @description The pair that asks goes on for its organization.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["switchOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether your account has a second factor
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["getTotp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch the second factor off, by the password or by a code
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["disableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/totp/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch the second factor on with a first code
         * @description Answers the recovery codes, once. Each of them signs in once when the authenticator is lost.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["enableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/totp/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a secret for an authenticator (RFC 6238)
         * @description It counts once a first code has been sent to `POST /api/auth/totp/enable`.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["setupTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the plan, its limits and what is used of them
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["getBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every monitor of a project, by name
         * @description One answer for everything, up to 10,000 monitors: a client reads it once, and from then on
         *     the stream of `GET /api/events`, which tells what to change in it. It is compressed for clients that take `gzip`, and has
         *     no `ETag`, since something in a large list is new every second.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["listDashboardMonitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the figures of a project
         * @description The uptime is that of all monitors together: the time in which they were up or degraded, of the time
         *     in which they were measured. Uptime and response time are worked out anew every 15 seconds at most; in a project of more
         *     than 500 monitors, the response time leaves out the present hour, and is worked out anew every five minutes.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["getDashboardOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/strips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how up to 100 monitors were, day by day and hour by hour
         * @description Ids that are no monitors of the project are left out of the answer, which is in the order of the ids.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["listDashboardStrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens, as it happens
         * @description Answers `text/event-stream` and goes on until either side ends it. Events of the project:
         *
         *     | Event | Data |
         *     | - | - |
         *     | `monitor.status` | `{ monitor_id, from_status, to_status, reason, started_at }`, as in the status history |
         *     | `monitor.result` | `{ monitor_id, result }`, the result as in the list of results |
         *     | `monitor.created`, `monitor.updated`, `monitor.deleted` | `{ monitor_id }` |
         *     | `incident.opened`, `incident.acknowledged`, `incident.updated`, `incident.resolved`, `incident.reopened` | `{ organization_id, project_id, monitor, incident, update }`, the `data` of a webhook |
         *     | `incident.deleted` | `{ incident_id }` |
         *     | `reset` | `{}`: events were missed; read anew whatever is shown |
         *
         *     Every event has an id. Whoever comes back with the last one he saw, in `Last-Event-ID` or `last_event_id`, is sent
         *     what happened since; where that is no longer known, the first event is `reset`. Without an id the stream begins with
         *     what happens next, so open it first and read the present state after. A comment is sent every 15 seconds; who does not
         *     read is cut off. A stream ends when its credential does: come back with a new one. One user may hold
         *     20 streams and one organization half of the 1000 of a server; both shares shrink as the server fills, and beyond them the answer is
         *     429 with `Retry-After`. Behind a load balancer every server tells what happens at any of them; only the one that gave an id can go on
         *     from it, at others the first event is `reset`.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/forms/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a form is drawn from
         * @description The schema is that of the request itself, so that a form which is drawn from it knows every field. Beside
         *     the words of JSON Schema (`title`, `description`, `default`, `examples`, bounds) a field may have:
         *
         *     - `x-unit`: `seconds`, `milliseconds`, `minutes`, `days`, `percent` or `bytes`
         *     - `x-source`: chosen from `monitors`, `groups`, `notification-targets`, `regions`, `tags` or `time-zones`
         *     - `x-enum-titles`: words for the values of its `enum`
         *     - `x-advanced`, `x-fixed` (said at creation only), `x-multiline`, `x-secret`, `x-colour`: true
         *     - `x-cron`: true for a cron expression, which is read in the `timezone` beside it
         *     - `x-unavailable`: `code` and `message` with which the plan refuses it
         *     - `x-words`: what it must be, in words, to be read after "must be"
         *
         *     A field without a value is left out of the body, or null where its type has it. The answer has an `ETag`.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Make a group
         * @description Its name is its own among the groups of the same parent. There are at most five levels.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a group with what is in it
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getGroup"];
        /**
         * Update a group: only what is sent changes
         * @description A group can be moved to another one, with all that is below it, but not back to the top.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        put: operations["updateGroup"];
        post?: never;
        /**
         * Delete a group and all groups below it; their monitors stay
         * @description Where there are monitors, `force` or `reassign_to_group_id` says what becomes of them.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{groupId}/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the monitors of a group; the group stays
         * @description It takes the monitors of this group alone, not those of the groups below it.
         *
         *     For owner, admin and editor (`can_edit_monitors`), in a session: API keys are refused.
         */
        post: operations["bulkDeleteGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{groupId}/bulk-move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the monitors of a group to another one
         * @description It takes the monitors of this group alone, not those of the groups below it.
         *
         *     For owner, admin and editor (`can_edit_monitors`), in a session: API keys are refused.
         */
        post: operations["bulkMoveGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{groupId}/bulk-pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the active monitors of a group
         * @description It takes the monitors of this group alone, not those of the groups below it.
         *
         *     For owner, admin and editor (`can_edit_monitors`), in a session: API keys are refused.
         */
        post: operations["bulkPauseGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{groupId}/bulk-resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the paused monitors of a group, the newest first, until the plan is full
         * @description It takes the monitors of this group alone, not those of the groups below it.
         *
         *     For owner, admin and editor (`can_edit_monitors`), in a session: API keys are refused.
         */
        post: operations["bulkResumeGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/hierarchy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read all groups as a tree, each level newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getGroupHierarchy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process lives
         * @description Needs no credential.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/heartbeat/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The job did its work
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        get: operations["pingHeartbeatByGet"];
        /**
         * The job did its work
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        put: operations["pingHeartbeatByPut"];
        /**
         * The job did its work
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        post: operations["pingHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/heartbeat/{token}/{exit_status}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The job ended with this exit status: 0 is success, anything else up to 255 a failure
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        get: operations["pingHeartbeatExitStatusByGet"];
        /**
         * The job ended with this exit status: 0 is success, anything else up to 255 a failure
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        put: operations["pingHeartbeatExitStatusByPut"];
        /**
         * The job ended with this exit status: 0 is success, anything else up to 255 a failure
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        post: operations["pingHeartbeatExitStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/heartbeat/{token}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The job failed
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        get: operations["pingHeartbeatFailByGet"];
        /**
         * The job failed
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        put: operations["pingHeartbeatFailByPut"];
        /**
         * The job failed
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        post: operations["pingHeartbeatFail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/heartbeat/{token}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keep a text, and change nothing
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        get: operations["pingHeartbeatLogByGet"];
        /**
         * Keep a text, and change nothing
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        put: operations["pingHeartbeatLogByPut"];
        /**
         * Keep a text, and change nothing
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        post: operations["pingHeartbeatLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/heartbeat/{token}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The job began: its time is taken, and its end is expected
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        get: operations["pingHeartbeatStartByGet"];
        /**
         * The job began: its time is taken, and its end is expected
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        put: operations["pingHeartbeatStartByPut"];
        /**
         * The job began: its time is taken, and its end is expected
         * @description Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
         *     and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
         *     `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start. `received` is false while the monitor is paused.
         *
         *     Needs no credential.
         */
        post: operations["pingHeartbeatStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the incidents, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Report an incident; its monitors are told of it, or the default targets when it names none
         * @description `title` may be left out only with `check_id` and `source` `system`; the incident is then called after its monitor. A `system` incident counts as the one that the service itself would open: the next recovery of the monitor resolves it. `source` `system` without `check_id` is answered by 500 `INTERNAL_ERROR`, which says that it must have one.
         *
         *     For owner, admin, editor and responder (`can_manage_incidents`), and API keys with the scope `read_write`.
         */
        post: operations["createIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an incident
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        /**
         * Delete an incident
         * @description Nobody is told. Should its monitor fail anew, the service opens a fresh one.
         *
         *     For owner, admin, editor and responder (`can_manage_incidents`), in a session: API keys are refused.
         */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        /**
         * Edit an incident; only sent fields change, lists as a whole
         * @description What is read-only here is ignored, `status` among it: `POST /api/incidents/{id}/acknowledge` and `POST /api/incidents/{id}/status` change that.
         *
         *     For owner, admin, editor and responder (`can_manage_incidents`), and API keys with the scope `read_write`.
         */
        patch: operations["updateIncident"];
        trace?: never;
    };
    "/api/incidents/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an open incident: the caller looks after it
         * @description For owner, admin, editor and responder (`can_manage_incidents`), and API keys with the scope `read_write`.
         */
        post: operations["acknowledgeIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/affected-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the monitors that an incident touches: its own first, then the others by name
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listIncidentAffectedChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notifications about an incident, newest first
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listIncidentNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an incident, or open a resolved one again
         * @description Opened again it is as if nobody had resolved or acknowledged it. Where the service has opened another one of the same kind for the monitor meanwhile, that one goes on: 409 `CONFLICT`.
         *
         *     For owner, admin, editor and responder (`can_manage_incidents`), and API keys with the scope `read_write`.
         */
        post: operations["setIncidentStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{id}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to an incident, oldest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listIncidentUpdates"];
        put?: never;
        /**
         * Add a note to what happened to an incident; everybody who hears of it is told
         * @description For owner, admin, editor and responder (`can_manage_incidents`), and API keys with the scope `read_write`.
         */
        post: operations["createIncidentUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{incidentId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on an incident, oldest first
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listIncidentComments"];
        put?: never;
        /**
         * Comment on an incident
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        post: operations["createIncidentComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{incidentId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment of your own, within 15 minutes; it stays in the list without its words
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        delete: operations["deleteIncidentComment"];
        options?: never;
        head?: never;
        /**
         * Edit a comment of your own, within 15 minutes
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        patch: operations["updateIncidentComment"];
        trace?: never;
    };
    "/api/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the maintenance windows, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listMaintenanceWindows"];
        put?: never;
        /**
         * Plan a maintenance window
         * @description The window opens from `starts_at` to `ends_at`. With a `recurrence` it opens again at every later time of the cron expression, in the given time zone, each time for `duration_minutes`. A fixed time that the clock skips in spring comes right after the gap, and one that comes twice in autumn counts once.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["createMaintenanceWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/maintenance-windows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a maintenance window
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getMaintenanceWindow"];
        /**
         * Change a maintenance window, or call it off
         * @description Only sent fields change, those of `recurrence` one by one; `null` ends the recurrence. `status: "cancelled"` calls off a window that is not finished yet, at once and for good. The window opens from `starts_at` to `ends_at`. With a `recurrence` it opens again at every later time of the cron expression, in the given time zone, each time for `duration_minutes`. A fixed time that the clock skips in spring comes right after the gap, and one that comes twice in autumn counts once.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        put: operations["updateMaintenanceWindow"];
        post?: never;
        /**
         * Delete a maintenance window, as if it had never been planned
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        delete: operations["deleteMaintenanceWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/maintenance-windows/occurrences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read when a maintenance window would be open, before it is planned
         * @description The occurrence that would be open now and those after it, oldest first. The window opens from `starts_at` to `ends_at`. With a `recurrence` it opens again at every later time of the cron expression, in the given time zone, each time for `duration_minutes`. A fixed time that the clock skips in spring comes right after the gap, and one that comes twice in autumn counts once.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["listMaintenanceWindowOccurrences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the monitors, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description Each type has a target and settings of its own; those of another type are refused.
         *
         *     - `HTTP`: a URL answers with the expected status. Settings in `http_config`, or its fields at the monitor itself
         *     - `KEYWORD`: the same, and its text holds, or lacks, what `keyword_config` (required) says
         *     - `TCP`: a port of a host takes connections and, if asked for, speaks its protocol. `tcp_config` (required)
         *     - `ICMP`: a host answers pings. `icmp_config`
         *     - `DNS`: a name has records, with the expected values. `dns_config`
         *     - `HEARTBEAT`: has no target; a job pings its `heartbeat_url` in time. `heartbeat_config`
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a monitor
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getMonitor"];
        /**
         * Update a monitor: only what is sent changes
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        put: operations["updateMonitor"];
        post?: never;
        /**
         * Delete a monitor
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        delete: operations["deleteMonitor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the addresses of the badges of a monitor
         * @description Pictures to put into a README or a dashboard: the status, the uptime of 30 days, and the average
         *     response time of 24 hours. The addresses are signed for this monitor: whoever has one sees these three of it, and nothing
         *     else, for as long as the monitor is there. `&label=` writes another text on the left side.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["listMonitorBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the certificate that the target of a monitor showed last
         * @description Of HTTP and KEYWORD monitors of an https URL, before any redirect, and of TCP monitors that validate https or have `ssl_monitoring` on: those shake hands at once, or after STARTTLS (SMTP, IMAP), STLS (POP3) or AUTH TLS (FTP) where the port is not one for TLS. It is forgotten when the target becomes another host or port.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a monitor now
         * @description Answers when the check has ended, so after the timeout of the monitor at the latest and a little. It counts like a scheduled one: it is stored and may open or resolve an incident. Of a monitor that is not active nothing is stored.
         *
         *     For owner, admin, editor and responder (`can_manage_incidents`), and API keys with the scope `read_write`.
         */
        post: operations["checkMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how many checks were due and how many were run
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is known of the domain of a monitor
         * @description Of monitors with `domain_monitoring.enabled`. Registries are asked apart from requests: seconds after an active monitor begins to watch a domain, then once a day, and every six hours from a week before the expiry on. Until the first answer the domain stands there with nulls, `checked_at` among them. Monitors of one domain share what is known; while a monitor is paused it asks for nothing.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the form of a monitor holds
         * @description By the names and in the places that `GET /api/forms/monitor` gives them, so that what is not changed may be sent back to `PUT /api/monitors/{id}` as it is. With tags and regions, which a monitor does not show. Values of headers that may hold a secret are masked, and a mask that is sent back stands for what was there.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/maintenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List when a monitor was in maintenance within a period, oldest first
         * @description As it came about: windows that were changed or deleted since change nothing of it. The period is at most 366 days long and ends at the present; of more than 1000 spans the newest are told.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorMaintenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notifications about the incidents of a monitor, newest first
         * @description Of incidents that are its own; of those that only name it, `GET /api/incidents/{id}/notifications` tells.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listMonitorNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a monitor
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["pauseMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/pings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pings of a heartbeat, newest first
         * @description About the newest thousand are kept. A monitor that waits for no pings has none.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["listMonitorPings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out what other thresholds would have made of what was found
         * @description Judges the stored results of a period once more, by the same rules as when they came in but with the
         *     thresholds of the request, and compares what comes of it with what really happened. Nothing is changed and nobody is
         *     told. What is left out is as the monitor has it now.
         *
         *     - Interval, timeout and region settings are those of now, whatever they were then, and results are taken to have come
         *       in as soon as the check was over.
         *     - Pauses and maintenance are as they were, and silence is noticed at once.
         *     - What people did to incidents does not count.
         *     - Only what is still kept can be judged; of earlier time nothing is known.
         *     - A heartbeat has no thresholds: one word of a job is enough.
         *
         *     The period is at most 366 days long and may hold 500,000 results. A server works out two of these at a time.
         *
         *     For every role (`can_view`), and API keys with the scope `read_write`.
         */
        post: operations["replayMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/response-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the response times of a monitor as a series, oldest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listMonitorResponseTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of a monitor, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listMonitorResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/results/{resultId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one result of a monitor, with what the target answered when it failed
         * @description While a target keeps answering the same, times and numbers in its text apart, the answer is kept once an hour; `response.seen_at` says when. The newest 100 of each region are kept.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a monitor
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["resumeMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/sparkline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last 30 days of a monitor, one entry per UTC day, oldest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorSparkline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statistics of a monitor
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/status-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the status changes of a monitor, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorStatusHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/{id}/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the uptime of a monitor over a period, and what it is made of
         * @description Uptime is time and not a count of checks. It is added up over the status history, to the
         *     millisecond: `spans` are the very stretches, so the numbers can be checked with a spreadsheet. Time in which the
         *     monitor was paused, was in maintenance, or in which nobody could say how it was, is in neither part of the fraction. The
         *     period is at most 366 days long, and is cut where the monitor was created and at the present. The status of the last
         *     few minutes may still change, because silence is noticed late.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getMonitorUptime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause, resume, delete or move many monitors
         * @description Each is done or refused by itself, and the answer says so of each; it is 200 even when some failed.
         *     `move` needs `group_id`: a group, or null for none.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["changeMonitors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/monitors/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a monitor that is not saved, and keep nothing
         * @description Takes what `POST /api/monitors` takes, the name apart, and refuses what that refuses. Answers when the check has ended.
         *
         *     For owner, admin, editor and responder (`can_manage_incidents`), and API keys with the scope `read_write`.
         */
        post: operations["testMonitorSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notification targets, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listNotificationTargets"];
        put?: never;
        /**
         * Make a notification target; the answer shows the secret of a webhook, once
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["createNotificationTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-targets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a notification target
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getNotificationTarget"];
        put?: never;
        post?: never;
        /**
         * Delete a notification target; its monitors no longer name it
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        delete: operations["deleteNotificationTarget"];
        options?: never;
        head?: never;
        /**
         * Change a notification target; only sent fields change, those of `config` one by one
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        patch: operations["updateNotificationTarget"];
        trace?: never;
    };
    "/api/notification-targets/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook; the answer shows the new one, once
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["rotateNotificationTargetSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification-targets/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test now, once, and say how it went
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["testNotificationTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization, its limits and its usage
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /**
         * Delete the organization with everything in it, for good
         * @description Takes `confirm: true`. Its sessions, API keys and invitations end at once, and its checks stop. The accounts of its members stay. An admin of the instance keeps at least one organization.
         *
         *     For owner (`can_manage_owners`), in a session: API keys are refused.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Rename the organization
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organizations that your account belongs to, the first joined first
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{orgId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations that can still be accepted, newest first
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /**
         * Invite somebody by their e-mail address
         * @description Mails them a link when there is a mail server, and answers it once. The plan counts members and open invitations together. Only owners invite owners. An address that is invited already is refused: withdraw that invitation first, because another link would end the one that was sent.
         *
         *     For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        post: operations["createOrganizationInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{orgId}/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation; its link stops working at once
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        delete: operations["deleteOrganizationInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{orgId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members by name
         * @description For every role (`can_view`), in a session: API keys are refused.
         */
        get: operations["listOrganizationMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{orgId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave the organization
         * @description Owners and admins remove members; only owners remove owners. Anybody may remove themselves, except the last owner. The member's sessions end at once, the API keys that they made are switched off, and the invitations that they sent are withdrawn. Rotating such a key gives it to whoever rotates it, and it can be switched on again.
         *
         *     For every role (`can_view`), in a session: API keys are refused.
         */
        delete: operations["deleteOrganizationMember"];
        options?: never;
        head?: never;
        /**
         * Give a member another role
         * @description Only owners make and unmake owners, and the last owner stays one.
         *
         *     For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        patch: operations["updateOrganizationMember"];
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Make a project
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with everything in it
         * @description The default project stays. A project that holds monitors is deleted only with `confirm: true`.
         *
         *     For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Rename a project
         * @description For owner and admin (`can_manage_organization`), in a session: API keys are refused.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/projects/{projectId}/status-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the status pages of a project, newest first
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listProjectStatusPages"];
        put?: never;
        /**
         * Make a status page
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["createProjectStatusPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/status-pages/{pageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a status page
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["getProjectStatusPage"];
        /**
         * Change a status page
         * @description Only sent fields change; `sections` as a whole, with their components. What is sent with its `id` is kept, what has none is new. `position` decides the order and is counted anew from 0.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        put: operations["updateProjectStatusPage"];
        post?: never;
        /**
         * Delete a status page
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        delete: operations["deleteProjectStatusPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/status-pages/{pageId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at a changed status page before it is saved
         * @description Nothing is saved. What saving would refuse is refused here too, so errors are known early.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["previewProjectStatusPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/status-pages/{pageId}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscribers of a status page, newest first
         * @description For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        get: operations["listProjectStatusPageSubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/status-pages/{pageId}/subscribers/{subscriberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a subscription
         * @description What was still to be sent there is not sent. Whoever reads there may subscribe again.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        delete: operations["deleteProjectStatusPageSubscriber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{projectId}/status-pages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at a new status page before it is made
         * @description Nothing is saved. What saving would refuse is refused here too, so errors are known early.
         *
         *     For owner, admin and editor (`can_edit_monitors`), and API keys with the scope `read_write`.
         */
        post: operations["previewNewProjectStatusPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether requests and checks can be served
         * @description Otherwise `details.checks` says of each part what is in the way.
         *
         *     Needs no credential.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the regions, by code
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the uptime of all monitors over a month
         * @description One entry for each monitor that was there at some time of the month, deleted ones included: the report of
         *     a month that is over does not change when a monitor is deleted later. What came before a monitor was created or after
         *     it was deleted does not count. Uptime is worked out as in `GET /api/monitors/{id}/uptime`, which shows the stretches
         *     that it is made of; in `total` the times of all monitors are added up, so that each counts for as long as it was measured.
         *
         *     `format=csv`, or `Accept: text/csv` without it, answers a table of all monitors with a header row and the total as its
         *     last line, as in RFC 4180. It begins with a byte order mark, lest Excel garbles names, and a text that a spreadsheet
         *     would take for a formula has an apostrophe before it.
         *
         *     A month begins and ends at midnight in `timezone`, whatever the clocks do in between. Figures may be 15 seconds old.
         *
         *     For every role (`can_view`), and every API key.
         */
        get: operations["getUptimeReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a status page as strangers see it
         * @description What the page for people shows, and nothing more: no target, no error, no id that opens anything.
         *     A page that is unknown or not published is 404. One with a password takes it by HTTP Basic, under any user name, or the
         *     cookie of who has entered it on the page. The answer is worked out anew every five seconds at most.
         *
         *     Needs no credential.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status/{slug}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask to be told of a status page by mail
         * @description A mail with a link goes to the address, and updates begin when that is used. The answer is the same whether the address is subscribed already or not.
         *
         *     Needs no credential.
         */
        post: operations["createStatusSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags in use, by name
         * @description For every role (`can_view`), and every API key.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInvitationBody: {
            name?: string;
            /** @example correct horse battery */
            password?: string;
            /** @description From the link */
            token: string;
            /**
             * @description The code that the authenticator shows now, or a recovery code
             * @example 123456
             */
            totp?: string;
        };
        AffectedCheck: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            target: string;
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
        };
        /**
         * @description A monitor that this one depends on and that is down, or may be: while it is there, nobody is told of this incident
         * @example {
         *       "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
         *       "name": "Router"
         *     }
         */
        AlertsHeldBy: {
            /** Format: uuid */
            monitor_id: string;
            name: string;
        };
        ApiKey: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            /** Format: uuid */
            id: string;
            is_active: boolean;
            /** @example wk_1a2b…9f8e */
            key_preview: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @example Deploy script */
            name: string;
            /** @enum {string} */
            scope: "read" | "read_write";
        };
        AuditActor: {
            /** Format: uuid */
            id: string | null;
            /**
             * @description As it was then
             * @example Alice
             */
            name: string;
        };
        AuditEntry: {
            /** @example monitor.updated */
            action: string;
            actor: components["schemas"]["AuditActor"];
            /**
             * @description By field: what it was and what it is. Secrets are masked
             * @example {
             *       "name": {
             *         "from": "Shop",
             *         "to": "Web shop"
             *       }
             *     }
             */
            changes: {
                [key: string]: {
                    from?: unknown;
                    to?: unknown;
                } & {
                    [key: string]: unknown;
                };
            };
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @example 203.0.113.9 */
            ip?: string;
            /** @example 0198c0de-7a11-7abc-8def-0123456789ab */
            resource_id: string;
            /** @example monitor */
            resource_type: string;
        };
        Badge: {
            /** @enum {string} */
            kind: "status" | "uptime-30d" | "response-time";
            /**
             * Format: uri
             * @description An SVG picture, read without credentials
             * @example https://watch.example.com/api/monitors/0198c0de-7a11-7abc-8def-0123456789ab/badge.svg?kind=status&token=8Zq3sVdY0mJtKp1w
             */
            url: string;
        };
        BulkDeleteGroupBody: {
            /** @description Must be true */
            confirm?: boolean;
        };
        BulkMoveGroupBody: {
            /** Format: uuid */
            target_group_id: string;
        };
        BulkOutcome: {
            error?: {
                /** @example MONITOR_LIMIT_REACHED */
                code: string;
                message: string;
            };
            /** Format: uuid */
            monitor_id: string;
            /** @description Null when there is no such monitor */
            name: string | null;
            /** @enum {string} */
            outcome: "succeeded" | "failed" | "skipped";
        };
        BulkResult: {
            failed: number;
            /** Format: uuid */
            group_id?: string;
            /** @enum {string} */
            operation: "pause" | "resume" | "delete" | "move";
            results: components["schemas"]["BulkOutcome"][];
            /** @description Monitors that were so already */
            skipped: number;
            succeeded: number;
            total: number;
        };
        CertificateFault: {
            /** @description As OpenSSL has it; `ERR_TLS_CERT_ALTNAME_INVALID` for another host */
            code: string;
            message: string;
        };
        CertificateOfHistory: {
            /** @description SHA-256, in hexadecimal with colons */
            fingerprint256: string;
            /** Format: date-time */
            first_seen_at: string;
            issuer: string;
            /**
             * Format: date-time
             * @description It may have been out of sight in between
             */
            last_seen_at: string;
            /** @description Distinguished name, its parts in the order of the certificate */
            subject: string;
            /** Format: date-time */
            valid_from: string;
            /** Format: date-time */
            valid_to: string;
        };
        ChainCertificate: {
            /** @description SHA-256, in hexadecimal with colons */
            fingerprint256: string;
            issuer: string;
            /** @description Distinguished name, its parts in the order of the certificate */
            subject: string;
            /** Format: date-time */
            valid_from: string;
            /** Format: date-time */
            valid_to: string;
        };
        ChangeMonitorsBody: {
            /** @enum {string} */
            action: "pause" | "resume" | "delete" | "move";
            /** Format: uuid */
            group_id?: string | null;
            monitor_ids: string[];
        };
        ChangePasswordBody: {
            /** @example correct horse battery */
            current_password: string;
            /** @example correct horse battery */
            new_password: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7a11-7abc-8def-0123456789ab",
         *       "region": "local",
         *       "checked_at": "2026-01-31T12:00:00.000Z",
         *       "status": "down",
         *       "response_time_ms": 156.93,
         *       "status_code": 503,
         *       "error_type": "status_code",
         *       "error_message": "status 503, expected 2xx",
         *       "timings": {
         *         "dns_ms": 4.1,
         *         "connect_ms": 18.2,
         *         "tls_ms": 37.5,
         *         "first_byte_ms": 96.3,
         *         "download_ms": 0.83
         *       },
         *       "remote_address": "192.0.2.7"
         *     }
         */
        CheckResult: {
            /** @description Of a DNS check: what each record type was answered with, sorted, 2,000 characters in all */
            answers?: components["schemas"]["DnsAnswer"][];
            /** @description Of a check on demand that saw one; `GET /api/monitors/{id}/certificate` tells that of all checks */
            certificate?: {
                /** @description As the target sent it, beginning with its own; at most 10 */
                chain: components["schemas"]["ChainCertificate"][];
                /** @description Whole days; negative once it has expired */
                days_remaining: number;
                /** @description What is wrong with it; empty when it is good. Also judged where nobody verifies it */
                errors: components["schemas"]["CertificateFault"][];
                /** @description SHA-256, in hexadecimal with colons */
                fingerprint256: string;
                issuer: string;
                /** @description From its first day to its last */
                lifetime_days: number;
                /** @description Host names and addresses it is good for; the first 250 */
                sans: string[];
                serial_number: string;
                /** @description Distinguished name, its parts in the order of the certificate */
                subject: string;
                /** Format: date-time */
                valid_from: string;
                /** Format: date-time */
                valid_to: string;
            };
            /** Format: date-time */
            checked_at: string;
            error_message?: string;
            /** @enum {string} */
            error_type?: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
            /** Format: uuid */
            id: string;
            /** @description Of an ICMP check */
            packet_loss_percent?: number;
            region: string;
            /** @description What the name of the target led to */
            remote_address?: string;
            /** @description Milliseconds from start to end; of an ICMP check with answers, resolving the name and the mean round trip. Absent when nothing was measured */
            response_time_ms?: number;
            /** @description Of an ICMP check that had any answer; jitter is the mean difference from packet to packet */
            round_trip?: {
                avg_ms: number;
                jitter_ms: number;
                max_ms: number;
                min_ms: number;
            };
            /** @enum {string} */
            status: "up" | "down" | "degraded" | "inconclusive";
            /** @description Of an HTTP or KEYWORD check that had an answer */
            status_code?: number;
            timings: {
                /** @description Milliseconds; absent when it did not take place */
                connect_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                dns_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                download_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                first_byte_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                tls_ms?: number;
            };
        };
        Comment: {
            /** @description Empty once it is deleted */
            comment_text: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            deleted_at: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            incident_id: string;
            is_internal: boolean;
            /** Format: date-time */
            updated_at: string;
            user_email: string | null;
            /** Format: uuid */
            user_id: string | null;
            /** @example Alice */
            user_name: string | null;
        };
        CreateAdminProbeTokenBody: {
            /** @description Whether the region takes its part in monitors that pin none; a new one does */
            is_default?: boolean;
            /** @description What the token is for; the code of the region otherwise */
            name?: string;
            /**
             * @description Code of the region; it is made when there is none yet
             * @example eu-1
             */
            region: string;
            /**
             * @description For people
             * @example Frankfurt
             */
            region_name?: string;
        };
        CreateApiKeyBody: {
            /** Format: date-time */
            expires_at?: string | null;
            name: string;
            /**
             * @default read
             * @enum {string}
             */
            scope?: "read" | "read_write";
        };
        CreateGroupBody: {
            description?: string;
            name: string;
            /** Format: uuid */
            parent_group_id?: string | null;
        };
        CreateIncidentBody: {
            affected_monitor_ids?: string[];
            affected_regions?: string[];
            /**
             * Format: uuid
             * @description The monitor that it is about
             */
            check_id?: string;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            /** @default 1 */
            failure_count?: number;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /**
             * @description `system` when `check_id` is given, otherwise `manual`
             * @enum {string}
             */
            source?: "system" | "manual";
            /**
             * Format: date-time
             * @description Now when absent; not in the future
             */
            started_at?: string;
            /** @description What visitors of status pages are told */
            status_page_update?: string;
            /** @example Checkout is slow */
            title?: string;
            /** @enum {string} */
            type: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
        };
        CreateIncidentCommentBody: {
            comment_text: string;
            /** @description New comments are not unless they say so */
            is_internal?: boolean;
        };
        CreateIncidentUpdateBody: {
            /**
             * @description Whether status pages show it
             * @default false
             */
            is_public?: boolean;
            message: string;
        };
        CreateMaintenanceWindowBody: {
            description?: string;
            /** Format: date-time */
            ends_at: string;
            /** @description Groups of the project */
            group_ids?: string[];
            /** @description Monitors of the project */
            monitor_ids?: string[];
            name: string;
            recurrence?: {
                /**
                 * @description Five fields: minute, hour, day of month, month, day of week
                 * @example 0 2 * * 0
                 */
                cron: string;
                /** @description How long each further occurrence lasts, whatever the wall clock does meanwhile */
                duration_minutes: number;
                /**
                 * @description IANA name; `UTC` when absent
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * Format: date-time
                 * @description No occurrence begins after this
                 */
                until?: string | null;
            } | null;
            /**
             * Format: date-time
             * @description Of the first occurrence, or the only one
             */
            starts_at: string;
        };
        CreateMonitorBody: {
            /**
             * Request body
             * @description Sent with the request; its type is what the header Content-Type says
             * @example null
             */
            body?: string | null;
            /**
             * Depends on
             * @description Monitors of the same project that this one cannot do without, such as the router in front of it; the list is replaced as a whole. While one of them, or what it depends on in turn, is down, nobody is alerted of this one: its checks, results and incidents go on, its reminders wait, and who has heard of an incident hears of its end. When that one is up again and this one is still down a moment later, its alert is sent. Circles are refused, and chains of more than five
             */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port; the name servers of the probe if absent
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: {
                    /**
                     * Expected values
                     * @description As in a zone file; without any, a record of the type is enough
                     */
                    expected_values?: string[];
                    /**
                     * Match
                     * @description Whether any of the values, all of them, or exactly these must be among the records; any if absent
                     * @enum {string}
                     */
                    match_mode?: "any" | "all" | "exact";
                    /**
                     * Record type
                     * @enum {string}
                     */
                    record_type: "A" | "AAAA" | "CNAME" | "MX" | "NS" | "TXT" | "SOA" | "SRV" | "CAA" | "PTR";
                }[];
                /**
                 * Resolution timeout
                 * @description For all records together; the timeout of the monitor holds when it is shorter; 5000 if absent
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain watch */
            domain_monitoring?: {
                /**
                 * Watch the registration
                 * @description The target must be under a publicly registered domain; true if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
            };
            /**
             * Expected status
             * @description Any 2xx if null or absent, and 3xx as well where redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            /**
             * Failures until down
             * @description Failing checks in a row before a region counts as down
             * @default 2
             */
            failure_threshold?: number;
            /**
             * Follow redirects
             * @description At most 10 in a row; true if absent
             */
            follow_redirects?: boolean;
            /**
             * Group
             * Format: uuid
             * @description Null for no group
             * @default null
             */
            group_id?: string | null;
            /**
             * Request headers
             * @description Sent with the request. Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are masked in answers
             * @example {
             *       "Accept": "application/json"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            heartbeat_config?: {
                /**
                 * Expected every
                 * @description Seconds between pings. Without meaning where there is a `schedule`; 3600 if absent
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late; 300 if absent
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the times at which pings are expected, instead of the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA zone that the schedule is read in; UTC if absent
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            http_config?: {
                /**
                 * Request body
                 * @description Sent with the request; its type is what the header Content-Type says
                 * @example null
                 */
                body?: string | null;
                /**
                 * Expected status
                 * @description Any 2xx if null or absent, and 3xx as well where redirects are not followed
                 * @example [
                 *       200,
                 *       204
                 *     ]
                 */
                expected_status?: number[] | null;
                /**
                 * Follow redirects
                 * @description At most 10 in a row; true if absent
                 */
                follow_redirects?: boolean;
                /**
                 * Request headers
                 * @description Sent with the request. Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are masked in answers
                 * @example {
                 *       "Accept": "application/json"
                 *     }
                 */
                headers?: {
                    [key: string]: string;
                };
                /**
                 * IP version
                 * @description What the name is resolved to; auto if absent
                 * @enum {string}
                 */
                ip_version?: "auto" | "4" | "6";
                /**
                 * Method
                 * @description GET if absent
                 * @enum {string}
                 */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /**
                 * Slow from
                 * @description An answer that takes longer is `degraded`; null is no limit
                 * @example 2000
                 */
                slow_response_threshold_ms?: number | null;
                /**
                 * Verify the certificate
                 * @description Whether a bad certificate is a failure; true if absent
                 */
                verify_ssl?: boolean;
            };
            icmp_config?: {
                /**
                 * Tolerated loss
                 * @description Percent of the packets that may stay without an answer; 50 if absent
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packets
                 * @description Sent per check; 3 if absent
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes behind the ICMP header; 56 if absent
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description For each answer; the timeout of the monitor bounds all packets together; 2000 if absent
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Routers on the way that a packet may pass; 64 if absent
                 */
                ttl?: number;
            };
            /**
             * Interval
             * @description Seconds between checks. Of a heartbeat the expected interval, as far as it reaches
             * @default 300
             */
            interval_seconds?: number;
            /**
             * IP version
             * @description What the name is resolved to; auto if absent
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                /**
                 * Case-sensitive
                 * @description Whether capital letters are told from small ones; false if absent
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Looked for in the first 2 MiB of the decoded text
                 */
                keywords?: {
                    /**
                     * Must be there
                     * @description Otherwise it must not be in the text
                     */
                    should_contain: boolean;
                    /**
                     * Keyword
                     * @example Welcome
                     */
                    text: string;
                }[];
                /**
                 * How many must hold
                 * @description Whether every keyword must be as wanted, or one of them is enough; all if absent
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /**
             * Method
             * @description GET if absent
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /**
             * Regions
             * @description Codes of GET /api/regions; empty means automatic
             */
            monitoring_regions?: string[];
            /**
             * Name
             * @example Web shop
             */
            name: string;
            /**
             * Who is told
             * @description Notification targets. If absent at creation, the default ones of the project; an empty list is nobody
             */
            notification_target_ids?: string[];
            /**
             * Port
             * @example 443
             */
            port?: number;
            /**
             * Passes until up
             * @description Passing checks in a row before a region that is down counts as up
             * @default 2
             */
            recovery_threshold?: number;
            /**
             * Remind every
             * @description Minutes between reminders of an open incident; 0 is none
             * @default 0
             */
            reminder_interval_minutes?: number;
            /**
             * Slow from
             * @description An answer that takes longer is `degraded`; null is no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** Certificate watch */
            ssl_monitoring?: {
                /**
                 * Warn before it ends
                 * @description Whether its end is watched; true if absent at first
                 */
                check_expiry?: boolean;
                /**
                 * Tell when it is no good
                 * @description Whether it must be in date, valid for the host, strong enough, and its issuer be known. A TCP monitor is down when it is not; HTTP and KEYWORD have `verify_ssl` for that. True if absent at first
                 */
                check_validity?: boolean;
                /**
                 * Watch the certificate
                 * @description Of https URLs, and of TCP monitors, which speak TLS while it is on, unless their protocol is ssh or http; of others it has nothing to watch. True if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Accept a self-signed one
                 * @description Whether one is taken that signs itself, or that leads to a root of its own which the server sends along; checks pass then. Host and dates must be right all the same. False if absent at first
                 */
                ignore_self_signed?: boolean;
            };
            /**
             * Status
             * @description Whether it is checked
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /**
             * Tags
             * @description They are not returned with the monitor; `GET /api/tags` counts them
             */
            tags?: string[];
            /**
             * Target
             * @description A URL or a host, as the type has it; a heartbeat gets a token instead, and the field must be absent
             */
            target?: string;
            tcp_config?: {
                /**
                 * Port
                 * @example 443
                 */
                port?: number;
                /**
                 * Protocol
                 * @description What is spoken at the port; generic if absent
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol check */
                protocol_validation?: {
                    /**
                     * Check the protocol
                     * @description Off: the port accepts a connection. On: it speaks the protocol too
                     */
                    enabled?: boolean;
                    /**
                     * Expect
                     * @description Part of the answer; any will do without it. Of generic; others pass it over
                     */
                    expect?: string;
                    /**
                     * Send
                     * @description Said first. Of generic; others pass it over
                     */
                    send?: string;
                };
            };
            /**
             * Timeout
             * @description Milliseconds that a check may take; below the interval
             * @default 10000
             */
            timeout_ms?: number;
            /**
             * Type
             * @description What is checked, and how; fixed from then on
             * @enum {string}
             */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /**
             * Verify the certificate
             * @description Whether a bad certificate is a failure; true if absent
             */
            verify_ssl?: boolean;
        };
        CreateNotificationTargetBody: {
            /** @enum {string} */
            channel: "email" | "webhook" | "slack";
            /**
             * @description For `email`: `address`. For `slack`: `webhook_url`, which is a secret. For `webhook`: `url`, and `secret`, which is made up when absent. A secret is masked in answers, and a masked one that is sent back stays as it is
             * @example {
             *       "url": "https://example.com/hook"
             *     }
             * @example {
             *       "address": "oncall@example.com"
             *     }
             */
            config: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description Another target of the project, which is told what this one could not be told in the end: all tries failed, or it is off or deleted. Of each event a target hears once. Null: nobody
             */
            fallback_target_id?: string | null;
            /** @default false */
            is_default?: boolean;
            /** @default true */
            is_enabled?: boolean;
            name: string;
        };
        CreateOrganizationInvitationBody: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
        };
        CreateProjectBody: {
            name: string;
        };
        CreateProjectStatusPageBody: {
            /** @example #2563eb */
            accent_color?: string;
            /** @description Whether people may have themselves told by mail of what the page shows. On by default */
            allows_subscribers?: boolean;
            /** @description Where readers turn to with questions: http, https or mailto */
            contact_url?: string | null;
            /** @description A host name, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Off: search engines are asked to leave it out. On by default */
            is_indexed?: boolean;
            is_published?: boolean;
            /** @description http or https */
            logo_url?: string | null;
            name: string;
            /** @description Write-only; null lets everybody look */
            password?: string | null;
            /** @description All of them: what is not sent is gone */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description Of a component of this page; a new one has none
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Where it stands among the others; without one, where it was sent */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description Of a section of this page; a new one has none
                 */
                id?: string;
                name: string;
                /** @description Where it stands among the others; without one, where it was sent */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation; made from the name when absent */
            slug?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
        };
        CreateStatusSubscriberBody: {
            /** Format: email */
            email: string;
        };
        CurrentIncident: {
            downtime_minutes: number;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "open" | "acknowledged";
        };
        DeleteGroupBody: {
            /** @description Leaves the monitors without a group */
            force?: boolean;
            /** Format: uuid */
            reassign_to_group_id?: string;
        };
        DeleteOrganizationBody: {
            confirm?: boolean;
        };
        DeleteProjectBody: {
            confirm?: boolean;
        };
        DisableTotpBody: {
            /**
             * @description The code that the authenticator shows now, or a recovery code
             * @example 123456
             */
            code?: string;
            /** @example correct horse battery */
            password?: string;
        };
        DnsAnswer: {
            record_type: string;
            values: string[];
        };
        EnableTotpBody: {
            /**
             * @description The code that the authenticator shows now, or a recovery code
             * @example 123456
             */
            code: string;
        };
        /**
         * @description For programs. An operation lists those that it can answer
         * @enum {string}
         */
        ErrorCode: "VALIDATION_ERROR" | "VALIDATION_FAILED" | "INVALID_REGIONS" | "MONITOR_CREATE_FAILED" | "MONITOR_UPDATE_FAILED" | "INVALID_PERIOD" | "INVALID_PAGE" | "INVALID_LIMIT" | "CONFIRMATION_REQUIRED" | "AUTHENTICATION_REQUIRED" | "MISSING_AUTH" | "INVALID_API_KEY" | "INVALID_TOKEN" | "INVALID_CREDENTIALS" | "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS" | "FORBIDDEN" | "REGISTRATION_CLOSED" | "PLAN_LIMIT_REACHED" | "INTERVAL_TOO_SHORT" | "LOCATION_MONITORING_NOT_AVAILABLE" | "DOMAIN_MONITORING_NOT_AVAILABLE" | "SSL_MONITORING_NOT_AVAILABLE" | "SLOW_RESPONSE_ALERTS_NOT_AVAILABLE" | "DNS_MONITORING_NOT_AVAILABLE" | "HEARTBEAT_MONITORING_NOT_AVAILABLE" | "MONITOR_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH" | "API_KEY_ORGANIZATION_MISMATCH" | "NOT_FOUND" | "MONITOR_NOT_FOUND" | "STATS_NOT_FOUND" | "PROJECT_NOT_FOUND" | "RESOURCE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "GROUP_NOT_EMPTY" | "IDEMPOTENCY_CONFLICT" | "PAYLOAD_TOO_LARGE" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "CHECK_FETCH_FAILED" | "STATS_FETCH_FAILED" | "SPARKLINE_FAILED" | "MONITOR_PAUSE_FAILED" | "MONITOR_RESUME_FAILED" | "SERVICE_UNAVAILABLE";
        /** @description Any failure */
        Failure: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description Depends on the code */
                details?: {
                    [key: string]: unknown;
                };
                /** @description For people; may change */
                message: string;
                /** @description Seconds until trying again makes sense */
                retryAfter?: number;
            };
            /** @constant */
            success: false;
        };
        Form: {
            create: components["schemas"]["FormAddress"];
            /**
             * @description The field that says which variant it is; null with a single one
             * @example type
             */
            discriminator: string | null;
            /** @enum {string} */
            name: "monitor" | "notification-target" | "maintenance-window" | "status-page" | "group" | "incident";
            /** @example Monitor */
            title: string;
            update: components["schemas"]["FormAddress"];
            variants: components["schemas"]["FormVariant"][];
        };
        FormAddress: {
            /** @example POST */
            method: string;
            /** @example /api/monitors */
            path: string;
        };
        FormVariant: {
            /** @example A URL answers with the expected status */
            description: string;
            /** @description Whether this organization may have it, here */
            is_available: boolean;
            reason: {
                /**
                 * @description As which it would be refused
                 * @example DNS_MONITORING_NOT_AVAILABLE
                 */
                code: string;
                /** @example DNS monitors are not part of the plan */
                message: string;
            } | null;
            /**
             * @description JSON Schema of the whole body, without references; its fields in the order to ask for them
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "name": {
             *           "type": "string",
             *           "title": "Name"
             *         }
             *       }
             *     }
             */
            schema: {
                [key: string]: unknown;
            };
            /** @example Website */
            title: string;
            /**
             * @description Of the discriminator
             * @example HTTP
             */
            value: string | null;
            /**
             * @description What keeps it from working here, although it may be made
             * @example this installation has no mail server (WK_SMTP_URL)
             */
            warning: string | null;
        };
        /**
         * @example {
         *       "id": "0198c0de-7a11-7abc-8def-0123456789ab",
         *       "region": "local",
         *       "checked_at": "2026-01-31T12:00:00.000Z",
         *       "status": "down",
         *       "response_time_ms": 156.93,
         *       "status_code": 503,
         *       "error_type": "status_code",
         *       "error_message": "status 503, expected 2xx",
         *       "timings": {
         *         "dns_ms": 4.1,
         *         "connect_ms": 18.2,
         *         "tls_ms": 37.5,
         *         "first_byte_ms": 96.3,
         *         "download_ms": 0.83
         *       },
         *       "remote_address": "192.0.2.7",
         *       "certificate": {
         *         "subject": "CN=shop.example.com",
         *         "issuer": "O=Example Trust, CN=Example Authority R1",
         *         "valid_from": "2025-12-20T00:00:00.000Z",
         *         "valid_to": "2026-03-20T00:00:00.000Z",
         *         "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
         *         "sans": [
         *           "shop.example.com",
         *           "www.shop.example.com"
         *         ],
         *         "days_remaining": 47,
         *         "lifetime_days": 90,
         *         "serial_number": "04B3E7A90C15D2F8",
         *         "errors": [],
         *         "chain": [
         *           {
         *             "subject": "CN=shop.example.com",
         *             "issuer": "O=Example Trust, CN=Example Authority R1",
         *             "valid_from": "2025-12-20T00:00:00.000Z",
         *             "valid_to": "2026-03-20T00:00:00.000Z",
         *             "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8"
         *           },
         *           {
         *             "subject": "O=Example Trust, CN=Example Authority R1",
         *             "issuer": "O=Example Trust, CN=Example Root",
         *             "valid_from": "2020-09-04T00:00:00.000Z",
         *             "valid_to": "2030-09-04T00:00:00.000Z",
         *             "fingerprint256": "67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD"
         *           }
         *         ]
         *       },
         *       "response": {
         *         "seen_at": "2026-01-31T12:00:00.000Z",
         *         "status_code": 503,
         *         "headers": [
         *           {
         *             "name": "Content-Type",
         *             "value": "text/plain"
         *           },
         *           {
         *             "name": "Set-Cookie",
         *             "value": "********"
         *           },
         *           {
         *             "name": "Retry-After",
         *             "value": "30"
         *           }
         *         ],
         *         "headers_truncated": false,
         *         "content_type": "text/plain",
         *         "body": "upstream connect error or disconnect/reset before headers",
         *         "body_truncated": false,
         *         "body_bytes": 57
         *       }
         *     }
         */
        FullCheckResult: {
            /** @description Of a DNS check: what each record type was answered with, sorted, 2,000 characters in all */
            answers?: components["schemas"]["DnsAnswer"][];
            /** @description Of a check on demand that saw one; `GET /api/monitors/{id}/certificate` tells that of all checks */
            certificate?: {
                /** @description As the target sent it, beginning with its own; at most 10 */
                chain: components["schemas"]["ChainCertificate"][];
                /** @description Whole days; negative once it has expired */
                days_remaining: number;
                /** @description What is wrong with it; empty when it is good. Also judged where nobody verifies it */
                errors: components["schemas"]["CertificateFault"][];
                /** @description SHA-256, in hexadecimal with colons */
                fingerprint256: string;
                issuer: string;
                /** @description From its first day to its last */
                lifetime_days: number;
                /** @description Host names and addresses it is good for; the first 250 */
                sans: string[];
                serial_number: string;
                /** @description Distinguished name, its parts in the order of the certificate */
                subject: string;
                /** Format: date-time */
                valid_from: string;
                /** Format: date-time */
                valid_to: string;
            };
            /** Format: date-time */
            checked_at: string;
            error_message?: string;
            /** @enum {string} */
            error_type?: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
            /** Format: uuid */
            id: string;
            /** @description Of an ICMP check */
            packet_loss_percent?: number;
            region: string;
            /** @description What the name of the target led to */
            remote_address?: string;
            /** @description Of an HTTP or KEYWORD check that failed although there was an answer. What the target repeats of secret request headers is masked */
            response?: {
                /**
                 * @description The first 4 KiB as text: its coding undone, in the charset of the header, the document or UTF-8. Null when it is no text, or when the status was as expected and nothing was kept. Never markup to be rendered
                 * @example upstream connect error or disconnect/reset before headers
                 */
                body: string | null;
                /** @description As many as were read, before its coding was undone */
                body_bytes: number;
                /** @description Whether there was more of it, or it was not read to its end */
                body_truncated: boolean;
                content_type?: string;
                /** @description As they came, 50 at most and 8 KiB in all. Values of cookies and of what sounds like a credential are masked */
                headers: components["schemas"]["KeptHeader"][];
                /** @description Whether some are left out or cut */
                headers_truncated: boolean;
                /**
                 * @description Origin that redirects led to
                 * @example https://www.example.com
                 */
                redirected_to?: string;
                /**
                 * Format: date-time
                 * @description When it came. Earlier than the check, up to an hour, when the target kept answering the same
                 */
                seen_at: string;
                status_code: number;
            };
            /** @description Milliseconds from start to end; of an ICMP check with answers, resolving the name and the mean round trip. Absent when nothing was measured */
            response_time_ms?: number;
            /** @description Of an ICMP check that had any answer; jitter is the mean difference from packet to packet */
            round_trip?: {
                avg_ms: number;
                jitter_ms: number;
                max_ms: number;
                min_ms: number;
            };
            /** @enum {string} */
            status: "up" | "down" | "degraded" | "inconclusive";
            /** @description Of an HTTP or KEYWORD check that had an answer */
            status_code?: number;
            timings: {
                /** @description Milliseconds; absent when it did not take place */
                connect_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                dns_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                download_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                first_byte_ms?: number;
                /** @description Milliseconds; absent when it did not take place */
                tls_ms?: number;
            };
        };
        Group: {
            /** @description The group's own monitors, without those of the groups below it */
            check_count: number;
            /** @description The groups directly below, newest first */
            children: components["schemas"]["ListedGroup"][];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example All that customers see */
            description: string;
            /** Format: uuid */
            id: string;
            /** @description The group's own monitors, newest first */
            monitors: components["schemas"]["GroupMember"][];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /** @description From the top down to the group itself */
            path: components["schemas"]["GroupStep"][];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel1: {
            /** @description The group's own monitors, without those of the groups below it */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel2"][];
            /**
             * @description Empty here
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example All that customers see */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Empty here
             * @example []
             */
            monitors: unknown[];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /**
             * @description Empty here
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel2: {
            /** @description The group's own monitors, without those of the groups below it */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel3"][];
            /**
             * @description Empty here
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example All that customers see */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Empty here
             * @example []
             */
            monitors: unknown[];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /**
             * @description Empty here
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel3: {
            /** @description The group's own monitors, without those of the groups below it */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel4"][];
            /**
             * @description Empty here
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example All that customers see */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Empty here
             * @example []
             */
            monitors: unknown[];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /**
             * @description Empty here
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel4: {
            /** @description The group's own monitors, without those of the groups below it */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel5"][];
            /**
             * @description Empty here
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example All that customers see */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Empty here
             * @example []
             */
            monitors: unknown[];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /**
             * @description Empty here
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel5: {
            /** @description The group's own monitors, without those of the groups below it */
            check_count: number;
            /**
             * @description Empty here
             * @example []
             */
            child_groups: unknown[];
            /**
             * @description Empty here
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example All that customers see */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Empty here
             * @example []
             */
            monitors: unknown[];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /**
             * @description Empty here
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupMember: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            runtimeStatus: "up" | "down" | "degraded" | "paused" | "unknown";
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
        };
        GroupStep: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        Incident: {
            /** Format: date-time */
            acknowledged_at?: string;
            /** @example Alice */
            acknowledged_by_name: string | null;
            affected_monitor_ids: string[];
            affected_regions: string[];
            alerts_held_by?: components["schemas"]["AlertsHeldBy"];
            /** Format: uuid */
            check_id?: string;
            /** @enum {string} */
            check_type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by?: string;
            /**
             * @description How long the incident was open: `duration_seconds` without the time between its outages
             * @example 152
             */
            downtime_seconds?: number;
            /**
             * @description From `started_at` to `resolved_at`. Includes healthy time when the incident was reopened
             * @example 360
             */
            duration_seconds?: number;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            failure_count: number;
            /** Format: uuid */
            id: string;
            /**
             * @description Of the monitor that is `check_id`
             * @example Shop
             */
            monitor_name?: string;
            /** @description The channels by which somebody has been reached */
            notification_channels: string[];
            /** @description Whether anybody has been reached */
            notification_sent: boolean;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            project_id: string;
            /**
             * Format: date-time
             * @description When the last outage of a reopened incident began
             */
            reopened_at?: string;
            /** @description How often the incident was reopened; absent when it never was */
            reopened_count?: number;
            resolution_note?: string | null;
            /** Format: date-time */
            resolved_at?: string;
            /** Format: uuid */
            resolved_by?: string | null;
            resolved_by_name?: string | null;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /** @enum {string} */
            source: "system" | "manual";
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "open" | "acknowledged" | "resolved";
            status_page_update?: string;
            /** @example "Shop" is down */
            title: string;
            /** @enum {string} */
            type: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Not resolved: of several the most severe, then the oldest */
        IncidentOfMonitor: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /** @enum {string} */
            status: "open" | "acknowledged";
            /** @example Web shop is down */
            title: string;
        };
        IncidentUpdate: {
            /** Format: date-time */
            created_at: string;
            /** @enum {string|null} */
            from_status: "open" | "acknowledged" | "resolved" | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            incident_id: string;
            /** @description Whether status pages show it */
            is_public: boolean;
            /** @enum {string} */
            kind: "created" | "acknowledged" | "status_changed" | "comment_added" | "edited" | "resolved" | "reopened";
            message: string;
            /** @enum {string|null} */
            to_status: "open" | "acknowledged" | "resolved" | null;
            /** Format: uuid */
            user_id: string | null;
            user_name: string | null;
        };
        Invitation: {
            /** Format: date-time */
            created_at: string;
            /** @example bob@example.com */
            email: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            invited_by: string;
            /** @example Alice */
            invited_by_name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
        };
        KeptHeader: {
            name: string;
            value: string;
        };
        Keyword: {
            /**
             * Must be there
             * @description Otherwise it must not be in the text
             */
            should_contain: boolean;
            /**
             * Keyword
             * @example Welcome
             */
            text: string;
        };
        LatestIncident: {
            /** Format: date-time */
            acknowledged_at?: string;
            /** @example Alice */
            acknowledged_by_name: string | null;
            affected_monitor_ids: string[];
            affected_regions: string[];
            alerts_held_by?: components["schemas"]["AlertsHeldBy"];
            /** Format: uuid */
            check_id?: string;
            /** @enum {string} */
            check_type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by?: string;
            /**
             * @description How long the incident was open: `duration_seconds` without the time between its outages
             * @example 152
             */
            downtime_seconds?: number;
            /**
             * @description From `started_at` to `resolved_at`. Includes healthy time when the incident was reopened
             * @example 360
             */
            duration_seconds?: number;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            failure_count: number;
            /** Format: uuid */
            id: string;
            /**
             * @description Of the monitor that is `check_id`
             * @example Shop
             */
            monitor_name?: string;
            /** @description The channels by which somebody has been reached */
            notification_channels: string[];
            /** @description Whether anybody has been reached */
            notification_sent: boolean;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            project_id: string;
            /**
             * Format: date-time
             * @description When the last outage of a reopened incident began
             */
            reopened_at?: string;
            /** @description How often the incident was reopened; absent when it never was */
            reopened_count?: number;
            resolution_note?: string | null;
            /** Format: date-time */
            resolved_at?: string;
            /** Format: uuid */
            resolved_by?: string | null;
            resolved_by_name?: string | null;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /** @enum {string} */
            source: "system" | "manual";
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "open" | "acknowledged" | "resolved";
            status_page_update?: string;
            /** @example "Shop" is down */
            title: string;
            /** @enum {string} */
            type: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
            /** Format: date-time */
            updated_at: string;
        };
        ListedComment: {
            can_delete: boolean;
            /** @description Whether the caller may edit it at this moment */
            can_edit: boolean;
            /** @description Empty once it is deleted */
            comment_text: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            deleted_at: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            incident_id: string;
            is_internal: boolean;
            /** Format: date-time */
            updated_at: string;
            user_email: string | null;
            /** Format: uuid */
            user_id: string | null;
            /** @example Alice */
            user_name: string | null;
        };
        ListedGroup: {
            /** @description The group's own monitors, without those of the groups below it */
            check_count: number;
            /**
             * @description Empty here
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example All that customers see */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Empty here
             * @example []
             */
            monitors: unknown[];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /**
             * @description Empty here
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        ListedOrganization: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            member_count: number;
            /** @example Example Ltd */
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "scale";
            /** @example example-ltd */
            slug: string;
            /** Format: date-time */
            updated_at: string;
        };
        LoginBody: {
            /** Format: email */
            email: string;
            /** @example correct horse battery */
            password: string;
            /**
             * @description The code that the authenticator shows now, or a recovery code
             * @example 123456
             */
            totp?: string;
        };
        LogoutBody: {
            refresh_token?: string;
        };
        LookUpInvitationBody: {
            /** @description From the link */
            token: string;
        };
        MaintenanceSpan: {
            /**
             * Format: date-time
             * @description In the future while it goes on
             */
            ends_at: string;
            /**
             * @description Of the window; null when it was deleted
             * @example Database upgrade
             */
            name: string | null;
            /** Format: date-time */
            starts_at: string;
            /** Format: uuid */
            window_id: string | null;
        };
        MaintenanceWindow: {
            /** Format: date-time */
            created_at: string;
            /** @description The occurrence that is open now */
            current: {
                /** Format: date-time */
                ends_at: string;
                /** Format: date-time */
                starts_at: string;
            } | null;
            description: string;
            /** Format: date-time */
            ends_at: string;
            /** @description Those of them that were deleted are left out */
            group_ids: string[];
            /** Format: uuid */
            id: string;
            /** @description Those of them that were deleted are left out */
            monitor_ids: string[];
            /** @example Database upgrade */
            name: string;
            /**
             * Format: date-time
             * @description When it opens next; null when it does not
             */
            next_starts_at: string | null;
            /** Format: uuid */
            project_id: string;
            recurrence: {
                /**
                 * @description Five fields: minute, hour, day of month, month, day of week
                 * @example 0 2 * * 0
                 */
                cron: string;
                /** @description How long each further occurrence lasts, whatever the wall clock does meanwhile */
                duration_minutes: number;
                /**
                 * @description IANA name
                 * @example Europe/Berlin
                 */
                timezone: string;
                /**
                 * Format: date-time
                 * @description No occurrence begins after this
                 */
                until: string | null;
            } | null;
            /**
             * Format: date-time
             * @description Of the first occurrence, or the only one
             */
            starts_at: string;
            /**
             * @description Between two occurrences `scheduled`, after the last one `finished`
             * @enum {string}
             */
            status: "scheduled" | "active" | "finished" | "cancelled";
            /** Format: date-time */
            updated_at: string;
        };
        Member: {
            /** @example bob@example.com */
            email: string;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            joined_at: string;
            /** Format: date-time */
            last_active_at: string | null;
            /** @example Bob */
            name: string;
            permissions: ("can_view" | "can_edit_monitors" | "can_manage_incidents" | "can_manage_organization" | "can_manage_owners")[];
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
            /** Format: uuid */
            user_id: string;
        };
        /**
         * @example {
         *       "id": "0198c0de-7a11-7abc-8def-0123456789ab",
         *       "organization_id": "0198c0de-7a11-7abc-8def-0123456789ac",
         *       "project_id": "0198c0de-7a11-7abc-8def-0123456789ad",
         *       "created_by": "0198c0de-7a11-7abc-8def-0123456789ae",
         *       "name": "Web shop",
         *       "type": "HTTP",
         *       "target": "https://shop.example.com/",
         *       "interval_seconds": 60,
         *       "timeout_ms": 10000,
         *       "status": "active",
         *       "configState": "active",
         *       "runtimeStatus": "up",
         *       "failure_threshold": 2,
         *       "recovery_threshold": 2,
         *       "reminder_interval_minutes": 0,
         *       "method": "GET",
         *       "headers": {},
         *       "body": null,
         *       "follow_redirects": true,
         *       "verify_ssl": true,
         *       "ip_version": "auto",
         *       "notification_target_ids": [
         *         "0198c0de-7a11-7abc-8def-0123456789af"
         *       ],
         *       "created_at": 1767225600,
         *       "updated_at": 1767225600
         *     }
         */
        Monitor: {
            /**
             * Request body
             * @description Sent with the request; its type is what the header Content-Type says
             * @example null
             */
            body?: string | null;
            /** @enum {string} */
            configState: "active" | "paused" | "disabled";
            /** @description Unix timestamp in seconds */
            created_at: number;
            /** Format: uuid */
            created_by: string;
            /** @description Its alerts are held while one of these is down */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port; the name servers of the probe if absent
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: components["schemas"]["RecordEntry"][];
                /**
                 * Resolution timeout
                 * @description For all records together; the timeout of the monitor holds when it is shorter; 5000 if absent
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain watch */
            domain_monitoring?: {
                /**
                 * Watch the registration
                 * @description The target must be under a publicly registered domain; true if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
            };
            /**
             * Expected status
             * @description Any 2xx if null or absent, and 3xx as well where redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            failure_threshold: number;
            /**
             * Follow redirects
             * @description At most 10 in a row; true if absent
             */
            follow_redirects?: boolean;
            /** @description Seconds */
            grace_period?: number;
            /** Format: uuid */
            group_id?: string;
            /**
             * Request headers
             * @description Sent with the request. Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are masked in answers
             * @example {
             *       "Accept": "application/json"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            heartbeat_config?: {
                /**
                 * Expected every
                 * @description Seconds between pings. Without meaning where there is a `schedule`; 3600 if absent
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late; 300 if absent
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the times at which pings are expected, instead of the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA zone that the schedule is read in; UTC if absent
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            /** @description Unix seconds, the grace period included: silence until then is a failure. Absent while nothing is expected */
            heartbeat_due_at?: number;
            /** @description Seconds */
            heartbeat_interval?: number;
            /** Format: uuid */
            heartbeat_token?: string;
            /** @description Where the job sends its pings */
            heartbeat_url?: string;
            icmp_config?: {
                /**
                 * Tolerated loss
                 * @description Percent of the packets that may stay without an answer; 50 if absent
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packets
                 * @description Sent per check; 3 if absent
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes behind the ICMP header; 56 if absent
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description For each answer; the timeout of the monitor bounds all packets together; 2000 if absent
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Routers on the way that a packet may pass; 64 if absent
                 */
                ttl?: number;
            };
            /** Format: uuid */
            id: string;
            /** @description Of a single monitor, while it is: no incident opens and no alert leaves */
            in_maintenance?: boolean;
            interval_seconds: number;
            /**
             * IP version
             * @description What the name is resolved to; auto if absent
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            /** @description Of a single monitor, while its status changes again and again: its incident stays open, and nobody is told of each change */
            is_flapping?: boolean;
            keyword_config?: {
                /**
                 * Case-sensitive
                 * @description Whether capital letters are told from small ones; false if absent
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Looked for in the first 2 MiB of the decoded text
                 */
                keywords?: components["schemas"]["Keyword"][];
                /**
                 * How many must hold
                 * @description Whether every keyword must be as wanted, or one of them is enough; all if absent
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /** @description Unix seconds of the last ping */
            last_heartbeat_at?: number;
            /** @description How long the last run took that told its start and its end */
            last_run_duration_ms?: number;
            /**
             * Method
             * @description GET if absent
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            name: string;
            notification_target_ids?: string[];
            /** Format: uuid */
            organization_id: string;
            /**
             * Port
             * @example 443
             */
            port?: number;
            /** Format: uuid */
            project_id: string;
            recovery_threshold: number;
            reminder_interval_minutes: number;
            /** @enum {string} */
            runtimeStatus: "up" | "down" | "degraded" | "paused" | "unknown";
            /**
             * Slow from
             * @description An answer that takes longer is `degraded`; null is no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** Certificate watch */
            ssl_monitoring?: {
                /**
                 * Warn before it ends
                 * @description Whether its end is watched; true if absent at first
                 */
                check_expiry?: boolean;
                /**
                 * Tell when it is no good
                 * @description Whether it must be in date, valid for the host, strong enough, and its issuer be known. A TCP monitor is down when it is not; HTTP and KEYWORD have `verify_ssl` for that. True if absent at first
                 */
                check_validity?: boolean;
                /**
                 * Watch the certificate
                 * @description Of https URLs, and of TCP monitors, which speak TLS while it is on, unless their protocol is ssh or http; of others it has nothing to watch. True if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Accept a self-signed one
                 * @description Whether one is taken that signs itself, or that leads to a root of its own which the server sends along; checks pass then. Host and dates must be right all the same. False if absent at first
                 */
                ignore_self_signed?: boolean;
            };
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            target: string;
            tcp_config?: {
                /**
                 * Port
                 * @example 443
                 */
                port?: number;
                /**
                 * Protocol
                 * @description What is spoken at the port; generic if absent
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol check */
                protocol_validation?: {
                    /**
                     * Check the protocol
                     * @description Off: the port accepts a connection. On: it speaks the protocol too
                     */
                    enabled?: boolean;
                    /**
                     * Expect
                     * @description Part of the answer; any will do without it. Of generic; others pass it over
                     */
                    expect?: string;
                    /**
                     * Send
                     * @description Said first. Of generic; others pass it over
                     */
                    send?: string;
                };
            };
            timeout_ms: number;
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** @description Unix timestamp in seconds */
            updated_at: number;
            /**
             * Verify the certificate
             * @description Whether a bad certificate is a failure; true if absent
             */
            verify_ssl?: boolean;
        };
        MonitorLine: {
            /** Format: uuid */
            group_id: string | null;
            /** Format: uuid */
            id: string;
            in_maintenance: boolean;
            interval_seconds: number;
            is_flapping: boolean;
            /** Format: date-time */
            last_check_at: string | null;
            /**
             * @description Of the last check; null when it did not pass, or measured nothing
             * @example 182.4
             */
            last_response_time_ms: number | null;
            name: string;
            open_incident: components["schemas"]["IncidentOfMonitor"] | null;
            /** @enum {string} */
            runtime_status: "up" | "down" | "degraded" | "paused" | "unknown";
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            /**
             * Format: date-time
             * @description Since when it stands like this
             */
            status_since: string;
            tags: string[];
            /** @description Empty for a heartbeat, whose target is the token that its job pings */
            target: string;
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
        };
        MonitorStrip: {
            /** @description Of the same days; null when nothing was measured */
            day_uptimes: (number | null)[];
            /** @description The last 30 UTC days, today last: the worst that happened, and maintenance where nothing else did */
            days: ("up" | "degraded" | "down" | "maintenance" | "no_data")[];
            /** Format: uuid */
            monitor_id: string;
            /**
             * @description Average of each of the last 24 UTC hours, the present one last; null where no check passed
             * @example [
             *       182.4,
             *       179.12,
             *       null,
             *       190.05
             *     ]
             */
            response_times_ms: (number | null)[];
            /**
             * @description Of the last 30 times 24 hours, 0-100, by time; null when nothing was measured
             * @example 99.95
             */
            uptime_30d: number | null;
        };
        NewApiKey: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string;
            /** Format: uuid */
            id: string;
            is_active: boolean;
            /**
             * @description The full value, shown only now
             * @example wk_1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d
             */
            key: string;
            /** @example wk_1a2b…9f8e */
            key_preview: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @example Deploy script */
            name: string;
            /** @enum {string} */
            scope: "read" | "read_write";
        };
        NewInvitation: {
            /**
             * @description For the invited alone, shown only now. Works once, until `expires_at`
             * @example https://watchkeeper.example.com/invite?token=3q2-7w
             */
            accept_url: string;
            /** Format: date-time */
            created_at: string;
            /** @example bob@example.com */
            email: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            invited_by: string;
            /** @example Alice */
            invited_by_name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
        };
        NotificationDelivery: {
            /** @enum {string} */
            channel: "email" | "webhook" | "slack";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
            /** @description Why the last try failed */
            error_message: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null for a test
             */
            incident_id: string | null;
            /**
             * Format: uuid
             * @description The target that could not be reached, when this is its fallback
             */
            instead_of_target_id: string | null;
            /** Format: date-time */
            last_retry_at: string | null;
            max_retries: number;
            /**
             * Format: uuid
             * @description As the receiver sees it, `webhook-id` for one; incidents that were told in one message share it
             */
            message_id: string;
            /**
             * Format: date-time
             * @description When it is tried next; null once it is settled
             */
            next_attempt_at: string | null;
            /** @description Address or channel name */
            recipient: string;
            /** @description Tries after the first */
            retry_count: number;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "bounced";
            /** Format: date-time */
            updated_at: string;
        };
        NotificationTarget: {
            /** @enum {string} */
            channel: "email" | "webhook" | "slack";
            /**
             * @description For `email`: `address`. For `slack`: `webhook_url`, which is a secret. For `webhook`: `url`, and `secret`, which is made up when absent. A secret is masked in answers, and a masked one that is sent back stays as it is
             * @example {
             *       "url": "https://example.com/hook"
             *     }
             * @example {
             *       "address": "oncall@example.com"
             *     }
             */
            config: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /**
             * @description Why it is off, when nobody of the project switched it off: the receiver said that it is gone for good, or whoever reads the mail followed its link to have no more. Null otherwise; switching it on again clears it
             * @enum {string|null}
             */
            disabled_reason: "receiver_gone" | "unsubscribed" | null;
            /**
             * Format: uuid
             * @description Who is told what this target could not be told in the end
             */
            fallback_target_id: string | null;
            /** Format: uuid */
            id: string;
            /** @description Taken for new monitors that name no targets */
            is_default: boolean;
            /** @description Whether this installation can send there: `email` takes a mail server */
            is_deliverable: boolean;
            is_enabled: boolean;
            /**
             * Format: date-time
             * @description When something arrived there last
             */
            last_delivered_at: string | null;
            /** @description Why telling it failed then; it may have been told since */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When a try failed last
             */
            last_failed_at: string | null;
            /** @description How many monitors tell it */
            monitor_count: number;
            /** @example On-call */
            name: string;
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        Occurrence: {
            /** Format: date-time */
            ends_at: string;
            /** Format: date-time */
            starts_at: string;
        };
        Organization: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            limits: components["schemas"]["PlanLimits"];
            /** @example Example Ltd */
            name: string;
            /** @example free */
            plan: string;
            /** @example example-ltd */
            slug: string;
            /** Format: date-time */
            updated_at: string;
            usage: components["schemas"]["PlanUsage"];
        };
        OwnOrganization: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
            slug: string;
        };
        OwnUser: {
            /** @example alice@example.com */
            email: string;
            /** Format: uuid */
            id: string;
            is_instance_admin: boolean;
            /** @example Alice */
            name: string;
            /** Format: uuid */
            organization_id: string;
            permissions: ("can_view" | "can_edit_monitors" | "can_manage_incidents" | "can_manage_organization" | "can_manage_owners")[];
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
            /** @description Whether signing in takes a second factor */
            totp_enabled: boolean;
        };
        PageNumbers: {
            hasNext: boolean;
            hasPrevious: boolean;
            page: number;
            pageSize: number;
            total: number;
            totalPages: number;
        };
        Pagination: {
            has_more: boolean;
            limit: number;
            offset: number;
            total_count: number;
        };
        Ping: {
            /** @description The first 10 KiB */
            body?: string;
            /** @description Length of the body, as far as it was read: at most 102400 */
            body_bytes: number;
            /** @description Of the run that this ping ended, when it told its start */
            duration_ms?: number;
            /** @description 0-255, when the job gave one */
            exit_status?: number;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "success" | "start" | "fail" | "log";
            /** Format: date-time */
            received_at: string;
            remote_address: string;
            /**
             * Format: uuid
             * @description The `rid` of the ping
             */
            run_id?: string;
        };
        PlanLimits: {
            active_monitors: number;
            api_keys: number;
            dns_monitoring: boolean;
            domain_monitoring: boolean;
            groups: number;
            heartbeat_monitoring: boolean;
            members: number;
            min_interval_seconds: number;
            notification_targets: number;
            pinned_locations: boolean;
            projects: number;
            raw_result_days: number;
            rollup_days: number;
            slow_response_alerts: boolean;
            ssl_monitoring: boolean;
            status_pages: number;
        };
        PlanUsage: {
            active_monitors: number;
            api_keys: number;
            groups: number;
            members: number;
            notification_targets: number;
            projects: number;
            status_pages: number;
        };
        PreviewNewProjectStatusPageBody: {
            /** @example #2563eb */
            accent_color?: string;
            /** @description Whether people may have themselves told by mail of what the page shows. On by default */
            allows_subscribers?: boolean;
            /** @description Where readers turn to with questions: http, https or mailto */
            contact_url?: string | null;
            /** @description A host name, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Off: search engines are asked to leave it out. On by default */
            is_indexed?: boolean;
            is_published?: boolean;
            /** @description http or https */
            logo_url?: string | null;
            name: string;
            /** @description Write-only; null lets everybody look */
            password?: string | null;
            /** @description All of them: what is not sent is gone */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description Of a component of this page; a new one has none
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Where it stands among the others; without one, where it was sent */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description Of a section of this page; a new one has none
                 */
                id?: string;
                name: string;
                /** @description Where it stands among the others; without one, where it was sent */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation; made from the name when absent */
            slug?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
        };
        PreviewProjectStatusPageBody: {
            /** @example #2563eb */
            accent_color?: string;
            /** @description Whether people may have themselves told by mail of what the page shows. On by default */
            allows_subscribers?: boolean;
            /** @description Where readers turn to with questions: http, https or mailto */
            contact_url?: string | null;
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description A host name, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Off: search engines are asked to leave it out. On by default */
            is_indexed?: boolean;
            /** @description Read-only: ignored */
            is_password_protected?: unknown;
            is_published?: boolean;
            /** @description http or https */
            logo_url?: string | null;
            name?: string;
            /** @description Write-only; null lets everybody look */
            password?: string | null;
            /** @description Read-only: ignored */
            project_id?: unknown;
            /** @description All of them: what is not sent is gone */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description Of a component of this page; a new one has none
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Where it stands among the others; without one, where it was sent */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description Of a section of this page; a new one has none
                 */
                id?: string;
                name: string;
                /** @description Where it stands among the others; without one, where it was sent */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation; made from the name when absent */
            slug?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
            /** @description Read-only: ignored */
            updated_at?: unknown;
        };
        /** @description Of the others the one that was seen last */
        PreviousCertificate: {
            /** @description SHA-256, in hexadecimal with colons */
            fingerprint256: string;
            /** Format: date-time */
            first_seen_at: string;
            issuer: string;
            /**
             * Format: date-time
             * @description It may have been out of sight in between
             */
            last_seen_at: string;
            /** @description Distinguished name, its parts in the order of the certificate */
            subject: string;
            /** Format: date-time */
            valid_from: string;
            /** Format: date-time */
            valid_to: string;
        };
        Probe: {
            address: string | null;
            capabilities: {
                icmp: boolean;
                ipv6: boolean;
            };
            clock_ahead_ms: number | null;
            dropped_results: number | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `server`: the thread of a server
             * @enum {string}
             */
            kind: "server" | "remote";
            /** Format: date-time */
            last_seen_at: string;
            monitors: number | null;
            /**
             * @description Of its host
             * @example probe-7
             */
            name: string;
            overdue_ms: number | null;
            /**
             * @description Code of the region
             * @example eu-1
             */
            region: string;
            /** Format: date-time */
            registered_at: string;
            /** @description Of the monitors of its region that are its own */
            share_percent: number;
            /**
             * @description `stuck`: it is heard of, but its checks do not get on. `lost`: it is not heard of, and others took over. `stopped`: it said so itself, or its token was withdrawn
             * @enum {string}
             */
            state: "live" | "stuck" | "lost" | "stopped";
            token_id: string | null;
            version: string;
            waiting_results: number | null;
        };
        ProbeToken: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            last_used_at: string | null;
            /** @example Probe in Frankfurt */
            name: string;
            /** @example eu-1 */
            region: string;
            revoked_at: string | null;
        };
        Project: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            is_default: boolean;
            /** @description Monitors that are not deleted */
            monitor_count: number;
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** @example web-shop */
            slug: string;
            /** Format: date-time */
            updated_at: string;
        };
        PublicComponent: {
            /** @description Oldest first, up to today */
            days: components["schemas"]["PublicDay"][];
            description: string;
            /**
             * @description Tells it apart from the others of the page, and stays the same; opens nothing
             * @example 3f0a9c5be1d24c77
             */
            key: string;
            /** @example Checkout */
            name: string;
            /**
             * @description `unknown`: nobody has measured it lately
             * @enum {string}
             */
            status: "operational" | "degraded" | "outage" | "maintenance" | "unknown";
            /**
             * @description 0-100, by time; null when nothing was measured
             * @example 99.982639
             */
            uptime_percentage: number | null;
        };
        PublicDay: {
            /**
             * @description A UTC day
             * @example 2026-01-05
             */
            date: string;
            degraded_seconds: number;
            down_seconds: number;
            /** @description Titles, five at most */
            incidents: string[];
            maintenance_seconds: number;
            /**
             * @description The worst of the day; maintenance where nothing else happened
             * @enum {string}
             */
            status: "operational" | "degraded" | "outage" | "maintenance" | "no_data";
            /**
             * @description 0-100, by time; null when nothing was measured
             * @example 99.982639
             */
            uptime_percentage: number | null;
        };
        PublicIncident: {
            /** @description Names of what it is about */
            components: string[];
            /** @description Without the time between the outages of a reopened incident; null while it is open */
            downtime_seconds: number | null;
            /** @enum {string} */
            impact: "minor" | "major" | "critical";
            /**
             * @description Tells it apart from the others of the page, and stays the same; opens nothing
             * @example 3f0a9c5be1d24c77
             */
            key: string;
            /** Format: date-time */
            resolved_at: string | null;
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "investigating" | "identified" | "resolved";
            /** @example Checkout is down */
            title: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Public updates, oldest first. For a reopened incident they include its start, its resolutions and its reopenings */
            updates: components["schemas"]["PublicUpdate"][];
        };
        PublicMaintenance: {
            /** @description Names of what it is about */
            components: string[];
            description: string;
            /** Format: date-time */
            ends_at: string;
            /**
             * @description Tells it apart from the others of the page, and stays the same; opens nothing
             * @example 3f0a9c5be1d24c77
             */
            key: string;
            /** Format: date-time */
            starts_at: string;
            /** @enum {string} */
            status: "scheduled" | "in_progress";
            /** @example Database upgrade */
            title: string;
        };
        PublicSection: {
            components: components["schemas"]["PublicComponent"][];
            name: string;
        };
        PublicStatus: {
            /**
             * Format: date-time
             * @description When this was true
             */
            as_of: string;
            /** @description Under way, or within 30 days; soonest first */
            maintenance: components["schemas"]["PublicMaintenance"][];
            /** @description Newest first */
            open_incidents: components["schemas"]["PublicIncident"][];
            /**
             * @description The worst of the components; `major_outage` when more than half of those that are known are out
             * @enum {string}
             */
            overall_status: "operational" | "degraded" | "partial_outage" | "major_outage" | "maintenance";
            page: {
                /** @example #2563eb */
                accent_color: string;
                contact_url?: string;
                custom_domain?: string;
                description: string;
                logo_url?: string;
                /** @example Web shop */
                name: string;
                /** @enum {integer} */
                show_uptime_days: 30 | 60 | 90;
                /** @example web-shop */
                slug: string;
                /** @enum {string} */
                theme: "auto" | "light" | "dark";
            };
            /** @description Resolved within 15 days, newest first; 100 at most */
            past_incidents: components["schemas"]["PublicIncident"][];
            sections: components["schemas"]["PublicSection"][];
        };
        PublicUpdate: {
            /** Format: date-time */
            created_at: string;
            /**
             * @description Tells it apart from the others of the page, and stays the same; opens nothing
             * @example 3f0a9c5be1d24c77
             */
            key: string;
            message: string;
            /** @enum {string} */
            status: "investigating" | "identified" | "resolved";
        };
        RecordEntry: {
            /**
             * Expected values
             * @description As in a zone file; without any, a record of the type is enough
             */
            expected_values?: string[];
            /**
             * Match
             * @description Whether any of the values, all of them, or exactly these must be among the records; any if absent
             * @enum {string}
             */
            match_mode?: "any" | "all" | "exact";
            /**
             * Record type
             * @enum {string}
             */
            record_type: "A" | "AAAA" | "CNAME" | "MX" | "NS" | "TXT" | "SOA" | "SRV" | "CAA" | "PTR";
        };
        RefreshBody: {
            /** @description Required unless it comes as a cookie */
            refresh_token?: string;
        };
        Region: {
            active_probes: number;
            capabilities: {
                icmp: boolean;
                ipv6: boolean;
            };
            code: string;
            /** @description At least one probe is at work */
            is_active: boolean;
            /** @description Takes its part in monitors that pin no region */
            is_default: boolean;
            name: string;
        };
        RegisterBody: {
            /** Format: email */
            email: string;
            name: string;
            organization_name?: string;
            /** @example correct horse battery */
            password: string;
        };
        ReplayedIncident: {
            affected_regions: string[];
            /** @description `duration_seconds` without the time between its outages */
            downtime_seconds: number;
            /** @description Up to the end of the period while it is open */
            duration_seconds: number;
            /** @description Failing checks while it was open */
            failure_count: number;
            /**
             * @description Whether it was down or slow
             * @enum {string}
             */
            family: "availability" | "slowness";
            /** @description What was wrong at first */
            reason: string;
            /** @description How often it came back within three minutes */
            reopened_count: number;
            /**
             * Format: date-time
             * @description Null when it would still be open at the end of the period
             */
            resolved_at: string | null;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            type: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
        };
        /** @description What really happened in the same period; incidents that were deleted since are left out */
        ReplayedReality: {
            /** @description Of availability and slowness, that began in the period */
            incident_count: number;
            seconds: components["schemas"]["SecondsByStatus"];
            /** @description Of the runtime status, in the period */
            status_changes: number;
            /** @description Up to six decimals; null when nothing was measured */
            uptime_percentage: number | null;
        };
        ReplayMonitorBody: {
            /** @description Failing checks in a row before a region counts as down */
            failure_threshold?: number;
            /** @description Whether incidents stay open while the monitor flaps, as they do; default: true */
            flapping?: boolean;
            /**
             * Format: date-time
             * @description Default: 30 days before `to`
             */
            from?: string;
            /** @description Passing checks in a row before a down region is up */
            recovery_threshold?: number;
            /** @description Codes of the regions that count; default: all */
            regions?: string[];
            /** @description Above it a passing check is slow; null: none is; default: as judged at the time */
            slow_response_threshold_ms?: number | null;
            /**
             * Format: date-time
             * @description Exclusive; default: now
             */
            to?: string;
        };
        /** @description What the results were judged by */
        ReplayThresholds: {
            failure_threshold: number;
            /** @description Whether incidents stayed open while the monitor flapped */
            flapping: boolean;
            recovery_threshold: number;
            /** @description Absent: all of them */
            regions?: string[];
            /** @description Absent: results count as slow that were judged so at the time */
            slow_response_threshold_ms?: number | null;
        };
        ReportedGroup: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        RequestPasswordResetBody: {
            /** Format: email */
            email: string;
        };
        ResetPasswordBody: {
            /** @example correct horse battery */
            password: string;
            /** @description From the link */
            token: string;
        };
        ResponseTimes: {
            avg_ms: number;
            /** @description Passing checks */
            count: number;
            max_ms: number;
            min_ms: number;
            p50_ms: number;
            p95_ms: number;
            p99_ms: number;
            /** Format: date-time */
            timestamp: string;
        };
        /** @description Of the whole period; null when no check passed */
        ResponseTimesOfPeriod: {
            avg_ms: number;
            /** @description Passing checks */
            count: number;
            max_ms: number;
            min_ms: number;
            p50_ms: number;
            p95_ms: number;
            p99_ms: number;
        };
        SecondFactor: {
            is_enabled: boolean;
            /** @description Recovery codes that were not used yet */
            recovery_codes_left: number;
        };
        /** @description Adds up to `period_seconds` exactly */
        SecondsByStatus: {
            /** @description Counts as available */
            degraded: number;
            down: number;
            /** @description In maintenance, whatever the status was: not measured either */
            maintenance: number;
            /** @description Not measured */
            paused: number;
            /** @description Not measured: nobody could say */
            unknown: number;
            up: number;
        };
        SentInvitation: {
            /** @description Whether the address has an account, which then has to be proved */
            account_exists: boolean;
            /** @example bob@example.com */
            email: string;
            /** Format: date-time */
            expires_at: string;
            /** @example Alice */
            invited_by_name: string;
            /** @example Example Ltd */
            organization_name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
        };
        Session: {
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ends, unless it is used
             */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** @description Whether it is the one that asks */
            is_current: boolean;
            /**
             * Format: date-time
             * @description When its tokens were renewed last
             */
            last_used_at: string;
            /** Format: uuid */
            organization_id: string;
            /** @example Example Ltd */
            organization_name: string;
        };
        SetIncidentStatusBody: {
            note?: string;
            /** @enum {string} */
            status: "open" | "resolved";
        };
        SetOrganizationPlanBody: {
            /** @enum {string} */
            plan: "free" | "pro" | "scale";
        };
        SignedIn: {
            /** @description For `Authorization: Bearer` */
            access_token: string;
            /**
             * @description Seconds that the access token lives
             * @example 900
             */
            expires_in: number;
            organization: components["schemas"]["Organization"];
            project: components["schemas"]["Project"];
            /** @description Works once, for `POST /api/auth/refresh`; left out where it is kept in a cookie */
            refresh_token?: string;
            /** @enum {string} */
            token_type: "Bearer";
            user: components["schemas"]["User"];
        };
        SparklineDay: {
            failureCount: number;
            /** @enum {string} */
            status: "success" | "failure" | "no-data";
            successCount: number;
            /** Format: date-time */
            timestamp: string;
        };
        StatusChange: {
            /** @description Absent when the service did it by itself */
            actor_name?: string;
            duration_seconds?: number;
            /**
             * Format: date-time
             * @description Absent while it lasts
             */
            ended_at?: string;
            /** @description Absent on the first entry */
            from_status?: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "runtime" | "config";
            reason: string;
            /** Format: date-time */
            started_at: string;
            to_status: string;
        };
        StatusPage: {
            /** @example #2563eb */
            accent_color: string;
            /** @description Whether people may have themselves told by mail */
            allows_subscribers: boolean;
            contact_url?: string;
            /** Format: date-time */
            created_at: string;
            /** @example status.example.com */
            custom_domain?: string;
            description: string;
            /** Format: uuid */
            id: string;
            /** @description Whether search engines may list it */
            is_indexed: boolean;
            is_password_protected: boolean;
            is_published: boolean;
            logo_url?: string;
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            project_id: string;
            /** @description In order */
            sections: components["schemas"]["StatusPageSection"][];
            /** @enum {integer} */
            show_uptime_days: 30 | 60 | 90;
            /** @example web-shop */
            slug: string;
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
            /** Format: date-time */
            updated_at: string;
        };
        StatusPageComponent: {
            description: string;
            /** @description Shown in place of the monitor's own name */
            display_name?: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            monitor_id: string;
            /** @description Within its section, from 0 */
            position: number;
        };
        StatusPageSection: {
            /** @description In order; those of deleted monitors are left out */
            components: components["schemas"]["StatusPageComponent"][];
            /** Format: uuid */
            id: string;
            /** @example Web shop */
            name: string;
            /** @description From 0 */
            position: number;
        };
        Subscriber: {
            /** Format: date-time */
            confirmed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @example reader@example.com */
            email: string;
            /** Format: uuid */
            id: string;
            /**
             * @description `pending`: the link in the first mail was not used yet
             * @enum {string}
             */
            status: "pending" | "confirmed";
        };
        SwitchOrganizationBody: {
            /** Format: uuid */
            organization_id: string;
        };
        Tag: {
            monitor_count: number;
            name: string;
        };
        TestMonitorSettingsBody: {
            /**
             * Request body
             * @description Sent with the request; its type is what the header Content-Type says
             * @example null
             */
            body?: string | null;
            /**
             * Depends on
             * @description Monitors of the same project that this one cannot do without, such as the router in front of it; the list is replaced as a whole. While one of them, or what it depends on in turn, is down, nobody is alerted of this one: its checks, results and incidents go on, its reminders wait, and who has heard of an incident hears of its end. When that one is up again and this one is still down a moment later, its alert is sent. Circles are refused, and chains of more than five
             */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port; the name servers of the probe if absent
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: {
                    /**
                     * Expected values
                     * @description As in a zone file; without any, a record of the type is enough
                     */
                    expected_values?: string[];
                    /**
                     * Match
                     * @description Whether any of the values, all of them, or exactly these must be among the records; any if absent
                     * @enum {string}
                     */
                    match_mode?: "any" | "all" | "exact";
                    /**
                     * Record type
                     * @enum {string}
                     */
                    record_type: "A" | "AAAA" | "CNAME" | "MX" | "NS" | "TXT" | "SOA" | "SRV" | "CAA" | "PTR";
                }[];
                /**
                 * Resolution timeout
                 * @description For all records together; the timeout of the monitor holds when it is shorter; 5000 if absent
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain watch */
            domain_monitoring?: {
                /**
                 * Watch the registration
                 * @description The target must be under a publicly registered domain; true if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
            };
            /**
             * Expected status
             * @description Any 2xx if null or absent, and 3xx as well where redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            /**
             * Failures until down
             * @description Failing checks in a row before a region counts as down
             * @default 2
             */
            failure_threshold?: number;
            /**
             * Follow redirects
             * @description At most 10 in a row; true if absent
             */
            follow_redirects?: boolean;
            /**
             * Group
             * Format: uuid
             * @description Null for no group
             * @default null
             */
            group_id?: string | null;
            /**
             * Request headers
             * @description Sent with the request. Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are masked in answers
             * @example {
             *       "Accept": "application/json"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            heartbeat_config?: {
                /**
                 * Expected every
                 * @description Seconds between pings. Without meaning where there is a `schedule`; 3600 if absent
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late; 300 if absent
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the times at which pings are expected, instead of the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA zone that the schedule is read in; UTC if absent
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            http_config?: {
                /**
                 * Request body
                 * @description Sent with the request; its type is what the header Content-Type says
                 * @example null
                 */
                body?: string | null;
                /**
                 * Expected status
                 * @description Any 2xx if null or absent, and 3xx as well where redirects are not followed
                 * @example [
                 *       200,
                 *       204
                 *     ]
                 */
                expected_status?: number[] | null;
                /**
                 * Follow redirects
                 * @description At most 10 in a row; true if absent
                 */
                follow_redirects?: boolean;
                /**
                 * Request headers
                 * @description Sent with the request. Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are masked in answers
                 * @example {
                 *       "Accept": "application/json"
                 *     }
                 */
                headers?: {
                    [key: string]: string;
                };
                /**
                 * IP version
                 * @description What the name is resolved to; auto if absent
                 * @enum {string}
                 */
                ip_version?: "auto" | "4" | "6";
                /**
                 * Method
                 * @description GET if absent
                 * @enum {string}
                 */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /**
                 * Slow from
                 * @description An answer that takes longer is `degraded`; null is no limit
                 * @example 2000
                 */
                slow_response_threshold_ms?: number | null;
                /**
                 * Verify the certificate
                 * @description Whether a bad certificate is a failure; true if absent
                 */
                verify_ssl?: boolean;
            };
            icmp_config?: {
                /**
                 * Tolerated loss
                 * @description Percent of the packets that may stay without an answer; 50 if absent
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packets
                 * @description Sent per check; 3 if absent
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes behind the ICMP header; 56 if absent
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description For each answer; the timeout of the monitor bounds all packets together; 2000 if absent
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Routers on the way that a packet may pass; 64 if absent
                 */
                ttl?: number;
            };
            /**
             * Interval
             * @description Seconds between checks. Of a heartbeat the expected interval, as far as it reaches
             * @default 300
             */
            interval_seconds?: number;
            /**
             * IP version
             * @description What the name is resolved to; auto if absent
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                /**
                 * Case-sensitive
                 * @description Whether capital letters are told from small ones; false if absent
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Looked for in the first 2 MiB of the decoded text
                 */
                keywords?: {
                    /**
                     * Must be there
                     * @description Otherwise it must not be in the text
                     */
                    should_contain: boolean;
                    /**
                     * Keyword
                     * @example Welcome
                     */
                    text: string;
                }[];
                /**
                 * How many must hold
                 * @description Whether every keyword must be as wanted, or one of them is enough; all if absent
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /**
             * Method
             * @description GET if absent
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /**
             * Regions
             * @description Codes of GET /api/regions; empty means automatic
             */
            monitoring_regions?: string[];
            /**
             * Name
             * @example Web shop
             */
            name?: string;
            /**
             * Who is told
             * @description Notification targets. If absent at creation, the default ones of the project; an empty list is nobody
             */
            notification_target_ids?: string[];
            /**
             * Port
             * @example 443
             */
            port?: number;
            /**
             * Passes until up
             * @description Passing checks in a row before a region that is down counts as up
             * @default 2
             */
            recovery_threshold?: number;
            /**
             * Remind every
             * @description Minutes between reminders of an open incident; 0 is none
             * @default 0
             */
            reminder_interval_minutes?: number;
            /**
             * Slow from
             * @description An answer that takes longer is `degraded`; null is no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** Certificate watch */
            ssl_monitoring?: {
                /**
                 * Warn before it ends
                 * @description Whether its end is watched; true if absent at first
                 */
                check_expiry?: boolean;
                /**
                 * Tell when it is no good
                 * @description Whether it must be in date, valid for the host, strong enough, and its issuer be known. A TCP monitor is down when it is not; HTTP and KEYWORD have `verify_ssl` for that. True if absent at first
                 */
                check_validity?: boolean;
                /**
                 * Watch the certificate
                 * @description Of https URLs, and of TCP monitors, which speak TLS while it is on, unless their protocol is ssh or http; of others it has nothing to watch. True if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Accept a self-signed one
                 * @description Whether one is taken that signs itself, or that leads to a root of its own which the server sends along; checks pass then. Host and dates must be right all the same. False if absent at first
                 */
                ignore_self_signed?: boolean;
            };
            /**
             * Status
             * @description Whether it is checked
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /**
             * Tags
             * @description They are not returned with the monitor; `GET /api/tags` counts them
             */
            tags?: string[];
            /**
             * Target
             * @description A URL or a host, as the type has it; a heartbeat gets a token instead, and the field must be absent
             */
            target?: string;
            tcp_config?: {
                /**
                 * Port
                 * @example 443
                 */
                port?: number;
                /**
                 * Protocol
                 * @description What is spoken at the port; generic if absent
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol check */
                protocol_validation?: {
                    /**
                     * Check the protocol
                     * @description Off: the port accepts a connection. On: it speaks the protocol too
                     */
                    enabled?: boolean;
                    /**
                     * Expect
                     * @description Part of the answer; any will do without it. Of generic; others pass it over
                     */
                    expect?: string;
                    /**
                     * Send
                     * @description Said first. Of generic; others pass it over
                     */
                    send?: string;
                };
            };
            /**
             * Timeout
             * @description Milliseconds that a check may take; below the interval
             * @default 10000
             */
            timeout_ms?: number;
            /**
             * Type
             * @description What is checked, and how; fixed from then on
             * @enum {string}
             */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /**
             * Verify the certificate
             * @description Whether a bad certificate is a failure; true if absent
             */
            verify_ssl?: boolean;
        };
        TokenPair: {
            /** @description For `Authorization: Bearer` */
            access_token: string;
            /**
             * @description Seconds that the access token lives
             * @example 900
             */
            expires_in: number;
            /** @description Works once, for `POST /api/auth/refresh`; left out where it is kept in a cookie */
            refresh_token?: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        UpdateApiKeyBody: {
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            expires_at?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            is_active?: boolean;
            /** @description Read-only: ignored */
            key_preview?: unknown;
            /** @description Read-only: ignored */
            last_used_at?: unknown;
            name?: string;
            /** @description Read-only: ignored */
            scope?: unknown;
        };
        UpdateGroupBody: {
            /** @description Read-only: ignored */
            check_count?: unknown;
            /** @description Read-only: ignored */
            child_groups?: unknown;
            /** @description Read-only: ignored */
            children?: unknown;
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            created_by?: unknown;
            description?: string;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Read-only: ignored */
            monitors?: unknown;
            name?: string;
            /** @description Read-only: ignored */
            organization_id?: unknown;
            /** Format: uuid */
            parent_group_id?: string;
            /** @description Read-only: ignored */
            path?: unknown;
            /** @description Read-only: ignored */
            project_id?: unknown;
            /** @description Read-only: ignored */
            updated_at?: unknown;
        };
        UpdateIncidentBody: {
            /** @description Read-only: ignored */
            acknowledged_at?: unknown;
            /** @description Read-only: ignored */
            acknowledged_by_name?: unknown;
            affected_monitor_ids?: string[];
            /** @description Read-only: ignored */
            affected_regions?: unknown;
            /** @description Read-only: ignored */
            alerts_held_by?: unknown;
            /** @description Read-only: ignored */
            check_id?: unknown;
            /** @description Read-only: ignored */
            check_type?: unknown;
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            created_by?: unknown;
            /** @description Read-only: ignored */
            downtime_seconds?: unknown;
            /** @description Read-only: ignored */
            duration_seconds?: unknown;
            /** @description Read-only: ignored */
            error_message?: unknown;
            /** @description Read-only: ignored */
            failure_count?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Read-only: ignored */
            monitor_name?: unknown;
            /** @description Read-only: ignored */
            notification_channels?: unknown;
            /** @description Read-only: ignored */
            notification_sent?: unknown;
            /** @description Read-only: ignored */
            organization_id?: unknown;
            /** @description Read-only: ignored */
            project_id?: unknown;
            /** @description Read-only: ignored */
            reopened_at?: unknown;
            /** @description Read-only: ignored */
            reopened_count?: unknown;
            /** @description Read-only: ignored */
            resolution_note?: unknown;
            /** @description Read-only: ignored */
            resolved_at?: unknown;
            /** @description Read-only: ignored */
            resolved_by?: unknown;
            /** @description Read-only: ignored */
            resolved_by_name?: unknown;
            /** @enum {string} */
            severity?: "critical" | "major" | "minor" | "warning";
            /** @description Read-only: ignored */
            source?: unknown;
            /** @description Read-only: ignored */
            started_at?: unknown;
            /** @description Read-only: ignored */
            status?: unknown;
            /** @description What visitors of status pages are told */
            status_page_update?: string | null;
            /** @example Checkout is slow */
            title?: string;
            /** @description Read-only: ignored */
            type?: unknown;
            /** @description Read-only: ignored */
            updated_at?: unknown;
        };
        UpdateIncidentCommentBody: {
            comment_text: string;
            /** @description New comments are not unless they say so */
            is_internal?: boolean;
        };
        UpdateMaintenanceWindowBody: {
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            current?: unknown;
            description?: string;
            /** Format: date-time */
            ends_at?: string;
            /** @description Groups of the project */
            group_ids?: string[];
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Monitors of the project */
            monitor_ids?: string[];
            name?: string;
            /** @description Read-only: ignored */
            next_starts_at?: unknown;
            /** @description Read-only: ignored */
            project_id?: unknown;
            recurrence?: {
                /**
                 * @description Five fields: minute, hour, day of month, month, day of week
                 * @example 0 2 * * 0
                 */
                cron?: string;
                /** @description How long each further occurrence lasts, whatever the wall clock does meanwhile */
                duration_minutes?: number;
                /**
                 * @description IANA name; `UTC` when absent
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * Format: date-time
                 * @description No occurrence begins after this
                 */
                until?: string | null;
            } | null;
            /**
             * Format: date-time
             * @description Of the first occurrence, or the only one
             */
            starts_at?: string;
            /**
             * @description `cancelled` calls the window off for good; anything else is read-only and ignored
             * @enum {string}
             */
            status?: "scheduled" | "active" | "finished" | "cancelled";
            /** @description Read-only: ignored */
            updated_at?: unknown;
        };
        UpdateMeBody: {
            /** @description Read-only: ignored */
            email?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Read-only: ignored */
            is_instance_admin?: unknown;
            name?: string;
            /** @description Read-only: ignored */
            organization_id?: unknown;
            /** @description Read-only: ignored */
            permissions?: unknown;
            /** @description Read-only: ignored */
            role?: unknown;
            /** @description Read-only: ignored */
            totp_enabled?: unknown;
        };
        UpdateMonitorBody: {
            /**
             * Request body
             * @description Sent with the request; its type is what the header Content-Type says
             * @example null
             */
            body?: string | null;
            /** @description Read-only: ignored */
            configState?: unknown;
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            created_by?: unknown;
            /**
             * Depends on
             * @description Monitors of the same project that this one cannot do without, such as the router in front of it; the list is replaced as a whole. While one of them, or what it depends on in turn, is down, nobody is alerted of this one: its checks, results and incidents go on, its reminders wait, and who has heard of an incident hears of its end. When that one is up again and this one is still down a moment later, its alert is sent. Circles are refused, and chains of more than five
             */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port; the name servers of the probe if absent
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: {
                    /**
                     * Expected values
                     * @description As in a zone file; without any, a record of the type is enough
                     */
                    expected_values?: string[];
                    /**
                     * Match
                     * @description Whether any of the values, all of them, or exactly these must be among the records; any if absent
                     * @enum {string}
                     */
                    match_mode?: "any" | "all" | "exact";
                    /**
                     * Record type
                     * @enum {string}
                     */
                    record_type: "A" | "AAAA" | "CNAME" | "MX" | "NS" | "TXT" | "SOA" | "SRV" | "CAA" | "PTR";
                }[];
                /**
                 * Resolution timeout
                 * @description For all records together; the timeout of the monitor holds when it is shorter; 5000 if absent
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain watch */
            domain_monitoring?: {
                /**
                 * Watch the registration
                 * @description The target must be under a publicly registered domain; true if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
            };
            /**
             * Expected status
             * @description Any 2xx if null or absent, and 3xx as well where redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            /**
             * Failures until down
             * @description Failing checks in a row before a region counts as down
             */
            failure_threshold?: number;
            /**
             * Follow redirects
             * @description At most 10 in a row; true if absent
             */
            follow_redirects?: boolean;
            /** @description Read-only: ignored */
            grace_period?: unknown;
            /**
             * Group
             * Format: uuid
             * @description Null for no group
             */
            group_id?: string | null;
            /**
             * Request headers
             * @description Sent with the request. Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are masked in answers
             * @example {
             *       "Accept": "application/json"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            heartbeat_config?: {
                /**
                 * Expected every
                 * @description Seconds between pings. Without meaning where there is a `schedule`; 3600 if absent
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late; 300 if absent
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the times at which pings are expected, instead of the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA zone that the schedule is read in; UTC if absent
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            /** @description Read-only: ignored */
            heartbeat_due_at?: unknown;
            /** @description Read-only: ignored */
            heartbeat_interval?: unknown;
            /** @description Read-only: ignored */
            heartbeat_token?: unknown;
            /** @description Read-only: ignored */
            heartbeat_url?: unknown;
            http_config?: {
                /**
                 * Request body
                 * @description Sent with the request; its type is what the header Content-Type says
                 * @example null
                 */
                body?: string | null;
                /**
                 * Expected status
                 * @description Any 2xx if null or absent, and 3xx as well where redirects are not followed
                 * @example [
                 *       200,
                 *       204
                 *     ]
                 */
                expected_status?: number[] | null;
                /**
                 * Follow redirects
                 * @description At most 10 in a row; true if absent
                 */
                follow_redirects?: boolean;
                /**
                 * Request headers
                 * @description Sent with the request. Values of Authorization, Cookie, Proxy-Authorization and X-Api-Key are masked in answers
                 * @example {
                 *       "Accept": "application/json"
                 *     }
                 */
                headers?: {
                    [key: string]: string;
                };
                /**
                 * IP version
                 * @description What the name is resolved to; auto if absent
                 * @enum {string}
                 */
                ip_version?: "auto" | "4" | "6";
                /**
                 * Method
                 * @description GET if absent
                 * @enum {string}
                 */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /**
                 * Slow from
                 * @description An answer that takes longer is `degraded`; null is no limit
                 * @example 2000
                 */
                slow_response_threshold_ms?: number | null;
                /**
                 * Verify the certificate
                 * @description Whether a bad certificate is a failure; true if absent
                 */
                verify_ssl?: boolean;
            };
            icmp_config?: {
                /**
                 * Tolerated loss
                 * @description Percent of the packets that may stay without an answer; 50 if absent
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packets
                 * @description Sent per check; 3 if absent
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes behind the ICMP header; 56 if absent
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description For each answer; the timeout of the monitor bounds all packets together; 2000 if absent
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Routers on the way that a packet may pass; 64 if absent
                 */
                ttl?: number;
            };
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Read-only: ignored */
            in_maintenance?: unknown;
            /**
             * Interval
             * @description Seconds between checks. Of a heartbeat the expected interval, as far as it reaches
             */
            interval_seconds?: number;
            /**
             * IP version
             * @description What the name is resolved to; auto if absent
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            /** @description Read-only: ignored */
            is_flapping?: unknown;
            keyword_config?: {
                /**
                 * Case-sensitive
                 * @description Whether capital letters are told from small ones; false if absent
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Looked for in the first 2 MiB of the decoded text
                 */
                keywords?: {
                    /**
                     * Must be there
                     * @description Otherwise it must not be in the text
                     */
                    should_contain: boolean;
                    /**
                     * Keyword
                     * @example Welcome
                     */
                    text: string;
                }[];
                /**
                 * How many must hold
                 * @description Whether every keyword must be as wanted, or one of them is enough; all if absent
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /** @description Read-only: ignored */
            last_heartbeat_at?: unknown;
            /** @description Read-only: ignored */
            last_run_duration_ms?: unknown;
            /**
             * Method
             * @description GET if absent
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /**
             * Regions
             * @description Codes of GET /api/regions; empty means automatic
             */
            monitoring_regions?: string[];
            /**
             * Name
             * @example Web shop
             */
            name?: string;
            /**
             * Who is told
             * @description Notification targets. If absent at creation, the default ones of the project; an empty list is nobody
             */
            notification_target_ids?: string[];
            /** @description Read-only: ignored */
            organization_id?: unknown;
            /**
             * Port
             * @example 443
             */
            port?: number;
            /** @description Read-only: ignored */
            project_id?: unknown;
            /**
             * Passes until up
             * @description Passing checks in a row before a region that is down counts as up
             */
            recovery_threshold?: number;
            /**
             * Remind every
             * @description Minutes between reminders of an open incident; 0 is none
             */
            reminder_interval_minutes?: number;
            /** @description Read-only: ignored */
            runtimeStatus?: unknown;
            /**
             * Slow from
             * @description An answer that takes longer is `degraded`; null is no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** Certificate watch */
            ssl_monitoring?: {
                /**
                 * Warn before it ends
                 * @description Whether its end is watched; true if absent at first
                 */
                check_expiry?: boolean;
                /**
                 * Tell when it is no good
                 * @description Whether it must be in date, valid for the host, strong enough, and its issuer be known. A TCP monitor is down when it is not; HTTP and KEYWORD have `verify_ssl` for that. True if absent at first
                 */
                check_validity?: boolean;
                /**
                 * Watch the certificate
                 * @description Of https URLs, and of TCP monitors, which speak TLS while it is on, unless their protocol is ssh or http; of others it has nothing to watch. True if absent at first
                 */
                enabled?: boolean;
                /**
                 * Days of warning
                 * @description How many days ahead; 30, 14, 7 and 1 if absent at first
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Accept a self-signed one
                 * @description Whether one is taken that signs itself, or that leads to a root of its own which the server sends along; checks pass then. Host and dates must be right all the same. False if absent at first
                 */
                ignore_self_signed?: boolean;
            };
            /** @enum {string} */
            status?: "active" | "paused" | "disabled";
            /**
             * Tags
             * @description They are not returned with the monitor; `GET /api/tags` counts them
             */
            tags?: string[];
            /**
             * Target
             * @description A URL or a host, as the type has it; a heartbeat gets a token instead, and the field must be absent
             */
            target?: string;
            tcp_config?: {
                /**
                 * Port
                 * @example 443
                 */
                port?: number;
                /**
                 * Protocol
                 * @description What is spoken at the port; generic if absent
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol check */
                protocol_validation?: {
                    /**
                     * Check the protocol
                     * @description Off: the port accepts a connection. On: it speaks the protocol too
                     */
                    enabled?: boolean;
                    /**
                     * Expect
                     * @description Part of the answer; any will do without it. Of generic; others pass it over
                     */
                    expect?: string;
                    /**
                     * Send
                     * @description Said first. Of generic; others pass it over
                     */
                    send?: string;
                };
            };
            /**
             * Timeout
             * @description Milliseconds that a check may take; below the interval
             */
            timeout_ms?: number;
            /** @enum {string} */
            type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** @description Read-only: ignored */
            updated_at?: unknown;
            /**
             * Verify the certificate
             * @description Whether a bad certificate is a failure; true if absent
             */
            verify_ssl?: boolean;
        };
        UpdateNotificationTargetBody: {
            /** @enum {string} */
            channel?: "email" | "webhook" | "slack";
            /**
             * @description For `email`: `address`. For `slack`: `webhook_url`, which is a secret. For `webhook`: `url`, and `secret`, which is made up when absent. A secret is masked in answers, and a masked one that is sent back stays as it is
             * @example {
             *       "url": "https://example.com/hook"
             *     }
             * @example {
             *       "address": "oncall@example.com"
             *     }
             */
            config?: {
                [key: string]: unknown;
            };
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            disabled_reason?: unknown;
            /**
             * Format: uuid
             * @description Another target of the project, which is told what this one could not be told in the end: all tries failed, or it is off or deleted. Of each event a target hears once. Null: nobody
             */
            fallback_target_id?: string | null;
            /** @description Read-only: ignored */
            id?: unknown;
            is_default?: boolean;
            /** @description Read-only: ignored */
            is_deliverable?: unknown;
            is_enabled?: boolean;
            /** @description Read-only: ignored */
            last_delivered_at?: unknown;
            /** @description Read-only: ignored */
            last_error?: unknown;
            /** @description Read-only: ignored */
            last_failed_at?: unknown;
            /** @description Read-only: ignored */
            monitor_count?: unknown;
            name?: string;
            /** @description Read-only: ignored */
            project_id?: unknown;
            /** @description Read-only: ignored */
            updated_at?: unknown;
        };
        UpdateOrganizationBody: {
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Read-only: ignored */
            limits?: unknown;
            name?: string;
            /** @description Read-only: ignored */
            plan?: unknown;
            /** @description Read-only: ignored */
            slug?: unknown;
            /** @description Read-only: ignored */
            updated_at?: unknown;
            /** @description Read-only: ignored */
            usage?: unknown;
        };
        UpdateOrganizationMemberBody: {
            /** @description Read-only: ignored */
            email?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Read-only: ignored */
            joined_at?: unknown;
            /** @description Read-only: ignored */
            last_active_at?: unknown;
            /** @description Read-only: ignored */
            name?: unknown;
            /** @description Read-only: ignored */
            permissions?: unknown;
            /** @enum {string} */
            role?: "owner" | "admin" | "editor" | "responder" | "viewer";
            /** @description Read-only: ignored */
            user_id?: unknown;
        };
        UpdateProjectBody: {
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Read-only: ignored */
            is_default?: unknown;
            /** @description Read-only: ignored */
            monitor_count?: unknown;
            name?: string;
            /** @description Read-only: ignored */
            organization_id?: unknown;
            /** @description Read-only: ignored */
            slug?: unknown;
            /** @description Read-only: ignored */
            updated_at?: unknown;
        };
        UpdateProjectStatusPageBody: {
            /** @example #2563eb */
            accent_color?: string;
            /** @description Whether people may have themselves told by mail of what the page shows. On by default */
            allows_subscribers?: boolean;
            /** @description Where readers turn to with questions: http, https or mailto */
            contact_url?: string | null;
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description A host name, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Off: search engines are asked to leave it out. On by default */
            is_indexed?: boolean;
            /** @description Read-only: ignored */
            is_password_protected?: unknown;
            is_published?: boolean;
            /** @description http or https */
            logo_url?: string | null;
            name?: string;
            /** @description Write-only; null lets everybody look */
            password?: string | null;
            /** @description Read-only: ignored */
            project_id?: unknown;
            /** @description All of them: what is not sent is gone */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description Of a component of this page; a new one has none
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Where it stands among the others; without one, where it was sent */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description Of a section of this page; a new one has none
                 */
                id?: string;
                name: string;
                /** @description Where it stands among the others; without one, where it was sent */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation; made from the name when absent */
            slug?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
            /** @description Read-only: ignored */
            updated_at?: unknown;
        };
        UptimeReportMonitor: {
            /** @description Mean response time, of passing checks in whole UTC hours; null when there was none */
            average_response_ms: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null while the monitor is there
             */
            deleted_at: string | null;
            group: components["schemas"]["ReportedGroup"] | null;
            /** Format: uuid */
            id: string;
            /** @description Of any kind, that began in the period */
            incidents: number;
            /** @description 0 when there was none */
            longest_outage_seconds: number;
            name: string;
            /** @description Stretches of being down outside of maintenance */
            outages: number;
            /** @description 95 % were at least as fast, within 1 %, of passing checks in whole UTC hours; null when there was none */
            p95_response_ms: number | null;
            /** @description As long as the monitor was there in the period */
            period_seconds: number;
            seconds: components["schemas"]["SecondsByStatus"];
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** @description 100 x (up + degraded) / (up + degraded + down), up to six decimals; null when nothing was measured */
            uptime_percentage: number | null;
        };
        /** @description All monitors of the report together, not those of the page alone */
        UptimeReportTotal: {
            /** @description Of any kind, that began in the period */
            incidents: number;
            /** @description 0 when there was none */
            longest_outage_seconds: number;
            monitor_count: number;
            /** @description Stretches of being down outside of maintenance */
            outages: number;
            /** @description As long as the monitor was there in the period */
            period_seconds: number;
            seconds: components["schemas"]["SecondsByStatus"];
            /** @description 100 x (up + degraded) / (up + degraded + down), up to six decimals; null when nothing was measured */
            uptime_percentage: number | null;
        };
        UptimeSpan: {
            duration_seconds: number;
            /** Format: date-time */
            from: string;
            /** @description Whether it is outside of the uptime for that */
            in_maintenance: boolean;
            /** @enum {string} */
            status: "up" | "down" | "degraded" | "paused" | "unknown";
            /**
             * Format: date-time
             * @description Exclusive: the next span begins here
             */
            to: string;
        };
        User: {
            /** @example alice@example.com */
            email: string;
            /** Format: uuid */
            id: string;
            is_instance_admin: boolean;
            /** @example Alice */
            name: string;
            /** Format: uuid */
            organization_id: string;
            permissions: ("can_view" | "can_edit_monitors" | "can_manage_incidents" | "can_manage_organization" | "can_manage_owners")[];
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "responder" | "viewer";
        };
    };
    responses: {
        /** @description `API_KEY_ORGANIZATION_MISMATCH` */
        API_KEY_ORGANIZATION_MISMATCH: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "API_KEY_ORGANIZATION_MISMATCH",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "API_KEY_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `AUTHENTICATION_REQUIRED` */
        AUTHENTICATION_REQUIRED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "AUTHENTICATION_REQUIRED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "AUTHENTICATION_REQUIRED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `AUTHENTICATION_REQUIRED`, `MISSING_AUTH`, `INVALID_API_KEY`, `INVALID_TOKEN` */
        "AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "AUTHENTICATION_REQUIRED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "AUTHENTICATION_REQUIRED" | "MISSING_AUTH" | "INVALID_API_KEY" | "INVALID_TOKEN";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `AUTHENTICATION_REQUIRED`, `MISSING_AUTH`, `INVALID_API_KEY`, `INVALID_TOKEN`, `INVALID_CREDENTIALS` */
        "AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN.INVALID_CREDENTIALS": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "AUTHENTICATION_REQUIRED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "AUTHENTICATION_REQUIRED" | "MISSING_AUTH" | "INVALID_API_KEY" | "INVALID_TOKEN" | "INVALID_CREDENTIALS";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `CHECK_FETCH_FAILED` */
        CHECK_FETCH_FAILED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "CHECK_FETCH_FAILED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "CHECK_FETCH_FAILED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `CONFLICT` */
        CONFLICT: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "CONFLICT",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "CONFLICT";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `CONFLICT`, `IDEMPOTENCY_CONFLICT` */
        "CONFLICT.IDEMPOTENCY_CONFLICT": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "CONFLICT",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "CONFLICT" | "IDEMPOTENCY_CONFLICT";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `GROUP_NOT_EMPTY` */
        GROUP_NOT_EMPTY: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "GROUP_NOT_EMPTY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "GROUP_NOT_EMPTY";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `IDEMPOTENCY_CONFLICT` */
        IDEMPOTENCY_CONFLICT: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "IDEMPOTENCY_CONFLICT",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_CONFLICT";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `INSUFFICIENT_PERMISSIONS` */
        INSUFFICIENT_PERMISSIONS: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_PERMISSIONS",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_PERMISSIONS";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `INSUFFICIENT_PERMISSIONS`, `API_KEY_ORGANIZATION_MISMATCH` */
        "INSUFFICIENT_PERMISSIONS.API_KEY_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_PERMISSIONS",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_PERMISSIONS" | "API_KEY_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `INTERNAL_ERROR` */
        INTERNAL_ERROR: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INTERNAL_ERROR",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `INVALID_CREDENTIALS` */
        INVALID_CREDENTIALS: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_CREDENTIALS",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "INVALID_CREDENTIALS";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `INVALID_TOKEN` */
        INVALID_TOKEN: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TOKEN",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "INVALID_TOKEN";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `JWT_REQUIRED` */
        JWT_REQUIRED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "JWT_REQUIRED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "JWT_REQUIRED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `JWT_REQUIRED`, `INSUFFICIENT_PERMISSIONS` */
        "JWT_REQUIRED.INSUFFICIENT_PERMISSIONS": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "JWT_REQUIRED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `JWT_REQUIRED`, `PROJECT_ORGANIZATION_MISMATCH` */
        "JWT_REQUIRED.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "JWT_REQUIRED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "JWT_REQUIRED" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `MISSING_AUTH`, `INVALID_TOKEN`, `INVALID_CREDENTIALS` */
        "MISSING_AUTH.INVALID_TOKEN.INVALID_CREDENTIALS": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MISSING_AUTH",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "MISSING_AUTH" | "INVALID_TOKEN" | "INVALID_CREDENTIALS";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `MONITOR_NOT_FOUND` */
        MONITOR_NOT_FOUND: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MONITOR_NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "MONITOR_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `MONITOR_NOT_FOUND`, `PROJECT_NOT_FOUND` */
        "MONITOR_NOT_FOUND.PROJECT_NOT_FOUND": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MONITOR_NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "MONITOR_NOT_FOUND" | "PROJECT_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `MONITOR_NOT_FOUND`, `PROJECT_NOT_FOUND`, `RESOURCE_NOT_FOUND` */
        "MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MONITOR_NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "MONITOR_NOT_FOUND" | "PROJECT_NOT_FOUND" | "RESOURCE_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `MONITOR_NOT_FOUND`, `STATS_NOT_FOUND`, `PROJECT_NOT_FOUND` */
        "MONITOR_NOT_FOUND.STATS_NOT_FOUND.PROJECT_NOT_FOUND": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MONITOR_NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "MONITOR_NOT_FOUND" | "STATS_NOT_FOUND" | "PROJECT_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `MONITOR_PAUSE_FAILED` */
        MONITOR_PAUSE_FAILED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MONITOR_PAUSE_FAILED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "MONITOR_PAUSE_FAILED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `MONITOR_RESUME_FAILED` */
        MONITOR_RESUME_FAILED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MONITOR_RESUME_FAILED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "MONITOR_RESUME_FAILED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `NOT_FOUND`, `MONITOR_NOT_FOUND` */
        "NOT_FOUND.MONITOR_NOT_FOUND": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "NOT_FOUND" | "MONITOR_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `PAYLOAD_TOO_LARGE` */
        PAYLOAD_TOO_LARGE: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "PAYLOAD_TOO_LARGE",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `PROJECT_NOT_FOUND` */
        PROJECT_NOT_FOUND: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "PROJECT_NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `PROJECT_NOT_FOUND`, `RESOURCE_NOT_FOUND` */
        "PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "PROJECT_NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND" | "RESOURCE_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `PROJECT_ORGANIZATION_MISMATCH` */
        PROJECT_ORGANIZATION_MISMATCH: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "PROJECT_ORGANIZATION_MISMATCH",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `RATE_LIMIT_EXCEEDED` */
        RATE_LIMIT_EXCEEDED: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "RATE_LIMIT_EXCEEDED",
                 *         "message": "What was wrong, and what would be right",
                 *         "retryAfter": 5
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "RATE_LIMIT_EXCEEDED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `API_KEY_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.API_KEY_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "API_KEY_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `INTERVAL_TOO_SHORT`, `LOCATION_MONITORING_NOT_AVAILABLE`, `DOMAIN_MONITORING_NOT_AVAILABLE`, `SSL_MONITORING_NOT_AVAILABLE`, `SLOW_RESPONSE_ALERTS_NOT_AVAILABLE`, `HEARTBEAT_MONITORING_NOT_AVAILABLE`, `MONITOR_LIMIT_REACHED`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.HEARTBEAT_MONITORING_NOT_AVAILABLE.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "INTERVAL_TOO_SHORT" | "LOCATION_MONITORING_NOT_AVAILABLE" | "DOMAIN_MONITORING_NOT_AVAILABLE" | "SSL_MONITORING_NOT_AVAILABLE" | "SLOW_RESPONSE_ALERTS_NOT_AVAILABLE" | "HEARTBEAT_MONITORING_NOT_AVAILABLE" | "MONITOR_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `INTERVAL_TOO_SHORT`, `LOCATION_MONITORING_NOT_AVAILABLE`, `DOMAIN_MONITORING_NOT_AVAILABLE`, `SSL_MONITORING_NOT_AVAILABLE`, `SLOW_RESPONSE_ALERTS_NOT_AVAILABLE`, `MONITOR_LIMIT_REACHED`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "INTERVAL_TOO_SHORT" | "LOCATION_MONITORING_NOT_AVAILABLE" | "DOMAIN_MONITORING_NOT_AVAILABLE" | "SSL_MONITORING_NOT_AVAILABLE" | "SLOW_RESPONSE_ALERTS_NOT_AVAILABLE" | "MONITOR_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `INTERVAL_TOO_SHORT`, `LOCATION_MONITORING_NOT_AVAILABLE`, `DOMAIN_MONITORING_NOT_AVAILABLE`, `SSL_MONITORING_NOT_AVAILABLE`, `SLOW_RESPONSE_ALERTS_NOT_AVAILABLE`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "INTERVAL_TOO_SHORT" | "LOCATION_MONITORING_NOT_AVAILABLE" | "DOMAIN_MONITORING_NOT_AVAILABLE" | "SSL_MONITORING_NOT_AVAILABLE" | "SLOW_RESPONSE_ALERTS_NOT_AVAILABLE" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `MONITOR_LIMIT_REACHED`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "MONITOR_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `PLAN_LIMIT_REACHED`, `API_KEY_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED.API_KEY_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "PLAN_LIMIT_REACHED" | "API_KEY_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `PLAN_LIMIT_REACHED`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "PLAN_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `INSUFFICIENT_PERMISSIONS`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `JWT_REQUIRED` */
        "READ_ONLY_API_KEY.JWT_REQUIRED": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `JWT_REQUIRED`, `FORBIDDEN`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.JWT_REQUIRED.FORBIDDEN.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "FORBIDDEN" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `JWT_REQUIRED`, `INSUFFICIENT_PERMISSIONS` */
        "READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `JWT_REQUIRED`, `INSUFFICIENT_PERMISSIONS`, `PLAN_LIMIT_REACHED` */
        "READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS" | "PLAN_LIMIT_REACHED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `JWT_REQUIRED`, `INSUFFICIENT_PERMISSIONS`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `JWT_REQUIRED`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.JWT_REQUIRED.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `READ_ONLY_API_KEY`, `PROJECT_ORGANIZATION_MISMATCH` */
        "READ_ONLY_API_KEY.PROJECT_ORGANIZATION_MISMATCH": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "READ_ONLY_API_KEY",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "PROJECT_ORGANIZATION_MISMATCH";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `REGISTRATION_CLOSED` */
        REGISTRATION_CLOSED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "REGISTRATION_CLOSED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "REGISTRATION_CLOSED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `REGISTRATION_CLOSED`, `PLAN_LIMIT_REACHED` */
        "REGISTRATION_CLOSED.PLAN_LIMIT_REACHED": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "REGISTRATION_CLOSED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "REGISTRATION_CLOSED" | "PLAN_LIMIT_REACHED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `RESOURCE_NOT_FOUND` */
        RESOURCE_NOT_FOUND: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "RESOURCE_NOT_FOUND",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "RESOURCE_NOT_FOUND";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `SERVICE_UNAVAILABLE` */
        SERVICE_UNAVAILABLE: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "SERVICE_UNAVAILABLE",
                 *         "message": "What was wrong, and what would be right",
                 *         "retryAfter": 5
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `SPARKLINE_FAILED` */
        SPARKLINE_FAILED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "SPARKLINE_FAILED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "SPARKLINE_FAILED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `STATS_FETCH_FAILED` */
        STATS_FETCH_FAILED: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "STATS_FETCH_FAILED",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "STATS_FETCH_FAILED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `VALIDATION_ERROR` */
        VALIDATION_ERROR: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `VALIDATION_ERROR`, `CONFIRMATION_REQUIRED` */
        "VALIDATION_ERROR.CONFIRMATION_REQUIRED": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "CONFIRMATION_REQUIRED";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `VALIDATION_ERROR`, `INVALID_PAGE`, `INVALID_LIMIT` */
        "VALIDATION_ERROR.INVALID_PAGE.INVALID_LIMIT": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "INVALID_PAGE" | "INVALID_LIMIT";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `VALIDATION_ERROR`, `INVALID_PERIOD` */
        "VALIDATION_ERROR.INVALID_PERIOD": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "INVALID_PERIOD";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
        /** @description `VALIDATION_ERROR`, `VALIDATION_FAILED`, `INVALID_REGIONS` */
        "VALIDATION_ERROR.VALIDATION_FAILED.INVALID_REGIONS": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "What was wrong, and what would be right"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Failure"] & ({
                    error?: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "VALIDATION_FAILED" | "INVALID_REGIONS";
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                });
            };
        };
    };
    parameters: {
        /** @description Chosen by the client: the same request with the same key is carried out once */
        IdempotencyKey: string;
        /** @description The project to act on; the organization's default project without it */
        ProjectId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Version of this API
         * @example 1.0
         */
        ApiVersion: string;
        /**
         * @description There, and true, when this is the answer of an earlier request
         * @example true
         */
        IdempotencyReplayed: string;
        /**
         * @description Requests in 15 minutes
         * @example 1000
         */
        RateLimit: number;
        /**
         * @description Requests left
         * @example 999
         */
        RateLimitRemaining: number;
        /**
         * @description When the window ends, Unix seconds
         * @example 1767572100
         */
        RateLimitReset: number;
        /**
         * @description Names this request; yours, when you sent one
         * @example 5f0c1d2e3a4b-1
         */
        RequestId: string;
        /**
         * @description Seconds until trying again makes sense
         * @example 5
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAdminOrganizations: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "organizations": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Example Ltd",
                     *             "slug": "example-ltd",
                     *             "plan": "free",
                     *             "member_count": 1,
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            organizations: components["schemas"]["ListedOrganization"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setOrganizationPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "pro"
                 *     }
                 */
                "application/json": components["schemas"]["SetOrganizationPlanBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "organization": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Example Ltd",
                     *           "slug": "example-ltd",
                     *           "plan": "free",
                     *           "limits": {
                     *             "active_monitors": 1,
                     *             "min_interval_seconds": 1,
                     *             "pinned_locations": true,
                     *             "ssl_monitoring": true,
                     *             "domain_monitoring": true,
                     *             "dns_monitoring": true,
                     *             "heartbeat_monitoring": true,
                     *             "slow_response_alerts": true,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1,
                     *             "raw_result_days": 1,
                     *             "rollup_days": 1
                     *           },
                     *           "usage": {
                     *             "active_monitors": 1,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            organization: components["schemas"]["Organization"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAdminProbeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "probe_tokens": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "region": "eu-1",
                     *             "name": "Probe in Frankfurt",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "last_used_at": "2026-01-31T12:00:00.000Z",
                     *             "revoked_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            probe_tokens: components["schemas"]["ProbeToken"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createAdminProbeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "region": "eu-1",
                 *       "region_name": "Frankfurt",
                 *       "name": "probe-7"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAdminProbeTokenBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "probe_token": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "region": "eu-1",
                     *           "name": "Probe in Frankfurt",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "last_used_at": "2026-01-31T12:00:00.000Z",
                     *           "revoked_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "token": "wkp_Zk3v0c6mJ1pT8yQxW2nR5sU7bA9dE4fG6hI0jK1lM2n"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            probe_token: components["schemas"]["ProbeToken"];
                            /** @example wkp_Zk3v0c6mJ1pT8yQxW2nR5sU7bA9dE4fG6hI0jK1lM2n */
                            token: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteAdminProbeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the probe token */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listAdminProbes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "probes": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "region": "eu-1",
                     *             "name": "probe-7",
                     *             "kind": "server",
                     *             "state": "live",
                     *             "version": "text",
                     *             "capabilities": {
                     *               "icmp": true,
                     *               "ipv6": true
                     *             },
                     *             "address": "text",
                     *             "token_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "registered_at": "2026-01-31T12:00:00.000Z",
                     *             "last_seen_at": "2026-01-31T12:00:00.000Z",
                     *             "share_percent": 1,
                     *             "monitors": 1,
                     *             "waiting_results": 1,
                     *             "dropped_results": 1,
                     *             "overdue_ms": 1,
                     *             "clock_ahead_ms": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            probes: components["schemas"]["Probe"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAuditLog: {
        parameters: {
            query?: {
                /** @description Such as `monitor.updated` */
                action?: string;
                /** @description What this user did */
                actor_id?: string;
                /** @description Done at this moment or later */
                from?: string;
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
                /** @description What was done to this monitor, group, member … */
                resource_id?: string;
                /** @description Such as `monitor` */
                resource_type?: string;
                /** @description Exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "entries": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "actor": {
                     *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "name": "Alice"
                     *             },
                     *             "action": "monitor.updated",
                     *             "resource_type": "monitor",
                     *             "resource_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "changes": {
                     *               "name": {
                     *                 "from": "Shop",
                     *                 "to": "Web shop"
                     *               }
                     *             },
                     *             "ip": "203.0.113.9",
                     *             "created_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            entries: components["schemas"]["AuditEntry"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "keys": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Deploy script",
                     *             "key_preview": "wk_1a2b…9f8e",
                     *             "scope": "read",
                     *             "is_active": true,
                     *             "last_used_at": "2026-01-31T12:00:00.000Z",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "expires_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "total_count": 1,
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            has_more: boolean;
                            keys: components["schemas"]["ApiKey"][];
                            limit: number;
                            offset: number;
                            total_count: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Deployment",
                 *       "scope": "read_write"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "name": "Deploy script",
                     *         "key_preview": "wk_1a2b…9f8e",
                     *         "scope": "read",
                     *         "is_active": true,
                     *         "last_used_at": "2026-01-31T12:00:00.000Z",
                     *         "created_at": "2026-01-31T12:00:00.000Z",
                     *         "expires_at": "2026-01-31T12:00:00.000Z",
                     *         "key": "wk_1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewApiKey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "name": "Deploy script",
                     *         "key_preview": "wk_1a2b…9f8e",
                     *         "scope": "read",
                     *         "is_active": true,
                     *         "last_used_at": "2026-01-31T12:00:00.000Z",
                     *         "created_at": "2026-01-31T12:00:00.000Z",
                     *         "expires_at": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "is_active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateApiKeyBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "name": "Deploy script",
                     *         "key_preview": "wk_1a2b…9f8e",
                     *         "scope": "read",
                     *         "is_active": true,
                     *         "last_used_at": "2026-01-31T12:00:00.000Z",
                     *         "created_at": "2026-01-31T12:00:00.000Z",
                     *         "expires_at": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "name": "Deploy script",
                     *         "key_preview": "wk_1a2b…9f8e",
                     *         "scope": "read",
                     *         "is_active": true,
                     *         "last_used_at": "2026-01-31T12:00:00.000Z",
                     *         "created_at": "2026-01-31T12:00:00.000Z",
                     *         "expires_at": "2026-01-31T12:00:00.000Z",
                     *         "key": "wk_1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewApiKey"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Keeps the refresh token in an `HttpOnly` cookie instead of bodies, for pages in a browser: answers leave out `refresh_token`, and requests need none */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "y0DqX1Q6T1LwjaQEmvV--zQIyl0xLICCXna203sNNms",
                 *       "name": "Bob",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitationBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "alice@example.com",
                     *           "name": "Alice",
                     *           "role": "owner",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "is_instance_admin": true
                     *         },
                     *         "organization": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Example Ltd",
                     *           "slug": "example-ltd",
                     *           "plan": "free",
                     *           "limits": {
                     *             "active_monitors": 1,
                     *             "min_interval_seconds": 1,
                     *             "pinned_locations": true,
                     *             "ssl_monitoring": true,
                     *             "domain_monitoring": true,
                     *             "dns_monitoring": true,
                     *             "heartbeat_monitoring": true,
                     *             "slow_response_alerts": true,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1,
                     *             "raw_result_days": 1,
                     *             "rollup_days": 1
                     *           },
                     *           "usage": {
                     *             "active_monitors": 1,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "project": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "slug": "web-shop",
                     *           "is_default": true,
                     *           "monitor_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI…",
                     *         "refresh_token": "wkr_GrmkxuSfU4i09u31q3RDwfMhtEk2nUiwmjCo1n8-m0g",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SignedIn"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["MISSING_AUTH.INVALID_TOKEN.INVALID_CREDENTIALS"];
            403: components["responses"]["REGISTRATION_CLOSED.PLAN_LIMIT_REACHED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    lookUpInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "oZiQnBOPZXAoLODP0Zcw_6w-6LVvbuGX6FY_1EjGZCY"
                 *     }
                 */
                "application/json": components["schemas"]["LookUpInvitationBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "invitation": {
                     *           "organization_name": "Example Ltd",
                     *           "email": "bob@example.com",
                     *           "role": "owner",
                     *           "invited_by_name": "Alice",
                     *           "expires_at": "2026-01-31T12:00:00.000Z",
                     *           "account_exists": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            invitation: components["schemas"]["SentInvitation"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["INVALID_TOKEN"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /** @description Keeps the refresh token in an `HttpOnly` cookie instead of bodies, for pages in a browser: answers leave out `refresh_token`, and requests need none */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "alice@example.com",
                     *           "name": "Alice",
                     *           "role": "owner",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "is_instance_admin": true
                     *         },
                     *         "organization": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Example Ltd",
                     *           "slug": "example-ltd",
                     *           "plan": "free",
                     *           "limits": {
                     *             "active_monitors": 1,
                     *             "min_interval_seconds": 1,
                     *             "pinned_locations": true,
                     *             "ssl_monitoring": true,
                     *             "domain_monitoring": true,
                     *             "dns_monitoring": true,
                     *             "heartbeat_monitoring": true,
                     *             "slow_response_alerts": true,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1,
                     *             "raw_result_days": 1,
                     *             "rollup_days": 1
                     *           },
                     *           "usage": {
                     *             "active_monitors": 1,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "project": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "slug": "web-shop",
                     *           "is_default": true,
                     *           "monitor_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI…",
                     *         "refresh_token": "wkr_GrmkxuSfU4i09u31q3RDwfMhtEk2nUiwmjCo1n8-m0g",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SignedIn"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["INVALID_CREDENTIALS"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Keeps the refresh token in an `HttpOnly` cookie instead of bodies, for pages in a browser: answers leave out `refresh_token`, and requests need none */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "wkr_GrmkxuSfU4i09u31q3RDwfMhtEk2nUiwmjCo1n8-m0g"
                 *     }
                 */
                "application/json": components["schemas"]["LogoutBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "success": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            success: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "alice@example.com",
                     *           "name": "Alice",
                     *           "role": "owner",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "is_instance_admin": true,
                     *           "totp_enabled": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            user: components["schemas"]["OwnUser"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMeBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "alice@example.com",
                     *           "name": "Alice",
                     *           "role": "owner",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "is_instance_admin": true,
                     *           "totp_enabled": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            user: components["schemas"]["OwnUser"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse battery",
                 *       "new_password": "staple staple staple"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "success": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            success: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN.INVALID_CREDENTIALS"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RequestPasswordResetBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "success": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            success: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "oZiQnBOPZXAoLODP0Zcw_6w-6LVvbuGX6FY_1EjGZCY",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "success": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            success: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["INVALID_TOKEN"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: {
                /** @description Keeps the refresh token in an `HttpOnly` cookie instead of bodies, for pages in a browser: answers leave out `refresh_token`, and requests need none */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "wkr_GrmkxuSfU4i09u31q3RDwfMhtEk2nUiwmjCo1n8-m0g"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI…",
                     *         "refresh_token": "wkr_GrmkxuSfU4i09u31q3RDwfMhtEk2nUiwmjCo1n8-m0g",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TokenPair"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["INVALID_TOKEN"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: {
                /** @description Keeps the refresh token in an `HttpOnly` cookie instead of bodies, for pages in a browser: answers leave out `refresh_token`, and requests need none */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.com",
                 *       "password": "correct horse battery",
                 *       "name": "Web shop",
                 *       "organization_name": "Example Ltd"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "alice@example.com",
                     *           "name": "Alice",
                     *           "role": "owner",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "is_instance_admin": true
                     *         },
                     *         "organization": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Example Ltd",
                     *           "slug": "example-ltd",
                     *           "plan": "free",
                     *           "limits": {
                     *             "active_monitors": 1,
                     *             "min_interval_seconds": 1,
                     *             "pinned_locations": true,
                     *             "ssl_monitoring": true,
                     *             "domain_monitoring": true,
                     *             "dns_monitoring": true,
                     *             "heartbeat_monitoring": true,
                     *             "slow_response_alerts": true,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1,
                     *             "raw_result_days": 1,
                     *             "rollup_days": 1
                     *           },
                     *           "usage": {
                     *             "active_monitors": 1,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "project": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "slug": "web-shop",
                     *           "is_default": true,
                     *           "monitor_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI…",
                     *         "refresh_token": "wkr_GrmkxuSfU4i09u31q3RDwfMhtEk2nUiwmjCo1n8-m0g",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SignedIn"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            403: components["responses"]["REGISTRATION_CLOSED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "registration": "open",
                     *         "has_accounts": true,
                     *         "can_send_mail": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Whether links to reset a password can be mailed */
                            can_send_mail: boolean;
                            /** @description False on a new instance: the first account becomes its admin */
                            has_accounts: boolean;
                            /** @enum {string} */
                            registration: "open" | "invite" | "closed";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "sessions": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_name": "Example Ltd",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "last_used_at": "2026-01-31T12:00:00.000Z",
                     *             "expires_at": "2026-01-31T12:00:00.000Z",
                     *             "is_current": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            sessions: components["schemas"]["Session"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    switchOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Keeps the refresh token in an `HttpOnly` cookie instead of bodies, for pages in a browser: answers leave out `refresh_token`, and requests need none */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab"
                 *     }
                 */
                "application/json": components["schemas"]["SwitchOrganizationBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "user": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "alice@example.com",
                     *           "name": "Alice",
                     *           "role": "owner",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "is_instance_admin": true
                     *         },
                     *         "organization": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Example Ltd",
                     *           "slug": "example-ltd",
                     *           "plan": "free",
                     *           "limits": {
                     *             "active_monitors": 1,
                     *             "min_interval_seconds": 1,
                     *             "pinned_locations": true,
                     *             "ssl_monitoring": true,
                     *             "domain_monitoring": true,
                     *             "dns_monitoring": true,
                     *             "heartbeat_monitoring": true,
                     *             "slow_response_alerts": true,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1,
                     *             "raw_result_days": 1,
                     *             "rollup_days": 1
                     *           },
                     *           "usage": {
                     *             "active_monitors": 1,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "project": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "slug": "web-shop",
                     *           "is_default": true,
                     *           "monitor_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         },
                     *         "access_token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI…",
                     *         "refresh_token": "wkr_GrmkxuSfU4i09u31q3RDwfMhtEk2nUiwmjCo1n8-m0g",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SignedIn"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "totp": {
                     *           "is_enabled": true,
                     *           "recovery_codes_left": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            totp: components["schemas"]["SecondFactor"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["DisableTotpBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "success": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            success: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN.INVALID_CREDENTIALS"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    enableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["EnableTotpBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "recovery_codes": [
                     *           "ABCD-EFGH-IJKL-MNOP"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            recovery_codes: string[];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setupTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                     *         "otpauth_uri": "otpauth://totp/Watchkeeper:alice%40example.com?issuer=Watchkeeper&secret=JBSWY3DPEHPK3PXP"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description To be shown as a QR code
                             * @example otpauth://totp/Watchkeeper:alice%40example.com?issuer=Watchkeeper&secret=JBSWY3DPEHPK3PXP
                             */
                            otpauth_uri: string;
                            /**
                             * @description Base32
                             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
                             */
                            secret: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getBilling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "plan": "free",
                     *         "limits": {
                     *           "active_monitors": 1,
                     *           "min_interval_seconds": 1,
                     *           "pinned_locations": true,
                     *           "ssl_monitoring": true,
                     *           "domain_monitoring": true,
                     *           "dns_monitoring": true,
                     *           "heartbeat_monitoring": true,
                     *           "slow_response_alerts": true,
                     *           "projects": 1,
                     *           "groups": 1,
                     *           "api_keys": 1,
                     *           "status_pages": 1,
                     *           "members": 1,
                     *           "notification_targets": 1,
                     *           "raw_result_days": 1,
                     *           "rollup_days": 1
                     *         },
                     *         "usage": {
                     *           "active_monitors": 1,
                     *           "projects": 1,
                     *           "groups": 1,
                     *           "api_keys": 1,
                     *           "status_pages": 1,
                     *           "members": 1,
                     *           "notification_targets": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            limits: components["schemas"]["PlanLimits"];
                            /** @example free */
                            plan: string;
                            usage: components["schemas"]["PlanUsage"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDashboardMonitors: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitors": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "type": "HTTP",
                     *             "target": "https://shop.example.com/",
                     *             "status": "active",
                     *             "runtime_status": "up",
                     *             "status_since": "2026-01-31T12:00:00.000Z",
                     *             "is_flapping": true,
                     *             "in_maintenance": true,
                     *             "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "tags": [
                     *               "production"
                     *             ],
                     *             "interval_seconds": 60,
                     *             "last_check_at": "2026-01-31T12:00:00.000Z",
                     *             "last_response_time_ms": 182.4,
                     *             "open_incident": {
                     *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "status": "open",
                     *               "severity": "critical",
                     *               "title": "Web shop is down"
                     *             }
                     *           }
                     *         ],
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Whether the project has more; `GET /api/monitors` has them all */
                            has_more: boolean;
                            monitors: components["schemas"]["MonitorLine"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDashboardOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitors": {
                     *           "total": 0,
                     *           "up": 0,
                     *           "down": 0,
                     *           "degraded": 0,
                     *           "paused": 0,
                     *           "unknown": 0
                     *         },
                     *         "open_incidents": 0,
                     *         "uptime_24h": 99.95,
                     *         "uptime_30d": 99.95,
                     *         "avg_response_time_24h": 182.4,
                     *         "latest_incidents": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "check_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "monitor_name": "Shop",
                     *             "check_type": "HTTP",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "status": "open",
                     *             "severity": "critical",
                     *             "type": "timeout",
                     *             "source": "system",
                     *             "title": "\"Shop\" is down",
                     *             "status_page_update": "We are looking into it",
                     *             "started_at": "2026-01-31T12:00:00.000Z",
                     *             "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *             "acknowledged_by_name": "Alice",
                     *             "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *             "affected_regions": [
                     *               "local"
                     *             ],
                     *             "affected_monitor_ids": [
                     *               "0198c0de-7a11-7abc-8def-0123456789ab"
                     *             ],
                     *             "failure_count": 1,
                     *             "notification_sent": true,
                     *             "notification_channels": [
                     *               "email"
                     *             ],
                     *             "alerts_held_by": {
                     *               "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
                     *               "name": "Router"
                     *             },
                     *             "resolved_at": "2026-01-31T12:00:00.000Z",
                     *             "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "resolved_by_name": "Alice",
                     *             "resolution_note": "The provider has fixed it",
                     *             "duration_seconds": 360,
                     *             "downtime_seconds": 152,
                     *             "reopened_at": "2026-01-31T12:00:00.000Z",
                     *             "reopened_count": 1,
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description Milliseconds, of passing checks; null when there was none
                             * @example 182.4
                             */
                            avg_response_time_24h: number | null;
                            /** @description The newest five */
                            latest_incidents: components["schemas"]["LatestIncident"][];
                            monitors: {
                                degraded: number;
                                down: number;
                                /** @description Disabled ones included */
                                paused: number;
                                total: number;
                                unknown: number;
                                up: number;
                            };
                            /** @description Not resolved: open or acknowledged */
                            open_incidents: number;
                            /**
                             * @description 0-100, by time; null when nothing was measured
                             * @example 99.95
                             */
                            uptime_24h: number | null;
                            /**
                             * @description 0-100, by time; null when nothing was measured
                             * @example 99.95
                             */
                            uptime_30d: number | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDashboardStrips: {
        parameters: {
            query: {
                /** @description Up to 100 ids, with commas between them, or the parameter repeated */
                monitor_ids: string[];
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "first_day": "2026-01-31T12:00:00.000Z",
                     *         "first_hour": "2026-01-31T12:00:00.000Z",
                     *         "strips": [
                     *           {
                     *             "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "uptime_30d": 99.95,
                     *             "days": [
                     *               "up"
                     *             ],
                     *             "day_uptimes": [
                     *               1
                     *             ],
                     *             "response_times_ms": [
                     *               182.4,
                     *               179.12,
                     *               null,
                     *               190.05
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description When the first day of each strip begins
                             */
                            first_day: string;
                            /**
                             * Format: date-time
                             * @description When the first hour of each begins
                             */
                            first_hour: string;
                            strips: components["schemas"]["MonitorStrip"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Where the header `Last-Event-ID` cannot be sent; the header wins */
                last_event_id?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 5f0c1d2e3a4b-7
                     *     event: monitor.status
                     *     data: {"monitor_id":"0198c0de-7a11-7abc-8def-0123456789ab","from_status":"up","to_status":"down","reason":"down in 1 of 1 regions","started_at":"2026-01-31T12:00:00.000Z"}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What the form makes */
                name: "monitor" | "notification-target" | "maintenance-window" | "status-page" | "group" | "incident";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "name": "monitor",
                     *         "title": "Monitor",
                     *         "create": {
                     *           "method": "POST",
                     *           "path": "/api/monitors"
                     *         },
                     *         "update": {
                     *           "method": "POST",
                     *           "path": "/api/monitors"
                     *         },
                     *         "discriminator": "type",
                     *         "variants": [
                     *           {
                     *             "value": "HTTP",
                     *             "title": "Website",
                     *             "description": "A URL answers with the expected status",
                     *             "is_available": true,
                     *             "reason": {
                     *               "code": "DNS_MONITORING_NOT_AVAILABLE",
                     *               "message": "DNS monitors are not part of the plan"
                     *             },
                     *             "warning": "this installation has no mail server (WK_SMTP_URL)",
                     *             "schema": {
                     *               "type": "object",
                     *               "properties": {
                     *                 "name": {
                     *                   "type": "string",
                     *                   "title": "Name"
                     *                 }
                     *               }
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Form"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description As the `If-None-Match` of the request has it */
            304: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Groups on a page */
                limit?: number;
                /** @description From 1 */
                page?: number;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "groups": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "description": "All that customers see",
                     *             "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z",
                     *             "check_count": 1,
                     *             "monitors": [],
                     *             "children": [],
                     *             "path": []
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "page": 1,
                     *         "limit": 50
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            groups: components["schemas"]["ListedGroup"][];
                            limit: number;
                            page: number;
                            total: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.INVALID_PAGE.INVALID_LIMIT"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "description": "All that customers see"
                 *     }
                 */
                "application/json": components["schemas"]["CreateGroupBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "name": "Web shop",
                     *         "description": "All that customers see",
                     *         "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "created_at": "2026-01-31T12:00:00.000Z",
                     *         "updated_at": "2026-01-31T12:00:00.000Z",
                     *         "check_count": 1,
                     *         "monitors": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "type": "HTTP",
                     *             "status": "active",
                     *             "runtimeStatus": "up"
                     *           }
                     *         ],
                     *         "children": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "description": "All that customers see",
                     *             "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z",
                     *             "check_count": 1,
                     *             "monitors": [],
                     *             "children": [],
                     *             "path": []
                     *           }
                     *         ],
                     *         "path": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Group"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            409: components["responses"]["CONFLICT.IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the group */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "name": "Web shop",
                     *         "description": "All that customers see",
                     *         "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "created_at": "2026-01-31T12:00:00.000Z",
                     *         "updated_at": "2026-01-31T12:00:00.000Z",
                     *         "check_count": 1,
                     *         "monitors": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "type": "HTTP",
                     *             "status": "active",
                     *             "runtimeStatus": "up"
                     *           }
                     *         ],
                     *         "children": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "description": "All that customers see",
                     *             "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z",
                     *             "check_count": 1,
                     *             "monitors": [],
                     *             "children": [],
                     *             "path": []
                     *           }
                     *         ],
                     *         "path": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Group"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateGroupBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "name": "Web shop",
                     *         "description": "All that customers see",
                     *         "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "created_at": "2026-01-31T12:00:00.000Z",
                     *         "updated_at": "2026-01-31T12:00:00.000Z",
                     *         "check_count": 1,
                     *         "monitors": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "type": "HTTP",
                     *             "status": "active",
                     *             "runtimeStatus": "up"
                     *           }
                     *         ],
                     *         "children": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "description": "All that customers see",
                     *             "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z",
                     *             "check_count": 1,
                     *             "monitors": [],
                     *             "children": [],
                     *             "path": []
                     *           }
                     *         ],
                     *         "path": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Group"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reassign_to_group_id": "0198c0de-7a11-7abc-8def-0123456789ab"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteGroupBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true,
                     *         "deleted_group_count": 1,
                     *         "moved_monitor_count": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                            /** @description With the groups below it */
                            deleted_group_count: number;
                            /** @description Monitors that are in another group now, or in none */
                            moved_monitor_count: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["GROUP_NOT_EMPTY"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    bulkDeleteGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "confirm": true
                 *     }
                 */
                "application/json": components["schemas"]["BulkDeleteGroupBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "operation": "pause",
                     *         "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "total": 1,
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "skipped": 1,
                     *         "results": [
                     *           {
                     *             "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "outcome": "succeeded",
                     *             "error": {
                     *               "code": "MONITOR_LIMIT_REACHED",
                     *               "message": "The provider is on it"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BulkResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.CONFIRMATION_REQUIRED"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    bulkMoveGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target_group_id": "0198c0de-7a11-7abc-8def-0123456789ab"
                 *     }
                 */
                "application/json": components["schemas"]["BulkMoveGroupBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "operation": "pause",
                     *         "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "total": 1,
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "skipped": 1,
                     *         "results": [
                     *           {
                     *             "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "outcome": "succeeded",
                     *             "error": {
                     *               "code": "MONITOR_LIMIT_REACHED",
                     *               "message": "The provider is on it"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BulkResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    bulkPauseGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the group */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "operation": "pause",
                     *         "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "total": 1,
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "skipped": 1,
                     *         "results": [
                     *           {
                     *             "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "outcome": "succeeded",
                     *             "error": {
                     *               "code": "MONITOR_LIMIT_REACHED",
                     *               "message": "The provider is on it"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BulkResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    bulkResumeGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the group */
                groupId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "operation": "pause",
                     *         "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "total": 1,
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "skipped": 1,
                     *         "results": [
                     *           {
                     *             "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "outcome": "succeeded",
                     *             "error": {
                     *               "code": "MONITOR_LIMIT_REACHED",
                     *               "message": "The provider is on it"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BulkResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getGroupHierarchy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "description": "All that customers see",
                     *           "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z",
                     *           "check_count": 1,
                     *           "monitors": [],
                     *           "children": [],
                     *           "path": [],
                     *           "child_groups": [
                     *             {
                     *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "name": "Web shop",
                     *               "description": "All that customers see",
                     *               "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "created_at": "2026-01-31T12:00:00.000Z",
                     *               "updated_at": "2026-01-31T12:00:00.000Z",
                     *               "check_count": 1,
                     *               "monitors": [],
                     *               "children": [],
                     *               "path": [],
                     *               "child_groups": [
                     *                 {
                     *                   "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "name": "Web shop",
                     *                   "description": "All that customers see",
                     *                   "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "created_at": "2026-01-31T12:00:00.000Z",
                     *                   "updated_at": "2026-01-31T12:00:00.000Z",
                     *                   "check_count": 1,
                     *                   "monitors": [],
                     *                   "children": [],
                     *                   "path": [],
                     *                   "child_groups": [
                     *                     {
                     *                       "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                       "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                       "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                       "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                       "name": "Web shop",
                     *                       "description": "All that customers see",
                     *                       "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                       "created_at": "2026-01-31T12:00:00.000Z",
                     *                       "updated_at": "2026-01-31T12:00:00.000Z",
                     *                       "check_count": 1,
                     *                       "monitors": [],
                     *                       "children": [],
                     *                       "path": [],
                     *                       "child_groups": [
                     *                         {
                     *                           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                           "name": "Web shop",
                     *                           "description": "All that customers see",
                     *                           "parent_group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                           "created_at": "2026-01-31T12:00:00.000Z",
                     *                           "updated_at": "2026-01-31T12:00:00.000Z",
                     *                           "check_count": 1,
                     *                           "monitors": [],
                     *                           "children": [],
                     *                           "path": [],
                     *                           "child_groups": []
                     *                         }
                     *                       ]
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["GroupAtLevel1"][];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "ok"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            status: "ok";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatByGet: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatByPut: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeat: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatExitStatusByGet: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description 0 to 255
                 * @example 0
                 */
                exit_status: string;
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["NOT_FOUND.MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatExitStatusByPut: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description 0 to 255
                 * @example 0
                 */
                exit_status: string;
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["NOT_FOUND.MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatExitStatus: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description 0 to 255
                 * @example 0
                 */
                exit_status: string;
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["NOT_FOUND.MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatFailByGet: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatFailByPut: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatFail: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatLogByGet: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatLogByPut: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatLog: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatStartByGet: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatStartByPut: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pingHeartbeatStart: {
        parameters: {
            query?: {
                /** @description One UUID for all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The `heartbeat_token` of the monitor
                 * @example any UUID
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "received": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            received: boolean;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            404: components["responses"]["MONITOR_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description Began at this moment or later */
                from?: string;
                /** @description Most entries to return */
                limit?: number;
                /** @description The monitor of `check_id` */
                monitor_id?: string;
                /** @description Entries to skip */
                offset?: number;
                /** @description With `from`: those too that began earlier and were not over by then, as a chart of the period wants */
                overlapping?: boolean;
                /** @description Those that are this bad */
                severity?: "critical" | "major" | "minor" | "warning";
                /** @description Those opened by the service, or by hand */
                source?: "system" | "manual";
                /** @description Those that stand like this */
                status?: "open" | "acknowledged" | "resolved";
                /** @description Began before this moment */
                to?: string;
                /** @description Those with this kind of failure */
                type?: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "incidents": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "check_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "monitor_name": "Shop",
                     *             "check_type": "HTTP",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "status": "open",
                     *             "severity": "critical",
                     *             "type": "timeout",
                     *             "source": "system",
                     *             "title": "\"Shop\" is down",
                     *             "status_page_update": "We are looking into it",
                     *             "started_at": "2026-01-31T12:00:00.000Z",
                     *             "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *             "acknowledged_by_name": "Alice",
                     *             "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *             "affected_regions": [
                     *               "local"
                     *             ],
                     *             "affected_monitor_ids": [
                     *               "0198c0de-7a11-7abc-8def-0123456789ab"
                     *             ],
                     *             "failure_count": 1,
                     *             "notification_sent": true,
                     *             "notification_channels": [
                     *               "email"
                     *             ],
                     *             "alerts_held_by": {
                     *               "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
                     *               "name": "Router"
                     *             },
                     *             "resolved_at": "2026-01-31T12:00:00.000Z",
                     *             "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "resolved_by_name": "Alice",
                     *             "resolution_note": "The provider has fixed it",
                     *             "duration_seconds": 360,
                     *             "downtime_seconds": 152,
                     *             "reopened_at": "2026-01-31T12:00:00.000Z",
                     *             "reopened_count": 1,
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            incidents: components["schemas"]["Incident"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 192 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Customers cannot pay",
                 *       "severity": "major",
                 *       "type": "connection_error",
                 *       "error_message": "The payment provider refuses connections",
                 *       "affected_monitor_ids": [
                 *         "0198c0de-7a11-7abc-8def-0123456789ab"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateIncidentBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "incident": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "check_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_name": "Shop",
                     *           "check_type": "HTTP",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "open",
                     *           "severity": "critical",
                     *           "type": "timeout",
                     *           "source": "system",
                     *           "title": "\"Shop\" is down",
                     *           "status_page_update": "We are looking into it",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_by_name": "Alice",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "affected_regions": [
                     *             "local"
                     *           ],
                     *           "affected_monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "failure_count": 1,
                     *           "notification_sent": true,
                     *           "notification_channels": [
                     *             "email"
                     *           ],
                     *           "alerts_held_by": {
                     *             "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
                     *             "name": "Router"
                     *           },
                     *           "resolved_at": "2026-01-31T12:00:00.000Z",
                     *           "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "resolved_by_name": "Alice",
                     *           "resolution_note": "The provider has fixed it",
                     *           "duration_seconds": 360,
                     *           "downtime_seconds": 152,
                     *           "reopened_at": "2026-01-31T12:00:00.000Z",
                     *           "reopened_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            incident: components["schemas"]["Incident"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "incident": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "check_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_name": "Shop",
                     *           "check_type": "HTTP",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "open",
                     *           "severity": "critical",
                     *           "type": "timeout",
                     *           "source": "system",
                     *           "title": "\"Shop\" is down",
                     *           "status_page_update": "We are looking into it",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_by_name": "Alice",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "affected_regions": [
                     *             "local"
                     *           ],
                     *           "affected_monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "failure_count": 1,
                     *           "notification_sent": true,
                     *           "notification_channels": [
                     *             "email"
                     *           ],
                     *           "alerts_held_by": {
                     *             "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
                     *             "name": "Router"
                     *           },
                     *           "resolved_at": "2026-01-31T12:00:00.000Z",
                     *           "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "resolved_by_name": "Alice",
                     *           "resolution_note": "The provider has fixed it",
                     *           "duration_seconds": 360,
                     *           "downtime_seconds": 152,
                     *           "reopened_at": "2026-01-31T12:00:00.000Z",
                     *           "reopened_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            incident: components["schemas"]["Incident"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "severity": "minor",
                 *       "status_page_update": "Paying works again for most customers"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateIncidentBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "incident": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "check_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_name": "Shop",
                     *           "check_type": "HTTP",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "open",
                     *           "severity": "critical",
                     *           "type": "timeout",
                     *           "source": "system",
                     *           "title": "\"Shop\" is down",
                     *           "status_page_update": "We are looking into it",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_by_name": "Alice",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "affected_regions": [
                     *             "local"
                     *           ],
                     *           "affected_monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "failure_count": 1,
                     *           "notification_sent": true,
                     *           "notification_channels": [
                     *             "email"
                     *           ],
                     *           "alerts_held_by": {
                     *             "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
                     *             "name": "Router"
                     *           },
                     *           "resolved_at": "2026-01-31T12:00:00.000Z",
                     *           "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "resolved_by_name": "Alice",
                     *           "resolution_note": "The provider has fixed it",
                     *           "duration_seconds": 360,
                     *           "downtime_seconds": 152,
                     *           "reopened_at": "2026-01-31T12:00:00.000Z",
                     *           "reopened_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            incident: components["schemas"]["Incident"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    acknowledgeIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "success": true,
                     *         "incident": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "check_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_name": "Shop",
                     *           "check_type": "HTTP",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "open",
                     *           "severity": "critical",
                     *           "type": "timeout",
                     *           "source": "system",
                     *           "title": "\"Shop\" is down",
                     *           "status_page_update": "We are looking into it",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_by_name": "Alice",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "affected_regions": [
                     *             "local"
                     *           ],
                     *           "affected_monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "failure_count": 1,
                     *           "notification_sent": true,
                     *           "notification_channels": [
                     *             "email"
                     *           ],
                     *           "alerts_held_by": {
                     *             "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
                     *             "name": "Router"
                     *           },
                     *           "resolved_at": "2026-01-31T12:00:00.000Z",
                     *           "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "resolved_by_name": "Alice",
                     *           "resolution_note": "The provider has fixed it",
                     *           "duration_seconds": 360,
                     *           "downtime_seconds": 152,
                     *           "reopened_at": "2026-01-31T12:00:00.000Z",
                     *           "reopened_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            incident: components["schemas"]["Incident"];
                            /** @enum {boolean} */
                            success: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidentAffectedChecks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "affected_checks": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "target": "https://shop.example.com/",
                     *             "type": "HTTP",
                     *             "status": "active"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            affected_checks: components["schemas"]["AffectedCheck"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidentNotifications: {
        parameters: {
            query?: {
                /** @description Those that went this way */
                channel?: "email" | "webhook" | "slack";
                /** @description From 1 */
                page?: number;
                /** @description Most entries to return */
                pageSize?: number;
                /** @description Those that have come this far */
                status?: "pending" | "delivered" | "failed" | "bounced";
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "notifications": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "channel": "email",
                     *             "recipient": "ops@example.com",
                     *             "message_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "instead_of_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "status": "pending",
                     *             "delivered_at": "2026-01-31T12:00:00.000Z",
                     *             "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *             "retry_count": 1,
                     *             "max_retries": 1,
                     *             "last_retry_at": "2026-01-31T12:00:00.000Z",
                     *             "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "page": 1,
                     *           "pageSize": 20,
                     *           "total": 1,
                     *           "totalPages": 1,
                     *           "hasNext": false,
                     *           "hasPrevious": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            notifications: components["schemas"]["NotificationDelivery"][];
                            pagination: components["schemas"]["PageNumbers"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setIncidentStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "resolved",
                 *       "note": "The provider has fixed it"
                 *     }
                 */
                "application/json": components["schemas"]["SetIncidentStatusBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "incident": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "check_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_name": "Shop",
                     *           "check_type": "HTTP",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "open",
                     *           "severity": "critical",
                     *           "type": "timeout",
                     *           "source": "system",
                     *           "title": "\"Shop\" is down",
                     *           "status_page_update": "We are looking into it",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_by_name": "Alice",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "affected_regions": [
                     *             "local"
                     *           ],
                     *           "affected_monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "failure_count": 1,
                     *           "notification_sent": true,
                     *           "notification_channels": [
                     *             "email"
                     *           ],
                     *           "alerts_held_by": {
                     *             "monitor_id": "0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69",
                     *             "name": "Router"
                     *           },
                     *           "resolved_at": "2026-01-31T12:00:00.000Z",
                     *           "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "resolved_by_name": "Alice",
                     *           "resolution_note": "The provider has fixed it",
                     *           "duration_seconds": 360,
                     *           "downtime_seconds": 152,
                     *           "reopened_at": "2026-01-31T12:00:00.000Z",
                     *           "reopened_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            incident: components["schemas"]["Incident"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidentUpdates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "updates": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "kind": "created",
                     *             "message": "The provider is on it",
                     *             "from_status": "open",
                     *             "to_status": "open",
                     *             "is_public": true,
                     *             "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "user_name": "Alice",
                     *             "created_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            updates: components["schemas"]["IncidentUpdate"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "The provider is on it",
                 *       "is_public": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateIncidentUpdateBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "update": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "kind": "created",
                     *           "message": "The provider is on it",
                     *           "from_status": "open",
                     *           "to_status": "open",
                     *           "is_public": true,
                     *           "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "user_name": "Alice",
                     *           "created_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            update: components["schemas"]["IncidentUpdate"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIncidentComments: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                incidentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "comments": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "user_email": "alice@example.com",
                     *             "user_name": "Alice",
                     *             "comment_text": "I am calling the provider",
                     *             "is_internal": true,
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z",
                     *             "deleted_at": "2026-01-31T12:00:00.000Z",
                     *             "can_edit": true,
                     *             "can_delete": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            comments: components["schemas"]["ListedComment"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createIncidentComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the incident */
                incidentId: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment_text": "I am calling the provider",
                 *       "is_internal": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateIncidentCommentBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "comment": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "user_email": "alice@example.com",
                     *           "user_name": "Alice",
                     *           "comment_text": "I am calling the provider",
                     *           "is_internal": true,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z",
                     *           "deleted_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            comment: components["schemas"]["Comment"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteIncidentComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the comment */
                commentId: string;
                /** @description Id of the incident */
                incidentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "success": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            success: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.FORBIDDEN.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateIncidentComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the comment */
                commentId: string;
                /** @description Id of the incident */
                incidentId: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment_text": "I have called the provider"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateIncidentCommentBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "comment": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "user_email": "alice@example.com",
                     *           "user_name": "Alice",
                     *           "comment_text": "I am calling the provider",
                     *           "is_internal": true,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z",
                     *           "deleted_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            comment: components["schemas"]["Comment"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.FORBIDDEN.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMaintenanceWindows: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "maintenance_windows": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Database upgrade",
                     *             "description": "All that customers see",
                     *             "monitor_ids": [
                     *               "0198c0de-7a11-7abc-8def-0123456789ab"
                     *             ],
                     *             "group_ids": [
                     *               "0198c0de-7a11-7abc-8def-0123456789ab"
                     *             ],
                     *             "starts_at": "2026-01-31T12:00:00.000Z",
                     *             "ends_at": "2026-01-31T12:00:00.000Z",
                     *             "recurrence": {
                     *               "cron": "0 2 * * 0",
                     *               "duration_minutes": 1,
                     *               "timezone": "Europe/Berlin",
                     *               "until": "2026-01-31T12:00:00.000Z"
                     *             },
                     *             "status": "scheduled",
                     *             "current": {
                     *               "starts_at": "2026-01-31T12:00:00.000Z",
                     *               "ends_at": "2026-01-31T12:00:00.000Z"
                     *             },
                     *             "next_starts_at": "2026-01-31T12:00:00.000Z",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            maintenance_windows: components["schemas"]["MaintenanceWindow"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 448 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Database upgrade",
                 *       "monitor_ids": [
                 *         "0198c0de-7a11-7abc-8def-0123456789ab"
                 *       ],
                 *       "starts_at": "2026-02-01T01:00:00.000Z",
                 *       "ends_at": "2026-02-01T02:00:00.000Z",
                 *       "recurrence": {
                 *         "cron": "0 2 * * 0",
                 *         "duration_minutes": 60,
                 *         "timezone": "Europe/Berlin"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateMaintenanceWindowBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "maintenance_window": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Database upgrade",
                     *           "description": "All that customers see",
                     *           "monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "group_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "starts_at": "2026-01-31T12:00:00.000Z",
                     *           "ends_at": "2026-01-31T12:00:00.000Z",
                     *           "recurrence": {
                     *             "cron": "0 2 * * 0",
                     *             "duration_minutes": 1,
                     *             "timezone": "Europe/Berlin",
                     *             "until": "2026-01-31T12:00:00.000Z"
                     *           },
                     *           "status": "scheduled",
                     *           "current": {
                     *             "starts_at": "2026-01-31T12:00:00.000Z",
                     *             "ends_at": "2026-01-31T12:00:00.000Z"
                     *           },
                     *           "next_starts_at": "2026-01-31T12:00:00.000Z",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            maintenance_window: components["schemas"]["MaintenanceWindow"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the maintenance window */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "maintenance_window": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Database upgrade",
                     *           "description": "All that customers see",
                     *           "monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "group_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "starts_at": "2026-01-31T12:00:00.000Z",
                     *           "ends_at": "2026-01-31T12:00:00.000Z",
                     *           "recurrence": {
                     *             "cron": "0 2 * * 0",
                     *             "duration_minutes": 1,
                     *             "timezone": "Europe/Berlin",
                     *             "until": "2026-01-31T12:00:00.000Z"
                     *           },
                     *           "status": "scheduled",
                     *           "current": {
                     *             "starts_at": "2026-01-31T12:00:00.000Z",
                     *             "ends_at": "2026-01-31T12:00:00.000Z"
                     *           },
                     *           "next_starts_at": "2026-01-31T12:00:00.000Z",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            maintenance_window: components["schemas"]["MaintenanceWindow"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the maintenance window */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ends_at": "2026-02-01T03:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMaintenanceWindowBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "maintenance_window": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Database upgrade",
                     *           "description": "All that customers see",
                     *           "monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "group_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "starts_at": "2026-01-31T12:00:00.000Z",
                     *           "ends_at": "2026-01-31T12:00:00.000Z",
                     *           "recurrence": {
                     *             "cron": "0 2 * * 0",
                     *             "duration_minutes": 1,
                     *             "timezone": "Europe/Berlin",
                     *             "until": "2026-01-31T12:00:00.000Z"
                     *           },
                     *           "status": "scheduled",
                     *           "current": {
                     *             "starts_at": "2026-01-31T12:00:00.000Z",
                     *             "ends_at": "2026-01-31T12:00:00.000Z"
                     *           },
                     *           "next_starts_at": "2026-01-31T12:00:00.000Z",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            maintenance_window: components["schemas"]["MaintenanceWindow"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteMaintenanceWindow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the maintenance window */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMaintenanceWindowOccurrences: {
        parameters: {
            query: {
                /**
                 * @description Five fields: minute, hour, day of month, month, day of week
                 * @example 0 2 * * 0
                 */
                cron?: string;
                /** @description How long each further occurrence lasts, whatever the wall clock does meanwhile */
                duration_minutes?: number;
                /** @description Of the first occurrence */
                ends_at: string;
                /** @description Most occurrences to return */
                limit?: number;
                /** @description Of the first occurrence */
                starts_at: string;
                /**
                 * @description IANA name
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /** @description No occurrence begins after this */
                until?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "occurrences": [
                     *           {
                     *             "starts_at": "2026-01-31T12:00:00.000Z",
                     *             "ends_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            occurrences: components["schemas"]["Occurrence"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMonitors: {
        parameters: {
            query?: {
                /** @description Those in this group itself, not in the groups below it */
                group_id?: string;
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
                /** @description Those that stand like this */
                runtime_status?: "up" | "down" | "degraded" | "paused" | "unknown";
                /** @description Part of the name or target, in any case */
                search?: string;
                /** @description `-` turns the order round */
                sort?: "name" | "created_at" | "-created_at" | "runtime_status";
                /** @description Those that somebody has set to this */
                status?: "active" | "paused" | "disabled";
                /** @description Those with this tag */
                tag?: string;
                /** @description Those of this type */
                type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitors": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ac",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ad",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ae",
                     *             "name": "Web shop",
                     *             "type": "HTTP",
                     *             "target": "https://shop.example.com/",
                     *             "interval_seconds": 60,
                     *             "timeout_ms": 10000,
                     *             "status": "active",
                     *             "configState": "active",
                     *             "runtimeStatus": "up",
                     *             "failure_threshold": 2,
                     *             "recovery_threshold": 2,
                     *             "reminder_interval_minutes": 0,
                     *             "method": "GET",
                     *             "headers": {},
                     *             "body": null,
                     *             "follow_redirects": true,
                     *             "verify_ssl": true,
                     *             "ip_version": "auto",
                     *             "notification_target_ids": [
                     *               "0198c0de-7a11-7abc-8def-0123456789af"
                     *             ],
                     *             "created_at": 1767225600,
                     *             "updated_at": 1767225600
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            monitors: components["schemas"]["Monitor"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "type": "HTTP",
                 *       "target": "https://shop.example.com/",
                 *       "interval_seconds": 60,
                 *       "tags": [
                 *         "production"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateMonitorBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitor": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ac",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ad",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ae",
                     *           "name": "Web shop",
                     *           "type": "HTTP",
                     *           "target": "https://shop.example.com/",
                     *           "interval_seconds": 60,
                     *           "timeout_ms": 10000,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 2,
                     *           "recovery_threshold": 2,
                     *           "reminder_interval_minutes": 0,
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": null,
                     *           "follow_redirects": true,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789af"
                     *           ],
                     *           "created_at": 1767225600,
                     *           "updated_at": 1767225600
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            monitor: components["schemas"]["Monitor"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.VALIDATION_FAILED.INVALID_REGIONS"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.HEARTBEAT_MONITORING_NOT_AVAILABLE.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitor": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ac",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ad",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ae",
                     *           "name": "Web shop",
                     *           "type": "HTTP",
                     *           "target": "https://shop.example.com/",
                     *           "interval_seconds": 60,
                     *           "timeout_ms": 10000,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 2,
                     *           "recovery_threshold": 2,
                     *           "reminder_interval_minutes": 0,
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": null,
                     *           "follow_redirects": true,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789af"
                     *           ],
                     *           "created_at": 1767225600,
                     *           "updated_at": 1767225600
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            monitor: components["schemas"]["Monitor"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "interval_seconds": 300,
                 *       "expected_status": [
                 *         200,
                 *         204
                 *       ],
                 *       "tags": [
                 *         "production",
                 *         "shop"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMonitorBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitor": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ac",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ad",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ae",
                     *           "name": "Web shop",
                     *           "type": "HTTP",
                     *           "target": "https://shop.example.com/",
                     *           "interval_seconds": 60,
                     *           "timeout_ms": 10000,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 2,
                     *           "recovery_threshold": 2,
                     *           "reminder_interval_minutes": 0,
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": null,
                     *           "follow_redirects": true,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789af"
                     *           ],
                     *           "created_at": 1767225600,
                     *           "updated_at": 1767225600
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            monitor: components["schemas"]["Monitor"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.VALIDATION_FAILED.INVALID_REGIONS"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMonitorBadges: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "badges": [
                     *           {
                     *             "kind": "status",
                     *             "url": "https://watch.example.com/api/monitors/0198c0de-7a11-7abc-8def-0123456789ab/badge.svg?kind=status&token=8Zq3sVdY0mJtKp1w"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            badges: components["schemas"]["Badge"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "certificate": {
                     *           "subject": "CN=shop.example.com",
                     *           "issuer": "O=Example Trust, CN=Example Authority R1",
                     *           "valid_from": "2025-12-20T00:00:00.000Z",
                     *           "valid_to": "2026-03-20T00:00:00.000Z",
                     *           "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
                     *           "sans": [
                     *             "shop.example.com",
                     *             "www.shop.example.com"
                     *           ],
                     *           "days_remaining": 47,
                     *           "lifetime_days": 90,
                     *           "serial_number": "04B3E7A90C15D2F8",
                     *           "errors": [],
                     *           "chain": [
                     *             {
                     *               "subject": "CN=shop.example.com",
                     *               "issuer": "O=Example Trust, CN=Example Authority R1",
                     *               "valid_from": "2025-12-20T00:00:00.000Z",
                     *               "valid_to": "2026-03-20T00:00:00.000Z",
                     *               "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8"
                     *             },
                     *             {
                     *               "subject": "O=Example Trust, CN=Example Authority R1",
                     *               "issuer": "O=Example Trust, CN=Example Root",
                     *               "valid_from": "2020-09-04T00:00:00.000Z",
                     *               "valid_to": "2030-09-04T00:00:00.000Z",
                     *               "fingerprint256": "67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD"
                     *             }
                     *           ],
                     *           "is_valid": true,
                     *           "warning_days": null,
                     *           "warned_days": null,
                     *           "warned_at": null,
                     *           "incident_id": null,
                     *           "first_seen_at": "2025-12-20T00:10:03.000Z",
                     *           "last_seen_at": "2026-01-31T06:00:00.000Z",
                     *           "region": "local",
                     *           "changed_at": "2025-12-20T00:10:03.000Z",
                     *           "previous": {
                     *             "subject": "CN=shop.example.com",
                     *             "issuer": "O=Example Trust, CN=Example Authority R1",
                     *             "valid_from": "2025-10-21T00:00:00.000Z",
                     *             "valid_to": "2026-01-19T00:00:00.000Z",
                     *             "fingerprint256": "C4:88:51:F3:2D:7A:06:9B:E5:10:B8:4C:D7:63:2F:A1:9E:05:74:EB:38:C2:5D:F6:81:0A:97:43:BC:1E:60:D9",
                     *             "first_seen_at": "2025-10-21T00:09:58.000Z",
                     *             "last_seen_at": "2025-12-20T00:09:03.000Z"
                     *           },
                     *           "history": [
                     *             {
                     *               "subject": "CN=shop.example.com",
                     *               "issuer": "O=Example Trust, CN=Example Authority R1",
                     *               "valid_from": "2025-12-20T00:00:00.000Z",
                     *               "valid_to": "2026-03-20T00:00:00.000Z",
                     *               "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
                     *               "first_seen_at": "2025-12-20T00:10:03.000Z",
                     *               "last_seen_at": "2026-01-31T06:00:00.000Z"
                     *             },
                     *             {
                     *               "subject": "CN=shop.example.com",
                     *               "issuer": "O=Example Trust, CN=Example Authority R1",
                     *               "valid_from": "2025-10-21T00:00:00.000Z",
                     *               "valid_to": "2026-01-19T00:00:00.000Z",
                     *               "fingerprint256": "C4:88:51:F3:2D:7A:06:9B:E5:10:B8:4C:D7:63:2F:A1:9E:05:74:EB:38:C2:5D:F6:81:0A:97:43:BC:1E:60:D9",
                     *               "first_seen_at": "2025-10-21T00:09:58.000Z",
                     *               "last_seen_at": "2025-12-20T00:09:03.000Z"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @example {
                             *       "subject": "CN=shop.example.com",
                             *       "issuer": "O=Example Trust, CN=Example Authority R1",
                             *       "valid_from": "2025-12-20T00:00:00.000Z",
                             *       "valid_to": "2026-03-20T00:00:00.000Z",
                             *       "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
                             *       "sans": [
                             *         "shop.example.com",
                             *         "www.shop.example.com"
                             *       ],
                             *       "days_remaining": 47,
                             *       "lifetime_days": 90,
                             *       "serial_number": "04B3E7A90C15D2F8",
                             *       "errors": [],
                             *       "chain": [
                             *         {
                             *           "subject": "CN=shop.example.com",
                             *           "issuer": "O=Example Trust, CN=Example Authority R1",
                             *           "valid_from": "2025-12-20T00:00:00.000Z",
                             *           "valid_to": "2026-03-20T00:00:00.000Z",
                             *           "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8"
                             *         },
                             *         {
                             *           "subject": "O=Example Trust, CN=Example Authority R1",
                             *           "issuer": "O=Example Trust, CN=Example Root",
                             *           "valid_from": "2020-09-04T00:00:00.000Z",
                             *           "valid_to": "2030-09-04T00:00:00.000Z",
                             *           "fingerprint256": "67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD"
                             *         }
                             *       ],
                             *       "is_valid": true,
                             *       "warning_days": null,
                             *       "warned_days": null,
                             *       "warned_at": null,
                             *       "incident_id": null,
                             *       "first_seen_at": "2025-12-20T00:10:03.000Z",
                             *       "last_seen_at": "2026-01-31T06:00:00.000Z",
                             *       "region": "local",
                             *       "changed_at": "2025-12-20T00:10:03.000Z",
                             *       "previous": {
                             *         "subject": "CN=shop.example.com",
                             *         "issuer": "O=Example Trust, CN=Example Authority R1",
                             *         "valid_from": "2025-10-21T00:00:00.000Z",
                             *         "valid_to": "2026-01-19T00:00:00.000Z",
                             *         "fingerprint256": "C4:88:51:F3:2D:7A:06:9B:E5:10:B8:4C:D7:63:2F:A1:9E:05:74:EB:38:C2:5D:F6:81:0A:97:43:BC:1E:60:D9",
                             *         "first_seen_at": "2025-10-21T00:09:58.000Z",
                             *         "last_seen_at": "2025-12-20T00:09:03.000Z"
                             *       },
                             *       "history": [
                             *         {
                             *           "subject": "CN=shop.example.com",
                             *           "issuer": "O=Example Trust, CN=Example Authority R1",
                             *           "valid_from": "2025-12-20T00:00:00.000Z",
                             *           "valid_to": "2026-03-20T00:00:00.000Z",
                             *           "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
                             *           "first_seen_at": "2025-12-20T00:10:03.000Z",
                             *           "last_seen_at": "2026-01-31T06:00:00.000Z"
                             *         },
                             *         {
                             *           "subject": "CN=shop.example.com",
                             *           "issuer": "O=Example Trust, CN=Example Authority R1",
                             *           "valid_from": "2025-10-21T00:00:00.000Z",
                             *           "valid_to": "2026-01-19T00:00:00.000Z",
                             *           "fingerprint256": "C4:88:51:F3:2D:7A:06:9B:E5:10:B8:4C:D7:63:2F:A1:9E:05:74:EB:38:C2:5D:F6:81:0A:97:43:BC:1E:60:D9",
                             *           "first_seen_at": "2025-10-21T00:09:58.000Z",
                             *           "last_seen_at": "2025-12-20T00:09:03.000Z"
                             *         }
                             *       ]
                             *     }
                             */
                            certificate: {
                                /** @description As the target sent it, beginning with its own; at most 10 */
                                chain: components["schemas"]["ChainCertificate"][];
                                /**
                                 * Format: date-time
                                 * @description When one was shown that had not been seen before; null while there was only one
                                 */
                                changed_at: string | null;
                                /** @description Whole days; negative once it has expired */
                                days_remaining: number;
                                /** @description What is wrong with it; empty when it is good. Also judged where nobody verifies it */
                                errors: components["schemas"]["CertificateFault"][];
                                /** @description SHA-256, in hexadecimal with colons */
                                fingerprint256: string;
                                /**
                                 * Format: date-time
                                 * @description Of this certificate
                                 */
                                first_seen_at: string;
                                /** @description The certificates that the target has shown, this one included; at most 10, the last seen first. Nodes behind one name that show theirs in turn have one entry each */
                                history: components["schemas"]["CertificateOfHistory"][];
                                /**
                                 * Format: uuid
                                 * @description Of the open incident about it
                                 */
                                incident_id: string | null;
                                /** @description Whether nothing is wrong with it, apart from a signature of its own where `ignore_self_signed` is on */
                                is_valid: boolean;
                                issuer: string;
                                /**
                                 * Format: date-time
                                 * @description Written when it changes, and once a day at least
                                 */
                                last_seen_at: string;
                                /** @description From its first day to its last */
                                lifetime_days: number;
                                previous: components["schemas"]["PreviousCertificate"] | null;
                                /** @description Where it was seen last */
                                region: string;
                                /** @description Host names and addresses it is good for; the first 250 */
                                sans: string[];
                                serial_number: string;
                                /** @description Distinguished name, its parts in the order of the certificate */
                                subject: string;
                                /** Format: date-time */
                                valid_from: string;
                                /** Format: date-time */
                                valid_to: string;
                                /**
                                 * Format: date-time
                                 * @description When they were warned last, of its end or of what else is wrong; null while no warning stands
                                 */
                                warned_at: string | null;
                                /** @description The threshold that people were warned of last, while that warning stands; 0 when they were told that it has expired. Null when they were not warned of its end */
                                warned_days: number | null;
                                /** @description The threshold of `expiry_warning_days` that is crossed, of several the nearest to the end; null while none is or expiry is not watched. Of a certificate for less than 100 days, none is crossed in its first two thirds */
                                warning_days: number | null;
                            };
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    checkMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "result": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "region": "local",
                     *           "checked_at": "2026-01-31T12:00:00.000Z",
                     *           "status": "down",
                     *           "response_time_ms": 156.93,
                     *           "status_code": 503,
                     *           "error_type": "status_code",
                     *           "error_message": "status 503, expected 2xx",
                     *           "timings": {
                     *             "dns_ms": 4.1,
                     *             "connect_ms": 18.2,
                     *             "tls_ms": 37.5,
                     *             "first_byte_ms": 96.3,
                     *             "download_ms": 0.83
                     *           },
                     *           "remote_address": "192.0.2.7",
                     *           "certificate": {
                     *             "subject": "CN=shop.example.com",
                     *             "issuer": "O=Example Trust, CN=Example Authority R1",
                     *             "valid_from": "2025-12-20T00:00:00.000Z",
                     *             "valid_to": "2026-03-20T00:00:00.000Z",
                     *             "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
                     *             "sans": [
                     *               "shop.example.com",
                     *               "www.shop.example.com"
                     *             ],
                     *             "days_remaining": 47,
                     *             "lifetime_days": 90,
                     *             "serial_number": "04B3E7A90C15D2F8",
                     *             "errors": [],
                     *             "chain": [
                     *               {
                     *                 "subject": "CN=shop.example.com",
                     *                 "issuer": "O=Example Trust, CN=Example Authority R1",
                     *                 "valid_from": "2025-12-20T00:00:00.000Z",
                     *                 "valid_to": "2026-03-20T00:00:00.000Z",
                     *                 "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8"
                     *               },
                     *               {
                     *                 "subject": "O=Example Trust, CN=Example Authority R1",
                     *                 "issuer": "O=Example Trust, CN=Example Root",
                     *                 "valid_from": "2020-09-04T00:00:00.000Z",
                     *                 "valid_to": "2030-09-04T00:00:00.000Z",
                     *                 "fingerprint256": "67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD"
                     *               }
                     *             ]
                     *           },
                     *           "response": {
                     *             "seen_at": "2026-01-31T12:00:00.000Z",
                     *             "status_code": 503,
                     *             "headers": [
                     *               {
                     *                 "name": "Content-Type",
                     *                 "value": "text/plain"
                     *               },
                     *               {
                     *                 "name": "Set-Cookie",
                     *                 "value": "********"
                     *               },
                     *               {
                     *                 "name": "Retry-After",
                     *                 "value": "30"
                     *               }
                     *             ],
                     *             "headers_truncated": false,
                     *             "content_type": "text/plain",
                     *             "body": "upstream connect error or disconnect/reset before headers",
                     *             "body_truncated": false,
                     *             "body_bytes": 57
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            result: components["schemas"]["FullCheckResult"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorCoverage: {
        parameters: {
            query?: {
                /** @description One of 24h, 7d, 30d, 90d */
                period?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "scheduled": 1,
                     *         "executed": 1,
                     *         "missed": 1,
                     *         "inconclusive": 1,
                     *         "lateness_ms": {
                     *           "p50": 1,
                     *           "p95": 1,
                     *           "p99": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Those of them that were run */
                            executed: number;
                            /** @description Run, but the probe itself was in trouble */
                            inconclusive: number;
                            lateness_ms: {
                                p50?: number;
                                p95?: number;
                                p99?: number;
                            };
                            /** @description Those of them that were not */
                            missed: number;
                            /** @description Checks that were due */
                            scheduled: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.INVALID_PERIOD"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["STATS_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "domain": "example.com",
                     *         "is_registered": true,
                     *         "registrar": "Example Registrar, Inc.",
                     *         "registered_at": "1995-08-14T04:00:00.000Z",
                     *         "expires_at": "2026-08-13T04:00:00.000Z",
                     *         "days_remaining": 219,
                     *         "warning_days": null,
                     *         "warned_days": null,
                     *         "warned_at": null,
                     *         "incident_id": null,
                     *         "statuses": [
                     *           "client delete prohibited",
                     *           "client transfer prohibited"
                     *         ],
                     *         "name_servers": [
                     *           "a.iana-servers.net",
                     *           "b.iana-servers.net"
                     *         ],
                     *         "source": "rdap",
                     *         "server": "rdap.verisign.com",
                     *         "checked_at": "2026-01-05T09:12:31.000Z",
                     *         "last_known_at": "2026-01-05T09:12:31.000Z",
                     *         "next_check_at": "2026-01-06T07:48:02.000Z",
                     *         "error": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @example {
                         *       "domain": "example.com",
                         *       "is_registered": true,
                         *       "registrar": "Example Registrar, Inc.",
                         *       "registered_at": "1995-08-14T04:00:00.000Z",
                         *       "expires_at": "2026-08-13T04:00:00.000Z",
                         *       "days_remaining": 219,
                         *       "warning_days": null,
                         *       "warned_days": null,
                         *       "warned_at": null,
                         *       "incident_id": null,
                         *       "statuses": [
                         *         "client delete prohibited",
                         *         "client transfer prohibited"
                         *       ],
                         *       "name_servers": [
                         *         "a.iana-servers.net",
                         *         "b.iana-servers.net"
                         *       ],
                         *       "source": "rdap",
                         *       "server": "rdap.verisign.com",
                         *       "checked_at": "2026-01-05T09:12:31.000Z",
                         *       "last_known_at": "2026-01-05T09:12:31.000Z",
                         *       "next_check_at": "2026-01-06T07:48:02.000Z",
                         *       "error": null
                         *     }
                         */
                        data: {
                            /**
                             * Format: date-time
                             * @description The last look, however it went; null before the first one
                             */
                            checked_at: string | null;
                            /** @description Whole days until `expires_at`; negative after it */
                            days_remaining: number | null;
                            /** @description The registered one, in A-labels: `xn--bcher-kva.de` for `www.bücher.de` */
                            domain: string;
                            /** @description Why the last look did not find out all there is. It says nothing about the domain */
                            error: string | null;
                            /**
                             * Format: date-time
                             * @description As a registry said last: a look that fails erases nothing. Null while none has published it
                             */
                            expires_at: string | null;
                            /**
                             * Format: uuid
                             * @description Of the open incident about it
                             */
                            incident_id: string | null;
                            /** @description Null while nobody knows. False when registries said twice, hours apart, that they know no such domain, or once after `expires_at` */
                            is_registered: boolean | null;
                            /**
                             * Format: date-time
                             * @description When a registry last confirmed what is shown
                             */
                            last_known_at: string | null;
                            name_servers: string[];
                            /**
                             * Format: date-time
                             * @description Null while the monitor is not active
                             */
                            next_check_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was registered first
                             */
                            registered_at: string | null;
                            registrar: string | null;
                            /** @description Who was asked for it */
                            server: string | null;
                            /**
                             * @description Where the registration was read
                             * @enum {string|null}
                             */
                            source: "rdap" | "whois" | null;
                            /** @description In the words of RFC 8056, such as `client transfer prohibited` */
                            statuses: string[];
                            /**
                             * Format: date-time
                             * @description When they were warned last, of its end or of what else is wrong; null while no warning stands
                             */
                            warned_at: string | null;
                            /** @description The threshold that people were warned of last, while that warning stands; 0 when they were told that it has expired. Null when they were not warned of its end */
                            warned_days: number | null;
                            /** @description The nearest of `expiry_warning_days` that has come; null while none has */
                            warning_days: number | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "values": {
                     *           "type": "TCP",
                     *           "name": "Mail",
                     *           "target": "mail.example.com",
                     *           "tcp_config": {
                     *             "port": 25,
                     *             "protocol": "smtp"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @example {
                             *       "type": "TCP",
                             *       "name": "Mail",
                             *       "target": "mail.example.com",
                             *       "tcp_config": {
                             *         "port": 25,
                             *         "protocol": "smtp"
                             *       }
                             *     }
                             */
                            values: {
                                [key: string]: unknown;
                            };
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorMaintenance: {
        parameters: {
            query?: {
                /** @description Default: 30 days before `to` */
                from?: string;
                /** @description Exclusive; default: now */
                to?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "maintenance": [
                     *           {
                     *             "window_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Database upgrade",
                     *             "starts_at": "2026-01-31T12:00:00.000Z",
                     *             "ends_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            has_more: boolean;
                            maintenance: components["schemas"]["MaintenanceSpan"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMonitorNotifications: {
        parameters: {
            query?: {
                /** @description Those that went this way */
                channel?: "email" | "webhook" | "slack";
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
                /** @description Those that have come this far */
                status?: "pending" | "delivered" | "failed" | "bounced";
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "notifications": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "channel": "email",
                     *             "recipient": "ops@example.com",
                     *             "message_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "instead_of_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "status": "pending",
                     *             "delivered_at": "2026-01-31T12:00:00.000Z",
                     *             "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *             "retry_count": 1,
                     *             "max_retries": 1,
                     *             "last_retry_at": "2026-01-31T12:00:00.000Z",
                     *             "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            notifications: components["schemas"]["NotificationDelivery"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    pauseMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitor": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ac",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ad",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ae",
                     *           "name": "Web shop",
                     *           "type": "HTTP",
                     *           "target": "https://shop.example.com/",
                     *           "interval_seconds": 60,
                     *           "timeout_ms": 10000,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 2,
                     *           "recovery_threshold": 2,
                     *           "reminder_interval_minutes": 0,
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": null,
                     *           "follow_redirects": true,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789af"
                     *           ],
                     *           "created_at": 1767225600,
                     *           "updated_at": 1767225600
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            monitor: components["schemas"]["Monitor"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["MONITOR_PAUSE_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMonitorPings: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "pings": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "kind": "success",
                     *             "received_at": "2026-01-31T12:00:00.000Z",
                     *             "exit_status": 0,
                     *             "run_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "duration_ms": 41000,
                     *             "body": "text",
                     *             "body_bytes": 12,
                     *             "remote_address": "192.0.2.7"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            pagination: components["schemas"]["Pagination"];
                            pings: components["schemas"]["Ping"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["CHECK_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    replayMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 80 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "failure_threshold": 3,
                 *       "slow_response_threshold_ms": 2000
                 *     }
                 */
                "application/json": components["schemas"]["ReplayMonitorBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "from": "2026-01-01T00:00:00.000Z",
                     *         "to": "2026-01-31T00:00:00.000Z",
                     *         "results": 129600,
                     *         "thresholds": {
                     *           "failure_threshold": 3,
                     *           "recovery_threshold": 2,
                     *           "flapping": true
                     *         },
                     *         "incident_count": 2,
                     *         "status_changes": 4,
                     *         "uptime_percentage": 99.965278,
                     *         "seconds": {
                     *           "up": 2591100,
                     *           "degraded": 0,
                     *           "down": 900,
                     *           "paused": 0,
                     *           "unknown": 0,
                     *           "maintenance": 0
                     *         },
                     *         "incidents": [
                     *           {
                     *             "family": "availability",
                     *             "type": "timeout",
                     *             "severity": "critical",
                     *             "started_at": "2026-01-12T03:14:05.000Z",
                     *             "resolved_at": "2026-01-12T03:24:05.000Z",
                     *             "duration_seconds": 600,
                     *             "downtime_seconds": 600,
                     *             "failure_count": 12,
                     *             "affected_regions": [
                     *               "local"
                     *             ],
                     *             "reason": "no answer in 10000 ms",
                     *             "reopened_count": 0
                     *           }
                     *         ],
                     *         "incidents_truncated": false,
                     *         "compared": {
                     *           "incident_count": 9,
                     *           "status_changes": 18,
                     *           "uptime_percentage": 99.9375,
                     *           "seconds": {
                     *             "up": 2590380,
                     *             "degraded": 0,
                     *             "down": 1620,
                     *             "paused": 0,
                     *             "unknown": 0,
                     *             "maintenance": 0
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @example {
                         *       "from": "2026-01-01T00:00:00.000Z",
                         *       "to": "2026-01-31T00:00:00.000Z",
                         *       "results": 129600,
                         *       "thresholds": {
                         *         "failure_threshold": 3,
                         *         "recovery_threshold": 2,
                         *         "flapping": true
                         *       },
                         *       "incident_count": 2,
                         *       "status_changes": 4,
                         *       "uptime_percentage": 99.965278,
                         *       "seconds": {
                         *         "up": 2591100,
                         *         "degraded": 0,
                         *         "down": 900,
                         *         "paused": 0,
                         *         "unknown": 0,
                         *         "maintenance": 0
                         *       },
                         *       "incidents": [
                         *         {
                         *           "family": "availability",
                         *           "type": "timeout",
                         *           "severity": "critical",
                         *           "started_at": "2026-01-12T03:14:05.000Z",
                         *           "resolved_at": "2026-01-12T03:24:05.000Z",
                         *           "duration_seconds": 600,
                         *           "downtime_seconds": 600,
                         *           "failure_count": 12,
                         *           "affected_regions": [
                         *             "local"
                         *           ],
                         *           "reason": "no answer in 10000 ms",
                         *           "reopened_count": 0
                         *         }
                         *       ],
                         *       "incidents_truncated": false,
                         *       "compared": {
                         *         "incident_count": 9,
                         *         "status_changes": 18,
                         *         "uptime_percentage": 99.9375,
                         *         "seconds": {
                         *           "up": 2590380,
                         *           "degraded": 0,
                         *           "down": 1620,
                         *           "paused": 0,
                         *           "unknown": 0,
                         *           "maintenance": 0
                         *         }
                         *       }
                         *     }
                         */
                        data: {
                            compared: components["schemas"]["ReplayedReality"];
                            /**
                             * Format: date-time
                             * @description Not before the monitor was created
                             */
                            from: string;
                            /** @description Of availability and slowness, that began in the period */
                            incident_count: number;
                            /** @description Oldest first; the newest 1,000 */
                            incidents: components["schemas"]["ReplayedIncident"][];
                            /** @description Whether there were more than those listed */
                            incidents_truncated: boolean;
                            /** @description Stored results of the period that were judged */
                            results: number;
                            seconds: components["schemas"]["SecondsByStatus"];
                            /** @description Of the runtime status, in the period */
                            status_changes: number;
                            thresholds: components["schemas"]["ReplayThresholds"];
                            /**
                             * Format: date-time
                             * @description Exclusive
                             */
                            to: string;
                            /** @description Up to six decimals; null when nothing was measured */
                            uptime_percentage: number | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["STATS_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMonitorResponseTimes: {
        parameters: {
            query?: {
                /** @description One of 24h, 7d, 30d, 90d */
                period?: string;
                /** @description Code of a region; all of them if absent */
                region?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "series": [
                     *           {
                     *             "timestamp": "2026-01-31T12:00:00.000Z",
                     *             "avg_ms": 1,
                     *             "min_ms": 1,
                     *             "max_ms": 1,
                     *             "p50_ms": 1,
                     *             "p95_ms": 1,
                     *             "p99_ms": 1,
                     *             "count": 1
                     *           }
                     *         ],
                     *         "summary": {
                     *           "avg_ms": 1,
                     *           "min_ms": 1,
                     *           "max_ms": 1,
                     *           "p50_ms": 1,
                     *           "p95_ms": 1,
                     *           "p99_ms": 1,
                     *           "count": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            series: components["schemas"]["ResponseTimes"][];
                            summary: components["schemas"]["ResponseTimesOfPeriod"] | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.INVALID_PERIOD"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["STATS_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listMonitorResults: {
        parameters: {
            query?: {
                /** @description Checked at this moment or later */
                from?: string;
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
                /** @description Code of the region that checked */
                region?: string;
                /** @description Those that came to this */
                status?: "up" | "down" | "degraded" | "inconclusive";
                /** @description Exclusive */
                to?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "results": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "region": "local",
                     *             "checked_at": "2026-01-31T12:00:00.000Z",
                     *             "status": "down",
                     *             "response_time_ms": 156.93,
                     *             "status_code": 503,
                     *             "error_type": "status_code",
                     *             "error_message": "status 503, expected 2xx",
                     *             "timings": {
                     *               "dns_ms": 4.1,
                     *               "connect_ms": 18.2,
                     *               "tls_ms": 37.5,
                     *               "first_byte_ms": 96.3,
                     *               "download_ms": 0.83
                     *             },
                     *             "remote_address": "192.0.2.7"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            pagination: components["schemas"]["Pagination"];
                            results: components["schemas"]["CheckResult"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["CHECK_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
                /** @description Id of the result */
                resultId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "result": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "region": "local",
                     *           "checked_at": "2026-01-31T12:00:00.000Z",
                     *           "status": "down",
                     *           "response_time_ms": 156.93,
                     *           "status_code": 503,
                     *           "error_type": "status_code",
                     *           "error_message": "status 503, expected 2xx",
                     *           "timings": {
                     *             "dns_ms": 4.1,
                     *             "connect_ms": 18.2,
                     *             "tls_ms": 37.5,
                     *             "first_byte_ms": 96.3,
                     *             "download_ms": 0.83
                     *           },
                     *           "remote_address": "192.0.2.7",
                     *           "certificate": {
                     *             "subject": "CN=shop.example.com",
                     *             "issuer": "O=Example Trust, CN=Example Authority R1",
                     *             "valid_from": "2025-12-20T00:00:00.000Z",
                     *             "valid_to": "2026-03-20T00:00:00.000Z",
                     *             "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
                     *             "sans": [
                     *               "shop.example.com",
                     *               "www.shop.example.com"
                     *             ],
                     *             "days_remaining": 47,
                     *             "lifetime_days": 90,
                     *             "serial_number": "04B3E7A90C15D2F8",
                     *             "errors": [],
                     *             "chain": [
                     *               {
                     *                 "subject": "CN=shop.example.com",
                     *                 "issuer": "O=Example Trust, CN=Example Authority R1",
                     *                 "valid_from": "2025-12-20T00:00:00.000Z",
                     *                 "valid_to": "2026-03-20T00:00:00.000Z",
                     *                 "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8"
                     *               },
                     *               {
                     *                 "subject": "O=Example Trust, CN=Example Authority R1",
                     *                 "issuer": "O=Example Trust, CN=Example Root",
                     *                 "valid_from": "2020-09-04T00:00:00.000Z",
                     *                 "valid_to": "2030-09-04T00:00:00.000Z",
                     *                 "fingerprint256": "67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD"
                     *               }
                     *             ]
                     *           },
                     *           "response": {
                     *             "seen_at": "2026-01-31T12:00:00.000Z",
                     *             "status_code": 503,
                     *             "headers": [
                     *               {
                     *                 "name": "Content-Type",
                     *                 "value": "text/plain"
                     *               },
                     *               {
                     *                 "name": "Set-Cookie",
                     *                 "value": "********"
                     *               },
                     *               {
                     *                 "name": "Retry-After",
                     *                 "value": "30"
                     *               }
                     *             ],
                     *             "headers_truncated": false,
                     *             "content_type": "text/plain",
                     *             "body": "upstream connect error or disconnect/reset before headers",
                     *             "body_truncated": false,
                     *             "body_bytes": 57
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            result: components["schemas"]["FullCheckResult"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["CHECK_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resumeMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "monitor": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ac",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ad",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ae",
                     *           "name": "Web shop",
                     *           "type": "HTTP",
                     *           "target": "https://shop.example.com/",
                     *           "interval_seconds": 60,
                     *           "timeout_ms": 10000,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 2,
                     *           "recovery_threshold": 2,
                     *           "reminder_interval_minutes": 0,
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": null,
                     *           "follow_redirects": true,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789af"
                     *           ],
                     *           "created_at": 1767225600,
                     *           "updated_at": 1767225600
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            monitor: components["schemas"]["Monitor"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["MONITOR_RESUME_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorSparkline: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "sparkline": [
                     *           {
                     *             "timestamp": "2026-01-31T12:00:00.000Z",
                     *             "status": "success",
                     *             "successCount": 1,
                     *             "failureCount": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            sparkline: components["schemas"]["SparklineDay"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["SPARKLINE_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorStats: {
        parameters: {
            query?: {
                /** @description One of 7d, 30d, 90d */
                period?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "uptime_percentage": 99.98,
                     *         "avg_response_time": 182.4,
                     *         "total_checks": 1,
                     *         "failed_checks": 1,
                     *         "last_check_at": 1767225600000,
                     *         "last_success_at": 1767225600000,
                     *         "last_failure_at": 1767139200000,
                     *         "runtime_status": "up",
                     *         "current_incident": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "downtime_minutes": 1,
                     *           "status": "open",
                     *           "severity": "critical"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Milliseconds, over passing checks; 0 when none passed */
                            avg_response_time: number;
                            current_incident: components["schemas"]["CurrentIncident"] | null;
                            failed_checks: number;
                            /** @description Unix timestamp in milliseconds */
                            last_check_at: number | null;
                            /** @description Unix timestamp in milliseconds */
                            last_failure_at: number | null;
                            /** @description Unix timestamp in milliseconds */
                            last_success_at: number | null;
                            /** @enum {string} */
                            runtime_status: "up" | "down" | "degraded" | "unknown";
                            total_checks: number;
                            /** @description 0-100, weighted by time; up to six decimals */
                            uptime_percentage: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.INVALID_PERIOD"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.STATS_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["STATS_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorStatusHistory: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "history": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "kind": "runtime",
                     *             "from_status": "up",
                     *             "to_status": "down",
                     *             "reason": "down: 1 of 1 region, `connect 192.0.2.7:443: ECONNREFUSED`, 2 checks in a row",
                     *             "actor_name": "Alice",
                     *             "started_at": "2026-01-31T12:00:00.000Z",
                     *             "ended_at": "2026-01-31T12:00:00.000Z",
                     *             "duration_seconds": 300
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            history: components["schemas"]["StatusChange"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["CHECK_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getMonitorUptime: {
        parameters: {
            query?: {
                /** @description Default: 30 days before `to` */
                from?: string;
                /** @description Exclusive; default: now */
                to?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the monitor */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "from": "2026-01-01T00:00:00.000Z",
                     *         "to": "2026-01-31T00:00:00.000Z",
                     *         "period_seconds": 2592000,
                     *         "uptime_percentage": 99.988267,
                     *         "seconds": {
                     *           "up": 2556000,
                     *           "degraded": 0,
                     *           "down": 299.93,
                     *           "paused": 0,
                     *           "unknown": 32100.07,
                     *           "maintenance": 3600
                     *         },
                     *         "outages": 1,
                     *         "longest_outage_seconds": 299.93,
                     *         "mttr_seconds": 299.93,
                     *         "mtbf_seconds": 2556000,
                     *         "spans": [
                     *           {
                     *             "from": "2026-01-30T23:00:00.000Z",
                     *             "to": "2026-01-31T00:00:00.000Z",
                     *             "duration_seconds": 3600,
                     *             "status": "up",
                     *             "in_maintenance": false
                     *           }
                     *         ],
                     *         "spans_truncated": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @example {
                         *       "from": "2026-01-01T00:00:00.000Z",
                         *       "to": "2026-01-31T00:00:00.000Z",
                         *       "period_seconds": 2592000,
                         *       "uptime_percentage": 99.988267,
                         *       "seconds": {
                         *         "up": 2556000,
                         *         "degraded": 0,
                         *         "down": 299.93,
                         *         "paused": 0,
                         *         "unknown": 32100.07,
                         *         "maintenance": 3600
                         *       },
                         *       "outages": 1,
                         *       "longest_outage_seconds": 299.93,
                         *       "mttr_seconds": 299.93,
                         *       "mtbf_seconds": 2556000,
                         *       "spans": [
                         *         {
                         *           "from": "2026-01-30T23:00:00.000Z",
                         *           "to": "2026-01-31T00:00:00.000Z",
                         *           "duration_seconds": 3600,
                         *           "status": "up",
                         *           "in_maintenance": false
                         *         }
                         *       ],
                         *       "spans_truncated": true
                         *     }
                         */
                        data: {
                            /**
                             * Format: date-time
                             * @description Not before the monitor was created
                             */
                            from: string;
                            /** @description As far as it lies in the period; 0 when there was none */
                            longest_outage_seconds: number;
                            /** @description Mean time between failures: up and degraded per outage; null when there was none */
                            mtbf_seconds: number | null;
                            /** @description Mean time to recover: down per outage; null when there was none */
                            mttr_seconds: number | null;
                            /** @description Stretches of being down outside of maintenance; one that began earlier or goes on is counted too */
                            outages: number;
                            /** @description From `from` to `to` */
                            period_seconds: number;
                            seconds: components["schemas"]["SecondsByStatus"];
                            /** @description What is added up, without a gap from `from` to `to`, oldest first; the newest 1,000 */
                            spans: components["schemas"]["UptimeSpan"][];
                            /** @description Whether earlier spans are left out */
                            spans_truncated: boolean;
                            /**
                             * Format: date-time
                             * @description Exclusive
                             */
                            to: string;
                            /** @description 100 x (up + degraded) / (up + degraded + down), up to six decimals */
                            uptime_percentage: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.STATS_NOT_FOUND.PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["STATS_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeMonitors: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 48 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "pause",
                 *       "monitor_ids": [
                 *         "0198c0de-7a11-7abc-8def-0123456789ab"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChangeMonitorsBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "operation": "pause",
                     *         "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *         "total": 1,
                     *         "succeeded": 1,
                     *         "failed": 1,
                     *         "skipped": 1,
                     *         "results": [
                     *           {
                     *             "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "outcome": "succeeded",
                     *             "error": {
                     *               "code": "MONITOR_LIMIT_REACHED",
                     *               "message": "The provider is on it"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BulkResult"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    testMonitorSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "TCP",
                 *       "target": "mail.example.com",
                 *       "tcp_config": {
                 *         "port": 25,
                 *         "protocol": "smtp"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestMonitorSettingsBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "result": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "region": "local",
                     *           "checked_at": "2026-01-31T12:00:00.000Z",
                     *           "status": "down",
                     *           "response_time_ms": 156.93,
                     *           "status_code": 503,
                     *           "error_type": "status_code",
                     *           "error_message": "status 503, expected 2xx",
                     *           "timings": {
                     *             "dns_ms": 4.1,
                     *             "connect_ms": 18.2,
                     *             "tls_ms": 37.5,
                     *             "first_byte_ms": 96.3,
                     *             "download_ms": 0.83
                     *           },
                     *           "remote_address": "192.0.2.7",
                     *           "certificate": {
                     *             "subject": "CN=shop.example.com",
                     *             "issuer": "O=Example Trust, CN=Example Authority R1",
                     *             "valid_from": "2025-12-20T00:00:00.000Z",
                     *             "valid_to": "2026-03-20T00:00:00.000Z",
                     *             "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8",
                     *             "sans": [
                     *               "shop.example.com",
                     *               "www.shop.example.com"
                     *             ],
                     *             "days_remaining": 47,
                     *             "lifetime_days": 90,
                     *             "serial_number": "04B3E7A90C15D2F8",
                     *             "errors": [],
                     *             "chain": [
                     *               {
                     *                 "subject": "CN=shop.example.com",
                     *                 "issuer": "O=Example Trust, CN=Example Authority R1",
                     *                 "valid_from": "2025-12-20T00:00:00.000Z",
                     *                 "valid_to": "2026-03-20T00:00:00.000Z",
                     *                 "fingerprint256": "3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8"
                     *               },
                     *               {
                     *                 "subject": "O=Example Trust, CN=Example Authority R1",
                     *                 "issuer": "O=Example Trust, CN=Example Root",
                     *                 "valid_from": "2020-09-04T00:00:00.000Z",
                     *                 "valid_to": "2030-09-04T00:00:00.000Z",
                     *                 "fingerprint256": "67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD"
                     *               }
                     *             ]
                     *           },
                     *           "response": {
                     *             "seen_at": "2026-01-31T12:00:00.000Z",
                     *             "status_code": 503,
                     *             "headers": [
                     *               {
                     *                 "name": "Content-Type",
                     *                 "value": "text/plain"
                     *               },
                     *               {
                     *                 "name": "Set-Cookie",
                     *                 "value": "********"
                     *               },
                     *               {
                     *                 "name": "Retry-After",
                     *                 "value": "30"
                     *               }
                     *             ],
                     *             "headers_truncated": false,
                     *             "content_type": "text/plain",
                     *             "body": "upstream connect error or disconnect/reset before headers",
                     *             "body_truncated": false,
                     *             "body_bytes": 57
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            result: components["schemas"]["FullCheckResult"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.VALIDATION_FAILED.INVALID_REGIONS"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listNotificationTargets: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "targets": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "On-call",
                     *             "channel": "email",
                     *             "config": {
                     *               "url": "https://example.com/hook"
                     *             },
                     *             "is_default": true,
                     *             "is_enabled": true,
                     *             "disabled_reason": "receiver_gone",
                     *             "is_deliverable": true,
                     *             "fallback_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "monitor_count": 1,
                     *             "last_delivered_at": "2026-01-31T12:00:00.000Z",
                     *             "last_failed_at": "2026-01-31T12:00:00.000Z",
                     *             "last_error": "text",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            pagination: components["schemas"]["Pagination"];
                            targets: components["schemas"]["NotificationTarget"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createNotificationTarget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "On-call",
                 *       "channel": "webhook",
                 *       "config": {
                 *         "url": "https://example.com/hook"
                 *       },
                 *       "is_default": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateNotificationTargetBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "target": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "On-call",
                     *           "channel": "email",
                     *           "config": {
                     *             "url": "https://example.com/hook"
                     *           },
                     *           "is_default": true,
                     *           "is_enabled": true,
                     *           "disabled_reason": "receiver_gone",
                     *           "is_deliverable": true,
                     *           "fallback_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_count": 1,
                     *           "last_delivered_at": "2026-01-31T12:00:00.000Z",
                     *           "last_failed_at": "2026-01-31T12:00:00.000Z",
                     *           "last_error": "text",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            target: components["schemas"]["NotificationTarget"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getNotificationTarget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the notification target */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "target": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "On-call",
                     *           "channel": "email",
                     *           "config": {
                     *             "url": "https://example.com/hook"
                     *           },
                     *           "is_default": true,
                     *           "is_enabled": true,
                     *           "disabled_reason": "receiver_gone",
                     *           "is_deliverable": true,
                     *           "fallback_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_count": 1,
                     *           "last_delivered_at": "2026-01-31T12:00:00.000Z",
                     *           "last_failed_at": "2026-01-31T12:00:00.000Z",
                     *           "last_error": "text",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            target: components["schemas"]["NotificationTarget"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteNotificationTarget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the notification target */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateNotificationTarget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the notification target */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "is_enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateNotificationTargetBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "target": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "On-call",
                     *           "channel": "email",
                     *           "config": {
                     *             "url": "https://example.com/hook"
                     *           },
                     *           "is_default": true,
                     *           "is_enabled": true,
                     *           "disabled_reason": "receiver_gone",
                     *           "is_deliverable": true,
                     *           "fallback_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_count": 1,
                     *           "last_delivered_at": "2026-01-31T12:00:00.000Z",
                     *           "last_failed_at": "2026-01-31T12:00:00.000Z",
                     *           "last_error": "text",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            target: components["schemas"]["NotificationTarget"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rotateNotificationTargetSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the notification target */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "target": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "On-call",
                     *           "channel": "email",
                     *           "config": {
                     *             "url": "https://example.com/hook"
                     *           },
                     *           "is_default": true,
                     *           "is_enabled": true,
                     *           "disabled_reason": "receiver_gone",
                     *           "is_deliverable": true,
                     *           "fallback_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "monitor_count": 1,
                     *           "last_delivered_at": "2026-01-31T12:00:00.000Z",
                     *           "last_failed_at": "2026-01-31T12:00:00.000Z",
                     *           "last_error": "text",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            target: components["schemas"]["NotificationTarget"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    testNotificationTarget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description Id of the notification target */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "delivery": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "incident_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "channel": "email",
                     *           "recipient": "ops@example.com",
                     *           "message_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "instead_of_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "pending",
                     *           "delivered_at": "2026-01-31T12:00:00.000Z",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "retry_count": 1,
                     *           "max_retries": 1,
                     *           "last_retry_at": "2026-01-31T12:00:00.000Z",
                     *           "next_attempt_at": "2026-01-31T12:00:00.000Z",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            delivery: components["schemas"]["NotificationDelivery"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "organization": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Example Ltd",
                     *           "slug": "example-ltd",
                     *           "plan": "free",
                     *           "limits": {
                     *             "active_monitors": 1,
                     *             "min_interval_seconds": 1,
                     *             "pinned_locations": true,
                     *             "ssl_monitoring": true,
                     *             "domain_monitoring": true,
                     *             "dns_monitoring": true,
                     *             "heartbeat_monitoring": true,
                     *             "slow_response_alerts": true,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1,
                     *             "raw_result_days": 1,
                     *             "rollup_days": 1
                     *           },
                     *           "usage": {
                     *             "active_monitors": 1,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            organization: components["schemas"]["Organization"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "confirm": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteOrganizationBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.CONFIRMATION_REQUIRED"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrganizationBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "organization": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Example Ltd",
                     *           "slug": "example-ltd",
                     *           "plan": "free",
                     *           "limits": {
                     *             "active_monitors": 1,
                     *             "min_interval_seconds": 1,
                     *             "pinned_locations": true,
                     *             "ssl_monitoring": true,
                     *             "domain_monitoring": true,
                     *             "dns_monitoring": true,
                     *             "heartbeat_monitoring": true,
                     *             "slow_response_alerts": true,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1,
                     *             "raw_result_days": 1,
                     *             "rollup_days": 1
                     *           },
                     *           "usage": {
                     *             "active_monitors": 1,
                     *             "projects": 1,
                     *             "groups": 1,
                     *             "api_keys": 1,
                     *             "status_pages": 1,
                     *             "members": 1,
                     *             "notification_targets": 1
                     *           },
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            organization: components["schemas"]["Organization"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "organizations": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "slug": "web-shop",
                     *             "role": "owner"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            organizations: components["schemas"]["OwnOrganization"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listOrganizationInvitations: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "invitations": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "email": "bob@example.com",
                     *             "role": "owner",
                     *             "invited_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "invited_by_name": "Alice",
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "expires_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            invitations: components["schemas"]["Invitation"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bob@example.com",
                 *       "role": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrganizationInvitationBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "invitation": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "bob@example.com",
                     *           "role": "owner",
                     *           "invited_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "invited_by_name": "Alice",
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "expires_at": "2026-01-31T12:00:00.000Z",
                     *           "accept_url": "https://watchkeeper.example.com/invite?token=3q2-7w"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            invitation: components["schemas"]["NewInvitation"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT.IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation */
                id: string;
                /** @description Id of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listOrganizationMembers: {
        parameters: {
            query?: {
                /** @description From 1 */
                page?: number;
                /** @description Most entries to return */
                pageSize?: number;
            };
            header?: never;
            path: {
                /** @description Id of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": [
                     *         {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "bob@example.com",
                     *           "name": "Bob",
                     *           "role": "owner",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "joined_at": "2026-01-31T12:00:00.000Z",
                     *           "last_active_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 20,
                     *         "total": 1,
                     *         "totalPages": 1,
                     *         "hasNext": false,
                     *         "hasPrevious": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        pagination: components["schemas"]["PageNumbers"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["JWT_REQUIRED"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the member */
                memberId: string;
                /** @description Id of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the member */
                memberId: string;
                /** @description Id of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "role": "responder"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrganizationMemberBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "member": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "email": "bob@example.com",
                     *           "name": "Bob",
                     *           "role": "owner",
                     *           "permissions": [
                     *             "can_view"
                     *           ],
                     *           "joined_at": "2026-01-31T12:00:00.000Z",
                     *           "last_active_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            member: components["schemas"]["Member"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "projects": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "slug": "web-shop",
                     *             "is_default": true,
                     *             "monitor_count": 1,
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            pagination: components["schemas"]["Pagination"];
                            projects: components["schemas"]["Project"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop"
                 *     }
                 */
                "application/json": components["schemas"]["CreateProjectBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "project": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "slug": "web-shop",
                     *           "is_default": true,
                     *           "monitor_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            project: components["schemas"]["Project"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED"];
            409: components["responses"]["IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "project": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "slug": "web-shop",
                     *           "is_default": true,
                     *           "monitor_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            project: components["schemas"]["Project"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "confirm": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteProjectBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.CONFIRMATION_REQUIRED"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProjectBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "project": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "Web shop",
                     *           "slug": "web-shop",
                     *           "is_default": true,
                     *           "monitor_count": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            project: components["schemas"]["Project"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.JWT_REQUIRED.INSUFFICIENT_PERMISSIONS.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listProjectStatusPages: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status_pages": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "slug": "web-shop",
                     *             "name": "Web shop",
                     *             "description": "All that customers see",
                     *             "logo_url": "https://example.com/logo.svg",
                     *             "theme": "auto",
                     *             "accent_color": "#2563eb",
                     *             "custom_domain": "status.example.com",
                     *             "is_published": true,
                     *             "is_password_protected": true,
                     *             "show_uptime_days": 30,
                     *             "is_indexed": true,
                     *             "allows_subscribers": true,
                     *             "contact_url": "text",
                     *             "sections": [
                     *               {
                     *                 "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                 "name": "Web shop",
                     *                 "position": 1,
                     *                 "components": [
                     *                   {
                     *                     "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                     "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                     "display_name": "Checkout",
                     *                     "description": "All that customers see",
                     *                     "position": 1
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            pagination: components["schemas"]["Pagination"];
                            status_pages: components["schemas"]["StatusPage"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createProjectStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the client: the same request with the same key is carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example Ltd",
                 *       "slug": "example-ltd",
                 *       "is_published": true,
                 *       "sections": [
                 *         {
                 *           "name": "Shop",
                 *           "components": [
                 *             {
                 *               "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *               "display_name": "Checkout"
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateProjectStatusPageBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status_page": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "slug": "web-shop",
                     *           "name": "Web shop",
                     *           "description": "All that customers see",
                     *           "logo_url": "https://example.com/logo.svg",
                     *           "theme": "auto",
                     *           "accent_color": "#2563eb",
                     *           "custom_domain": "status.example.com",
                     *           "is_published": true,
                     *           "is_password_protected": true,
                     *           "show_uptime_days": 30,
                     *           "is_indexed": true,
                     *           "allows_subscribers": true,
                     *           "contact_url": "text",
                     *           "sections": [
                     *             {
                     *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "name": "Web shop",
                     *               "position": 1,
                     *               "components": [
                     *                 {
                     *                   "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "display_name": "Checkout",
                     *                   "description": "All that customers see",
                     *                   "position": 1
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            status_page: components["schemas"]["StatusPage"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED.API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            409: components["responses"]["CONFLICT.IDEMPOTENCY_CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getProjectStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the status page */
                pageId: string;
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status_page": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "slug": "web-shop",
                     *           "name": "Web shop",
                     *           "description": "All that customers see",
                     *           "logo_url": "https://example.com/logo.svg",
                     *           "theme": "auto",
                     *           "accent_color": "#2563eb",
                     *           "custom_domain": "status.example.com",
                     *           "is_published": true,
                     *           "is_password_protected": true,
                     *           "show_uptime_days": 30,
                     *           "is_indexed": true,
                     *           "allows_subscribers": true,
                     *           "contact_url": "text",
                     *           "sections": [
                     *             {
                     *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "name": "Web shop",
                     *               "position": 1,
                     *               "components": [
                     *                 {
                     *                   "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "display_name": "Checkout",
                     *                   "description": "All that customers see",
                     *                   "position": 1
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            status_page: components["schemas"]["StatusPage"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateProjectStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the status page */
                pageId: string;
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "is_published": true,
                 *       "show_uptime_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProjectStatusPageBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status_page": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "slug": "web-shop",
                     *           "name": "Web shop",
                     *           "description": "All that customers see",
                     *           "logo_url": "https://example.com/logo.svg",
                     *           "theme": "auto",
                     *           "accent_color": "#2563eb",
                     *           "custom_domain": "status.example.com",
                     *           "is_published": true,
                     *           "is_password_protected": true,
                     *           "show_uptime_days": 30,
                     *           "is_indexed": true,
                     *           "allows_subscribers": true,
                     *           "contact_url": "text",
                     *           "sections": [
                     *             {
                     *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *               "name": "Web shop",
                     *               "position": 1,
                     *               "components": [
                     *                 {
                     *                   "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *                   "display_name": "Checkout",
                     *                   "description": "All that customers see",
                     *                   "position": 1
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            status_page: components["schemas"]["StatusPage"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteProjectStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the status page */
                pageId: string;
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    previewProjectStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the status page */
                pageId: string;
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "slug": "web-shop",
                 *       "description": "All that customers see",
                 *       "logo_url": "https://example.com/logo.svg",
                 *       "theme": "auto",
                 *       "accent_color": "#2563eb",
                 *       "custom_domain": "status.example.com",
                 *       "is_published": true,
                 *       "password": "text",
                 *       "show_uptime_days": 30,
                 *       "is_indexed": true,
                 *       "allows_subscribers": true,
                 *       "contact_url": "text",
                 *       "sections": [
                 *         {
                 *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *           "name": "Web shop",
                 *           "position": 0,
                 *           "components": [
                 *             {
                 *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *               "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *               "display_name": "Checkout",
                 *               "description": "All that customers see",
                 *               "position": 0
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PreviewProjectStatusPageBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "html": "<!doctype html>…"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description The whole document, without scripts
                             * @example <!doctype html>…
                             */
                            html: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listProjectStatusPageSubscribers: {
        parameters: {
            query?: {
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the status page */
                pageId: string;
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "subscribers": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "email": "reader@example.com",
                     *             "status": "pending",
                     *             "confirmed_at": "2026-01-31T12:00:00.000Z",
                     *             "created_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            pagination: components["schemas"]["Pagination"];
                            subscribers: components["schemas"]["Subscriber"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["INSUFFICIENT_PERMISSIONS.API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteProjectStatusPageSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the status page */
                pageId: string;
                /** @description Id of the project */
                projectId: string;
                /** @description Id of the subscriber */
                subscriberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND.RESOURCE_NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    previewNewProjectStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "slug": "web-shop",
                 *       "description": "All that customers see",
                 *       "logo_url": "https://example.com/logo.svg",
                 *       "theme": "auto",
                 *       "accent_color": "#2563eb",
                 *       "custom_domain": "status.example.com",
                 *       "is_published": true,
                 *       "password": "text",
                 *       "show_uptime_days": 30,
                 *       "is_indexed": true,
                 *       "allows_subscribers": true,
                 *       "contact_url": "text",
                 *       "sections": [
                 *         {
                 *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *           "name": "Web shop",
                 *           "position": 0,
                 *           "components": [
                 *             {
                 *               "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *               "monitor_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *               "display_name": "Checkout",
                 *               "description": "All that customers see",
                 *               "position": 0
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PreviewNewProjectStatusPageBody"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "html": "<!doctype html>…"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description The whole document, without scripts
                             * @example <!doctype html>…
                             */
                            html: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.PLAN_LIMIT_REACHED.API_KEY_ORGANIZATION_MISMATCH"];
            404: components["responses"]["MONITOR_NOT_FOUND.PROJECT_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "ready",
                     *         "checks": {
                     *           "database": "ready",
                     *           "migrations": "ready",
                     *           "probe": "ready"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            checks: {
                                /** @enum {string} */
                                database: "ready";
                                /** @enum {string} */
                                migrations: "ready";
                                /** @enum {string} */
                                probe: "ready";
                            };
                            /** @enum {string} */
                            status: "ready";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listRegions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "regions": [
                     *           {
                     *             "code": "local",
                     *             "name": "Web shop",
                     *             "is_default": true,
                     *             "is_active": true,
                     *             "active_probes": 1,
                     *             "capabilities": {
                     *               "icmp": true,
                     *               "ipv6": true
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            regions: components["schemas"]["Region"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getUptimeReport: {
        parameters: {
            query?: {
                /** @description Default: what `Accept` says, JSON if it leaves it open */
                format?: "json" | "csv";
                /** @description Monitors in this group itself, not in the groups below it */
                group_id?: string;
                /** @description Most monitors to return; a table has all of them */
                limit?: number;
                /**
                 * @description `YYYY-MM`; default: the last month that is over. The present month goes up to now
                 * @example 2026-01
                 */
                month?: string;
                /** @description Entries to skip */
                offset?: number;
                /** @description Monitors with this tag */
                tag?: string;
                /** @description IANA name of the zone whose months count */
                timezone?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "month": "2026-01",
                     *         "timezone": "UTC",
                     *         "from": "2026-01-01T00:00:00.000Z",
                     *         "to": "2026-02-01T00:00:00.000Z",
                     *         "is_complete": true,
                     *         "total": {
                     *           "monitor_count": 1,
                     *           "uptime_percentage": 99.988267,
                     *           "period_seconds": 2678400,
                     *           "seconds": {
                     *             "up": 2556000,
                     *             "degraded": 0,
                     *             "down": 299.93,
                     *             "paused": 86400,
                     *             "unknown": 32100.07,
                     *             "maintenance": 3600
                     *           },
                     *           "outages": 1,
                     *           "longest_outage_seconds": 299.93,
                     *           "incidents": 1
                     *         },
                     *         "monitors": [
                     *           {
                     *             "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "Web shop",
                     *             "type": "HTTP",
                     *             "group": {
                     *               "id": "0198c0de-7a11-7abc-8def-0123456789ac",
                     *               "name": "Shop"
                     *             },
                     *             "created_at": "2025-11-01T09:30:00.000Z",
                     *             "deleted_at": null,
                     *             "uptime_percentage": 99.988267,
                     *             "period_seconds": 2678400,
                     *             "seconds": {
                     *               "up": 2556000,
                     *               "degraded": 0,
                     *               "down": 299.93,
                     *               "paused": 86400,
                     *               "unknown": 32100.07,
                     *               "maintenance": 3600
                     *             },
                     *             "outages": 1,
                     *             "longest_outage_seconds": 299.93,
                     *             "incidents": 1,
                     *             "average_response_ms": 182.4,
                     *             "p95_response_ms": 301.2
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 50,
                     *           "offset": 0,
                     *           "has_more": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @example {
                         *       "month": "2026-01",
                         *       "timezone": "UTC",
                         *       "from": "2026-01-01T00:00:00.000Z",
                         *       "to": "2026-02-01T00:00:00.000Z",
                         *       "is_complete": true,
                         *       "total": {
                         *         "monitor_count": 1,
                         *         "uptime_percentage": 99.988267,
                         *         "period_seconds": 2678400,
                         *         "seconds": {
                         *           "up": 2556000,
                         *           "degraded": 0,
                         *           "down": 299.93,
                         *           "paused": 86400,
                         *           "unknown": 32100.07,
                         *           "maintenance": 3600
                         *         },
                         *         "outages": 1,
                         *         "longest_outage_seconds": 299.93,
                         *         "incidents": 1
                         *       },
                         *       "monitors": [
                         *         {
                         *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                         *           "name": "Web shop",
                         *           "type": "HTTP",
                         *           "group": {
                         *             "id": "0198c0de-7a11-7abc-8def-0123456789ac",
                         *             "name": "Shop"
                         *           },
                         *           "created_at": "2025-11-01T09:30:00.000Z",
                         *           "deleted_at": null,
                         *           "uptime_percentage": 99.988267,
                         *           "period_seconds": 2678400,
                         *           "seconds": {
                         *             "up": 2556000,
                         *             "degraded": 0,
                         *             "down": 299.93,
                         *             "paused": 86400,
                         *             "unknown": 32100.07,
                         *             "maintenance": 3600
                         *           },
                         *           "outages": 1,
                         *           "longest_outage_seconds": 299.93,
                         *           "incidents": 1,
                         *           "average_response_ms": 182.4,
                         *           "p95_response_ms": 301.2
                         *         }
                         *       ],
                         *       "pagination": {
                         *         "total_count": 1,
                         *         "limit": 50,
                         *         "offset": 0,
                         *         "has_more": false
                         *       }
                         *     }
                         */
                        data: {
                            /** Format: date-time */
                            from: string;
                            /** @description Whether the month is over */
                            is_complete: boolean;
                            /** @description By name */
                            monitors: components["schemas"]["UptimeReportMonitor"][];
                            month: string;
                            pagination: components["schemas"]["Pagination"];
                            timezone: string;
                            /**
                             * Format: date-time
                             * @description Exclusive; the present while the month goes on
                             */
                            to: string;
                            total: components["schemas"]["UptimeReportTotal"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                    /**
                     * @example monitor_id,name,type,group,created_at,deleted_at,uptime_percentage,period_seconds,up_seconds,degraded_seconds,down_seconds,paused_seconds,unknown_seconds,maintenance_seconds,outages,longest_outage_seconds,incidents,average_response_ms,p95_response_ms
                     *     0198c0de-7a11-7abc-8def-0123456789ab,Web shop,HTTP,Shop,2025-11-01T09:30:00.000Z,,100,…
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["STATS_FETCH_FAILED"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of a status page
                 * @example web-shop
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "page": {
                     *           "slug": "web-shop",
                     *           "name": "Web shop",
                     *           "description": "All that customers see",
                     *           "logo_url": "https://example.com/logo.svg",
                     *           "theme": "auto",
                     *           "accent_color": "#2563eb",
                     *           "custom_domain": "status.example.com",
                     *           "contact_url": "text",
                     *           "show_uptime_days": 30
                     *         },
                     *         "overall_status": "operational",
                     *         "sections": [
                     *           {
                     *             "name": "Web shop",
                     *             "components": [
                     *               {
                     *                 "key": "3f0a9c5be1d24c77",
                     *                 "name": "Checkout",
                     *                 "description": "All that customers see",
                     *                 "status": "operational",
                     *                 "uptime_percentage": 99.982639,
                     *                 "days": [
                     *                   {
                     *                     "date": "2026-01-05",
                     *                     "status": "operational",
                     *                     "uptime_percentage": 99.982639,
                     *                     "down_seconds": 1,
                     *                     "degraded_seconds": 1,
                     *                     "maintenance_seconds": 1,
                     *                     "incidents": [
                     *                       "text"
                     *                     ]
                     *                   }
                     *                 ]
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "open_incidents": [
                     *           {
                     *             "key": "3f0a9c5be1d24c77",
                     *             "title": "Checkout is down",
                     *             "impact": "minor",
                     *             "status": "investigating",
                     *             "started_at": "2026-01-31T12:00:00.000Z",
                     *             "resolved_at": "2026-01-31T12:00:00.000Z",
                     *             "downtime_seconds": 1,
                     *             "updated_at": "2026-01-31T12:00:00.000Z",
                     *             "components": [
                     *               "text"
                     *             ],
                     *             "updates": [
                     *               {
                     *                 "key": "3f0a9c5be1d24c77",
                     *                 "status": "investigating",
                     *                 "message": "The provider is on it",
                     *                 "created_at": "2026-01-31T12:00:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "past_incidents": [
                     *           {
                     *             "key": "3f0a9c5be1d24c77",
                     *             "title": "Checkout is down",
                     *             "impact": "minor",
                     *             "status": "investigating",
                     *             "started_at": "2026-01-31T12:00:00.000Z",
                     *             "resolved_at": "2026-01-31T12:00:00.000Z",
                     *             "downtime_seconds": 1,
                     *             "updated_at": "2026-01-31T12:00:00.000Z",
                     *             "components": [
                     *               "text"
                     *             ],
                     *             "updates": [
                     *               {
                     *                 "key": "3f0a9c5be1d24c77",
                     *                 "status": "investigating",
                     *                 "message": "The provider is on it",
                     *                 "created_at": "2026-01-31T12:00:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "maintenance": [
                     *           {
                     *             "key": "3f0a9c5be1d24c77",
                     *             "title": "Database upgrade",
                     *             "description": "All that customers see",
                     *             "status": "scheduled",
                     *             "starts_at": "2026-01-31T12:00:00.000Z",
                     *             "ends_at": "2026-01-31T12:00:00.000Z",
                     *             "components": [
                     *               "text"
                     *             ]
                     *           }
                     *         ],
                     *         "as_of": "2026-01-31T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PublicStatus"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description As the `If-None-Match` of the request has it */
            304: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createStatusSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of a status page
                 * @example web-shop
                 */
                slug: string;
            };
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateStatusSubscriberBody"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "accepted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @enum {boolean} */
                            accepted: true;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED"];
            404: components["responses"]["RESOURCE_NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-RateLimit-Limit": components["headers"]["RateLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "tags": [
                     *           {
                     *             "name": "Web shop",
                     *             "monitor_count": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            tags: components["schemas"]["Tag"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
}
