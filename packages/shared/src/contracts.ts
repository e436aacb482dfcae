import { globSync } from 'node:fs'
import type { Channel } from './core/live/channel.ts'
import type { Endpoint } from './core/endpoint.ts'

// for the API document and for tests only: the console and the api import the contracts that they use
const files = globSync('**/*.contract.ts', { cwd: import.meta.dirname }).sort()
const loaded = await Promise.all(files.map((file) => import(`./${file}`) as Promise<object>))
const declared: readonly unknown[] = loaded.flatMap((file) => Object.values(file))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'output' in value
}

function isChannel(value: unknown): value is Channel {
  return typeof value === 'object' && value !== null && 'delivery' in value && 'snapshot' in value
}

/** Every endpoint of every module, from the files named `*.contract.ts`. */
export const endpoints: readonly Endpoint[] = declared.filter(isEndpoint)

/** Every live channel of every module. */
export const channels: readonly Channel[] = declared.filter(isChannel)
