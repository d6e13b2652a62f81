{{- define "infield.container" -}}
image: {{ .root.Values.image }}
envFrom:
  - secretRef: { name: {{ .root.Values.secretName }} }
  - configMapRef: { name: infield }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .root.Values.databaseCaSecretName }}
  - { name: database-ca, mountPath: /database-ca, readOnly: true }
  {{- end }}
{{- end }}

{{- define "infield.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: data
    {{- if .isHook }}
    # A hook runs before the claim is made, and the migration keeps no file.
    emptyDir: {}
    {{- else }}
    persistentVolumeClaim: { claimName: {{ .root.Values.storage.existingClaim | default "infield" | quote }} }
    {{- end }}
  - name: tmp
    emptyDir: {}
  {{- if .root.Values.databaseCaSecretName }}
  - name: database-ca
    secret: { secretName: {{ .root.Values.databaseCaSecretName | quote }} }
  {{- end }}
{{- end }}
