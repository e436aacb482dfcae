import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '@carapace/shared/contracts'
import { apiDocument } from './openapi.ts'

const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')

test('openapi.json is what the contracts say; `npm run openapi` writes it anew', async () => {
  expect(await apiDocument()).toBe(committed)
})

test('every endpoint is routed, and nothing else is documented', () => {
  const { paths } = JSON.parse(committed) as { paths: Record<string, Record<string, unknown>> }
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(endpoints.map(({ method, path }) => `${method} /api/${path}`).sort())
})
