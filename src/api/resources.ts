/** All routes of the API, in the order of the reference. */
import { registerAccountRoutes } from './accounts/account.ts'
import { registerAdminRoutes } from './accounts/admin.ts'
import { registerAdminEmailRoutes } from './accounts/admin-email.ts'
import { registerApiKeyRoutes } from './accounts/api-keys.ts'
import { registerAuditLogRoutes } from './accounts/audit-log.ts'
import { registerAuthRoutes } from './accounts/auth.ts'
import { registerInvitationRoutes } from './accounts/invitations.ts'
import { registerMeRoutes } from './accounts/me.ts'
import { registerMemberRoutes } from './accounts/members.ts'
import { registerOrganizationRoutes } from './accounts/organization.ts'
import { registerPasswordRoutes } from './accounts/passwords.ts'
import { registerProjectRoutes } from './accounts/projects.ts'
import { registerRegistrationRoutes } from './accounts/registration.ts'
import { registerSecondFactorRoutes } from './accounts/second-factors.ts'
import { registerDashboardRoutes } from './dashboard.ts'
import { registerMonitorCheckRoutes } from './evaluation/monitor-checks.ts'
import { registerMonitorReplayRoute } from './evaluation/monitor-replay.ts'
import { registerMonitorCertificateRoutes } from './expiry/monitor-certificate.ts'
import { registerMonitorDomainRoutes } from './expiry/monitor-domain.ts'
import { registerFormRoutes } from './forms/forms.ts'
import { registerHeartbeatPingRoutes } from './heartbeats/heartbeat-pings.ts'
import { registerHeartbeatRoutes } from './heartbeats/heartbeats.ts'
import { registerAcknowledgeLinkRoutes } from './incidents/acknowledge-link.ts'
import { registerDashboardIncidentRoutes } from './incidents/dashboard-incidents.ts'
import { registerIncidentBatchRoutes } from './incidents/incident-batch.ts'
import { registerIncidentCommentRoutes } from './incidents/incident-comments.ts'
import { registerIncidentEscalationRoutes } from './incidents/incident-escalation.ts'
import { registerIncidentNotificationRoutes } from './incidents/incident-notifications.ts'
import { registerIncidentWriteRoutes } from './incidents/incident-writes.ts'
import { registerIncidentRoutes } from './incidents/incidents.ts'
import { registerSilenceRoutes } from './incidents/silences.ts'
import { registerSlackActionRoutes } from './incidents/slack-actions.ts'
import { registerSnoozeRoutes } from './incidents/snoozes.ts'
import { registerEventRoutes } from './live/events.ts'
import { registerMaintenanceWindowRoutes } from './maintenance/maintenance-windows.ts'
import { registerMonitorMaintenanceRoutes } from './maintenance/monitor-maintenance.ts'
import { registerDashboardMonitorRoutes } from './monitors/dashboard-monitors.ts'
import { registerGroupRoutes } from './monitors/groups.ts'
import { registerGroupBulkRoutes } from './monitors/groups-bulk.ts'
import { registerMonitorBatchRoutes } from './monitors/monitor-batch.ts'
import { registerMonitorDefaultsRoutes } from './monitors/monitor-defaults.ts'
import { registerMonitorEditRoute } from './monitors/monitor-edit.ts'
import { registerMonitorRoutes } from './monitors/monitors.ts'
import { registerTagRoutes } from './monitors/tags.ts'
import { registerVariableRoutes } from './monitors/variables.ts'
import { registerContactMethodRoutes } from './notifications/contact-methods.ts'
import { registerEscalationPolicyRoutes } from './notifications/escalation-policies.ts'
import { registerMonitorNotificationRoutes } from './notifications/monitor-notifications.ts'
import { registerNotificationTargetRoutes } from './notifications/notification-targets.ts'
import { registerTargetTestRoutes } from './notifications/target-tests.ts'
import { registerUnsubscribeRoutes } from './notifications/unsubscribe.ts'
import { registerOnCallFeedRoutes } from './on-call/on-call-feeds.ts'
import { registerOnCallOverrideRoutes } from './on-call/on-call-overrides.ts'
import { registerOnCallScheduleRoutes } from './on-call/on-call-schedules.ts'
import { registerDocsRoutes } from './openapi/docs.ts'
import { registerHealthRoutes } from './platform/health.ts'
import type { Resource } from './platform/resource.ts'
import { registerAdminProbeRoutes } from './probes/admin-probes.ts'
import { registerProbeRoutes } from './probes/probes.ts'
import { registerRegionRoutes } from './probes/regions.ts'
import { registerImportRoute } from './provisioning/import.ts'
import { registerProvisioningRoutes } from './provisioning/provisioning.ts'
import { registerReleaseRoute } from './provisioning/release.ts'
import { registerDashboardStripRoutes } from './results/dashboard-strips.ts'
import { registerMonitorResultRoutes } from './results/monitor-results.ts'
import { registerMonitorStatRoutes } from './results/monitor-stats.ts'
import { registerMonitorUptimeRoutes } from './results/monitor-uptime.ts'
import { registerReportRoutes } from './results/reports.ts'
import { registerMonitorBadgeRoutes } from './status-pages/monitor-badges.ts'
import { registerPageSubscriberRoutes } from './status-pages/page-subscribers.ts'
import { registerPublicStatusRoutes } from './status-pages/public-status.ts'
import { registerStatusPagePreviewRoutes } from './status-pages/status-page-preview.ts'
import { registerStatusPageRoutes } from './status-pages/status-pages.ts'

