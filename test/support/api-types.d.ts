/**
 * Written by `npm run api-types` from the document that the server itself gives. A test says when it is out of date.
 */
export interface paths {
    "/api/auth/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys, newest first
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
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
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key; it stops working at once
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key, or switch it off or on
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
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
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
         */
        post: operations["rotateApiKey"];
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
         * @description Needs no credential.
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
         *     Needs the permission `can_view`, and a session: API keys are refused.
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
         * Read the own account
         * @description Needs the permission `can_view`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename the own account
         * @description Needs the permission `can_view`, and a session: API keys are refused.
         */
        patch: operations["updateMe"];
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
         * @description Each refresh token works once. One that comes a second time ends the whole sign-in.
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
    "/api/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the plan, its limits and what is used of them
         * @description Needs the permission `can_view`, and a session: API keys are refused.
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
    "/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the incidents, newest first
         * @description Needs the permission `can_view`.
         */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
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
         * @description Needs the permission `can_view`.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Needs the permission `can_manage_incidents`.
         */
        post: operations["acknowledgeIncident"];
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
         * @description Needs the permission `can_view`.
         */
        get: operations["listIncidentUpdates"];
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
         * List monitors
         * @description Needs the permission `can_view`.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description Needs the permission `can_edit_monitors`.
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
         * @description Needs the permission `can_view`.
         */
        get: operations["getMonitor"];
        /**
         * Update a monitor: only what is sent changes
         * @description Needs the permission `can_edit_monitors`.
         */
        put: operations["updateMonitor"];
        post?: never;
        /**
         * Delete a monitor
         * @description Needs the permission `can_edit_monitors`.
         */
        delete: operations["deleteMonitor"];
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
         * @description Needs the permission `can_manage_incidents`.
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
         * @description Needs the permission `can_view`.
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
         * @description Needs the permission `can_edit_monitors`.
         */
        post: operations["pauseMonitor"];
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
         * @description Needs the permission `can_view`.
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
         * @description Needs the permission `can_view`.
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
         * @description Needs the permission `can_edit_monitors`.
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
         * @description Needs the permission `can_view`.
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
         * @description Needs the permission `can_view`.
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
         * @description Needs the permission `can_view`.
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
         * @description Needs the permission `can_manage_incidents`.
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
         * @description Needs the permission `can_view`.
         */
        get: operations["listNotificationTargets"];
        put?: never;
        /**
         * Make a notification target; the answer shows its secret, once
         * @description Needs the permission `can_edit_monitors`.
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
         * @description Needs the permission `can_view`.
         */
        get: operations["getNotificationTarget"];
        put?: never;
        post?: never;
        /**
         * Delete a notification target; its monitors no longer name it
         * @description Needs the permission `can_edit_monitors`.
         */
        delete: operations["deleteNotificationTarget"];
        options?: never;
        head?: never;
        /**
         * Change a notification target; only sent fields change, those of `config` one by one
         * @description Needs the permission `can_edit_monitors`.
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
         * Replace the secret; the answer shows the new one, once
         * @description Needs the permission `can_edit_monitors`.
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
         * @description Needs the permission `can_edit_monitors`.
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
         * @description Needs the permission `can_view`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename the organization
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
         */
        patch: operations["updateOrganization"];
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
         * @description Needs the permission `can_view`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Make a project
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
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
         * @description Needs the permission `can_view`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with everything in it
         * @description The default project stays. A project that holds monitors is deleted only with `confirm: true`.
         *
         *     Needs the permission `can_manage_organization`, and a session: API keys are refused.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Rename a project
         * @description Needs the permission `can_manage_organization`, and a session: API keys are refused.
         */
        patch: operations["updateProject"];
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
         * @description Needs no credential.
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
         * @description Needs the permission `can_view`.
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
    "/api/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags in use, by name
         * @description Needs the permission `can_view`.
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
        CheckResult: {
            /** Format: date-time */
            checked_at: string;
            error_message?: string;
            /** @enum {string} */
            error_type?: "timeout" | "status_code" | "keyword_missing" | "ssl_error" | "dns_error" | "dns_validation_error" | "connection_error" | "slow_response";
            /** Format: uuid */
            id: string;
            region: string;
            remote_address?: string;
            /** @description Milliseconds; absent when it did not take place */
            response_time_ms?: number;
            /** @enum {string} */
            status: "up" | "down" | "degraded" | "inconclusive";
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
        CreateMonitorBody: {
            body?: string | null;
            /** @description Of a type that is not checked yet */
            dns_config?: unknown;
            domain_monitoring?: {
                enabled?: boolean;
                expiry_warning_days?: number[];
            };
            expected_status?: number[] | null;
            /** @description Failing checks in a row before a region counts as down; 2 if absent */
            failure_threshold?: number;
            follow_redirects?: boolean;
            /** Format: uuid */
            group_id?: string | null;
            headers?: {
                [key: string]: string;
            };
            /** @description Of a type that is not checked yet */
            heartbeat_config?: unknown;
            http_config?: {
                body?: string | null;
                expected_status?: number[] | null;
                follow_redirects?: boolean;
                headers?: {
                    [key: string]: string;
                };
                /** @enum {string} */
                ip_version?: "auto" | "4" | "6";
                /** @enum {string} */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                slow_response_threshold_ms?: number | null;
                verify_ssl?: boolean;
            };
            /** @description Of a type that is not checked yet */
            icmp_config?: unknown;
            /** @description Seconds between checks; 300 if absent */
            interval_seconds?: number;
            /** @enum {string} */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                case_sensitive?: boolean;
                keywords?: {
                    should_contain: boolean;
                    text: string;
                }[];
                /** @enum {string} */
                match_mode?: "all" | "any";
            };
            /** @enum {string} */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /** @description Codes of GET /api/regions; empty means automatic */
            monitoring_regions?: string[];
            name: string;
            notification_target_ids?: string[];
            /** @description Passing checks in a row before a region that is down counts as up; 2 if absent */
            recovery_threshold?: number;
            /** @description 0 is off, and the default */
            reminder_interval_minutes?: number;
            slow_response_threshold_ms?: number | null;
            ssl_monitoring?: {
                check_expiry?: boolean;
                check_validity?: boolean;
                enabled?: boolean;
                expiry_warning_days?: number[];
                ignore_self_signed?: boolean;
            };
            /** @enum {string} */
            status?: "active" | "paused";
            tags?: string[];
            /** @description A URL or a host, as the type has it */
            target?: string;
            /** @description Of a type that is not checked yet */
            tcp_config?: unknown;
            /** @description Below the interval; 10000 if absent */
            timeout_ms?: number;
            /**
             * @description This version checks HTTP, KEYWORD
             * @enum {string}
             */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            verify_ssl?: boolean;
        };
        CreateNotificationTargetBody: {
            /** @enum {string} */
            channel: "email" | "webhook" | "slack";
            /**
             * @description For `webhook`: `url`, and `secret`, which is made up when absent. A masked secret leaves it as it is
             * @example {
             *       "url": "https://example.com/hook"
             *     }
             */
            config: {
                [key: string]: unknown;
            };
            /** @default false */
            is_default?: boolean;
            /** @default true */
            is_enabled?: boolean;
            name: string;
        };
        CreateProjectBody: {
            name: string;
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
        DeleteProjectBody: {
            confirm?: boolean;
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
        Incident: {
            /** Format: date-time */
            acknowledged_at?: string;
            /** @example Alice */
            acknowledged_by_name: string | null;
            affected_monitor_ids: string[];
            affected_regions: string[];
            /** Format: uuid */
            check_id?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by?: string;
            duration_seconds?: number;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            failure_count: number;
            /** Format: uuid */
            id: string;
            /** @description The channels by which somebody has been reached */
            notification_channels: string[];
            /** @description Whether anybody has been reached */
            notification_sent: boolean;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            project_id: string;
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
        Keyword: {
            should_contain: boolean;
            text: string;
        };
        LoginBody: {
            /** Format: email */
            email: string;
            /** @example correct horse battery */
            password: string;
            /** @description For accounts with a second factor */
            totp?: string;
        };
        LogoutBody: {
            refresh_token?: string;
        };
        Monitor: {
            body?: string | null;
            /** @enum {string} */
            configState: "active" | "paused" | "disabled";
            /** @description Unix timestamp in seconds */
            created_at: number;
            /** Format: uuid */
            created_by: string;
            domain_monitoring?: {
                enabled?: boolean;
                expiry_warning_days?: number[];
            };
            expected_status?: number[] | null;
            failure_threshold: number;
            follow_redirects?: boolean;
            /** Format: uuid */
            group_id?: string;
            headers?: {
                [key: string]: string;
            };
            /** Format: uuid */
            id: string;
            interval_seconds: number;
            /** @enum {string} */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                case_sensitive?: boolean;
                keywords?: components["schemas"]["Keyword"][];
                /** @enum {string} */
                match_mode?: "all" | "any";
            };
            /** @enum {string} */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            name: string;
            notification_target_ids?: string[];
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            project_id: string;
            recovery_threshold: number;
            reminder_interval_minutes: number;
            /** @enum {string} */
            runtimeStatus: "up" | "down" | "degraded" | "paused" | "unknown";
            slow_response_threshold_ms?: number | null;
            ssl_monitoring?: {
                check_expiry?: boolean;
                check_validity?: boolean;
                enabled?: boolean;
                expiry_warning_days?: number[];
                ignore_self_signed?: boolean;
            };
            /** @enum {string} */
            status: "active" | "paused" | "disabled";
            target: string;
            timeout_ms: number;
            /** @enum {string} */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** @description Unix timestamp in seconds */
            updated_at: number;
            verify_ssl?: boolean;
        };
        NamedIncident: {
            /** Format: date-time */
            acknowledged_at?: string;
            /** @example Alice */
            acknowledged_by_name: string | null;
            affected_monitor_ids: string[];
            affected_regions: string[];
            /** Format: uuid */
            check_id?: string;
            /** @enum {string} */
            check_type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by?: string;
            duration_seconds?: number;
            /** @example connect 192.0.2.7:443: ECONNREFUSED */
            error_message: string;
            failure_count: number;
            /** Format: uuid */
            id: string;
            monitor_name?: string;
            /** @description The channels by which somebody has been reached */
            notification_channels: string[];
            /** @description Whether anybody has been reached */
            notification_sent: boolean;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            project_id: string;
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
            /** Format: date-time */
            last_retry_at: string | null;
            max_retries: number;
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
             * @description For `webhook`: `url`, and `secret`, which is made up when absent. A masked secret leaves it as it is
             * @example {
             *       "url": "https://example.com/hook"
             *     }
             */
            config: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @description Taken for new monitors that name no targets */
            is_default: boolean;
            /** @description Whether this installation can send there */
            is_deliverable: boolean;
            is_enabled: boolean;
            /** @example On-call */
            name: string;
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            updated_at: string;
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
        Pagination: {
            has_more: boolean;
            limit: number;
            offset: number;
            total_count: number;
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
            members: number;
            notification_targets: number;
            projects: number;
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
        RefreshBody: {
            refresh_token: string;
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
            /** @description Checks the monitors that pin no region */
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
        ResponseTimes: {
            avg_ms: number;
            count: number;
            max_ms: number;
            min_ms: number;
            p50_ms: number;
            p95_ms: number;
            p99_ms: number;
            /** Format: date-time */
            timestamp: string;
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
        Tag: {
            monitor_count: number;
            name: string;
        };
        TestMonitorSettingsBody: {
            body?: string | null;
            /** @description Of a type that is not checked yet */
            dns_config?: unknown;
            domain_monitoring?: {
                enabled?: boolean;
                expiry_warning_days?: number[];
            };
            expected_status?: number[] | null;
            /** @description Failing checks in a row before a region counts as down; 2 if absent */
            failure_threshold?: number;
            follow_redirects?: boolean;
            /** Format: uuid */
            group_id?: string | null;
            headers?: {
                [key: string]: string;
            };
            /** @description Of a type that is not checked yet */
            heartbeat_config?: unknown;
            http_config?: {
                body?: string | null;
                expected_status?: number[] | null;
                follow_redirects?: boolean;
                headers?: {
                    [key: string]: string;
                };
                /** @enum {string} */
                ip_version?: "auto" | "4" | "6";
                /** @enum {string} */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                slow_response_threshold_ms?: number | null;
                verify_ssl?: boolean;
            };
            /** @description Of a type that is not checked yet */
            icmp_config?: unknown;
            /** @description Seconds between checks; 300 if absent */
            interval_seconds?: number;
            /** @enum {string} */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                case_sensitive?: boolean;
                keywords?: {
                    should_contain: boolean;
                    text: string;
                }[];
                /** @enum {string} */
                match_mode?: "all" | "any";
            };
            /** @enum {string} */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /** @description Codes of GET /api/regions; empty means automatic */
            monitoring_regions?: string[];
            name?: string;
            notification_target_ids?: string[];
            /** @description Passing checks in a row before a region that is down counts as up; 2 if absent */
            recovery_threshold?: number;
            /** @description 0 is off, and the default */
            reminder_interval_minutes?: number;
            slow_response_threshold_ms?: number | null;
            ssl_monitoring?: {
                check_expiry?: boolean;
                check_validity?: boolean;
                enabled?: boolean;
                expiry_warning_days?: number[];
                ignore_self_signed?: boolean;
            };
            /** @enum {string} */
            status?: "active" | "paused";
            tags?: string[];
            /** @description A URL or a host, as the type has it */
            target?: string;
            /** @description Of a type that is not checked yet */
            tcp_config?: unknown;
            /** @description Below the interval; 10000 if absent */
            timeout_ms?: number;
            /**
             * @description This version checks HTTP, KEYWORD
             * @enum {string}
             */
            type: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            verify_ssl?: boolean;
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
        };
        UpdateMonitorBody: {
            body?: string | null;
            /** @description Read-only: ignored */
            configState?: unknown;
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            created_by?: unknown;
            /** @description Of a type that is not checked yet */
            dns_config?: unknown;
            domain_monitoring?: {
                enabled?: boolean;
                expiry_warning_days?: number[];
            };
            expected_status?: number[] | null;
            /** @description Failing checks in a row before a region counts as down; 2 if absent */
            failure_threshold?: number;
            follow_redirects?: boolean;
            /** Format: uuid */
            group_id?: string | null;
            headers?: {
                [key: string]: string;
            };
            /** @description Of a type that is not checked yet */
            heartbeat_config?: unknown;
            http_config?: {
                body?: string | null;
                expected_status?: number[] | null;
                follow_redirects?: boolean;
                headers?: {
                    [key: string]: string;
                };
                /** @enum {string} */
                ip_version?: "auto" | "4" | "6";
                /** @enum {string} */
                method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                slow_response_threshold_ms?: number | null;
                verify_ssl?: boolean;
            };
            /** @description Of a type that is not checked yet */
            icmp_config?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            /** @description Seconds between checks; 300 if absent */
            interval_seconds?: number;
            /** @enum {string} */
            ip_version?: "auto" | "4" | "6";
            keyword_config?: {
                case_sensitive?: boolean;
                keywords?: {
                    should_contain: boolean;
                    text: string;
                }[];
                /** @enum {string} */
                match_mode?: "all" | "any";
            };
            /** @enum {string} */
            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
            /** @description Codes of GET /api/regions; empty means automatic */
            monitoring_regions?: string[];
            name?: string;
            notification_target_ids?: string[];
            /** @description Read-only: ignored */
            organization_id?: unknown;
            /** @description Read-only: ignored */
            project_id?: unknown;
            /** @description Passing checks in a row before a region that is down counts as up; 2 if absent */
            recovery_threshold?: number;
            /** @description 0 is off, and the default */
            reminder_interval_minutes?: number;
            /** @description Read-only: ignored */
            runtimeStatus?: unknown;
            slow_response_threshold_ms?: number | null;
            ssl_monitoring?: {
                check_expiry?: boolean;
                check_validity?: boolean;
                enabled?: boolean;
                expiry_warning_days?: number[];
                ignore_self_signed?: boolean;
            };
            /** @enum {string} */
            status?: "active" | "paused" | "disabled";
            tags?: string[];
            /** @description A URL or a host, as the type has it */
            target?: string;
            /** @description Of a type that is not checked yet */
            tcp_config?: unknown;
            /** @description Below the interval; 10000 if absent */
            timeout_ms?: number;
            /** @enum {string} */
            type?: "HTTP" | "KEYWORD" | "ICMP" | "TCP" | "DNS" | "HEARTBEAT";
            /** @description Read-only: ignored */
            updated_at?: unknown;
            verify_ssl?: boolean;
        };
        UpdateNotificationTargetBody: {
            /** @enum {string} */
            channel?: "email" | "webhook" | "slack";
            /**
             * @description For `webhook`: `url`, and `secret`, which is made up when absent. A masked secret leaves it as it is
             * @example {
             *       "url": "https://example.com/hook"
             *     }
             */
            config?: {
                [key: string]: unknown;
            };
            /** @description Read-only: ignored */
            created_at?: unknown;
            /** @description Read-only: ignored */
            id?: unknown;
            is_default?: boolean;
            /** @description Read-only: ignored */
            is_deliverable?: unknown;
            is_enabled?: boolean;
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "AUTHENTICATION_REQUIRED" | "MISSING_AUTH" | "INVALID_API_KEY" | "INVALID_TOKEN";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "CHECK_FETCH_FAILED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "CONFLICT";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_PERMISSIONS";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "INVALID_CREDENTIALS";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "INVALID_TOKEN";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "JWT_REQUIRED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "MONITOR_NOT_FOUND" | "PROJECT_NOT_FOUND";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "MONITOR_NOT_FOUND" | "STATS_NOT_FOUND" | "PROJECT_NOT_FOUND";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "MONITOR_PAUSE_FAILED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "MONITOR_RESUME_FAILED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "PROJECT_NOT_FOUND" | "RESOURCE_NOT_FOUND";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "PROJECT_ORGANIZATION_MISMATCH";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "RATE_LIMIT_EXCEEDED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                        /** @description Seconds until trying again makes sense */
                        retryAfter: number;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "INTERVAL_TOO_SHORT" | "LOCATION_MONITORING_NOT_AVAILABLE" | "DOMAIN_MONITORING_NOT_AVAILABLE" | "SSL_MONITORING_NOT_AVAILABLE" | "SLOW_RESPONSE_ALERTS_NOT_AVAILABLE" | "MONITOR_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "MONITOR_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "PLAN_LIMIT_REACHED" | "PROJECT_ORGANIZATION_MISMATCH";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "INSUFFICIENT_PERMISSIONS" | "PROJECT_ORGANIZATION_MISMATCH";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS" | "PLAN_LIMIT_REACHED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "READ_ONLY_API_KEY" | "JWT_REQUIRED" | "INSUFFICIENT_PERMISSIONS" | "PROJECT_ORGANIZATION_MISMATCH";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "REGISTRATION_CLOSED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "RESOURCE_NOT_FOUND";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                        /** @description Seconds until trying again makes sense */
                        retryAfter: number;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "SPARKLINE_FAILED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "STATS_FETCH_FAILED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "CONFIRMATION_REQUIRED";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "INVALID_PERIOD";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
            };
        };
        /** @description `VALIDATION_ERROR`, `INVALID_REGIONS` */
        "VALIDATION_ERROR.INVALID_REGIONS": {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "INVALID_REGIONS";
                        /** @description Depends on the code */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description For people; may change */
                        message: string;
                    };
                    /** @constant */
                    success: false;
                };
            };
        };
    };
    parameters: {
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
                     *         "limit": 1,
                     *         "offset": 1,
                     *         "has_more": true
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "scope": "read",
                 *       "expires_at": "2026-01-31T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyBody"];
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
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
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.com",
                 *       "password": "correct horse battery",
                 *       "totp": "text"
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
                     *             "api_keys": 1,
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
                     *         "access_token": "text",
                     *         "refresh_token": "text",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description For `Authorization: Bearer` */
                            access_token: string;
                            /**
                             * @description Seconds that the access token lives
                             * @example 900
                             */
                            expires_in: number;
                            organization: components["schemas"]["Organization"];
                            project: components["schemas"]["Project"];
                            /** @description Works once, for `POST /api/auth/refresh` */
                            refresh_token: string;
                            /** @enum {string} */
                            token_type: "Bearer";
                            user: components["schemas"]["User"];
                        };
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "text"
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
                     *           "is_instance_admin": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            user: components["schemas"]["User"];
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
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
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
                     *           "is_instance_admin": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            user: components["schemas"]["User"];
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
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "text"
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
                     *         "access_token": "text",
                     *         "refresh_token": "text",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description For `Authorization: Bearer` */
                            access_token: string;
                            /**
                             * @description Seconds that the access token lives
                             * @example 900
                             */
                            expires_in: number;
                            /** @description Works once, for `POST /api/auth/refresh` */
                            refresh_token: string;
                            /** @enum {string} */
                            token_type: "Bearer";
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
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.com",
                 *       "password": "correct horse battery",
                 *       "name": "text",
                 *       "organization_name": "text"
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
                     *             "api_keys": 1,
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
                     *         "access_token": "text",
                     *         "refresh_token": "text",
                     *         "token_type": "Bearer",
                     *         "expires_in": 900
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description For `Authorization: Bearer` */
                            access_token: string;
                            /**
                             * @description Seconds that the access token lives
                             * @example 900
                             */
                            expires_in: number;
                            organization: components["schemas"]["Organization"];
                            project: components["schemas"]["Project"];
                            /** @description Works once, for `POST /api/auth/refresh` */
                            refresh_token: string;
                            /** @enum {string} */
                            token_type: "Bearer";
                            user: components["schemas"]["User"];
                        };
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
                     *           "api_keys": 1,
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
                monitor_id?: string;
                /** @description Entries to skip */
                offset?: number;
                severity?: "critical" | "major" | "minor" | "warning";
                source?: "system" | "manual";
                status?: "open" | "acknowledged" | "resolved";
                /** @description Began before this moment */
                to?: string;
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
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "status": "open",
                     *             "severity": "critical",
                     *             "type": "timeout",
                     *             "source": "system",
                     *             "title": "\"Shop\" is down",
                     *             "status_page_update": "text",
                     *             "started_at": "2026-01-31T12:00:00.000Z",
                     *             "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *             "acknowledged_by_name": "Alice",
                     *             "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *             "affected_regions": [
                     *               "text"
                     *             ],
                     *             "affected_monitor_ids": [
                     *               "0198c0de-7a11-7abc-8def-0123456789ab"
                     *             ],
                     *             "failure_count": 1,
                     *             "notification_sent": true,
                     *             "notification_channels": [
                     *               "text"
                     *             ],
                     *             "resolved_at": "2026-01-31T12:00:00.000Z",
                     *             "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "resolved_by_name": "text",
                     *             "resolution_note": "text",
                     *             "duration_seconds": 1,
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 1,
                     *           "offset": 1,
                     *           "has_more": true
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
    getIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "open",
                     *           "severity": "critical",
                     *           "type": "timeout",
                     *           "source": "system",
                     *           "title": "\"Shop\" is down",
                     *           "status_page_update": "text",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_by_name": "Alice",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "affected_regions": [
                     *             "text"
                     *           ],
                     *           "affected_monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "failure_count": 1,
                     *           "notification_sent": true,
                     *           "notification_channels": [
                     *             "text"
                     *           ],
                     *           "resolved_at": "2026-01-31T12:00:00.000Z",
                     *           "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "resolved_by_name": "text",
                     *           "resolution_note": "text",
                     *           "duration_seconds": 1,
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
    acknowledgeIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "status": "open",
                     *           "severity": "critical",
                     *           "type": "timeout",
                     *           "source": "system",
                     *           "title": "\"Shop\" is down",
                     *           "status_page_update": "text",
                     *           "started_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_at": "2026-01-31T12:00:00.000Z",
                     *           "acknowledged_by_name": "Alice",
                     *           "error_message": "connect 192.0.2.7:443: ECONNREFUSED",
                     *           "affected_regions": [
                     *             "text"
                     *           ],
                     *           "affected_monitor_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "failure_count": 1,
                     *           "notification_sent": true,
                     *           "notification_channels": [
                     *             "text"
                     *           ],
                     *           "resolved_at": "2026-01-31T12:00:00.000Z",
                     *           "resolved_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "resolved_by_name": "text",
                     *           "resolution_note": "text",
                     *           "duration_seconds": 1,
                     *           "created_at": "2026-01-31T12:00:00.000Z",
                     *           "updated_at": "2026-01-31T12:00:00.000Z",
                     *           "monitor_name": "text",
                     *           "check_type": "HTTP"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            incident: components["schemas"]["NamedIncident"];
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
    listIncidentUpdates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *             "message": "text",
                     *             "from_status": "open",
                     *             "to_status": "open",
                     *             "is_public": true,
                     *             "user_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "user_name": "text",
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
    listMonitors: {
        parameters: {
            query?: {
                group_id?: string;
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
                runtime_status?: "up" | "down" | "degraded" | "paused" | "unknown";
                /** @description Part of the name or target, in any case */
                search?: string;
                sort?: "name" | "created_at" | "-created_at" | "runtime_status";
                status?: "active" | "paused" | "disabled";
                tag?: string;
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
                     *             "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "name": "text",
                     *             "type": "HTTP",
                     *             "target": "text",
                     *             "interval_seconds": 1,
                     *             "timeout_ms": 1,
                     *             "status": "active",
                     *             "configState": "active",
                     *             "runtimeStatus": "up",
                     *             "failure_threshold": 1,
                     *             "recovery_threshold": 1,
                     *             "reminder_interval_minutes": 1,
                     *             "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *             "method": "GET",
                     *             "headers": {},
                     *             "body": "text",
                     *             "follow_redirects": true,
                     *             "expected_status": [
                     *               100
                     *             ],
                     *             "slow_response_threshold_ms": 1,
                     *             "verify_ssl": true,
                     *             "ip_version": "auto",
                     *             "keyword_config": {
                     *               "keywords": [
                     *                 {
                     *                   "text": "text",
                     *                   "should_contain": true
                     *                 }
                     *               ],
                     *               "match_mode": "all",
                     *               "case_sensitive": true
                     *             },
                     *             "ssl_monitoring": {
                     *               "enabled": true,
                     *               "check_expiry": true,
                     *               "check_validity": true,
                     *               "expiry_warning_days": [
                     *                 1
                     *               ],
                     *               "ignore_self_signed": true
                     *             },
                     *             "domain_monitoring": {
                     *               "enabled": true,
                     *               "expiry_warning_days": [
                     *                 1
                     *               ]
                     *             },
                     *             "notification_target_ids": [
                     *               "0198c0de-7a11-7abc-8def-0123456789ab"
                     *             ],
                     *             "created_at": 1,
                     *             "updated_at": 1
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 1,
                     *           "offset": 1,
                     *           "has_more": true
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
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "target": "text",
                 *       "interval_seconds": 30,
                 *       "timeout_ms": 1000,
                 *       "failure_threshold": 1,
                 *       "recovery_threshold": 1,
                 *       "reminder_interval_minutes": 0,
                 *       "monitoring_regions": [
                 *         "text"
                 *       ],
                 *       "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *       "tags": [
                 *         "text"
                 *       ],
                 *       "notification_target_ids": [
                 *         "0198c0de-7a11-7abc-8def-0123456789ab"
                 *       ],
                 *       "ssl_monitoring": {
                 *         "enabled": true,
                 *         "check_expiry": true,
                 *         "check_validity": true,
                 *         "expiry_warning_days": [
                 *           1
                 *         ],
                 *         "ignore_self_signed": true
                 *       },
                 *       "domain_monitoring": {
                 *         "enabled": true,
                 *         "expiry_warning_days": [
                 *           1
                 *         ]
                 *       },
                 *       "http_config": {
                 *         "method": "GET",
                 *         "headers": {},
                 *         "body": "text",
                 *         "follow_redirects": true,
                 *         "expected_status": [
                 *           100
                 *         ],
                 *         "slow_response_threshold_ms": 1,
                 *         "verify_ssl": true,
                 *         "ip_version": "auto"
                 *       },
                 *       "method": "GET",
                 *       "headers": {},
                 *       "body": "text",
                 *       "follow_redirects": true,
                 *       "expected_status": [
                 *         100
                 *       ],
                 *       "slow_response_threshold_ms": 1,
                 *       "verify_ssl": true,
                 *       "ip_version": "auto",
                 *       "keyword_config": {
                 *         "keywords": [
                 *           {
                 *             "text": "text",
                 *             "should_contain": true
                 *           }
                 *         ],
                 *         "match_mode": "all",
                 *         "case_sensitive": true
                 *       },
                 *       "type": "HTTP",
                 *       "status": "active"
                 *     }
                 */
                "application/json": components["schemas"]["CreateMonitorBody"];
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
                     *         "monitor": {
                     *           "id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "text",
                     *           "type": "HTTP",
                     *           "target": "text",
                     *           "interval_seconds": 1,
                     *           "timeout_ms": 1,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 1,
                     *           "recovery_threshold": 1,
                     *           "reminder_interval_minutes": 1,
                     *           "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": "text",
                     *           "follow_redirects": true,
                     *           "expected_status": [
                     *             100
                     *           ],
                     *           "slow_response_threshold_ms": 1,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "keyword_config": {
                     *             "keywords": [
                     *               {
                     *                 "text": "text",
                     *                 "should_contain": true
                     *               }
                     *             ],
                     *             "match_mode": "all",
                     *             "case_sensitive": true
                     *           },
                     *           "ssl_monitoring": {
                     *             "enabled": true,
                     *             "check_expiry": true,
                     *             "check_validity": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ],
                     *             "ignore_self_signed": true
                     *           },
                     *           "domain_monitoring": {
                     *             "enabled": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ]
                     *           },
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "created_at": 1,
                     *           "updated_at": 1
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
            400: components["responses"]["VALIDATION_ERROR.INVALID_REGIONS"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
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
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "text",
                     *           "type": "HTTP",
                     *           "target": "text",
                     *           "interval_seconds": 1,
                     *           "timeout_ms": 1,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 1,
                     *           "recovery_threshold": 1,
                     *           "reminder_interval_minutes": 1,
                     *           "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": "text",
                     *           "follow_redirects": true,
                     *           "expected_status": [
                     *             100
                     *           ],
                     *           "slow_response_threshold_ms": 1,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "keyword_config": {
                     *             "keywords": [
                     *               {
                     *                 "text": "text",
                     *                 "should_contain": true
                     *               }
                     *             ],
                     *             "match_mode": "all",
                     *             "case_sensitive": true
                     *           },
                     *           "ssl_monitoring": {
                     *             "enabled": true,
                     *             "check_expiry": true,
                     *             "check_validity": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ],
                     *             "ignore_self_signed": true
                     *           },
                     *           "domain_monitoring": {
                     *             "enabled": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ]
                     *           },
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "created_at": 1,
                     *           "updated_at": 1
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "target": "text",
                 *       "interval_seconds": 30,
                 *       "timeout_ms": 1000,
                 *       "failure_threshold": 1,
                 *       "recovery_threshold": 1,
                 *       "reminder_interval_minutes": 0,
                 *       "monitoring_regions": [
                 *         "text"
                 *       ],
                 *       "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *       "tags": [
                 *         "text"
                 *       ],
                 *       "notification_target_ids": [
                 *         "0198c0de-7a11-7abc-8def-0123456789ab"
                 *       ],
                 *       "ssl_monitoring": {
                 *         "enabled": true,
                 *         "check_expiry": true,
                 *         "check_validity": true,
                 *         "expiry_warning_days": [
                 *           1
                 *         ],
                 *         "ignore_self_signed": true
                 *       },
                 *       "domain_monitoring": {
                 *         "enabled": true,
                 *         "expiry_warning_days": [
                 *           1
                 *         ]
                 *       },
                 *       "http_config": {
                 *         "method": "GET",
                 *         "headers": {},
                 *         "body": "text",
                 *         "follow_redirects": true,
                 *         "expected_status": [
                 *           100
                 *         ],
                 *         "slow_response_threshold_ms": 1,
                 *         "verify_ssl": true,
                 *         "ip_version": "auto"
                 *       },
                 *       "method": "GET",
                 *       "headers": {},
                 *       "body": "text",
                 *       "follow_redirects": true,
                 *       "expected_status": [
                 *         100
                 *       ],
                 *       "slow_response_threshold_ms": 1,
                 *       "verify_ssl": true,
                 *       "ip_version": "auto",
                 *       "keyword_config": {
                 *         "keywords": [
                 *           {
                 *             "text": "text",
                 *             "should_contain": true
                 *           }
                 *         ],
                 *         "match_mode": "all",
                 *         "case_sensitive": true
                 *       },
                 *       "type": "HTTP",
                 *       "status": "active"
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
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "text",
                     *           "type": "HTTP",
                     *           "target": "text",
                     *           "interval_seconds": 1,
                     *           "timeout_ms": 1,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 1,
                     *           "recovery_threshold": 1,
                     *           "reminder_interval_minutes": 1,
                     *           "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": "text",
                     *           "follow_redirects": true,
                     *           "expected_status": [
                     *             100
                     *           ],
                     *           "slow_response_threshold_ms": 1,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "keyword_config": {
                     *             "keywords": [
                     *               {
                     *                 "text": "text",
                     *                 "should_contain": true
                     *               }
                     *             ],
                     *             "match_mode": "all",
                     *             "case_sensitive": true
                     *           },
                     *           "ssl_monitoring": {
                     *             "enabled": true,
                     *             "check_expiry": true,
                     *             "check_validity": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ],
                     *             "ignore_self_signed": true
                     *           },
                     *           "domain_monitoring": {
                     *             "enabled": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ]
                     *           },
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "created_at": 1,
                     *           "updated_at": 1
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
            400: components["responses"]["VALIDATION_ERROR.INVALID_REGIONS"];
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
    checkMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *           "region": "text",
                     *           "checked_at": "2026-01-31T12:00:00.000Z",
                     *           "status": "up",
                     *           "response_time_ms": 1,
                     *           "status_code": 1,
                     *           "error_type": "timeout",
                     *           "error_message": "text",
                     *           "timings": {
                     *             "dns_ms": 1,
                     *             "connect_ms": 1,
                     *             "tls_ms": 1,
                     *             "first_byte_ms": 1,
                     *             "download_ms": 1
                     *           },
                     *           "remote_address": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            result: components["schemas"]["CheckResult"];
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
                            executed: number;
                            /** @description Run, but the probe itself was in trouble */
                            inconclusive: number;
                            lateness_ms: {
                                p50?: number;
                                p95?: number;
                                p99?: number;
                            };
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
    pauseMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "text",
                     *           "type": "HTTP",
                     *           "target": "text",
                     *           "interval_seconds": 1,
                     *           "timeout_ms": 1,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 1,
                     *           "recovery_threshold": 1,
                     *           "reminder_interval_minutes": 1,
                     *           "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": "text",
                     *           "follow_redirects": true,
                     *           "expected_status": [
                     *             100
                     *           ],
                     *           "slow_response_threshold_ms": 1,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "keyword_config": {
                     *             "keywords": [
                     *               {
                     *                 "text": "text",
                     *                 "should_contain": true
                     *               }
                     *             ],
                     *             "match_mode": "all",
                     *             "case_sensitive": true
                     *           },
                     *           "ssl_monitoring": {
                     *             "enabled": true,
                     *             "check_expiry": true,
                     *             "check_validity": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ],
                     *             "ignore_self_signed": true
                     *           },
                     *           "domain_monitoring": {
                     *             "enabled": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ]
                     *           },
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "created_at": 1,
                     *           "updated_at": 1
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
    listMonitorResponseTimes: {
        parameters: {
            query?: {
                /** @description One of 24h, 7d, 30d, 90d */
                period?: string;
                region?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            series: components["schemas"]["ResponseTimes"][];
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
                from?: string;
                /** @description Most entries to return */
                limit?: number;
                /** @description Entries to skip */
                offset?: number;
                region?: string;
                status?: "up" | "down" | "degraded" | "inconclusive";
                /** @description Exclusive */
                to?: string;
            };
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *             "region": "text",
                     *             "checked_at": "2026-01-31T12:00:00.000Z",
                     *             "status": "up",
                     *             "response_time_ms": 1,
                     *             "status_code": 1,
                     *             "error_type": "timeout",
                     *             "error_message": "text",
                     *             "timings": {
                     *               "dns_ms": 1,
                     *               "connect_ms": 1,
                     *               "tls_ms": 1,
                     *               "first_byte_ms": 1,
                     *               "download_ms": 1
                     *             },
                     *             "remote_address": "text"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 1,
                     *           "offset": 1,
                     *           "has_more": true
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
    resumeMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path: {
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
                     *           "organization_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "project_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "created_by": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "name": "text",
                     *           "type": "HTTP",
                     *           "target": "text",
                     *           "interval_seconds": 1,
                     *           "timeout_ms": 1,
                     *           "status": "active",
                     *           "configState": "active",
                     *           "runtimeStatus": "up",
                     *           "failure_threshold": 1,
                     *           "recovery_threshold": 1,
                     *           "reminder_interval_minutes": 1,
                     *           "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                     *           "method": "GET",
                     *           "headers": {},
                     *           "body": "text",
                     *           "follow_redirects": true,
                     *           "expected_status": [
                     *             100
                     *           ],
                     *           "slow_response_threshold_ms": 1,
                     *           "verify_ssl": true,
                     *           "ip_version": "auto",
                     *           "keyword_config": {
                     *             "keywords": [
                     *               {
                     *                 "text": "text",
                     *                 "should_contain": true
                     *               }
                     *             ],
                     *             "match_mode": "all",
                     *             "case_sensitive": true
                     *           },
                     *           "ssl_monitoring": {
                     *             "enabled": true,
                     *             "check_expiry": true,
                     *             "check_validity": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ],
                     *             "ignore_self_signed": true
                     *           },
                     *           "domain_monitoring": {
                     *             "enabled": true,
                     *             "expiry_warning_days": [
                     *               1
                     *             ]
                     *           },
                     *           "notification_target_ids": [
                     *             "0198c0de-7a11-7abc-8def-0123456789ab"
                     *           ],
                     *           "created_at": 1,
                     *           "updated_at": 1
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
                     *         "uptime_percentage": 1,
                     *         "avg_response_time": 1,
                     *         "total_checks": 1,
                     *         "failed_checks": 1,
                     *         "last_check_at": 1,
                     *         "last_success_at": 1,
                     *         "last_failure_at": 1,
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
                     *             "from_status": "text",
                     *             "to_status": "text",
                     *             "reason": "text",
                     *             "actor_name": "text",
                     *             "started_at": "2026-01-31T12:00:00.000Z",
                     *             "ended_at": "2026-01-31T12:00:00.000Z",
                     *             "duration_seconds": 1
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 1,
                     *           "offset": 1,
                     *           "has_more": true
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
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "target": "text",
                 *       "interval_seconds": 30,
                 *       "timeout_ms": 1000,
                 *       "failure_threshold": 1,
                 *       "recovery_threshold": 1,
                 *       "reminder_interval_minutes": 0,
                 *       "monitoring_regions": [
                 *         "text"
                 *       ],
                 *       "group_id": "0198c0de-7a11-7abc-8def-0123456789ab",
                 *       "tags": [
                 *         "text"
                 *       ],
                 *       "notification_target_ids": [
                 *         "0198c0de-7a11-7abc-8def-0123456789ab"
                 *       ],
                 *       "ssl_monitoring": {
                 *         "enabled": true,
                 *         "check_expiry": true,
                 *         "check_validity": true,
                 *         "expiry_warning_days": [
                 *           1
                 *         ],
                 *         "ignore_self_signed": true
                 *       },
                 *       "domain_monitoring": {
                 *         "enabled": true,
                 *         "expiry_warning_days": [
                 *           1
                 *         ]
                 *       },
                 *       "http_config": {
                 *         "method": "GET",
                 *         "headers": {},
                 *         "body": "text",
                 *         "follow_redirects": true,
                 *         "expected_status": [
                 *           100
                 *         ],
                 *         "slow_response_threshold_ms": 1,
                 *         "verify_ssl": true,
                 *         "ip_version": "auto"
                 *       },
                 *       "method": "GET",
                 *       "headers": {},
                 *       "body": "text",
                 *       "follow_redirects": true,
                 *       "expected_status": [
                 *         100
                 *       ],
                 *       "slow_response_threshold_ms": 1,
                 *       "verify_ssl": true,
                 *       "ip_version": "auto",
                 *       "keyword_config": {
                 *         "keywords": [
                 *           {
                 *             "text": "text",
                 *             "should_contain": true
                 *           }
                 *         ],
                 *         "match_mode": "all",
                 *         "case_sensitive": true
                 *       },
                 *       "type": "HTTP",
                 *       "status": "active"
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
                     *           "region": "text",
                     *           "checked_at": "2026-01-31T12:00:00.000Z",
                     *           "status": "up",
                     *           "response_time_ms": 1,
                     *           "status_code": 1,
                     *           "error_type": "timeout",
                     *           "error_message": "text",
                     *           "timings": {
                     *             "dns_ms": 1,
                     *             "connect_ms": 1,
                     *             "tls_ms": 1,
                     *             "first_byte_ms": 1,
                     *             "download_ms": 1
                     *           },
                     *           "remote_address": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            result: components["schemas"]["CheckResult"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            400: components["responses"]["VALIDATION_ERROR.INVALID_REGIONS"];
            401: components["responses"]["AUTHENTICATION_REQUIRED.MISSING_AUTH.INVALID_API_KEY.INVALID_TOKEN"];
            403: components["responses"]["READ_ONLY_API_KEY.INSUFFICIENT_PERMISSIONS.INTERVAL_TOO_SHORT.LOCATION_MONITORING_NOT_AVAILABLE.DOMAIN_MONITORING_NOT_AVAILABLE.SSL_MONITORING_NOT_AVAILABLE.SLOW_RESPONSE_ALERTS_NOT_AVAILABLE.MONITOR_LIMIT_REACHED.PROJECT_ORGANIZATION_MISMATCH"];
            404: components["responses"]["PROJECT_NOT_FOUND"];
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
                     *             "is_deliverable": true,
                     *             "created_at": "2026-01-31T12:00:00.000Z",
                     *             "updated_at": "2026-01-31T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total_count": 1,
                     *           "limit": 1,
                     *           "offset": 1,
                     *           "has_more": true
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
                /** @description The project to act on; the organization's default project without it */
                "X-Project-ID"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "channel": "email",
                 *       "config": {
                 *         "url": "https://example.com/hook"
                 *       },
                 *       "is_default": false,
                 *       "is_enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateNotificationTargetBody"];
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
                     *           "is_deliverable": true,
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
            404: components["responses"]["PROJECT_NOT_FOUND"];
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
                     *           "is_deliverable": true,
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "channel": "email",
                 *       "config": {
                 *         "url": "https://example.com/hook"
                 *       },
                 *       "is_default": true,
                 *       "is_enabled": true
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
                     *           "is_deliverable": true,
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
                     *           "is_deliverable": true,
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
                     *           "recipient": "text",
                     *           "status": "pending",
                     *           "delivered_at": "2026-01-31T12:00:00.000Z",
                     *           "error_message": "text",
                     *           "retry_count": 1,
                     *           "max_retries": 1,
                     *           "last_retry_at": "2026-01-31T12:00:00.000Z",
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
                     *             "api_keys": 1,
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
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
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
                     *             "api_keys": 1,
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
                     *           "limit": 1,
                     *           "offset": 1,
                     *           "has_more": true
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
                 *     }
                 */
                "application/json": components["schemas"]["CreateProjectBody"];
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
                id: string;
            };
            cookie?: never;
        };
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
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
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
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
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
                     *             "code": "text",
                     *             "name": "text",
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
                     *             "name": "text",
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
