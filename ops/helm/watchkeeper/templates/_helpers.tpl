{{- define "watchkeeper.name" -}}
{{- if contains "watchkeeper" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-watchkeeper" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "watchkeeper.selector" -}}
app.kubernetes.io/name: watchkeeper
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "watchkeeper.labels" -}}
{{ include "watchkeeper.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "watchkeeper.image" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end -}}

{{/* Environment variables by name, in order. */}}
{{- define "watchkeeper.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{/* Settings of every pod. Without service links, the service of a release named wk does not become WK_PORT. */}}
{{- define "watchkeeper.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
# Running checks may take ten seconds to end, and five more to store their results
terminationGracePeriodSeconds: 30
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
  # Pings without a capability
  sysctls:
    - name: net.ipv4.ping_group_range
      value: "0 2147483647"
{{- end -}}

{{- define "watchkeeper.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{/* Refuses values that do not fit together. */}}
{{- define "watchkeeper.check" -}}
{{- if and (eq .Values.database "sqlite") (gt (int .Values.replicas) 1) -}}
{{- fail "replicas is more than 1, and SQLite has one server. Set database to postgres, or replicas to 1." -}}
{{- end -}}
{{- if and (eq .Values.database "postgres") (not .Values.existingSecret) -}}
{{- fail "database is postgres. Create a secret with DATABASE_URL and WK_SECRET, and set existingSecret to its name." -}}
{{- end -}}
{{- if and .Values.serviceMonitor.enabled (not .Values.existingSecret) -}}
{{- fail "serviceMonitor is enabled. Create a secret with WK_METRICS_TOKEN, and set existingSecret to its name." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress is enabled. Set ingress.host to the host name of baseUrl." -}}
{{- end -}}
{{- end -}}