export const RESOURCES: readonly Resource[] = [
  registerHealthRoutes,
  registerAuthRoutes,
  registerRegistrationRoutes,
  registerMeRoutes,
  registerAccountRoutes,
  registerContactMethodRoutes,
  registerApiKeyRoutes,
  registerOrganizationRoutes,
  registerMemberRoutes,
  registerSecondFactorRoutes,
  registerAdminRoutes,
  registerAdminEmailRoutes,
  registerPasswordRoutes,
  registerInvitationRoutes,
  registerProjectRoutes,
  registerProvisioningRoutes,
  registerImportRoute,
  registerReleaseRoute,
  registerMonitorRoutes,
  registerMonitorBatchRoutes,
  registerMonitorEditRoute,
  registerMonitorDefaultsRoutes,
  registerMonitorCheckRoutes,
  registerMonitorResultRoutes,
  registerMonitorStatRoutes,
  registerMonitorUptimeRoutes,
  registerMonitorReplayRoute,
  registerMonitorMaintenanceRoutes,
  registerMonitorNotificationRoutes,
  registerMonitorCertificateRoutes,
  registerMonitorDomainRoutes,
  registerMonitorBadgeRoutes,
  registerHeartbeatPingRoutes,
  registerHeartbeatRoutes,
  registerRegionRoutes,
  registerProbeRoutes,
  registerAdminProbeRoutes,
  registerTagRoutes,
  registerGroupRoutes,
  registerGroupBulkRoutes,
  registerVariableRoutes,
  registerIncidentRoutes,
  registerSilenceRoutes,
  registerSnoozeRoutes,
  registerIncidentEscalationRoutes,
  registerIncidentWriteRoutes,
  registerIncidentBatchRoutes,
  registerDashboardIncidentRoutes,
  registerIncidentCommentRoutes,
  registerIncidentNotificationRoutes,
  registerAcknowledgeLinkRoutes,
  registerSlackActionRoutes,
  registerNotificationTargetRoutes,
  registerTargetTestRoutes,
  registerEscalationPolicyRoutes,
  registerUnsubscribeRoutes,
  registerOnCallScheduleRoutes,
  registerOnCallOverrideRoutes,
  registerOnCallFeedRoutes,
  registerMaintenanceWindowRoutes,
  registerStatusPageRoutes,
  registerStatusPagePreviewRoutes,
  registerPageSubscriberRoutes,
  registerPublicStatusRoutes,
  registerEventRoutes,
  registerDashboardRoutes,
  registerDashboardMonitorRoutes,
  registerDashboardStripRoutes,
  registerFormRoutes,
  registerReportRoutes,
  registerAuditLogRoutes,
  registerDocsRoutes,
]
