import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readKafkaSettings } from '@carapace/ingest/src/core/kafka-settings.ts'

const root = resolve(import.meta.dirname, '../..')
const base = (file: string) => readFileSync(join(import.meta.dirname, 'base', file), 'utf8')

/** The first number after a key. */
function numberOf(key: string, text: string): number {
  return Number(new RegExp(`${key}[:=] ?(\\d+)`).exec(text)![1])
}

/** The path that a probe requests. */
function pathOf(probe: 'startup' | 'liveness' | 'readiness', text: string): string {
  return new RegExp(`${probe}Probe: \\{ httpGet: \\{ path: ([^,]+),`).exec(text)![1]!
}

const drainSeconds = numberOf('DRAIN_SECONDS', base('settings.env'))
const programs = [
  { app: 'api', serves: 'apps/api/src/app.ts', health: '/api/health', alive: '/api/alive', finishSeconds: 10 },
  { app: 'ingest', serves: 'apps/ingest/src/core/server.ts', health: '/health', alive: '/alive', finishSeconds: 30 },
]

test.for(programs)(
  '$app is ready when its health check passes, and is restarted only when it does not answer at all',
  ({ app, serves, health, alive }) => {
    const manifest = base(`${app}.yaml`)
    const probes = (['startup', 'liveness', 'readiness'] as const).map((probe) => pathOf(probe, manifest))
    expect(probes).toEqual([alive, alive, health])
    const source = readFileSync(join(root, serves), 'utf8')
    for (const path of probes) expect(source).toContain(`app.get('${path}'`)
  },
)

test.for(programs)('$app gets enough time to drain and to finish', ({ app, finishSeconds }) => {
  expect(numberOf('terminationGracePeriodSeconds', base(`${app}.yaml`))).toBeGreaterThan(drainSeconds + finishSeconds)
})

test('a draining process becomes not ready before it stops', () => {
  for (const { app } of programs) {
    const [, readiness] = /readinessProbe: (.+)/.exec(base(`${app}.yaml`))!
    const noticedAfter = numberOf('periodSeconds', readiness!) * numberOf('failureThreshold', readiness!)
    expect(noticedAfter).toBeLessThan(drainSeconds)
  }
})

test('the number of ingest processes never exceeds the number of partitions', () => {
  const { partitions } = readKafkaSettings({ KAFKA_BROKERS: 'kafka:9092' })!
  const ofIngest = base('scaling.yaml')
    .split('---')
    .find((manifest) => manifest.includes('kind: Deployment, name: carapace-ingest'))!
  expect(numberOf('maxReplicas', ofIngest)).toBe(partitions)
})
