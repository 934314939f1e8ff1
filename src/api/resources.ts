/** All routes of the API, in the order of the reference. */
import { registerAccountRoutes, registerMeRoutes } from './accounts/account.ts'
import { registerAdminEmailRoutes, registerAdminRoutes } from './accounts/admin.ts'
import { registerApiKeyRoutes } from './accounts/api-keys.ts'
import { registerAuditLogRoutes } from './accounts/audit-log.ts'
import { registerAuthRoutes, registerRegistrationRoutes } from './accounts/auth.ts'
import { registerInvitationRoutes } from './accounts/invitations.ts'
import { registerMemberRoutes } from './accounts/members.ts'
import { registerOrganizationRoutes } from './accounts/organization.ts'
import { registerPasswordRoutes, registerSecondFactorRoutes } from './accounts/passwords.ts'
import { registerProjectRoutes } from './accounts/projects.ts'
import { registerDashboardRoutes } from './dashboard.ts'
import { registerMonitorCheckRoutes } from './evaluation/monitor-checks.ts'
import { registerMonitorReplayRoute } from './evaluation/monitor-replay.ts'
import { registerMonitorCertificateRoutes, registerMonitorDomainRoutes } from './expiry/monitor-expiry.ts'
import { registerFormRoutes } from './forms/forms.ts'
import { registerHeartbeatPingRoutes } from './heartbeats/heartbeat-pings.ts'
import { registerHeartbeatRoutes } from './heartbeats/heartbeats.ts'
import { registerEscalationPreviewRoutes } from './incidents/escalation-preview.ts'
import { registerIncidentCommentRoutes } from './incidents/incident-comments.ts'
import { registerIncidentEscalationRoutes } from './incidents/incident-escalation.ts'
import { registerIncidentFindingRoutes } from './incidents/incident-findings.ts'
import { registerIncidentBatchRoutes, registerIncidentWriteRoutes } from './incidents/incident-writes.ts'
import {
  registerDashboardIncidentRoutes,
  registerIncidentNotificationRoutes,
  registerIncidentRoutes,
} from './incidents/incidents.ts'
import { registerAcknowledgeLinkRoutes, registerSlackActionRoutes } from './incidents/message-actions.ts'
import { registerSilenceRoutes, registerSnoozeRoutes } from './incidents/silences.ts'
import { registerEventRoutes } from './live/events.ts'
import { registerLoomRoutes } from './loom.ts'
import { registerMaintenanceWindowRoutes, registerMonitorMaintenanceRoutes } from './maintenance/maintenance-windows.ts'
import { registerDashboardMonitorRoutes } from './monitors/dashboard-monitors.ts'
import { registerGroupBulkRoutes, registerGroupRoutes } from './monitors/groups.ts'
import { registerMonitorBatchRoutes } from './monitors/monitor-batch.ts'
import { registerMonitorDefaultsRoutes } from './monitors/monitor-defaults.ts'
import { registerMonitorEditRoute } from './monitors/monitor-edit.ts'
import { registerMonitorRoutes, registerTagRoutes } from './monitors/monitors.ts'
import { registerVariableRoutes } from './monitors/variables.ts'
import { registerContactMethodRoutes } from './notifications/contact-methods.ts'
import { registerEscalationPolicyRoutes } from './notifications/escalation-policies.ts'
import { registerMonitorNotificationRoutes } from './notifications/notification-log.ts'
import { registerNotificationTargetRoutes, registerTargetTestRoutes } from './notifications/notification-targets.ts'
import { registerUnsubscribeRoutes } from './notifications/unsubscribe.ts'
import {
  registerOnCallFeedRoutes,
  registerOnCallOverrideRoutes,
  registerOnCallScheduleRoutes,
} from './on-call/on-call-schedules.ts'
import { registerDocsRoutes } from './openapi/docs.ts'
import { registerHealthRoutes } from './platform/health.ts'
import type { Resource } from './platform/resource.ts'
import { registerAdminProbeRoutes } from './probes/admin-probes.ts'
import { registerProbeRoutes } from './probes/probes.ts'
import { registerRegionRoutes } from './probes/regions.ts'
import { registerImportRoute } from './provisioning/import.ts'
import { registerProvisioningRoutes } from './provisioning/provisioning.ts'
import { registerReleaseRoute } from './provisioning/release.ts'
import { registerAvailabilityRoutes } from './results/availability.ts'
import { registerDashboardStripRoutes } from './results/dashboard-strips.ts'
import { registerGroupUptimeRoutes } from './results/group-uptime.ts'
import { registerMonitorResultRoutes } from './results/monitor-results.ts'
import { registerMonitorStatRoutes } from './results/monitor-stats.ts'
import { registerMonitorUptimeRoutes } from './results/monitor-uptime.ts'
import { registerReportRoutes } from './results/reports.ts'
import { registerMonitorBadgeRoutes } from './status-pages/monitor-badges.ts'
import { registerPageSubscriberRoutes } from './status-pages/page-subscribers.ts'
import { registerPublicStatusRoutes } from './status-pages/public-status.ts'
import { registerStatusPagePreviewRoutes, registerStatusPageRoutes } from './status-pages/status-pages.ts'

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
  registerAvailabilityRoutes,
  registerGroupUptimeRoutes,
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
  registerEscalationPreviewRoutes,
  registerIncidentFindingRoutes,
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
  registerLoomRoutes,
  registerFormRoutes,
  registerReportRoutes,
  registerAuditLogRoutes,
  registerDocsRoutes,
]
