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
         * List all organizations of the instance, newest first
         * @description Requires an admin of the instance; the first account is an admin.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Change the plan of an organization
         * @description Existing resources above the limits of a smaller plan are kept; only new ones are refused. Requires an admin of the instance; the first account is an admin.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * List probe tokens, sorted by region
         * @description Requires an admin of the instance; the first account is an admin.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
         */
        get: operations["listAdminProbeTokens"];
        put?: never;
        /**
         * Create a probe token for a region
         * @description Requires an admin of the instance; the first account is an admin. The token is shown only once; the server stores only its hash.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Revoke a probe token; its probes are rejected at once
         * @description Requires an admin of the instance; the first account is an admin.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * List the probes of all regions, sorted by region
         * @description Requires an admin of the instance; the first account is an admin. Lost and stopped probes remain listed for a week.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * List audit log entries, newest first
         * @description Changes in the organization made by users and their API keys. Automatic changes of the service are not included.
         *
         *     Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * Get an API key
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key; it stops working immediately
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename, enable or disable an API key
         * @description The key of a user who has left the organization must be rotated before it can be enabled.
         *
         *     Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * Rotate an API key; the old value stops working immediately
         * @description The user who rotates the key becomes its owner. A disabled key stays disabled.
         *
         *     Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * Accept an invitation and sign in to its organization
         * @description Without an account for the address, `name` and `password` create one. With an account, the link is not enough to sign in, because the inviting user also has the link. Send a session of that account as `Authorization: Bearer`, or its `password` (and `totp` with a second factor). `details.account_exists` and `details.totp_required` report the missing data.
         *
         *     Requires no credential.
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
         * Get an invitation by the token of its link
         * @description For an invited person who has not yet accepted. The token is sent in the body because URLs are logged.
         *
         *     Requires no credential.
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
         * @description An account with a second factor also requires `totp`. If only the code is missing, the answer is `INVALID_CREDENTIALS` with `details.totp_required`.
         *
         *     Requires no credential.
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
         * @description Ends the session of the request and the session of the refresh token.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Get your account
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename your account
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Change your password; all other sessions end
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Request a password reset link
         * @description The answer is the same whether the account exists or not. The link is sent by email, and works once within one hour. Nothing is sent without a mail server.
         *
         *     Requires no credential.
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
         * Set a new password with a reset link; all sessions end
         * @description The second factor is kept and is required at the next sign-in.
         *
         *     Requires no credential.
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
         * Exchange a refresh token for a new token pair
         * @description Each refresh token works once. Using it a second time ends the session. A token in a cookie may be repeated for ten seconds, because a page closed during the request never receives the answer.
         *
         *     Requires no credential.
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
         * Create an account and its organization
         * @description Requires no credential.
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
         * Get the registration status
         * @description Requires no credential.
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
         * List your sessions, newest first
         * @description Returns the newest 100 active sessions. Location and client are not recorded.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * End a session
         * @description The tokens of the session stop working immediately. The current session can be ended too.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Switch the session to another organization of your account
         * @description The session of the request continues in that organization, with its token pair.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Get the second factor of your account
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Disable the second factor with the password or a code
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Enable the second factor with a first code
         * @description Returns the recovery codes once. Each code allows one sign-in without the authenticator app.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Create a secret for an authenticator app (RFC 6238)
         * @description The second factor is active after `POST /api/auth/totp/enable` with a first code.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Get the plan, its limits and its usage
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * List all monitors of a project, sorted by name
         * @description Returns up to 10,000 monitors in one answer. A client reads the list once and then follows `GET /api/events` for changes. The answer is compressed for clients that accept `gzip`. It has no `ETag`, because a large list changes every second.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * Get the overview of a project
         * @description Uptime covers all monitors of the project: the time in which they were up or degraded, divided by the measured time. Uptime and response time are computed at most every 15 seconds. In a project with more than 500 monitors, the response time excludes the current hour and is computed at most every five minutes.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * List the daily status and hourly response times of up to 100 monitors
         * @description The answer is in the order of the requested IDs. IDs of monitors outside the project are omitted.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * Stream live events
         * @description Returns `text/event-stream` until the client or the server closes the stream. Events of the project:
         *
         *     | Event | Data |
         *     | - | - |
         *     | `monitor.status` | `{ monitor_id, from_status, to_status, reason, started_at }`, as in the status history. |
         *     | `monitor.result` | `{ monitor_id, result }`; the result is as in the list of results. |
         *     | `monitor.created`, `monitor.updated`, `monitor.deleted` | `{ monitor_id }`. |
         *     | `incident.opened`, `incident.acknowledged`, `incident.updated`, `incident.resolved`, `incident.reopened` | `{ organization_id, project_id, monitor, incident, update }`, the `data` of a webhook. |
         *     | `incident.deleted` | `{ incident_id }`. |
         *     | `reset` | `{}`: events were missed; reload all displayed data. |
         *
         *     Every event has an ID. A client that reconnects with the ID of its last event, in `Last-Event-ID` or `last_event_id`,
         *     receives all later events. If these are no longer available, the first event is `reset`. Without an ID, the stream starts
         *     with the next event; open the stream first, then load the current state. A comment is sent every 15 seconds. A client
         *     that does not read is disconnected. A stream ends when its credential expires; reconnect with a new one.
         *
         *     A user may hold 20 streams, and an organization half of the 1000 streams of a server. Both shares shrink as the
         *     server fills up; beyond them the answer is 429 with `Retry-After`. Behind a load balancer, every server sends the events
         *     of all servers. Only the server that issued an ID can resume from it; other servers start with `reset`.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * Get the schema of a form
         * @description The schema matches the request body, so a form built from it covers every field. In addition to the
         *     JSON Schema keywords (`title`, `description`, `default`, `examples`, bounds), a field may have:
         *
         *     - `x-unit`: `seconds`, `milliseconds`, `minutes`, `days`, `percent` or `bytes`.
         *     - `x-source`: source of the choices: `monitors`, `groups`, `notification-targets`, `regions`, `tags` or `time-zones`.
         *     - `x-enum-titles`: labels of the `enum` values.
         *     - `x-advanced`, `x-fixed` (only settable at creation), `x-multiline`, `x-secret`, `x-colour`: true.
         *     - `x-cron`: true for a cron expression, evaluated in the `timezone` of the same object.
         *     - `x-unavailable`: `code` and `message` of the refusal if the plan does not include the field.
         *     - `x-words`: text that completes the error message "must be …".
         *
         *     Omit a field without a value from the body, or send null if its type allows null. The answer has an `ETag`.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group
         * @description The name must be unique among the groups of the same parent. Groups can be nested up to five levels.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Get a group with its monitors and subgroups
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getGroup"];
        /**
         * Update a group; only sent fields change
         * @description A group can be moved into another group, including its subgroups, but not back to the top level.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
         */
        put: operations["updateGroup"];
        post?: never;
        /**
         * Delete a group and all its subgroups; their monitors are kept
         * @description If the groups have monitors, `force` or `reassign_to_group_id` is required.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Delete the monitors of a group; the group is kept
         * @description Applies to the monitors directly in this group, not to its subgroups.
         *
         *     Requires a session. Available to the roles owner, admin and editor (`can_edit_monitors`); API keys are refused.
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
         * Move the monitors of a group to another group
         * @description Applies to the monitors directly in this group, not to its subgroups.
         *
         *     Requires a session. Available to the roles owner, admin and editor (`can_edit_monitors`); API keys are refused.
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
         * @description Applies to the monitors directly in this group, not to its subgroups.
         *
         *     Requires a session. Available to the roles owner, admin and editor (`can_edit_monitors`); API keys are refused.
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
         * Resume the paused monitors of a group, newest first, up to the plan limit
         * @description Applies to the monitors directly in this group, not to its subgroups.
         *
         *     Requires a session. Available to the roles owner, admin and editor (`can_edit_monitors`); API keys are refused.
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
         * Get all groups as a tree, each level newest first
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * Check whether the process is alive
         * @description Requires no credential.
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
         * Report success of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        get: operations["pingHeartbeatByGet"];
        /**
         * Report success of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        put: operations["pingHeartbeatByPut"];
        /**
         * Report success of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
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
         * Report the exit status of a job: 0 is success, 1 to 255 is failure
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        get: operations["pingHeartbeatExitStatusByGet"];
        /**
         * Report the exit status of a job: 0 is success, 1 to 255 is failure
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        put: operations["pingHeartbeatExitStatusByPut"];
        /**
         * Report the exit status of a job: 0 is success, 1 to 255 is failure
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
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
         * Report failure of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        get: operations["pingHeartbeatFailByGet"];
        /**
         * Report failure of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        put: operations["pingHeartbeatFailByPut"];
        /**
         * Report failure of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
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
         * Store a log message of a job without changing its status
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        get: operations["pingHeartbeatLogByGet"];
        /**
         * Store a log message of a job without changing its status
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        put: operations["pingHeartbeatLogByPut"];
        /**
         * Store a log message of a job without changing its status
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
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
         * Report the start of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        get: operations["pingHeartbeatStartByGet"];
        /**
         * Report the start of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
         */
        put: operations["pingHeartbeatStartByPut"];
        /**
         * Report the start of a job
         * @description Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent. A body of any type is
         *     accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
         *     use `-m 10 --retry 7 --retry-connrefused --retry-max-time 180`. `rid` pairs the end of a run with its start.
         *     `received` is false while the monitor is paused.
         *
         *     Requires no credential.
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
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Report an incident and notify the recipients of its monitors, or the default targets if it has no monitors
         * @description `title` is optional only with `check_id` and `source` `system`; the incident is then named after its monitor. A `system` incident is treated like an incident opened by the service: the next recovery of the monitor resolves it. `source` `system` without `check_id` returns 500 `INTERNAL_ERROR` with a message that `check_id` is required.
         *
         *     Available to the roles owner, admin, editor and responder (`can_manage_incidents`), and to API keys with the scope `read_write`.
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
         * Get an incident
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        /**
         * Delete an incident
         * @description No notifications are sent. If the monitor fails again, the service opens a new incident.
         *
         *     Requires a session. Available to the roles owner, admin, editor and responder (`can_manage_incidents`); API keys are refused.
         */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        /**
         * Update an incident; only sent fields change, and lists are replaced
         * @description Read-only fields are ignored, including `status`. To change the status, use `POST /api/incidents/{id}/acknowledge` and `POST /api/incidents/{id}/status`.
         *
         *     Available to the roles owner, admin, editor and responder (`can_manage_incidents`), and to API keys with the scope `read_write`.
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
         * Acknowledge an open incident
         * @description Available to the roles owner, admin, editor and responder (`can_manage_incidents`), and to API keys with the scope `read_write`.
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
         * List the monitors affected by an incident: its own monitor first, then all other monitors by name
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * List the notifications of an incident, newest first
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Resolve an incident, or reopen a resolved incident
         * @description Reopening clears the resolution and the acknowledgement. If the service has since opened another incident of the same type for the monitor, the request returns 409 `CONFLICT` and the newer incident continues.
         *
         *     Available to the roles owner, admin, editor and responder (`can_manage_incidents`), and to API keys with the scope `read_write`.
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
         * List the updates of an incident, oldest first
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listIncidentUpdates"];
        put?: never;
        /**
         * Add an update to an incident and notify its recipients
         * @description Available to the roles owner, admin, editor and responder (`can_manage_incidents`), and to API keys with the scope `read_write`.
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
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
         */
        get: operations["listIncidentComments"];
        put?: never;
        /**
         * Comment on an incident
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Delete your own comment within 15 minutes; its entry stays in the list without text
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
         */
        delete: operations["deleteIncidentComment"];
        options?: never;
        head?: never;
        /**
         * Edit your own comment within 15 minutes
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listMaintenanceWindows"];
        put?: never;
        /**
         * Create a maintenance window
         * @description The window is open from `starts_at` to `ends_at`. With `recurrence`, further occurrences start at every later time of the cron expression in the given time zone. Each lasts `duration_minutes`. A start time skipped by a daylight saving change moves to the end of the gap; a repeated start time counts once.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Get a maintenance window
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getMaintenanceWindow"];
        /**
         * Update or cancel a maintenance window
         * @description Only sent fields change, including within `recurrence`; `null` removes the recurrence. `status: "cancelled"` cancels an unfinished window immediately and permanently. The window is open from `starts_at` to `ends_at`. With `recurrence`, further occurrences start at every later time of the cron expression in the given time zone. Each lasts `duration_minutes`. A start time skipped by a daylight saving change moves to the end of the gap; a repeated start time counts once.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
         */
        put: operations["updateMaintenanceWindow"];
        post?: never;
        /**
         * Delete a maintenance window; a current occurrence ends at once
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Preview the occurrences of a maintenance window
         * @description Returns the current and later occurrences, oldest first. The window is open from `starts_at` to `ends_at`. With `recurrence`, further occurrences start at every later time of the cron expression in the given time zone. Each lasts `duration_minutes`. A start time skipped by a daylight saving change moves to the end of the gap; a repeated start time counts once.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description Each type has its own target and settings. Settings of another type are refused.
         *
         *     - `HTTP`: a URL answers with the expected status. Settings: `http_config`, or its fields at the top level.
         *     - `KEYWORD`: like `HTTP`, and the text contains, or does not contain, keywords. Settings: `keyword_config` (required).
         *     - `TCP`: a port of a host accepts connections, optionally with a protocol check. Settings: `tcp_config` (required).
         *     - `ICMP`: a host replies to ping. Settings: `icmp_config`.
         *     - `DNS`: a name has DNS records, optionally with expected values. Settings: `dns_config`.
         *     - `HEARTBEAT`: a job pings its `heartbeat_url` on schedule. It has no target. Settings: `heartbeat_config`.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Get a monitor
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getMonitor"];
        /**
         * Update a monitor; only sent fields change
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
         */
        put: operations["updateMonitor"];
        post?: never;
        /**
         * Delete a monitor
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * List the badge URLs of a monitor
         * @description Images for a README or a dashboard: the status, the uptime of 30 days, and the average response time
         *     of 24 hours. The URLs are signed for this monitor. Their holder can view these three badges and nothing else, until the
         *     monitor is deleted. `&label=` changes the text on the left side.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * Get the certificate last presented by the target of a monitor
         * @description Applies to HTTP and KEYWORD monitors of https URLs, before any redirect. It also applies to TCP monitors that validate https or have `ssl_monitoring` on. TCP monitors start TLS at once, or after STARTTLS (SMTP, IMAP), STLS (POP3) or AUTH TLS (FTP) on ports without implicit TLS. The certificate is cleared when the host or port of the target changes.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * @description Returns when the check has ended, shortly after the timeout of the monitor at the latest. The check counts like a scheduled check: its result is stored and may open or resolve an incident. The result of a paused or disabled monitor is not stored.
         *
         *     Available to the roles owner, admin, editor and responder (`can_manage_incidents`), and to API keys with the scope `read_write`.
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
         * Get the numbers of scheduled and executed checks of a monitor
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * Get the domain registration of a monitor
         * @description Applies to monitors with `domain_monitoring.enabled`. Lookups run in the background: seconds after an active monitor starts to watch a domain, then daily, and every six hours from a week before expiry. Until the first answer, the values of the domain are null, including `checked_at`. Monitors of the same domain share its data. A paused monitor triggers no lookups.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * Get the form values of a monitor
         * @description Values have the names and positions of `GET /api/forms/monitor`, so unchanged values can be sent back to `PUT /api/monitors/{id}`. Tags and regions, which are not part of a monitor, are included. Secret header values are masked; a mask that is sent back keeps the stored value.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * List the maintenance periods of a monitor, oldest first
         * @description Returns maintenance as it took place: later changes to a window do not change past periods. The requested period is at most 366 days long and ends now at the latest. Only the newest 1000 maintenance periods are returned.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * @description Includes only incidents of the monitor itself. `GET /api/incidents/{id}/notifications` lists notifications of incidents that only affect it.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * @description About the newest 1,000 pings are kept. Only heartbeat monitors have pings.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * Replay stored results with other thresholds
         * @description Evaluates the stored results of a period again with the thresholds of the request, and compares the
         *     outcome with the actual history. Nothing is changed and no notifications are sent. An omitted threshold defaults to the
         *     setting of the monitor.
         *
         *     - The current interval, timeout and region settings apply to the whole period. Each result counts from the end of its
         *       check.
         *     - Pauses and maintenance are taken from the history. Missing results are detected without delay.
         *     - Manual changes to incidents are ignored.
         *     - Only results within the retention period can be evaluated.
         *     - Heartbeat monitors are not supported, because they have no thresholds.
         *
         *     The period is at most 366 days long and may contain up to 500,000 results. A server runs two replays at a time.
         *
         *     Available to all roles (`can_view`), and to API keys with the scope `read_write`.
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
         * List the response times of a monitor as a time series, oldest first
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * Get a result of a monitor, with the response of the target for a failed check
         * @description While a target keeps giving the same response apart from times and numbers in its text, the response is stored once an hour; `response.seen_at` is the time of the stored response. The newest 100 responses of each region are kept.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * List the daily status of a monitor for the last 30 UTC days, oldest first
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * Get the statistics of a monitor
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * Get the uptime of a monitor over a period, and the spans it is computed from
         * @description Uptime is computed from time, not from the number of checks. It is the sum of the status history, to
         *     the millisecond; `spans` lists the same spans, so the result can be verified. Paused time, maintenance and time with an
         *     unknown status are excluded from the calculation. The period is at most 366 days long. It starts no earlier than the
         *     creation of the monitor and ends no later than now. The last few minutes may still change, because missing results are
         *     detected with a delay.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * @description Each monitor succeeds or fails separately, and the answer has one result per monitor. The status is 200 even if some fail. `move` requires `group_id`: a group, or null for no group.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Test an unsaved monitor without storing the result
         * @description Takes the body of `POST /api/monitors` and applies the same rules; `name` is optional. Returns when the check has ended.
         *
         *     Available to the roles owner, admin, editor and responder (`can_manage_incidents`), and to API keys with the scope `read_write`.
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
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listNotificationTargets"];
        put?: never;
        /**
         * Create a notification target; the secret of a webhook is returned once
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Get a notification target
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getNotificationTarget"];
        put?: never;
        post?: never;
        /**
         * Delete a notification target and remove it from its monitors
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
         */
        delete: operations["deleteNotificationTarget"];
        options?: never;
        head?: never;
        /**
         * Update a notification target; only sent fields change, including within `config`
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Rotate the secret of a webhook; the new secret is returned once
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Send a test notification once and return the result
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Get the organization, its limits and its usage
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /**
         * Delete the organization and everything in it permanently
         * @description Requires `confirm: true`. Sessions, API keys and invitations of the organization end immediately, and its checks stop. Accounts of its members are kept. An admin of the instance must keep at least one organization.
         *
         *     Requires a session. Available to the role owner (`can_manage_owners`); API keys are refused.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Rename the organization
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * List the organizations of your account, in the order of joining
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * List open invitations, newest first
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
         */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /**
         * Invite a person by email address
         * @description Sends an email with the link if a mail server is configured, and returns the link once. Members and open invitations count together towards the plan limit. Only owners can invite owners. An address with an open invitation is refused: withdraw that invitation first, because a new link would invalidate it.
         *
         *     Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * Withdraw an invitation; its link stops working immediately
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * List the members, sorted by name
         * @description Requires a session. Available to all roles (`can_view`); API keys are refused.
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
         * Remove a member or leave the organization
         * @description Owners and admins can remove members; only owners can remove owners. Any member can leave, except the last owner. The sessions of the member end at once. The API keys that the member created are disabled, and the invitations that the member sent are withdrawn. Rotating such a key transfers it to the user who rotates it; the key can then be enabled again.
         *
         *     Requires a session. Available to all roles (`can_view`); API keys are refused.
         */
        delete: operations["deleteOrganizationMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Only owners can promote or demote owners. The last owner cannot be demoted.
         *
         *     Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * Get a project
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project and everything in it
         * @description The default project cannot be deleted. A project with monitors requires `confirm: true`.
         *
         *     Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Rename a project
         * @description Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.
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
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["listProjectStatusPages"];
        put?: never;
        /**
         * Create a status page
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Get a status page
         * @description Available to all roles (`can_view`), and to all API keys.
         */
        get: operations["getProjectStatusPage"];
        /**
         * Update a status page
         * @description Only sent fields change. `sections` is replaced as a whole, including its components. Sections and components with an `id` are kept; entries without one are created. `position` sets the order and is renumbered from 0.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
         */
        put: operations["updateProjectStatusPage"];
        post?: never;
        /**
         * Delete a status page
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Preview changes to a status page
         * @description Nothing is saved. The request is refused with the same errors as a save.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * @description Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Delete a subscription
         * @description Pending updates to this address are not sent. The reader may subscribe again.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Preview a new status page
         * @description Nothing is saved. The request is refused with the same errors as a save.
         *
         *     Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.
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
         * Check whether the server can serve requests and run checks
         * @description If the server is not ready, `details.checks` gives the reason for each part.
         *
         *     Requires no credential.
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
         * List the regions, sorted by code
         * @description Available to all roles (`can_view`), and to all API keys.
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
         * Get the monthly uptime report of all monitors
         * @description Returns one entry for each monitor that existed during the month, including deleted monitors. A
         *     completed report does not change when a monitor is deleted later. Time before the creation and after the deletion of a
         *     monitor is not counted. Uptime is computed as in `GET /api/monitors/{id}/uptime`, which lists the underlying spans.
         *     `total` adds up the times of all monitors, so each monitor is weighted by its measured time.
         *
         *     `format=csv`, or `Accept: text/csv` without `format`, returns CSV (RFC 4180) with a header row, all monitors and the total
         *     in the last row. The file starts with a byte order mark so that Excel detects UTF-8. Text that a spreadsheet would
         *     interpret as a formula is prefixed with an apostrophe.
         *
         *     A month starts and ends at midnight in `timezone`, including daylight saving changes. Values may be up to 15 seconds
         *     old.
         *
         *     Available to all roles (`can_view`), and to all API keys.
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
         * Get the public view of a status page
         * @description Returns only the contents of the public page: no targets, no errors and no IDs that give access to the API.
         *     An unknown or unpublished page returns 404. A page with a password accepts it by HTTP Basic with any user name, or the
         *     cookie set by the password form of the page. The answer is refreshed at most every five seconds.
         *
         *     Requires no credential.
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
         * Subscribe to a status page by email
         * @description Sends an email with a confirmation link to the address. Updates start once the link is used. The answer is the same whether the address is already subscribed or not.
         *
         *     Requires no credential.
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
         * List tags in use, sorted by name
         * @description Available to all roles (`can_view`), and to all API keys.
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
            /** @description Token from the link */
            token: string;
            /**
             * @description Current code of the authenticator app, or a recovery code
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
         * @description Dependency of the monitor that is or may be down. While it is set, alerts of this incident are held
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
             * @description Name at the time of the change
             * @example Alice
             */
            name: string;
        };
        AuditEntry: {
            /** @example monitor.updated */
            action: string;
            actor: components["schemas"]["AuditActor"];
            /**
             * @description Old and new value by field. Secrets are masked
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
             * @description URL of an SVG image that needs no credentials
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
            /** @description Null if the monitor does not exist */
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
            /** @description Monitors that were already in the requested state */
            skipped: number;
            succeeded: number;
            total: number;
        };
        CertificateFault: {
            /** @description OpenSSL error code; `ERR_TLS_CERT_ALTNAME_INVALID` for a host name mismatch */
            code: string;
            message: string;
        };
        CertificateOfHistory: {
            /** @description SHA-256 fingerprint, in hexadecimal with colons */
            fingerprint256: string;
            /** Format: date-time */
            first_seen_at: string;
            issuer: string;
            /**
             * Format: date-time
             * @description The certificate may have been absent in between
             */
            last_seen_at: string;
            /** @description Distinguished name; its parts are in the order of the certificate */
            subject: string;
            /** Format: date-time */
            valid_from: string;
            /** Format: date-time */
            valid_to: string;
        };
        ChainCertificate: {
            /** @description SHA-256 fingerprint, in hexadecimal with colons */
            fingerprint256: string;
            issuer: string;
            /** @description Distinguished name; its parts are in the order of the certificate */
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
            /** @description DNS checks only. Sorted answers by record type, at most 2,000 characters in total */
            answers?: components["schemas"]["DnsAnswer"][];
            /** @description Certificate of an on-demand check. `GET /api/monitors/{id}/certificate` returns the certificate of all checks */
            certificate?: {
                /** @description Certificate chain as sent by the target, leaf first; at most 10 certificates */
                chain: components["schemas"]["ChainCertificate"][];
                /** @description Whole days until the certificate expires; negative once it has expired */
                days_remaining: number;
                /** @description Certificate errors; empty if the certificate is valid. Reported even if `verify_ssl` is off */
                errors: components["schemas"]["CertificateFault"][];
                /** @description SHA-256 fingerprint, in hexadecimal with colons */
                fingerprint256: string;
                issuer: string;
                /** @description Days from `valid_from` to `valid_to` */
                lifetime_days: number;
                /** @description Host names and addresses in the certificate; the first 250 */
                sans: string[];
                serial_number: string;
                /** @description Distinguished name; its parts are in the order of the certificate */
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
            /** @description Percentage of lost packets. ICMP checks only */
            packet_loss_percent?: number;
            region: string;
            /** @description Address that the name of the target resolved to */
            remote_address?: string;
            /** @description Total duration in milliseconds. For an ICMP check with replies: name resolution plus the mean round trip. Absent when nothing was measured */
            response_time_ms?: number;
            /** @description Round-trip times of an ICMP check with at least one reply. Jitter is the mean difference between consecutive packets */
            round_trip?: {
                avg_ms: number;
                jitter_ms: number;
                max_ms: number;
                min_ms: number;
            };
            /** @enum {string} */
            status: "up" | "down" | "degraded" | "inconclusive";
            /** @description HTTP status code. HTTP and KEYWORD checks only */
            status_code?: number;
            timings: {
                /** @description Milliseconds; absent if the phase did not take place */
                connect_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                dns_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                download_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                first_byte_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                tls_ms?: number;
            };
        };
        Comment: {
            /** @description Empty after the comment is deleted */
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
            /** @description Whether monitors without pinned regions use this region. Default for a new region: true */
            is_default?: boolean;
            /** @description Purpose of the token. Default: the code of the region */
            name?: string;
            /**
             * @description Code of the region; created if it does not exist
             * @example eu-1
             */
            region: string;
            /**
             * @description Display name of the region
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
             * @description Monitor of the incident
             */
            check_id?: string;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            /** @default 1 */
            failure_count?: number;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /**
             * @description Default: `system` if `check_id` is given, otherwise `manual`
             * @enum {string}
             */
            source?: "system" | "manual";
            /**
             * Format: date-time
             * @description Start of the incident; must not be in the future. Default: now
             */
            started_at?: string;
            /** @description Text shown to visitors of status pages */
            status_page_update?: string;
            /** @example Checkout is slow */
            title?: string;
            /** @enum {string} */
            type: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
        };
        CreateIncidentCommentBody: {
            comment_text: string;
            /** @description Whether the comment is internal. Default for new comments: false */
            is_internal?: boolean;
        };
        CreateIncidentUpdateBody: {
            /**
             * @description Whether status pages show the update
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
                /** @description Duration of each further occurrence, regardless of daylight saving changes */
                duration_minutes: number;
                /**
                 * @description IANA time zone. Default: `UTC`
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * Format: date-time
                 * @description Latest start of an occurrence
                 */
                until?: string | null;
            } | null;
            /**
             * Format: date-time
             * @description Start of the first or only occurrence
             */
            starts_at: string;
        };
        CreateMonitorBody: {
            /**
             * Request body
             * @description Sent with the request. Its type is set by the Content-Type header
             * @example null
             */
            body?: string | null;
            /**
             * Dependencies
             * @description Monitors of the same project that this monitor depends on, such as a router. The list is replaced as a whole. While a dependency is down, directly or through its own dependencies, alerts of this monitor are held. Checks, results and incidents continue, and reminders wait. Recipients who were notified of an incident are still notified of its end. If this monitor is still down shortly after the dependency recovers, its alert is sent. Cycles and chains of more than five dependencies are refused
             */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port. Default: the name servers of the probe
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: {
                    /**
                     * Expected values
                     * @description Values as in a zone file. Without values, any record of the type passes
                     */
                    expected_values?: string[];
                    /**
                     * Match
                     * @description Whether the records must include any or all of the values, or must equal the values exactly. Default: any
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
                 * Lookup timeout
                 * @description Milliseconds for all records together. The timeout of the monitor applies if it is shorter. Default: 5000
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain registration */
            domain_monitoring?: {
                /**
                 * Domain expiry monitoring
                 * @description The target must be under a publicly registered domain. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
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
             * Expected status codes
             * @description Null or absent: any 2xx status, and any 3xx status if redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            /**
             * Failure threshold
             * @description Consecutive failing checks before a region counts as down
             * @default 2
             */
            failure_threshold?: number;
            /**
             * Follow redirects
             * @description Follows at most 10 redirects. Default: true
             */
            follow_redirects?: boolean;
            /**
             * Group
             * Format: uuid
             * @description Group of the monitor; null for no group
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
                 * Expected interval
                 * @description Seconds between pings; ignored if `schedule` is set. Default: 3600
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late. Default: 300
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the expected ping times; replaces the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA time zone of the schedule. Default: UTC
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            http_config?: {
                /**
                 * Request body
                 * @description Sent with the request. Its type is set by the Content-Type header
                 * @example null
                 */
                body?: string | null;
                /**
                 * Expected status codes
                 * @description Null or absent: any 2xx status, and any 3xx status if redirects are not followed
                 * @example [
                 *       200,
                 *       204
                 *     ]
                 */
                expected_status?: number[] | null;
                /**
                 * Follow redirects
                 * @description Follows at most 10 redirects. Default: true
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
                 * @description IP version that the name is resolved to. Default: auto
                 * @enum {string}
                 */
                ip_version?: "auto" | "4" | "6";
                /**
                 * HTTP method
                 * @description Default: GET
                 * @enum {string}
                 */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /**
                 * Slow response threshold
                 * @description Response time in milliseconds above which a check is `degraded`. Null: no limit
                 * @example 2000
                 */
                slow_response_threshold_ms?: number | null;
                /**
                 * SSL certificate verification
                 * @description Whether an invalid certificate fails the check. Default: true
                 */
                verify_ssl?: boolean;
            };
            icmp_config?: {
                /**
                 * Maximum packet loss
                 * @description Percentage of packets that may be lost. Default: 50
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packet count
                 * @description Packets sent per check. Default: 3
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes after the ICMP header. Default: 56
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description Milliseconds to wait for each reply. The timeout of the monitor limits all packets together. Default: 2000
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Maximum number of routers on the path. Default: 64
                 */
                ttl?: number;
            };
            /**
             * Check interval
             * @description Seconds between checks. For a heartbeat, the expected interval within the limits of this field
             * @default 300
             */
            interval_seconds?: number;
            /**
             * IP version
             * @description IP version that the name is resolved to. Default: auto
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                /**
                 * Match case
                 * @description Whether the search is case-sensitive. Default: false
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Searched in the first 2 MiB of the decoded text
                 */
                keywords?: {
                    /**
                     * Must be present
                     * @description On: the text must contain the keyword. Off: it must not
                     */
                    should_contain: boolean;
                    /**
                     * Keyword
                     * @example Welcome
                     */
                    text: string;
                }[];
                /**
                 * Keyword match
                 * @description Whether all keywords must match, or any one of them. Default: all
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /**
             * HTTP method
             * @description Default: GET
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /**
             * Regions
             * @description Region codes from `GET /api/regions`; an empty list selects regions automatically
             */
            monitoring_regions?: string[];
            /**
             * Name
             * @example Web shop
             */
            name: string;
            /**
             * Notification targets
             * @description IDs of notification targets. Default for a new monitor: the default targets of the project. An empty list notifies no recipient
             */
            notification_target_ids?: string[];
            /**
             * Port
             * @example 443
             */
            port?: number;
            /**
             * Recovery threshold
             * @description Consecutive passing checks before a region that is down counts as up
             * @default 2
             */
            recovery_threshold?: number;
            /**
             * Reminder interval
             * @description Minutes between reminders of an open incident; 0 sends no reminders
             * @default 0
             */
            reminder_interval_minutes?: number;
            /**
             * Slow response threshold
             * @description Response time in milliseconds above which a check is `degraded`. Null: no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** SSL certificate */
            ssl_monitoring?: {
                /**
                 * Expiry warnings
                 * @description Whether warnings are sent before the certificate expires. Default: true
                 */
                check_expiry?: boolean;
                /**
                 * Validity alerts
                 * @description Whether the certificate must be in date, match the host, be strong enough and have a known issuer. A TCP monitor with an invalid certificate is down; HTTP and KEYWORD monitors use `verify_ssl` for that. Default: true
                 */
                check_validity?: boolean;
                /**
                 * SSL certificate monitoring
                 * @description Applies to https URLs and TCP monitors; other monitors have no certificate to watch. If it is on, TCP monitors use TLS, unless their protocol is ssh or http. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Allow self-signed certificates
                 * @description Whether a self-signed certificate is accepted, or a chain to an unknown root sent by the server. Host name and dates must still be valid. Default: false
                 */
                ignore_self_signed?: boolean;
            };
            /**
             * Status
             * @description Whether the monitor is checked
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /**
             * Tags
             * @description Tags are not returned with the monitor; `GET /api/tags` lists them with counts
             */
            tags?: string[];
            /**
             * Target
             * @description URL or host, depending on the type. Must be absent for a heartbeat, which gets a generated token
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
                 * @description Protocol of the service at the port. Default: generic
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol validation */
                protocol_validation?: {
                    /**
                     * Validate protocol
                     * @description Off: the port must accept a connection. On: the service must also use the protocol
                     */
                    enabled?: boolean;
                    /**
                     * Expected response
                     * @description Text that the response must contain; any response passes without it. Generic protocol only
                     */
                    expect?: string;
                    /**
                     * Data to send
                     * @description Sent on connect. Generic protocol only
                     */
                    send?: string;
                };
            };
            /**
             * Timeout
             * @description Maximum duration of a check in milliseconds; must be shorter than the interval
             * @default 10000
             */
            timeout_ms?: number;
            /**
             * Type
             * @description Type of check; cannot be changed after creation
             * @enum {string}
             */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /**
             * SSL certificate verification
             * @description Whether an invalid certificate fails the check. Default: true
             */
            verify_ssl?: boolean;
        };
        CreateNotificationTargetBody: {
            /** @enum {string} */
            channel: "email" | "webhook" | "slack";
            /**
             * @description For `email`: `address`. For `slack`: `webhook_url`, a secret. For `webhook`: `url`, and `secret`, generated if absent. Secrets are masked in answers; a masked secret that is sent back keeps its value
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
             * @description Another target of the project that receives undelivered notifications: after all attempts have failed, or if this target is disabled or deleted. A target receives each event once. Null: no fallback
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
            /** @description Whether readers may subscribe to updates by email. Default: true */
            allows_subscribers?: boolean;
            /** @description Contact link for readers: http, https or mailto */
            contact_url?: string | null;
            /** @description Host name of the page, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Whether search engines may index the page. Default: true */
            is_indexed?: boolean;
            is_published?: boolean;
            /** @description URL of the logo, http or https */
            logo_url?: string | null;
            name: string;
            /** @description Write-only. Null removes the password */
            password?: string | null;
            /** @description Complete list of sections; omitted sections are deleted */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description ID of an existing component of this page; omit for a new component
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Position among its siblings. Default: the position in the request */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description ID of an existing section of this page; omit for a new section
                 */
                id?: string;
                name: string;
                /** @description Position among its siblings. Default: the position in the request */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation. Default: derived from the name */
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
            /** @description Keeps the monitors without a group */
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
             * @description Current code of the authenticator app, or a recovery code
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
             * @description Current code of the authenticator app, or a recovery code
             * @example 123456
             */
            code: string;
        };
        /**
         * @description Machine-readable code. Each operation lists its possible codes
         * @enum {string}
         */
        ErrorCode: "VALIDATION_ERROR" | "VALIDATION_FAILED" | "INVALID_REGIONS" | "MONITOR_CREATE_FAILED" | "MONITOR_UPDATE_FAILED" | "INVALID_PERIOD" | "INVALID_PAGE" | "INVALID_LIMIT" | "CONFIRMATION_REQUIRED" | "AUTHENTICATION_REQUIRED" | "MISSING_AUTH" | "INVALID_API_KEY" | "INVALID_TOKEN" | "INVALID_CREDENTIALS" | "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS" | "FORBIDDEN" | "REGISTRATION_CLOSED" | "PLAN_LIMIT_REACHED" | "INTERVAL_TOO_SHORT" | "LOCATION_MONITORING_NOT_AVAILABLE" | "DOMAIN_MONITORING_NOT_AVAILABLE" | "SSL_MONITORING_NOT_AVAILABLE" | "SLOW_RESPONSE_ALERTS_NOT_AVAILABLE" | "DNS_MONITORING_NOT_AVAILABLE" | "HEARTBEAT_MONITORING_NOT_AVAILABLE" | "MONITOR_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH" | "API_KEY_ORGANIZATION_MISMATCH" | "NOT_FOUND" | "MONITOR_NOT_FOUND" | "STATS_NOT_FOUND" | "PROJECT_NOT_FOUND" | "RESOURCE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "GROUP_NOT_EMPTY" | "IDEMPOTENCY_CONFLICT" | "PAYLOAD_TOO_LARGE" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "CHECK_FETCH_FAILED" | "STATS_FETCH_FAILED" | "SPARKLINE_FAILED" | "MONITOR_PAUSE_FAILED" | "MONITOR_RESUME_FAILED" | "SERVICE_UNAVAILABLE";
        /** @description Error response */
        Failure: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description Structure depends on the code */
                details?: {
                    [key: string]: unknown;
                };
                /** @description Message for people; may change */
                message: string;
                /** @description Seconds to wait before a retry */
                retryAfter?: number;
            };
            /** @constant */
            success: false;
        };
        Form: {
            create: components["schemas"]["FormAddress"];
            /**
             * @description Field that selects the variant; null if there is only one variant
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
            /** @description Whether the organization can use the variant */
            is_available: boolean;
            reason: {
                /**
                 * @description Error code that the API returns
                 * @example DNS_MONITORING_NOT_AVAILABLE
                 */
                code: string;
                /** @example The plan does not include DNS monitors */
                message: string;
            } | null;
            /**
             * @description JSON Schema of the request body without references; fields are in display order
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
             * @description Value of the discriminator
             * @example HTTP
             */
            value: string | null;
            /**
             * @description Reason why the variant can be created but does not work on this installation
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
            /** @description DNS checks only. Sorted answers by record type, at most 2,000 characters in total */
            answers?: components["schemas"]["DnsAnswer"][];
            /** @description Certificate of an on-demand check. `GET /api/monitors/{id}/certificate` returns the certificate of all checks */
            certificate?: {
                /** @description Certificate chain as sent by the target, leaf first; at most 10 certificates */
                chain: components["schemas"]["ChainCertificate"][];
                /** @description Whole days until the certificate expires; negative once it has expired */
                days_remaining: number;
                /** @description Certificate errors; empty if the certificate is valid. Reported even if `verify_ssl` is off */
                errors: components["schemas"]["CertificateFault"][];
                /** @description SHA-256 fingerprint, in hexadecimal with colons */
                fingerprint256: string;
                issuer: string;
                /** @description Days from `valid_from` to `valid_to` */
                lifetime_days: number;
                /** @description Host names and addresses in the certificate; the first 250 */
                sans: string[];
                serial_number: string;
                /** @description Distinguished name; its parts are in the order of the certificate */
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
            /** @description Percentage of lost packets. ICMP checks only */
            packet_loss_percent?: number;
            region: string;
            /** @description Address that the name of the target resolved to */
            remote_address?: string;
            /** @description Response of a failed HTTP or KEYWORD check. Values of secret request headers that the target repeats are masked */
            response?: {
                /**
                 * @description First 4 KiB as text, decompressed, in the charset of the header, the document or UTF-8. Null for binary data, or if the status was as expected and no body was stored. Never render it as HTML
                 * @example upstream connect error or disconnect/reset before headers
                 */
                body: string | null;
                /** @description Bytes read, before decompression */
                body_bytes: number;
                /** @description Whether the body was longer, or was not read to its end */
                body_truncated: boolean;
                content_type?: string;
                /** @description Headers in original order; at most 50 and 8 KiB in total. Values of cookies and of headers that may hold credentials are masked */
                headers: components["schemas"]["KeptHeader"][];
                /** @description Whether headers are omitted or truncated */
                headers_truncated: boolean;
                /**
                 * @description Origin of the final URL after redirects
                 * @example https://www.example.com
                 */
                redirected_to?: string;
                /**
                 * Format: date-time
                 * @description Time of the response. Up to an hour before the check if the target kept giving the same response
                 */
                seen_at: string;
                status_code: number;
            };
            /** @description Total duration in milliseconds. For an ICMP check with replies: name resolution plus the mean round trip. Absent when nothing was measured */
            response_time_ms?: number;
            /** @description Round-trip times of an ICMP check with at least one reply. Jitter is the mean difference between consecutive packets */
            round_trip?: {
                avg_ms: number;
                jitter_ms: number;
                max_ms: number;
                min_ms: number;
            };
            /** @enum {string} */
            status: "up" | "down" | "degraded" | "inconclusive";
            /** @description HTTP status code. HTTP and KEYWORD checks only */
            status_code?: number;
            timings: {
                /** @description Milliseconds; absent if the phase did not take place */
                connect_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                dns_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                download_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                first_byte_ms?: number;
                /** @description Milliseconds; absent if the phase did not take place */
                tls_ms?: number;
            };
        };
        Group: {
            /** @description Monitors directly in the group, without its subgroups */
            check_count: number;
            /** @description Direct subgroups, newest first */
            children: components["schemas"]["ListedGroup"][];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example Customer-facing services */
            description: string;
            /** Format: uuid */
            id: string;
            /** @description Monitors directly in the group, newest first */
            monitors: components["schemas"]["GroupMember"][];
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            parent_group_id?: string;
            /** @description Groups from the top level down to this group */
            path: components["schemas"]["GroupStep"][];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel1: {
            /** @description Monitors directly in the group, without its subgroups */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel2"][];
            /**
             * @description Always empty in this answer
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example Customer-facing services */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Always empty in this answer
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
             * @description Always empty in this answer
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel2: {
            /** @description Monitors directly in the group, without its subgroups */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel3"][];
            /**
             * @description Always empty in this answer
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example Customer-facing services */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Always empty in this answer
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
             * @description Always empty in this answer
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel3: {
            /** @description Monitors directly in the group, without its subgroups */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel4"][];
            /**
             * @description Always empty in this answer
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example Customer-facing services */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Always empty in this answer
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
             * @description Always empty in this answer
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel4: {
            /** @description Monitors directly in the group, without its subgroups */
            check_count: number;
            child_groups: components["schemas"]["GroupAtLevel5"][];
            /**
             * @description Always empty in this answer
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example Customer-facing services */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Always empty in this answer
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
             * @description Always empty in this answer
             * @example []
             */
            path: unknown[];
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        GroupAtLevel5: {
            /** @description Monitors directly in the group, without its subgroups */
            check_count: number;
            /**
             * @description Always empty in this answer
             * @example []
             */
            child_groups: unknown[];
            /**
             * @description Always empty in this answer
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example Customer-facing services */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Always empty in this answer
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
             * @description Always empty in this answer
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
            alerts_suppressed_by?: components["schemas"]["AlertsHeldBy"];
            /** Format: uuid */
            check_id?: string;
            /** @enum {string} */
            check_type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by?: string;
            /**
             * @description Seconds the incident was open: `duration_seconds` without the healthy time between outages
             * @example 152
             */
            downtime_seconds?: number;
            /**
             * @description Seconds from `started_at` to `resolved_at`. Includes the healthy time between outages of a reopened incident
             * @example 360
             */
            duration_seconds?: number;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            failure_count: number;
            /** Format: uuid */
            id: string;
            /**
             * @description Name of the monitor in `check_id`
             * @example Shop
             */
            monitor_name?: string;
            /** @description Channels with at least one delivered notification */
            notification_channels: string[];
            /** @description Whether at least one notification was delivered */
            notification_sent: boolean;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            project_id: string;
            /**
             * Format: date-time
             * @description Start of the last outage of a reopened incident
             */
            reopened_at?: string;
            /** @description Number of times the incident was reopened; absent if never */
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
        /** @description Open or acknowledged incident: the most severe, or the oldest of the most severe */
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
            /** @description Whether status pages show the update */
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
             * Must be present
             * @description On: the text must contain the keyword. Off: it must not
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
            alerts_suppressed_by?: components["schemas"]["AlertsHeldBy"];
            /** Format: uuid */
            check_id?: string;
            /** @enum {string} */
            check_type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by?: string;
            /**
             * @description Seconds the incident was open: `duration_seconds` without the healthy time between outages
             * @example 152
             */
            downtime_seconds?: number;
            /**
             * @description Seconds from `started_at` to `resolved_at`. Includes the healthy time between outages of a reopened incident
             * @example 360
             */
            duration_seconds?: number;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            failure_count: number;
            /** Format: uuid */
            id: string;
            /**
             * @description Name of the monitor in `check_id`
             * @example Shop
             */
            monitor_name?: string;
            /** @description Channels with at least one delivered notification */
            notification_channels: string[];
            /** @description Whether at least one notification was delivered */
            notification_sent: boolean;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            project_id: string;
            /**
             * Format: date-time
             * @description Start of the last outage of a reopened incident
             */
            reopened_at?: string;
            /** @description Number of times the incident was reopened; absent if never */
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
            /** @description Whether the caller can edit the comment now */
            can_edit: boolean;
            /** @description Empty after the comment is deleted */
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
            /** @description Monitors directly in the group, without its subgroups */
            check_count: number;
            /**
             * @description Always empty in this answer
             * @example []
             */
            children: unknown[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string;
            /** @example Customer-facing services */
            description: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Always empty in this answer
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
             * @description Always empty in this answer
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
             * @description Current code of the authenticator app, or a recovery code
             * @example 123456
             */
            totp?: string;
        };
        LogoutBody: {
            refresh_token?: string;
        };
        LookUpInvitationBody: {
            /** @description Token from the link */
            token: string;
        };
        MaintenanceSpan: {
            /**
             * Format: date-time
             * @description In the future while the maintenance continues
             */
            ends_at: string;
            /**
             * @description Name of the window; null if the window was deleted
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
            /** @description Current occurrence */
            current: {
                /** Format: date-time */
                ends_at: string;
                /** Format: date-time */
                starts_at: string;
            } | null;
            description: string;
            /** Format: date-time */
            ends_at: string;
            /** @description Groups in the window, without deleted groups */
            group_ids: string[];
            /** Format: uuid */
            id: string;
            /** @description Monitors in the window, without deleted monitors */
            monitor_ids: string[];
            /** @example Database upgrade */
            name: string;
            /**
             * Format: date-time
             * @description Start of the next occurrence; null if there is none
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
                /** @description Duration of each further occurrence, regardless of daylight saving changes */
                duration_minutes: number;
                /**
                 * @description IANA time zone
                 * @example Europe/Berlin
                 */
                timezone: string;
                /**
                 * Format: date-time
                 * @description Latest start of an occurrence
                 */
                until: string | null;
            } | null;
            /**
             * Format: date-time
             * @description Start of the first or only occurrence
             */
            starts_at: string;
            /**
             * @description `scheduled` also between two occurrences; `finished` after the last occurrence
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
             * @description Sent with the request. Its type is set by the Content-Type header
             * @example null
             */
            body?: string | null;
            /** @enum {string} */
            configState: "active" | "paused" | "disabled";
            /** @description Unix timestamp in seconds */
            created_at: number;
            /** Format: uuid */
            created_by: string;
            /** @description Alerts of the monitor are held while a dependency is down */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port. Default: the name servers of the probe
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: components["schemas"]["RecordEntry"][];
                /**
                 * Lookup timeout
                 * @description Milliseconds for all records together. The timeout of the monitor applies if it is shorter. Default: 5000
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain registration */
            domain_monitoring?: {
                /**
                 * Domain expiry monitoring
                 * @description The target must be under a publicly registered domain. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
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
             * Expected status codes
             * @description Null or absent: any 2xx status, and any 3xx status if redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            failure_threshold: number;
            /**
             * Follow redirects
             * @description Follows at most 10 redirects. Default: true
             */
            follow_redirects?: boolean;
            /** @description Grace period in seconds */
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
                 * Expected interval
                 * @description Seconds between pings; ignored if `schedule` is set. Default: 3600
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late. Default: 300
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the expected ping times; replaces the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA time zone of the schedule. Default: UTC
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            /** @description Unix time in seconds by which the next ping must arrive, including the grace period. Absent while no ping is expected */
            heartbeat_due_at?: number;
            /** @description Expected interval in seconds */
            heartbeat_interval?: number;
            /** Format: uuid */
            heartbeat_token?: string;
            /** @description URL that the job pings */
            heartbeat_url?: string;
            icmp_config?: {
                /**
                 * Maximum packet loss
                 * @description Percentage of packets that may be lost. Default: 50
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packet count
                 * @description Packets sent per check. Default: 3
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes after the ICMP header. Default: 56
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description Milliseconds to wait for each reply. The timeout of the monitor limits all packets together. Default: 2000
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Maximum number of routers on the path. Default: 64
                 */
                ttl?: number;
            };
            /** Format: uuid */
            id: string;
            /** @description True while the monitor is in maintenance: no incidents open and no alerts are sent. Otherwise absent, and absent in lists */
            in_maintenance?: boolean;
            interval_seconds: number;
            /**
             * IP version
             * @description IP version that the name is resolved to. Default: auto
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            /** @description True while the monitor is flapping: its incident stays open, and status changes are not sent individually. Otherwise absent, and absent in lists */
            is_flapping?: boolean;
            keyword_config?: {
                /**
                 * Match case
                 * @description Whether the search is case-sensitive. Default: false
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Searched in the first 2 MiB of the decoded text
                 */
                keywords?: components["schemas"]["Keyword"][];
                /**
                 * Keyword match
                 * @description Whether all keywords must match, or any one of them. Default: all
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /** @description Unix time of the last ping, in seconds */
            last_heartbeat_at?: number;
            /** @description Duration of the last run with a reported start and end */
            last_run_duration_ms?: number;
            /**
             * HTTP method
             * @description Default: GET
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
             * Slow response threshold
             * @description Response time in milliseconds above which a check is `degraded`. Null: no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** SSL certificate */
            ssl_monitoring?: {
                /**
                 * Expiry warnings
                 * @description Whether warnings are sent before the certificate expires. Default: true
                 */
                check_expiry?: boolean;
                /**
                 * Validity alerts
                 * @description Whether the certificate must be in date, match the host, be strong enough and have a known issuer. A TCP monitor with an invalid certificate is down; HTTP and KEYWORD monitors use `verify_ssl` for that. Default: true
                 */
                check_validity?: boolean;
                /**
                 * SSL certificate monitoring
                 * @description Applies to https URLs and TCP monitors; other monitors have no certificate to watch. If it is on, TCP monitors use TLS, unless their protocol is ssh or http. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Allow self-signed certificates
                 * @description Whether a self-signed certificate is accepted, or a chain to an unknown root sent by the server. Host name and dates must still be valid. Default: false
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
                 * @description Protocol of the service at the port. Default: generic
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol validation */
                protocol_validation?: {
                    /**
                     * Validate protocol
                     * @description Off: the port must accept a connection. On: the service must also use the protocol
                     */
                    enabled?: boolean;
                    /**
                     * Expected response
                     * @description Text that the response must contain; any response passes without it. Generic protocol only
                     */
                    expect?: string;
                    /**
                     * Data to send
                     * @description Sent on connect. Generic protocol only
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
             * SSL certificate verification
             * @description Whether an invalid certificate fails the check. Default: true
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
             * @description Response time of the last check; null if the check failed or measured nothing
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
             * @description Time of the last status change
             */
            status_since: string;
            tags: string[];
            /** @description Empty for a heartbeat monitor, whose target is its ping token */
            target: string;
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
        };
        MonitorStrip: {
            /** @description Uptime of the same days; null when nothing was measured */
            day_uptimes: (number | null)[];
            /** @description Worst status of each of the last 30 UTC days, today last; maintenance if nothing worse happened */
            days: ("up" | "degraded" | "down" | "maintenance" | "no_data")[];
            /** Format: uuid */
            monitor_id: string;
            /**
             * @description Average of each of the last 24 UTC hours, current hour last; null for hours without a passing check
             * @example [
             *       182.4,
             *       179.12,
             *       null,
             *       190.05
             *     ]
             */
            response_times_ms: (number | null)[];
            /**
             * @description Uptime of the last 30 times 24 hours, 0-100, weighted by time; null when nothing was measured
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
             * @description Full value of the key, shown only once
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
             * @description Link for the invited person, shown only once. It works once, until `expires_at`
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
            /** @description Reason of the last failed attempt */
            error_message: string | null;
            /**
             * Format: uuid
             * @description Target that could not be reached, if this delivery went to its fallback
             */
            fallback_for_target_id: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Null for a test notification
             */
            incident_id: string | null;
            /** Format: date-time */
            last_retry_at: string | null;
            max_retries: number;
            /**
             * Format: uuid
             * @description Message ID as seen by the recipient, such as the `webhook-id`. Incidents sent in one message share it
             */
            message_id: string;
            /**
             * Format: date-time
             * @description Time of the next attempt; null once the delivery has succeeded or failed permanently
             */
            next_attempt_at: string | null;
            /** @description Email address or channel name */
            recipient: string;
            /** @description Attempts after the first */
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
             * @description For `email`: `address`. For `slack`: `webhook_url`, a secret. For `webhook`: `url`, and `secret`, generated if absent. Secrets are masked in answers; a masked secret that is sent back keeps its value
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
             * @description Reason for automatic disabling: the receiver reported that it is permanently gone, or the recipient unsubscribed by email link. Otherwise null; enabling the target clears it
             * @enum {string|null}
             */
            disabled_reason: "receiver_gone" | "unsubscribed" | null;
            /**
             * Format: uuid
             * @description Target that receives undelivered notifications
             */
            fallback_target_id: string | null;
            /** Format: uuid */
            id: string;
            /** @description Whether new monitors without selected targets use this target */
            is_default: boolean;
            /** @description Whether this installation can send to the target; `email` requires a mail server */
            is_deliverable: boolean;
            is_enabled: boolean;
            /**
             * Format: date-time
             * @description Time of the last successful delivery
             */
            last_delivered_at: string | null;
            /** @description Error of the last failed attempt; a later attempt may have succeeded */
            last_error: string | null;
            /**
             * Format: date-time
             * @description Time of the last failed attempt
             */
            last_failed_at: string | null;
            /** @description Number of monitors that use the target */
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
            /** @description Whether sign-in requires a second factor */
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
            /** @description First 10 KiB of the body */
            body?: string;
            /** @description Bytes of the body that were read; at most 102400 */
            body_bytes: number;
            /** @description Duration of the run ended by this ping, if its start was reported */
            duration_ms?: number;
            /** @description Exit status reported by the job, 0-255 */
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
             * @description `rid` of the ping
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
            /** @description Whether readers may subscribe to updates by email. Default: true */
            allows_subscribers?: boolean;
            /** @description Contact link for readers: http, https or mailto */
            contact_url?: string | null;
            /** @description Host name of the page, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Whether search engines may index the page. Default: true */
            is_indexed?: boolean;
            is_published?: boolean;
            /** @description URL of the logo, http or https */
            logo_url?: string | null;
            name: string;
            /** @description Write-only. Null removes the password */
            password?: string | null;
            /** @description Complete list of sections; omitted sections are deleted */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description ID of an existing component of this page; omit for a new component
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Position among its siblings. Default: the position in the request */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description ID of an existing section of this page; omit for a new section
                 */
                id?: string;
                name: string;
                /** @description Position among its siblings. Default: the position in the request */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation. Default: derived from the name */
            slug?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
        };
        PreviewProjectStatusPageBody: {
            /** @example #2563eb */
            accent_color?: string;
            /** @description Whether readers may subscribe to updates by email. Default: true */
            allows_subscribers?: boolean;
            /** @description Contact link for readers: http, https or mailto */
            contact_url?: string | null;
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Host name of the page, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Whether search engines may index the page. Default: true */
            is_indexed?: boolean;
            /** @description Read-only; ignored in requests */
            is_password_protected?: unknown;
            is_published?: boolean;
            /** @description URL of the logo, http or https */
            logo_url?: string | null;
            name?: string;
            /** @description Write-only. Null removes the password */
            password?: string | null;
            /** @description Read-only; ignored in requests */
            project_id?: unknown;
            /** @description Complete list of sections; omitted sections are deleted */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description ID of an existing component of this page; omit for a new component
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Position among its siblings. Default: the position in the request */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description ID of an existing section of this page; omit for a new section
                 */
                id?: string;
                name: string;
                /** @description Position among its siblings. Default: the position in the request */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation. Default: derived from the name */
            slug?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
        };
        /** @description Most recently seen of the other certificates */
        PreviousCertificate: {
            /** @description SHA-256 fingerprint, in hexadecimal with colons */
            fingerprint256: string;
            /** Format: date-time */
            first_seen_at: string;
            issuer: string;
            /**
             * Format: date-time
             * @description The certificate may have been absent in between
             */
            last_seen_at: string;
            /** @description Distinguished name; its parts are in the order of the certificate */
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
             * @description `server`: a thread of the server. `remote`: a separate process
             * @enum {string}
             */
            kind: "server" | "remote";
            /** Format: date-time */
            last_seen_at: string;
            monitors: number | null;
            /**
             * @description Host name of the probe
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
            /** @description Share of the monitors of the region assigned to this probe, in percent */
            share_percent: number;
            /**
             * @description `stuck`: the probe responds, but its checks make no progress. `lost`: the probe stopped responding, and other probes took over. `stopped`: the probe left, or its token was revoked
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
            /** @description Number of monitors, without deleted monitors */
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
            /** @description Daily history, oldest first, up to today */
            days: components["schemas"]["PublicDay"][];
            description: string;
            /**
             * @description Unique within the page and stable; it gives no access to the API
             * @example 3f0a9c5be1d24c77
             */
            key: string;
            /** @example Checkout */
            name: string;
            /**
             * @description `unknown`: no recent measurement
             * @enum {string}
             */
            status: "operational" | "degraded" | "outage" | "maintenance" | "unknown";
            /**
             * @description 0-100, weighted by time; null when nothing was measured
             * @example 99.982639
             */
            uptime_percentage: number | null;
        };
        PublicDay: {
            /**
             * @description Day in UTC
             * @example 2026-01-05
             */
            date: string;
            degraded_seconds: number;
            down_seconds: number;
            /** @description Titles of incidents; at most 5 */
            incidents: string[];
            maintenance_seconds: number;
            /**
             * @description Worst status of the day; `maintenance` if nothing worse happened
             * @enum {string}
             */
            status: "operational" | "degraded" | "outage" | "maintenance" | "no_data";
            /**
             * @description 0-100, weighted by time; null when nothing was measured
             * @example 99.982639
             */
            uptime_percentage: number | null;
        };
        PublicIncident: {
            /** @description Names of affected components */
            components: string[];
            /** @description Seconds without the healthy time between outages of a reopened incident; null while open */
            downtime_seconds: number | null;
            /** @enum {string} */
            impact: "minor" | "major" | "critical";
            /**
             * @description Unique within the page and stable; it gives no access to the API
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
            /** @description Public updates, oldest first. Updates of a reopened incident include its start, its resolutions and its reopenings */
            updates: components["schemas"]["PublicUpdate"][];
        };
        PublicMaintenance: {
            /** @description Names of affected components */
            components: string[];
            description: string;
            /** Format: date-time */
            ends_at: string;
            /**
             * @description Unique within the page and stable; it gives no access to the API
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
             * @description Time of this snapshot
             */
            as_of: string;
            /** @description Maintenance in progress or scheduled within 30 days, soonest first */
            maintenance: components["schemas"]["PublicMaintenance"][];
            /** @description Open incidents, newest first */
            open_incidents: components["schemas"]["PublicIncident"][];
            /**
             * @description Worst status of the components; `major_outage` if more than half of the components with a known status are out
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
            /** @description Incidents resolved within the last 15 days, newest first; at most 100 */
            past_incidents: components["schemas"]["PublicIncident"][];
            sections: components["schemas"]["PublicSection"][];
        };
        PublicUpdate: {
            /** Format: date-time */
            created_at: string;
            /**
             * @description Unique within the page and stable; it gives no access to the API
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
             * @description Values as in a zone file. Without values, any record of the type passes
             */
            expected_values?: string[];
            /**
             * Match
             * @description Whether the records must include any or all of the values, or must equal the values exactly. Default: any
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
            /** @description Required unless the token is sent as a cookie */
            refresh_token?: string;
        };
        Region: {
            active_probes: number;
            capabilities: {
                icmp: boolean;
                ipv6: boolean;
            };
            code: string;
            /** @description Whether at least one probe is active in the region */
            is_active: boolean;
            /** @description Whether monitors without pinned regions use this region */
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
            /** @description `duration_seconds` without the healthy time between outages */
            downtime_seconds: number;
            /** @description Duration of the incident. An open incident counts up to the end of the period */
            duration_seconds: number;
            /** @description Failing checks while the incident was open */
            failure_count: number;
            /**
             * @description Whether the incident is about availability or slow responses
             * @enum {string}
             */
            family: "availability" | "slowness";
            /** @description Reason of the first status change */
            reason: string;
            /** @description Number of times the incident was reopened within three minutes of a recovery */
            reopened_count: number;
            /**
             * Format: date-time
             * @description Null if the incident would still be open at the end of the period
             */
            resolved_at: string | null;
            /** @enum {string} */
            severity: "critical" | "major" | "minor" | "warning";
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            type: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
        };
        /** @description Actual history of the same period, without incidents that were deleted later */
        ReplayedReality: {
            /** @description Availability and slow-response incidents that started in the period */
            incident_count: number;
            seconds: components["schemas"]["SecondsByStatus"];
            /** @description Changes of the runtime status in the period */
            status_changes: number;
            /** @description Up to six decimals; null when nothing was measured */
            uptime_percentage: number | null;
        };
        ReplayMonitorBody: {
            /** @description Consecutive failing checks before a region counts as down */
            failure_threshold?: number;
            /** @description Whether incidents stay open while the monitor is flapping, as in production. Default: true */
            flapping?: boolean;
            /**
             * Format: date-time
             * @description Start of the period. Default: 30 days before `to`
             */
            from?: string;
            /** @description Consecutive passing checks before a region that is down counts as up */
            recovery_threshold?: number;
            /** @description Codes of the regions to count. Default: all regions */
            regions?: string[];
            /** @description Response time above which a passing check is slow. Null: no check is slow. Absent: as recorded */
            slow_response_threshold_ms?: number | null;
            /**
             * Format: date-time
             * @description End of the period, exclusive. Default: now
             */
            to?: string;
        };
        /** @description Thresholds of the replay */
        ReplayThresholds: {
            failure_threshold: number;
            /** @description Whether incidents stayed open while the monitor was flapping */
            flapping: boolean;
            recovery_threshold: number;
            /** @description Absent: all regions */
            regions?: string[];
            /** @description Absent: a result counts as slow if it was slow when it was recorded */
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
            /** @description Token from the link */
            token: string;
        };
        ResponseTimes: {
            avg_ms: number;
            /** @description Number of passing checks */
            count: number;
            max_ms: number;
            min_ms: number;
            p50_ms: number;
            p95_ms: number;
            p99_ms: number;
            /** Format: date-time */
            timestamp: string;
        };
        /** @description Summary of the whole period; null if no check passed */
        ResponseTimesOfPeriod: {
            avg_ms: number;
            /** @description Number of passing checks */
            count: number;
            max_ms: number;
            min_ms: number;
            p50_ms: number;
            p95_ms: number;
            p99_ms: number;
        };
        SecondFactor: {
            is_enabled: boolean;
            /** @description Unused recovery codes */
            recovery_codes_left: number;
        };
        /** @description Seconds by status; the sum is exactly `period_seconds` */
        SecondsByStatus: {
            /** @description Counts as available */
            degraded: number;
            down: number;
            /** @description Time in maintenance, regardless of status; not counted */
            maintenance: number;
            /** @description Not counted */
            paused: number;
            /** @description Not counted: the status was unknown */
            unknown: number;
            up: number;
        };
        SentInvitation: {
            /** @description Whether the address already has an account, which must then be authenticated */
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
             * @description Time when the session ends unless its tokens are refreshed
             */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** @description Whether this session made the request */
            is_current: boolean;
            /**
             * Format: date-time
             * @description Time of the last token refresh
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
            /** @description Token for `Authorization: Bearer` */
            access_token: string;
            /**
             * @description Lifetime of the access token in seconds
             * @example 900
             */
            expires_in: number;
            organization: components["schemas"]["Organization"];
            project: components["schemas"]["Project"];
            /** @description Token for one call of `POST /api/auth/refresh`; absent if it is kept in a cookie */
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
            /** @description Absent if the service made the change */
            actor_name?: string;
            duration_seconds?: number;
            /**
             * Format: date-time
             * @description Absent while the status is current
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
            /** @description Whether readers may subscribe by email */
            allows_subscribers: boolean;
            contact_url?: string;
            /** Format: date-time */
            created_at: string;
            /** @example status.example.com */
            custom_domain?: string;
            description: string;
            /** Format: uuid */
            id: string;
            /** @description Whether search engines may index the page */
            is_indexed: boolean;
            is_password_protected: boolean;
            is_published: boolean;
            logo_url?: string;
            /** @example Web shop */
            name: string;
            /** Format: uuid */
            project_id: string;
            /** @description Sections in order */
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
            /** @description Name shown instead of the monitor name */
            display_name?: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            monitor_id: string;
            /** @description Position within the section, starting at 0 */
            position: number;
        };
        StatusPageSection: {
            /** @description Components in order; components of deleted monitors are omitted */
            components: components["schemas"]["StatusPageComponent"][];
            /** Format: uuid */
            id: string;
            /** @example Web shop */
            name: string;
            /** @description Position on the page, starting at 0 */
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
             * @description `pending`: the confirmation link was not used yet
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
             * @description Sent with the request. Its type is set by the Content-Type header
             * @example null
             */
            body?: string | null;
            /**
             * Dependencies
             * @description Monitors of the same project that this monitor depends on, such as a router. The list is replaced as a whole. While a dependency is down, directly or through its own dependencies, alerts of this monitor are held. Checks, results and incidents continue, and reminders wait. Recipients who were notified of an incident are still notified of its end. If this monitor is still down shortly after the dependency recovers, its alert is sent. Cycles and chains of more than five dependencies are refused
             */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port. Default: the name servers of the probe
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: {
                    /**
                     * Expected values
                     * @description Values as in a zone file. Without values, any record of the type passes
                     */
                    expected_values?: string[];
                    /**
                     * Match
                     * @description Whether the records must include any or all of the values, or must equal the values exactly. Default: any
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
                 * Lookup timeout
                 * @description Milliseconds for all records together. The timeout of the monitor applies if it is shorter. Default: 5000
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain registration */
            domain_monitoring?: {
                /**
                 * Domain expiry monitoring
                 * @description The target must be under a publicly registered domain. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
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
             * Expected status codes
             * @description Null or absent: any 2xx status, and any 3xx status if redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            /**
             * Failure threshold
             * @description Consecutive failing checks before a region counts as down
             * @default 2
             */
            failure_threshold?: number;
            /**
             * Follow redirects
             * @description Follows at most 10 redirects. Default: true
             */
            follow_redirects?: boolean;
            /**
             * Group
             * Format: uuid
             * @description Group of the monitor; null for no group
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
                 * Expected interval
                 * @description Seconds between pings; ignored if `schedule` is set. Default: 3600
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late. Default: 300
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the expected ping times; replaces the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA time zone of the schedule. Default: UTC
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            http_config?: {
                /**
                 * Request body
                 * @description Sent with the request. Its type is set by the Content-Type header
                 * @example null
                 */
                body?: string | null;
                /**
                 * Expected status codes
                 * @description Null or absent: any 2xx status, and any 3xx status if redirects are not followed
                 * @example [
                 *       200,
                 *       204
                 *     ]
                 */
                expected_status?: number[] | null;
                /**
                 * Follow redirects
                 * @description Follows at most 10 redirects. Default: true
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
                 * @description IP version that the name is resolved to. Default: auto
                 * @enum {string}
                 */
                ip_version?: "auto" | "4" | "6";
                /**
                 * HTTP method
                 * @description Default: GET
                 * @enum {string}
                 */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /**
                 * Slow response threshold
                 * @description Response time in milliseconds above which a check is `degraded`. Null: no limit
                 * @example 2000
                 */
                slow_response_threshold_ms?: number | null;
                /**
                 * SSL certificate verification
                 * @description Whether an invalid certificate fails the check. Default: true
                 */
                verify_ssl?: boolean;
            };
            icmp_config?: {
                /**
                 * Maximum packet loss
                 * @description Percentage of packets that may be lost. Default: 50
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packet count
                 * @description Packets sent per check. Default: 3
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes after the ICMP header. Default: 56
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description Milliseconds to wait for each reply. The timeout of the monitor limits all packets together. Default: 2000
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Maximum number of routers on the path. Default: 64
                 */
                ttl?: number;
            };
            /**
             * Check interval
             * @description Seconds between checks. For a heartbeat, the expected interval within the limits of this field
             * @default 300
             */
            interval_seconds?: number;
            /**
             * IP version
             * @description IP version that the name is resolved to. Default: auto
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                /**
                 * Match case
                 * @description Whether the search is case-sensitive. Default: false
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Searched in the first 2 MiB of the decoded text
                 */
                keywords?: {
                    /**
                     * Must be present
                     * @description On: the text must contain the keyword. Off: it must not
                     */
                    should_contain: boolean;
                    /**
                     * Keyword
                     * @example Welcome
                     */
                    text: string;
                }[];
                /**
                 * Keyword match
                 * @description Whether all keywords must match, or any one of them. Default: all
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /**
             * HTTP method
             * @description Default: GET
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /**
             * Regions
             * @description Region codes from `GET /api/regions`; an empty list selects regions automatically
             */
            monitoring_regions?: string[];
            /**
             * Name
             * @example Web shop
             */
            name?: string;
            /**
             * Notification targets
             * @description IDs of notification targets. Default for a new monitor: the default targets of the project. An empty list notifies no recipient
             */
            notification_target_ids?: string[];
            /**
             * Port
             * @example 443
             */
            port?: number;
            /**
             * Recovery threshold
             * @description Consecutive passing checks before a region that is down counts as up
             * @default 2
             */
            recovery_threshold?: number;
            /**
             * Reminder interval
             * @description Minutes between reminders of an open incident; 0 sends no reminders
             * @default 0
             */
            reminder_interval_minutes?: number;
            /**
             * Slow response threshold
             * @description Response time in milliseconds above which a check is `degraded`. Null: no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** SSL certificate */
            ssl_monitoring?: {
                /**
                 * Expiry warnings
                 * @description Whether warnings are sent before the certificate expires. Default: true
                 */
                check_expiry?: boolean;
                /**
                 * Validity alerts
                 * @description Whether the certificate must be in date, match the host, be strong enough and have a known issuer. A TCP monitor with an invalid certificate is down; HTTP and KEYWORD monitors use `verify_ssl` for that. Default: true
                 */
                check_validity?: boolean;
                /**
                 * SSL certificate monitoring
                 * @description Applies to https URLs and TCP monitors; other monitors have no certificate to watch. If it is on, TCP monitors use TLS, unless their protocol is ssh or http. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Allow self-signed certificates
                 * @description Whether a self-signed certificate is accepted, or a chain to an unknown root sent by the server. Host name and dates must still be valid. Default: false
                 */
                ignore_self_signed?: boolean;
            };
            /**
             * Status
             * @description Whether the monitor is checked
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /**
             * Tags
             * @description Tags are not returned with the monitor; `GET /api/tags` lists them with counts
             */
            tags?: string[];
            /**
             * Target
             * @description URL or host, depending on the type. Must be absent for a heartbeat, which gets a generated token
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
                 * @description Protocol of the service at the port. Default: generic
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol validation */
                protocol_validation?: {
                    /**
                     * Validate protocol
                     * @description Off: the port must accept a connection. On: the service must also use the protocol
                     */
                    enabled?: boolean;
                    /**
                     * Expected response
                     * @description Text that the response must contain; any response passes without it. Generic protocol only
                     */
                    expect?: string;
                    /**
                     * Data to send
                     * @description Sent on connect. Generic protocol only
                     */
                    send?: string;
                };
            };
            /**
             * Timeout
             * @description Maximum duration of a check in milliseconds; must be shorter than the interval
             * @default 10000
             */
            timeout_ms?: number;
            /**
             * Type
             * @description Type of check; cannot be changed after creation
             * @enum {string}
             */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /**
             * SSL certificate verification
             * @description Whether an invalid certificate fails the check. Default: true
             */
            verify_ssl?: boolean;
        };
        TokenPair: {
            /** @description Token for `Authorization: Bearer` */
            access_token: string;
            /**
             * @description Lifetime of the access token in seconds
             * @example 900
             */
            expires_in: number;
            /** @description Token for one call of `POST /api/auth/refresh`; absent if it is kept in a cookie */
            refresh_token?: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        UpdateApiKeyBody: {
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            expires_at?: unknown;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            is_active?: boolean;
            /** @description Read-only; ignored in requests */
            key_preview?: unknown;
            /** @description Read-only; ignored in requests */
            last_used_at?: unknown;
            name?: string;
            /** @description Read-only; ignored in requests */
            scope?: unknown;
        };
        UpdateGroupBody: {
            /** @description Read-only; ignored in requests */
            check_count?: unknown;
            /** @description Read-only; ignored in requests */
            child_groups?: unknown;
            /** @description Read-only; ignored in requests */
            children?: unknown;
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            created_by?: unknown;
            description?: string;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Read-only; ignored in requests */
            monitors?: unknown;
            name?: string;
            /** @description Read-only; ignored in requests */
            organization_id?: unknown;
            /** Format: uuid */
            parent_group_id?: string;
            /** @description Read-only; ignored in requests */
            path?: unknown;
            /** @description Read-only; ignored in requests */
            project_id?: unknown;
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
        };
        UpdateIncidentBody: {
            /** @description Read-only; ignored in requests */
            acknowledged_at?: unknown;
            /** @description Read-only; ignored in requests */
            acknowledged_by_name?: unknown;
            affected_monitor_ids?: string[];
            /** @description Read-only; ignored in requests */
            affected_regions?: unknown;
            /** @description Read-only; ignored in requests */
            alerts_suppressed_by?: unknown;
            /** @description Read-only; ignored in requests */
            check_id?: unknown;
            /** @description Read-only; ignored in requests */
            check_type?: unknown;
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            created_by?: unknown;
            /** @description Read-only; ignored in requests */
            downtime_seconds?: unknown;
            /** @description Read-only; ignored in requests */
            duration_seconds?: unknown;
            /** @description Read-only; ignored in requests */
            error_message?: unknown;
            /** @description Read-only; ignored in requests */
            failure_count?: unknown;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Read-only; ignored in requests */
            monitor_name?: unknown;
            /** @description Read-only; ignored in requests */
            notification_channels?: unknown;
            /** @description Read-only; ignored in requests */
            notification_sent?: unknown;
            /** @description Read-only; ignored in requests */
            organization_id?: unknown;
            /** @description Read-only; ignored in requests */
            project_id?: unknown;
            /** @description Read-only; ignored in requests */
            reopened_at?: unknown;
            /** @description Read-only; ignored in requests */
            reopened_count?: unknown;
            /** @description Read-only; ignored in requests */
            resolution_note?: unknown;
            /** @description Read-only; ignored in requests */
            resolved_at?: unknown;
            /** @description Read-only; ignored in requests */
            resolved_by?: unknown;
            /** @description Read-only; ignored in requests */
            resolved_by_name?: unknown;
            /** @enum {string} */
            severity?: "critical" | "major" | "minor" | "warning";
            /** @description Read-only; ignored in requests */
            source?: unknown;
            /** @description Read-only; ignored in requests */
            started_at?: unknown;
            /** @description Read-only; ignored in requests */
            status?: unknown;
            /** @description Text shown to visitors of status pages */
            status_page_update?: string | null;
            /** @example Checkout is slow */
            title?: string;
            /** @description Read-only; ignored in requests */
            type?: unknown;
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
        };
        UpdateIncidentCommentBody: {
            comment_text: string;
            /** @description Whether the comment is internal. Default for new comments: false */
            is_internal?: boolean;
        };
        UpdateMaintenanceWindowBody: {
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            current?: unknown;
            description?: string;
            /** Format: date-time */
            ends_at?: string;
            /** @description Groups of the project */
            group_ids?: string[];
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Monitors of the project */
            monitor_ids?: string[];
            name?: string;
            /** @description Read-only; ignored in requests */
            next_starts_at?: unknown;
            /** @description Read-only; ignored in requests */
            project_id?: unknown;
            recurrence?: {
                /**
                 * @description Five fields: minute, hour, day of month, month, day of week
                 * @example 0 2 * * 0
                 */
                cron?: string;
                /** @description Duration of each further occurrence, regardless of daylight saving changes */
                duration_minutes?: number;
                /**
                 * @description IANA time zone. Default: `UTC`
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * Format: date-time
                 * @description Latest start of an occurrence
                 */
                until?: string | null;
            } | null;
            /**
             * Format: date-time
             * @description Start of the first or only occurrence
             */
            starts_at?: string;
            /**
             * @description `cancelled` cancels the window permanently; other values are ignored
             * @enum {string}
             */
            status?: "scheduled" | "active" | "finished" | "cancelled";
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
        };
        UpdateMeBody: {
            /** @description Read-only; ignored in requests */
            email?: unknown;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Read-only; ignored in requests */
            is_instance_admin?: unknown;
            name?: string;
            /** @description Read-only; ignored in requests */
            organization_id?: unknown;
            /** @description Read-only; ignored in requests */
            permissions?: unknown;
            /** @description Read-only; ignored in requests */
            role?: unknown;
            /** @description Read-only; ignored in requests */
            totp_enabled?: unknown;
        };
        UpdateMonitorBody: {
            /**
             * Request body
             * @description Sent with the request. Its type is set by the Content-Type header
             * @example null
             */
            body?: string | null;
            /** @description Read-only; ignored in requests */
            configState?: unknown;
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            created_by?: unknown;
            /**
             * Dependencies
             * @description Monitors of the same project that this monitor depends on, such as a router. The list is replaced as a whole. While a dependency is down, directly or through its own dependencies, alerts of this monitor are held. Checks, results and incidents continue, and reminders wait. Recipients who were notified of an incident are still notified of its end. If this monitor is still down shortly after the dependency recovers, its alert is sent. Cycles and chains of more than five dependencies are refused
             */
            depends_on_monitor_ids?: string[];
            dns_config?: {
                /**
                 * Name server
                 * @description IP or IP:port. Default: the name servers of the probe
                 * @example 9.9.9.9
                 */
                dns_server?: string | null;
                /** Records */
                record_entries?: {
                    /**
                     * Expected values
                     * @description Values as in a zone file. Without values, any record of the type passes
                     */
                    expected_values?: string[];
                    /**
                     * Match
                     * @description Whether the records must include any or all of the values, or must equal the values exactly. Default: any
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
                 * Lookup timeout
                 * @description Milliseconds for all records together. The timeout of the monitor applies if it is shorter. Default: 5000
                 */
                resolution_timeout_ms?: number;
            };
            /** Domain registration */
            domain_monitoring?: {
                /**
                 * Domain expiry monitoring
                 * @description The target must be under a publicly registered domain. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
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
             * Expected status codes
             * @description Null or absent: any 2xx status, and any 3xx status if redirects are not followed
             * @example [
             *       200,
             *       204
             *     ]
             */
            expected_status?: number[] | null;
            /**
             * Failure threshold
             * @description Consecutive failing checks before a region counts as down
             */
            failure_threshold?: number;
            /**
             * Follow redirects
             * @description Follows at most 10 redirects. Default: true
             */
            follow_redirects?: boolean;
            /** @description Read-only; ignored in requests */
            grace_period?: unknown;
            /**
             * Group
             * Format: uuid
             * @description Group of the monitor; null for no group
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
                 * Expected interval
                 * @description Seconds between pings; ignored if `schedule` is set. Default: 3600
                 */
                expected_interval_seconds?: number;
                /**
                 * Grace period
                 * @description Seconds a ping may be late. Default: 300
                 */
                grace_period_seconds?: number;
                /**
                 * Schedule
                 * @description Five-field cron expression of the expected ping times; replaces the interval
                 * @example 0 3 * * *
                 */
                schedule?: string | null;
                /**
                 * Time zone
                 * @description IANA time zone of the schedule. Default: UTC
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
            };
            /** @description Read-only; ignored in requests */
            heartbeat_due_at?: unknown;
            /** @description Read-only; ignored in requests */
            heartbeat_interval?: unknown;
            /** @description Read-only; ignored in requests */
            heartbeat_token?: unknown;
            /** @description Read-only; ignored in requests */
            heartbeat_url?: unknown;
            http_config?: {
                /**
                 * Request body
                 * @description Sent with the request. Its type is set by the Content-Type header
                 * @example null
                 */
                body?: string | null;
                /**
                 * Expected status codes
                 * @description Null or absent: any 2xx status, and any 3xx status if redirects are not followed
                 * @example [
                 *       200,
                 *       204
                 *     ]
                 */
                expected_status?: number[] | null;
                /**
                 * Follow redirects
                 * @description Follows at most 10 redirects. Default: true
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
                 * @description IP version that the name is resolved to. Default: auto
                 * @enum {string}
                 */
                ip_version?: "auto" | "4" | "6";
                /**
                 * HTTP method
                 * @description Default: GET
                 * @enum {string}
                 */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                /**
                 * Slow response threshold
                 * @description Response time in milliseconds above which a check is `degraded`. Null: no limit
                 * @example 2000
                 */
                slow_response_threshold_ms?: number | null;
                /**
                 * SSL certificate verification
                 * @description Whether an invalid certificate fails the check. Default: true
                 */
                verify_ssl?: boolean;
            };
            icmp_config?: {
                /**
                 * Maximum packet loss
                 * @description Percentage of packets that may be lost. Default: 50
                 */
                max_packet_loss_percent?: number;
                /**
                 * Packet count
                 * @description Packets sent per check. Default: 3
                 */
                packet_count?: number;
                /**
                 * Packet size
                 * @description Bytes after the ICMP header. Default: 56
                 */
                packet_size?: number;
                /**
                 * Reply timeout
                 * @description Milliseconds to wait for each reply. The timeout of the monitor limits all packets together. Default: 2000
                 */
                timeout_ms?: number;
                /**
                 * Time to live
                 * @description Maximum number of routers on the path. Default: 64
                 */
                ttl?: number;
            };
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Read-only; ignored in requests */
            in_maintenance?: unknown;
            /**
             * Check interval
             * @description Seconds between checks. For a heartbeat, the expected interval within the limits of this field
             */
            interval_seconds?: number;
            /**
             * IP version
             * @description IP version that the name is resolved to. Default: auto
             * @enum {string}
             */
            ip_version?: "auto" | "4" | "6";
            /** @description Read-only; ignored in requests */
            is_flapping?: unknown;
            keyword_config?: {
                /**
                 * Match case
                 * @description Whether the search is case-sensitive. Default: false
                 */
                case_sensitive?: boolean;
                /**
                 * Keywords
                 * @description Searched in the first 2 MiB of the decoded text
                 */
                keywords?: {
                    /**
                     * Must be present
                     * @description On: the text must contain the keyword. Off: it must not
                     */
                    should_contain: boolean;
                    /**
                     * Keyword
                     * @example Welcome
                     */
                    text: string;
                }[];
                /**
                 * Keyword match
                 * @description Whether all keywords must match, or any one of them. Default: all
                 * @enum {string}
                 */
                match_mode?: "all" | "any";
            };
            /** @description Read-only; ignored in requests */
            last_heartbeat_at?: unknown;
            /** @description Read-only; ignored in requests */
            last_run_duration_ms?: unknown;
            /**
             * HTTP method
             * @description Default: GET
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /**
             * Regions
             * @description Region codes from `GET /api/regions`; an empty list selects regions automatically
             */
            monitoring_regions?: string[];
            /**
             * Name
             * @example Web shop
             */
            name?: string;
            /**
             * Notification targets
             * @description IDs of notification targets. Default for a new monitor: the default targets of the project. An empty list notifies no recipient
             */
            notification_target_ids?: string[];
            /** @description Read-only; ignored in requests */
            organization_id?: unknown;
            /**
             * Port
             * @example 443
             */
            port?: number;
            /** @description Read-only; ignored in requests */
            project_id?: unknown;
            /**
             * Recovery threshold
             * @description Consecutive passing checks before a region that is down counts as up
             */
            recovery_threshold?: number;
            /**
             * Reminder interval
             * @description Minutes between reminders of an open incident; 0 sends no reminders
             */
            reminder_interval_minutes?: number;
            /** @description Read-only; ignored in requests */
            runtimeStatus?: unknown;
            /**
             * Slow response threshold
             * @description Response time in milliseconds above which a check is `degraded`. Null: no limit
             * @example 2000
             */
            slow_response_threshold_ms?: number | null;
            /** SSL certificate */
            ssl_monitoring?: {
                /**
                 * Expiry warnings
                 * @description Whether warnings are sent before the certificate expires. Default: true
                 */
                check_expiry?: boolean;
                /**
                 * Validity alerts
                 * @description Whether the certificate must be in date, match the host, be strong enough and have a known issuer. A TCP monitor with an invalid certificate is down; HTTP and KEYWORD monitors use `verify_ssl` for that. Default: true
                 */
                check_validity?: boolean;
                /**
                 * SSL certificate monitoring
                 * @description Applies to https URLs and TCP monitors; other monitors have no certificate to watch. If it is on, TCP monitors use TLS, unless their protocol is ssh or http. Default: true
                 */
                enabled?: boolean;
                /**
                 * Warning days
                 * @description Days before expiry on which a warning is sent. Default: 30, 14, 7 and 1
                 * @example [
                 *       30,
                 *       14,
                 *       7,
                 *       1
                 *     ]
                 */
                expiry_warning_days?: number[];
                /**
                 * Allow self-signed certificates
                 * @description Whether a self-signed certificate is accepted, or a chain to an unknown root sent by the server. Host name and dates must still be valid. Default: false
                 */
                ignore_self_signed?: boolean;
            };
            /** @enum {string} */
            status?: "active" | "paused" | "disabled";
            /**
             * Tags
             * @description Tags are not returned with the monitor; `GET /api/tags` lists them with counts
             */
            tags?: string[];
            /**
             * Target
             * @description URL or host, depending on the type. Must be absent for a heartbeat, which gets a generated token
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
                 * @description Protocol of the service at the port. Default: generic
                 * @enum {string}
                 */
                protocol?: "smtp" | "pop3" | "imap" | "ftp" | "ssh" | "http" | "https" | "generic";
                /** Protocol validation */
                protocol_validation?: {
                    /**
                     * Validate protocol
                     * @description Off: the port must accept a connection. On: the service must also use the protocol
                     */
                    enabled?: boolean;
                    /**
                     * Expected response
                     * @description Text that the response must contain; any response passes without it. Generic protocol only
                     */
                    expect?: string;
                    /**
                     * Data to send
                     * @description Sent on connect. Generic protocol only
                     */
                    send?: string;
                };
            };
            /**
             * Timeout
             * @description Maximum duration of a check in milliseconds; must be shorter than the interval
             */
            timeout_ms?: number;
            /** @enum {string} */
            type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
            /**
             * SSL certificate verification
             * @description Whether an invalid certificate fails the check. Default: true
             */
            verify_ssl?: boolean;
        };
        UpdateNotificationTargetBody: {
            /** @enum {string} */
            channel?: "email" | "webhook" | "slack";
            /**
             * @description For `email`: `address`. For `slack`: `webhook_url`, a secret. For `webhook`: `url`, and `secret`, generated if absent. Secrets are masked in answers; a masked secret that is sent back keeps its value
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
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            disabled_reason?: unknown;
            /**
             * Format: uuid
             * @description Another target of the project that receives undelivered notifications: after all attempts have failed, or if this target is disabled or deleted. A target receives each event once. Null: no fallback
             */
            fallback_target_id?: string | null;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            is_default?: boolean;
            /** @description Read-only; ignored in requests */
            is_deliverable?: unknown;
            is_enabled?: boolean;
            /** @description Read-only; ignored in requests */
            last_delivered_at?: unknown;
            /** @description Read-only; ignored in requests */
            last_error?: unknown;
            /** @description Read-only; ignored in requests */
            last_failed_at?: unknown;
            /** @description Read-only; ignored in requests */
            monitor_count?: unknown;
            name?: string;
            /** @description Read-only; ignored in requests */
            project_id?: unknown;
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
        };
        UpdateOrganizationBody: {
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Read-only; ignored in requests */
            limits?: unknown;
            name?: string;
            /** @description Read-only; ignored in requests */
            plan?: unknown;
            /** @description Read-only; ignored in requests */
            slug?: unknown;
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
            /** @description Read-only; ignored in requests */
            usage?: unknown;
        };
        UpdateOrganizationMemberBody: {
            /** @description Read-only; ignored in requests */
            email?: unknown;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Read-only; ignored in requests */
            joined_at?: unknown;
            /** @description Read-only; ignored in requests */
            last_active_at?: unknown;
            /** @description Read-only; ignored in requests */
            name?: unknown;
            /** @description Read-only; ignored in requests */
            permissions?: unknown;
            /** @enum {string} */
            role?: "owner" | "admin" | "editor" | "responder" | "viewer";
            /** @description Read-only; ignored in requests */
            user_id?: unknown;
        };
        UpdateProjectBody: {
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Read-only; ignored in requests */
            is_default?: unknown;
            /** @description Read-only; ignored in requests */
            monitor_count?: unknown;
            name?: string;
            /** @description Read-only; ignored in requests */
            organization_id?: unknown;
            /** @description Read-only; ignored in requests */
            slug?: unknown;
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
        };
        UpdateProjectStatusPageBody: {
            /** @example #2563eb */
            accent_color?: string;
            /** @description Whether readers may subscribe to updates by email. Default: true */
            allows_subscribers?: boolean;
            /** @description Contact link for readers: http, https or mailto */
            contact_url?: string | null;
            /** @description Read-only; ignored in requests */
            created_at?: unknown;
            /** @description Host name of the page, unique in this installation */
            custom_domain?: string | null;
            description?: string;
            /** @description Read-only; ignored in requests */
            id?: unknown;
            /** @description Whether search engines may index the page. Default: true */
            is_indexed?: boolean;
            /** @description Read-only; ignored in requests */
            is_password_protected?: unknown;
            is_published?: boolean;
            /** @description URL of the logo, http or https */
            logo_url?: string | null;
            name?: string;
            /** @description Write-only. Null removes the password */
            password?: string | null;
            /** @description Read-only; ignored in requests */
            project_id?: unknown;
            /** @description Complete list of sections; omitted sections are deleted */
            sections?: {
                components?: {
                    description?: string;
                    display_name?: string | null;
                    /**
                     * Format: uuid
                     * @description ID of an existing component of this page; omit for a new component
                     */
                    id?: string;
                    /** Format: uuid */
                    monitor_id: string;
                    /** @description Position among its siblings. Default: the position in the request */
                    position?: number;
                }[];
                /**
                 * Format: uuid
                 * @description ID of an existing section of this page; omit for a new section
                 */
                id?: string;
                name: string;
                /** @description Position among its siblings. Default: the position in the request */
                position?: number;
            }[];
            /** @enum {integer} */
            show_uptime_days?: 30 | 60 | 90;
            /** @description Unique in this installation. Default: derived from the name */
            slug?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
            /** @description Read-only; ignored in requests */
            updated_at?: unknown;
        };
        UptimeReportMonitor: {
            /** @description Mean response time of passing checks in whole UTC hours; null if no check passed */
            average_response_ms: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null if the monitor is not deleted
             */
            deleted_at: string | null;
            group: components["schemas"]["ReportedGroup"] | null;
            /** Format: uuid */
            id: string;
            /** @description Incidents of any type that started in the period */
            incidents: number;
            /** @description 0 if there was no outage */
            longest_outage_seconds: number;
            name: string;
            /** @description Outages outside maintenance */
            outages: number;
            /** @description 95th percentile of the response time (accurate to 1 %) of passing checks in whole UTC hours; null if no check passed */
            p95_response_ms: number | null;
            /** @description Seconds of the period in which the monitor existed */
            period_seconds: number;
            seconds: components["schemas"]["SecondsByStatus"];
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** @description 100 x (up + degraded) / (up + degraded + down), up to six decimals; null when nothing was measured */
            uptime_percentage: number | null;
        };
        /** @description Total over all monitors of the report, not only of this page */
        UptimeReportTotal: {
            /** @description Incidents of any type that started in the period */
            incidents: number;
            /** @description 0 if there was no outage */
            longest_outage_seconds: number;
            monitor_count: number;
            /** @description Outages outside maintenance */
            outages: number;
            /** @description Seconds of the period in which the monitor existed */
            period_seconds: number;
            seconds: components["schemas"]["SecondsByStatus"];
            /** @description 100 x (up + degraded) / (up + degraded + down), up to six decimals; null when nothing was measured */
            uptime_percentage: number | null;
        };
        UptimeSpan: {
            duration_seconds: number;
            /** Format: date-time */
            from: string;
            /** @description Whether the span is excluded from the uptime because of maintenance */
            in_maintenance: boolean;
            /** @enum {string} */
            status: "up" | "down" | "degraded" | "paused" | "unknown";
            /**
             * Format: date-time
             * @description Exclusive; the next span starts here
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value",
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value",
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
                 *         "message": "Description of the error and the expected value"
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
        /** @description Key chosen by the client: repeated requests with the same key are carried out once */
        IdempotencyKey: string;
        /** @description Project of the request. Default: the default project of the organization */
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
         * @description Present and `true` if this is the stored answer of an earlier request
         * @example true
         */
        IdempotencyReplayed: string;
        /**
         * @description Requests allowed in 15 minutes
         * @example 1000
         */
        RateLimit: number;
        /**
         * @description Requests left in the current window
         * @example 999
         */
        RateLimitRemaining: number;
        /**
         * @description End of the current window, Unix time in seconds
         * @example 1767572100
         */
        RateLimitReset: number;
        /**
         * @description ID of this request; the value sent by the client, if any
         * @example 5f0c1d2e3a4b-1
         */
        RequestId: string;
        /**
         * @description Seconds to wait before a retry
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
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
                /** @description ID of the organization */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                /** @description ID of the probe token */
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
                /** @description Filter by action, such as `monitor.updated` */
                action?: string;
                /** @description Filter by user */
                actor_id?: string;
                /** @description Changes at or after this time */
                from?: string;
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
                /** @description Filter by the ID of the changed resource */
                resource_id?: string;
                /** @description Filter by resource type, such as `monitor` */
                resource_type?: string;
                /** @description Changes before this time */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description ID of the API key */
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
                /** @description ID of the API key */
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
                /** @description ID of the API key */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                /** @description ID of the API key */
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
                /** @description Keeps the refresh token in an `HttpOnly` cookie, for browser clients: answers omit `refresh_token`, and requests do not need it */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
        /** @description Maximum body size: 16 KiB */
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
                /** @description Keeps the refresh token in an `HttpOnly` cookie, for browser clients: answers omit `refresh_token`, and requests do not need it */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description Keeps the refresh token in an `HttpOnly` cookie, for browser clients: answers omit `refresh_token`, and requests do not need it */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
        /** @description Maximum body size: 1 MiB */
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
        /** @description Maximum body size: 16 KiB */
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
        /** @description Maximum body size: 16 KiB */
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
        /** @description Maximum body size: 16 KiB */
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
                /** @description Keeps the refresh token in an `HttpOnly` cookie, for browser clients: answers omit `refresh_token`, and requests do not need it */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description Keeps the refresh token in an `HttpOnly` cookie, for browser clients: answers omit `refresh_token`, and requests do not need it */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                            /** @description Whether password reset links can be sent by email */
                            can_send_mail: boolean;
                            /** @description False on a new instance; the first account becomes its admin */
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
                /** @description ID of the session */
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
                /** @description Keeps the refresh token in an `HttpOnly` cookie, for browser clients: answers omit `refresh_token`, and requests do not need it */
                "x-refresh-token"?: "cookie";
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
        /** @description Maximum body size: 16 KiB */
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
        /** @description Maximum body size: 16 KiB */
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
                             * @description URI for a QR code
                             * @example otpauth://totp/Watchkeeper:alice%40example.com?issuer=Watchkeeper&secret=JBSWY3DPEHPK3PXP
                             */
                            otpauth_uri: string;
                            /**
                             * @description Secret in Base32
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
                /** @description Project of the request. Default: the default project of the organization */
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
                            /** @description Whether the project has more monitors; `GET /api/monitors` lists all of them */
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
                /** @description Project of the request. Default: the default project of the organization */
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
                     *             "status_page_update": "We are investigating",
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
                     *             "alerts_suppressed_by": {
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
                             * @description Average of passing checks in milliseconds; null if no check passed
                             * @example 182.4
                             */
                            avg_response_time_24h: number | null;
                            /** @description Five newest incidents */
                            latest_incidents: components["schemas"]["LatestIncident"][];
                            monitors: {
                                degraded: number;
                                down: number;
                                /** @description Paused and disabled monitors */
                                paused: number;
                                total: number;
                                unknown: number;
                                up: number;
                            };
                            /** @description Incidents that are open or acknowledged */
                            open_incidents: number;
                            /**
                             * @description 0-100, weighted by time; null when nothing was measured
                             * @example 99.95
                             */
                            uptime_24h: number | null;
                            /**
                             * @description 0-100, weighted by time; null when nothing was measured
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
                /** @description Up to 100 IDs, separated by commas or given as repeated parameters */
                monitor_ids: string[];
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                             * @description Start of the first day of each strip
                             */
                            first_day: string;
                            /**
                             * Format: date-time
                             * @description Start of the first hour of each strip
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
                /** @description Alternative to the header `Last-Event-ID`; the header takes precedence */
                last_event_id?: string;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                /** @description Resource that the form creates */
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
                     *               "message": "The plan does not include DNS monitors"
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
            /** @description The form still has the `ETag` given in `If-None-Match` */
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
                /** @description Maximum number of groups on a page */
                limit?: number;
                /** @description Page number, starting at 1 */
                page?: number;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                     *             "description": "Customer-facing services",
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "description": "Customer-facing services"
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
                     *         "description": "Customer-facing services",
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
                     *             "description": "Customer-facing services",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the group */
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
                     *         "description": "Customer-facing services",
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
                     *             "description": "Customer-facing services",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                     *         "description": "Customer-facing services",
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
                     *             "description": "Customer-facing services",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                            /** @description Deleted groups, including subgroups */
                            deleted_group_count: number;
                            /** @description Monitors that moved to another group or to no group */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                     *               "message": "The provider is working on it"
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the group */
                groupId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                     *               "message": "The provider is working on it"
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the group */
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
                     *               "message": "The provider is working on it"
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the group */
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
                     *               "message": "The provider is working on it"
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
                /** @description Project of the request. Default: the default project of the organization */
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
                     *           "description": "Customer-facing services",
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
                     *               "description": "Customer-facing services",
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
                     *                   "description": "Customer-facing services",
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
                     *                       "description": "Customer-facing services",
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
                     *                           "description": "Customer-facing services",
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Exit status of the job, 0 to 255
                 * @example 0
                 */
                exit_status: string;
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Exit status of the job, 0 to 255
                 * @example 0
                 */
                exit_status: string;
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Exit status of the job, 0 to 255
                 * @example 0
                 */
                exit_status: string;
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description UUID shared by all pings of a run, chosen by the job */
                rid?: string;
            };
            header?: never;
            path: {
                /**
                 * @description `heartbeat_token` of the monitor
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
                /** @description Incidents that started at or after this time */
                from?: string;
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Filter by the monitor in `check_id` */
                monitor_id?: string;
                /** @description Number of entries to skip */
                offset?: number;
                /** @description With `from`: also includes incidents that started earlier and were still open at `from` */
                overlapping?: boolean;
                /** @description Filter by severity */
                severity?: "critical" | "major" | "minor" | "warning";
                /** @description Filter by source: `system` or `manual` */
                source?: "system" | "manual";
                /** @description Filter by status */
                status?: "open" | "acknowledged" | "resolved";
                /** @description Incidents that started before this time */
                to?: string;
                /** @description Filter by type of failure */
                type?: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                     *             "status_page_update": "We are investigating",
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
                     *             "alerts_suppressed_by": {
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 192 KiB */
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
                     *           "status_page_update": "We are investigating",
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
                     *           "alerts_suppressed_by": {
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
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
                     *           "status_page_update": "We are investigating",
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
                     *           "alerts_suppressed_by": {
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "severity": "minor",
                 *       "status_page_update": "Payments work again for most customers"
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
                     *           "status_page_update": "We are investigating",
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
                     *           "alerts_suppressed_by": {
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
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
                     *           "status_page_update": "We are investigating",
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
                     *           "alerts_suppressed_by": {
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
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
                /** @description Filter by channel */
                channel?: "email" | "webhook" | "slack";
                /** @description Page number, starting at 1 */
                page?: number;
                /** @description Maximum number of entries on a page */
                pageSize?: number;
                /** @description Filter by delivery status */
                status?: "pending" | "delivered" | "failed" | "bounced";
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
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
                     *             "fallback_for_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 64 KiB */
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
                     *           "status_page_update": "We are investigating",
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
                     *           "alerts_suppressed_by": {
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
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
                     *             "message": "The provider is working on it",
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 64 KiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "The provider is working on it",
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
                     *           "message": "The provider is working on it",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the incident */
                incidentId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 64 KiB */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the comment */
                commentId: string;
                /** @description ID of the incident */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the comment */
                commentId: string;
                /** @description ID of the incident */
                incidentId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 64 KiB */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                     *             "description": "Customer-facing services",
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 448 KiB */
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
                     *           "description": "Customer-facing services",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the maintenance window */
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
                     *           "description": "Customer-facing services",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the maintenance window */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                     *           "description": "Customer-facing services",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the maintenance window */
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
                /** @description Duration of each further occurrence, regardless of daylight saving changes */
                duration_minutes?: number;
                /** @description End of the first occurrence */
                ends_at: string;
                /** @description Maximum number of occurrences to return */
                limit?: number;
                /** @description Start of the first occurrence */
                starts_at: string;
                /**
                 * @description IANA time zone
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /** @description Latest start of an occurrence */
                until?: string;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                /** @description Monitors directly in this group, without its subgroups */
                group_id?: string;
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
                /** @description Filter by runtime status */
                runtime_status?: "up" | "down" | "degraded" | "paused" | "unknown";
                /** @description Text contained in the name or target, case-insensitive */
                search?: string;
                /** @description Sort order; `-` sorts in descending order */
                sort?: "name" | "created_at" | "-created_at" | "runtime_status";
                /** @description Filter by configured status */
                status?: "active" | "paused" | "disabled";
                /** @description Filter by tag */
                tag?: string;
                /** @description Filter by type */
                type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                                /** @description Certificate chain as sent by the target, leaf first; at most 10 certificates */
                                chain: components["schemas"]["ChainCertificate"][];
                                /**
                                 * Format: date-time
                                 * @description Time of the last change to a new certificate; null if there was only one
                                 */
                                changed_at: string | null;
                                /** @description Whole days until the certificate expires; negative once it has expired */
                                days_remaining: number;
                                /** @description Certificate errors; empty if the certificate is valid. Reported even if `verify_ssl` is off */
                                errors: components["schemas"]["CertificateFault"][];
                                /** @description SHA-256 fingerprint, in hexadecimal with colons */
                                fingerprint256: string;
                                /**
                                 * Format: date-time
                                 * @description Time of the first check that saw this certificate
                                 */
                                first_seen_at: string;
                                /** @description Certificates presented by the target, including this one; at most 10, most recently seen first. Servers behind one host name with different certificates have one entry each */
                                history: components["schemas"]["CertificateOfHistory"][];
                                /**
                                 * Format: uuid
                                 * @description Open incident about this problem
                                 */
                                incident_id: string | null;
                                /** @description Whether the certificate has no errors. A self-signed certificate is accepted where `ignore_self_signed` is on */
                                is_valid: boolean;
                                issuer: string;
                                /**
                                 * Format: date-time
                                 * @description Updated when the certificate changes, and at least once a day
                                 */
                                last_seen_at: string;
                                /** @description Days from `valid_from` to `valid_to` */
                                lifetime_days: number;
                                previous: components["schemas"]["PreviousCertificate"] | null;
                                /** @description Region of the last check that saw this certificate */
                                region: string;
                                /** @description Host names and addresses in the certificate; the first 250 */
                                sans: string[];
                                serial_number: string;
                                /** @description Distinguished name; its parts are in the order of the certificate */
                                subject: string;
                                /** Format: date-time */
                                valid_from: string;
                                /** Format: date-time */
                                valid_to: string;
                                /**
                                 * Format: date-time
                                 * @description Time of the last warning about expiry or another problem; null while no warning is active
                                 */
                                warned_at: string | null;
                                /** @description Threshold of the last warning, while the warning is active. 0 after a notification of expiry. Null if no warning of expiry was sent */
                                warned_days: number | null;
                                /** @description Crossed threshold of `expiry_warning_days`; the nearest to the end if several are crossed. Null while none is crossed or expiry is not watched. A certificate with a lifetime under 100 days crosses none in its first two thirds */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                            /** @description Number of due checks that ran */
                            executed: number;
                            /** @description Number of executed checks without a verdict because of a problem of the probe */
                            inconclusive: number;
                            lateness_ms: {
                                p50?: number;
                                p95?: number;
                                p99?: number;
                            };
                            /** @description Number of due checks that did not run */
                            missed: number;
                            /** @description Number of checks that were due */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                             * @description Time of the last lookup, successful or not; null before the first lookup
                             */
                            checked_at: string | null;
                            /** @description Whole days until `expires_at`; negative after it */
                            days_remaining: number | null;
                            /** @description Registered domain in A-labels: `xn--bcher-kva.de` for `www.bücher.de` */
                            domain: string;
                            /** @description Reason why the last lookup was incomplete. It does not describe the state of the domain */
                            error: string | null;
                            /**
                             * Format: date-time
                             * @description Expiry date as last returned by a registry. A failed lookup does not clear it. Null while no registry has published it
                             */
                            expires_at: string | null;
                            /**
                             * Format: uuid
                             * @description Open incident about this problem
                             */
                            incident_id: string | null;
                            /** @description Null while unknown. False after registries twice returned no such domain, hours apart, or once after `expires_at` */
                            is_registered: boolean | null;
                            /**
                             * Format: date-time
                             * @description Time when a registry last confirmed these values
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
                             * @description Date of the first registration
                             */
                            registered_at: string | null;
                            registrar: string | null;
                            /** @description Server that was queried */
                            server: string | null;
                            /**
                             * @description Protocol of the lookup
                             * @enum {string|null}
                             */
                            source: "rdap" | "whois" | null;
                            /** @description Status values of RFC 8056, such as `client transfer prohibited` */
                            statuses: string[];
                            /**
                             * Format: date-time
                             * @description Time of the last warning about expiry or another problem; null while no warning is active
                             */
                            warned_at: string | null;
                            /** @description Threshold of the last warning, while the warning is active. 0 after a notification of expiry. Null if no warning of expiry was sent */
                            warned_days: number | null;
                            /** @description Nearest crossed threshold of `expiry_warning_days`; null while none is crossed */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Start of the period. Default: 30 days before `to` */
                from?: string;
                /** @description End of the period, exclusive. Default: now */
                to?: string;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Filter by channel */
                channel?: "email" | "webhook" | "slack";
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
                /** @description Filter by delivery status */
                status?: "pending" | "delivered" | "failed" | "bounced";
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                     *             "fallback_for_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 80 KiB */
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
                     *         "actual": {
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
                         *       "actual": {
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
                            actual: components["schemas"]["ReplayedReality"];
                            /**
                             * Format: date-time
                             * @description Start of the period. Never earlier than the creation of the monitor
                             */
                            from: string;
                            /** @description Availability and slow-response incidents that started in the period */
                            incident_count: number;
                            /** @description The newest 1,000 incidents, oldest first */
                            incidents: components["schemas"]["ReplayedIncident"][];
                            /** @description Whether the period has more incidents than listed */
                            incidents_truncated: boolean;
                            /** @description Stored results of the period that were evaluated */
                            results: number;
                            seconds: components["schemas"]["SecondsByStatus"];
                            /** @description Changes of the runtime status in the period */
                            status_changes: number;
                            thresholds: components["schemas"]["ReplayThresholds"];
                            /**
                             * Format: date-time
                             * @description End of the period, exclusive
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
                /** @description Code of a region. Default: all regions */
                region?: string;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Results checked at or after this time */
                from?: string;
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
                /** @description Filter by the code of the region */
                region?: string;
                /** @description Filter by status */
                status?: "up" | "down" | "degraded" | "inconclusive";
                /** @description Results checked before this time */
                to?: string;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
                id: string;
                /** @description ID of the result */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                            /** @description Milliseconds, averaged over passing checks; 0 if none passed */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                /** @description Start of the period. Default: 30 days before `to` */
                from?: string;
                /** @description End of the period, exclusive. Default: now */
                to?: string;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the monitor */
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
                             * @description Start of the period. Never earlier than the creation of the monitor
                             */
                            from: string;
                            /** @description Seconds within the period; 0 if there was no outage */
                            longest_outage_seconds: number;
                            /** @description Mean time between failures: up and degraded time per outage; null if there was no outage */
                            mtbf_seconds: number | null;
                            /** @description Mean time to recovery: down time per outage; null if there was no outage */
                            mttr_seconds: number | null;
                            /** @description Outages outside maintenance, including outages that started before the period or continue after it */
                            outages: number;
                            /** @description Seconds from `from` to `to` */
                            period_seconds: number;
                            seconds: components["schemas"]["SecondsByStatus"];
                            /** @description Status spans that the uptime is computed from, without gaps from `from` to `to`, oldest first; the newest 1,000 */
                            spans: components["schemas"]["UptimeSpan"][];
                            /** @description Whether earlier spans are omitted */
                            spans_truncated: boolean;
                            /**
                             * Format: date-time
                             * @description End of the period, exclusive
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 48 KiB */
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
                     *               "message": "The provider is working on it"
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 64 KiB */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the notification target */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the notification target */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the notification target */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 64 KiB */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the notification target */
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
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
                /** @description ID of the notification target */
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
                     *           "fallback_for_target_id": "0198c0de-7a11-7abc-8def-0123456789ab",
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
        /** @description Maximum body size: 16 KiB */
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
        /** @description Maximum body size: 1 MiB */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description ID of the organization */
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description ID of the invitation */
                id: string;
                /** @description ID of the organization */
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
                /** @description Page number, starting at 1 */
                page?: number;
                /** @description Maximum number of entries on a page */
                pageSize?: number;
            };
            header?: never;
            path: {
                /** @description ID of the organization */
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
                /** @description ID of the member */
                memberId: string;
                /** @description ID of the organization */
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
                /** @description ID of the member */
                memberId: string;
                /** @description ID of the organization */
                orgId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description ID of the project */
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
                /** @description ID of the project */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description ID of the project */
                id: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description ID of the project */
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
                     *             "description": "Customer-facing services",
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
                     *                     "description": "Customer-facing services",
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
                /** @description Key chosen by the client: repeated requests with the same key are carried out once */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description ID of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                     *           "description": "Customer-facing services",
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
                     *                   "description": "Customer-facing services",
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
                /** @description ID of the status page */
                pageId: string;
                /** @description ID of the project */
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
                     *           "description": "Customer-facing services",
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
                     *                   "description": "Customer-facing services",
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
                /** @description ID of the status page */
                pageId: string;
                /** @description ID of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
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
                     *           "description": "Customer-facing services",
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
                     *                   "description": "Customer-facing services",
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
                /** @description ID of the status page */
                pageId: string;
                /** @description ID of the project */
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
                /** @description ID of the status page */
                pageId: string;
                /** @description ID of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "slug": "web-shop",
                 *       "description": "Customer-facing services",
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
                 *               "description": "Customer-facing services",
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
                             * @description Complete HTML document without scripts
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
                /** @description Maximum number of entries to return */
                limit?: number;
                /** @description Number of entries to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description ID of the status page */
                pageId: string;
                /** @description ID of the project */
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
                /** @description ID of the status page */
                pageId: string;
                /** @description ID of the project */
                projectId: string;
                /** @description ID of the subscriber */
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
                /** @description ID of the project */
                projectId: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 1 MiB */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop",
                 *       "slug": "web-shop",
                 *       "description": "Customer-facing services",
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
                 *               "description": "Customer-facing services",
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
                             * @description Complete HTML document without scripts
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
                /** @description Default: from the `Accept` header; JSON if the header has no preference */
                format?: "json" | "csv";
                /** @description Monitors directly in this group, without its subgroups */
                group_id?: string;
                /** @description Maximum number of monitors on a page; CSV includes all monitors */
                limit?: number;
                /**
                 * @description Month as `YYYY-MM`. Default: the last complete month. The current month ends now
                 * @example 2026-01
                 */
                month?: string;
                /** @description Number of entries to skip */
                offset?: number;
                /** @description Monitors with this tag */
                tag?: string;
                /** @description IANA time zone of the month boundaries */
                timezone?: string;
            };
            header?: {
                /** @description Project of the request. Default: the default project of the organization */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Uptime report */
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
                            /** @description Monitors, sorted by name */
                            monitors: components["schemas"]["UptimeReportMonitor"][];
                            month: string;
                            pagination: components["schemas"]["Pagination"];
                            timezone: string;
                            /**
                             * Format: date-time
                             * @description End of the month, exclusive; the current time while the month is in progress
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
                 * @description Slug of a status page
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
                     *           "description": "Customer-facing services",
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
                     *                 "description": "Customer-facing services",
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
                     *                 "message": "The provider is working on it",
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
                     *                 "message": "The provider is working on it",
                     *                 "created_at": "2026-01-31T12:00:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "maintenance": [
                     *           {
                     *             "key": "3f0a9c5be1d24c77",
                     *             "title": "Database upgrade",
                     *             "description": "Customer-facing services",
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
            /** @description The page still has the `ETag` given in `If-None-Match` */
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
                 * @description Slug of a status page
                 * @example web-shop
                 */
                slug: string;
            };
            cookie?: never;
        };
        /** @description Maximum body size: 16 KiB */
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
                /** @description Project of the request. Default: the default project of the organization */
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
