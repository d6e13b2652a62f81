import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const HERE = path.join(import.meta.dirname, 'helm')
const read = (name: string) => readFileSync(path.join(HERE, name), 'utf8')
const TEMPLATES = readdirSync(path.join(HERE, 'templates')).map((name) => `templates/${name}`)

type Resource = { kind: string; metadata: { annotations?: Record<string, string> } }

/** Fills in a template just enough for its structure to be checked. */
const filled = (template: string) =>
  template
    .split('\n')
    .filter((line) => !/^\s*\{\{-.*\}\}$/.test(line))
    .join('\n')
    .replace(/\{\{.*?\}\}/g, 'x')

describe('the chart', () => {
  const documents = TEMPLATES.filter((name) => name.endsWith('.yaml')).flatMap((name) =>
    parseAllDocuments(filled(read(name))),
  )
  const resources = documents.map((document) => document.toJS() as Resource)

  test('has documents with all that a pod needs', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([])
    expect(resources.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Deployment',
      'Ingress',
      'Job',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'Service',
    ])
    const asked = TEMPLATES.flatMap((name) =>
      [...read(name).matchAll(/\.Values\.([\w.]+)/g)].map(([, found = '']) => found),
    )
    const valueAt = (place: string) =>
      place.split('.').reduce<unknown>((found, key) => Object(found)[key], parse(read('values.yaml')))
    expect(asked.filter((place) => valueAt(place) === undefined)).toEqual([])
  })

  test('keeps the volume of the videos when it is removed, and when it is installed again', () => {
    const claim = resources.find(({ kind }) => kind === 'PersistentVolumeClaim')
    // Helm deletes what a hook made before it makes it again, so the claim must not be one.
    expect(claim?.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' })
  })

  test('starts pods anew with other settings, on the way back to a former release too', () => {
    for (const name of ['web', 'worker']) {
      const [, template = ''] = read(`templates/${name}.yaml`).split(/^ {2}template:$/m)
      expect(template.slice(0, template.indexOf('    spec:'))).toContain(
        '{{ include (print $.Template.BasePath "/config.yaml") . | sha256sum | quote }}',
      )
    }
    const settings = resources.find(({ kind }) => kind === 'ConfigMap')
    expect(settings?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade,pre-rollback')
  })

  test('migrates before there is a volume, and gives it to all other pods', () => {
    const hooks = resources.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'])
    expect(hooks.map(({ kind }) => kind).sort()).toEqual(['ConfigMap', 'Job'])
    for (const [name, isHook] of Object.entries({ web: false, worker: false, migrate: true }))
      expect(read(`templates/${name}.yaml`)).toContain(`"infield.pod" (dict "root" . "isHook" ${isHook})`)
    const [, ofHook, ofOthers] =
      /if \.isHook \}\}([\s\S]*?)\{\{- else \}\}([\s\S]*?)\{\{- end/.exec(read('templates/_pod.tpl')) ?? []
    expect(ofHook).toMatch(/^ {4}emptyDir: \{\}$/m)
    expect(ofOthers).toContain(
      'claimName: {{ .root.Values.storage.existingClaim | default "infield" | quote }}',
    )
  })
})
