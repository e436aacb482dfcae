import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '@carapace/shared/contracts'
import { buildApi } from './app.ts'
import { readSettings } from './core/settings.ts'
import { apiDocument } from './openapi.ts'

const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')

interface Operation {
  readonly operationId: string
  readonly tags: string[]
  readonly responses: Record<string, unknown>
  readonly security?: unknown[]
}
const { paths, components } = JSON.parse(committed) as {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { description?: string; properties?: Record<string, { description?: string }> }>
  }
}
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))

test('openapi.json is up to date: `npm run openapi` writes it from the contracts', async () => {
  expect(await apiDocument()).toBe(committed)
})

test('every endpoint is documented, and nothing else', () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(endpoints.map(({ method, path }) => `${method} /api/${path}`).sort())
})

test('every endpoint is routed', async () => {
  const settings = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SECRET_KEY: 'a key that seals nothing in here',
  }
  const { app, stop } = await buildApi(readSettings(settings))
  try {
    await app.ready()
    expect(endpoints.filter(({ method, path }) => !app.hasRoute({ method, url: `/api/${path}` }))).toEqual([])
  } finally {
    await stop()
  }
})

test('each call has its own id, its folder as the tag, and the refusals that it may answer', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const { tags, responses } = paths['/api/v2/app/save-artefacts']!.post!

  expect(tags).toEqual(['graph/artefacts'])
  expect(Object.keys(responses)).toEqual(['200', '400', '402', '403', '404', '409', '413', '422', '429'])
})

test('calls need a session unless their contract is public', () => {
  const open = operations.filter(({ security }) => security?.length === 0)
  expect(open).toHaveLength(endpoints.filter(({ access }) => access === 'public').length)
})

test('docstrings of the contracts explain schemas and fields', () => {
  expect(components.schemas.Artefact!.description).toBe('An artefact. A list leaves the long `fields` out.')
  expect(components.schemas.Artefact!.properties!.comments!.description).toBe('The number of unresolved comments.')
  expect(components.schemas.Artefact!.properties!.title!.description).toBeUndefined()
})

test('every reference leads to a component', () => {
  const names = [...committed.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
  expect(names.filter((name) => !(name in components.schemas))).toEqual([])
})
