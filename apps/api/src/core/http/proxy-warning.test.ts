import fastify from 'fastify'
import { expect, test } from 'vitest'

import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { warnOfProxy } from './proxy-warning.ts'

/** What is logged with these settings, at the start and after two requests that a proxy passed on. */
async function warnings(env: Record<string, string>): Promise<{ atStart: number; inAll: number }> {
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  log.level = 'warn'
  const app = fastify()
  const settings = readSettings({ DATABASE_URL: 'postgres://nowhere', SECRET_KEY: 'x'.repeat(32), ...env })
  warnOfProxy(app, settings, log)
  app.get('/', async () => 'here')
  const atStart = lines.length
  for (let i = 0; i < 2; i++) await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })
  await app.close()
  return { atStart, inAll: lines.filter((line) => line.includes('TRUST_PROXY=1')).length }
}

test.for<{ env: Record<string, string>; atStart: number; inAll: number }>([
  { env: {}, atStart: 0, inAll: 1 },
  { env: { PUBLIC_URL: 'https://soc.company.example' }, atStart: 1, inAll: 1 },
  { env: { PUBLIC_URL: 'https://soc.company.example', TRUST_PROXY: '1' }, atStart: 0, inAll: 0 },
])('[SIGNIN-14] with $env a proxy is warned of once: $inAll', async ({ env, ...expected }) => {
  expect(await warnings(env)).toEqual(expected)
})
