import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Endpoint } from '@carapace/shared/core/endpoint'

const shared = fileURLToPath(new URL('../../../../packages/shared/src', import.meta.url))

/** What the API document reads of the shared package. */
export interface ContractFiles {
  readonly calls: readonly DeclaredCall[]
  /** The exported schemas by their names. */
  readonly schemas: ReadonlyMap<string, DeclaredSchema>
}

export interface DeclaredCall {
  /** The name of the exported constant: the operation's id. */
  readonly name: string
  /** The folder of the contract: `msoc/alerts`. */
  readonly folder: string
  readonly endpoint: Endpoint
  /** The text of the file, for its docstrings. */
  readonly source: string
}

export interface DeclaredSchema {
  readonly schema: z.ZodType
  readonly source: string
}

/**
 * Every call and every named schema of the shared package, in the order of their files.
 *
 * @throws Error when two exported schemas, or two calls, have the same name
 */
export async function readContractFiles(): Promise<ContractFiles> {
  const calls = new Map<string, DeclaredCall>()
  const schemas = new Map<string, DeclaredSchema>()
  for (const file of globSync('**/*.ts', {
    cwd: shared,
    exclude: ['**/*.{test,fixture,table,series,queries}.ts'],
  }).sort()) {
    const source = readFileSync(join(shared, file), 'utf8')
    if (!source.includes("from 'zod'")) continue
    const exported = (await import(pathToFileURL(join(shared, file)).href)) as Record<string, unknown>
    const position = (name: string) => source.indexOf(`export const ${name} `)
    const inOrder = Object.entries(exported).sort(([one], [other]) => position(one) - position(other))
    for (const [name, value] of inOrder) {
      if (isEndpoint(value)) addOnce(calls, name, { name, folder: dirname(file), endpoint: value, source })
      else if (value instanceof z.ZodType && /^[A-Z]/.test(name)) addOnce(schemas, name, { schema: value, source })
    }
  }
  return { calls: [...calls.values()], schemas }
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'output' in value
}

function addOnce<T>(all: Map<string, T>, name: string, value: T): void {
  if (all.has(name)) throw new Error(`Two contracts export ${name}: the API document needs one name for each.`)
  all.set(name, value)
}
