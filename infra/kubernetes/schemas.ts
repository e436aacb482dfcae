import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of a definition in Kubernetes' published API document (Swagger 2) that is read here. */
interface Definition {
  readonly type?: string
  readonly format?: string
  readonly properties?: object
  readonly additionalProperties?: unknown
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string
    readonly version: string
    readonly kind: string
  }[]
}

/** The definition, refusing unknown fields: the server would silently drop a misspelt field. */
function strict(definition: Definition): object {
  if (definition.format === 'int-or-string') return { type: ['string', 'integer'] }
  return definition.properties && definition.additionalProperties === undefined
    ? { ...definition, additionalProperties: false }
    : definition
}

/**
 * The name of the file in which kubeconform looks for a kind, with `{{.ResourceKind}}{{.KindSuffix}}.json` as its
 * location: `deployment-apps-v1.json`.
 */
function fileOf(group: string, version: string, kind: string): string {
  return [kind.toLowerCase(), ...(group === '' ? [] : [group.split('.')[0]]), version].join('-') + '.json'
}

/** Writes the JSON schemas of all kinds of a Kubernetes release, from its API document, into a folder. */
function writeSchemas(document: string, folder: string): void {
  const { definitions } = JSON.parse(readFileSync(document, 'utf8')) as { definitions: Record<string, Definition> }
  mkdirSync(folder, { recursive: true })
  const all = Object.fromEntries(Object.entries(definitions).map(([name, definition]) => [name, strict(definition)]))
  writeFileSync(join(folder, 'definitions.json'), JSON.stringify({ definitions: all }))
  for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(definitions)) {
    for (const { group, version, kind } of kinds)
      writeFileSync(
        join(folder, fileOf(group, version, kind)),
        JSON.stringify({ $ref: `definitions.json#/definitions/${name}` }),
      )
  }
}

const [document, folder] = process.argv.slice(2)
if (!document || !folder)
  throw new Error('Say where the API document (swagger.json) is, and the folder for the schemas.')
writeSchemas(document, folder)
