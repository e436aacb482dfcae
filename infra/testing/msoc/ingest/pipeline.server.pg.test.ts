import { expect, test } from 'vitest'
import type { PipelineSource } from '@carapace/shared/msoc/history/history.contract'

import { position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')

const latest = (subscription: { changes: unknown[] }) =>
  (subscription.changes as { sources: PipelineSource[] }[]).at(-1)?.sources ?? []
/** Only whole seconds: input of the current second is not included yet (rule PIPELINE-1). */
const arrived = (sources: readonly PipelineSource[]) =>
  sources.map(({ history }) => history.reduce((sum, some) => sum + some, 0))

test('[PIPELINE-1] input of all ingest processes is summed by source, with rejects, per organisation', async () => {
  const other = await site.anotherIngest()
  const viewer = await site.live(alpha.members.VIEWER.token)
  const watched = viewer.subscribe('msoc.pipeline')
  expect((await watched.snapshot()).data).toMatchObject({ sources: [] })

  await site.post(alpha.key, [position('A', 1, 1), position('A', 1.0001, 1), { type: 'position', vehicle: 'A' }])
  await site.post(
    alpha.key,
    [
      position('B', 1, 1),
      {
        type: 'can',
        vehicle: 'B',
        ts: Date.now(),
        bus: 'can0',
        frames: [
          [0, 1, '00'],
          [10, 2, '00'],
        ],
      },
    ],
    { port: other.port },
  )
  await site.syslog(`<13>1 - - app - - [carapace@32473 key="${alpha.key}"] hello\n`)
  await site.post(
    bravo.key,
    Array.from({ length: 50 }, (_, i) => position(`V${i}`, 1, 1)),
  )

  await watched.until(
    (subscription) => String(arrived(latest(subscription))) === '5,1',
    'five events over HTTP, and a log line',
  )
  const [http, syslog] = latest(watched)
  expect(http).toMatchObject({
    source: 'http',
    rejected: 1,
    commit_p99_ms: expect.any(Number),
    lag_ms: expect.any(Number),
    last_at: expect.any(String),
  })
  expect(http!.rate).toBeGreaterThan(0)
  expect([http!.source, syslog!.source]).toEqual(['http', expect.stringContaining('syslog')])
})

test('[PIPELINE-1] a later subscriber sees earlier input', async () => {
  const viewer = await site.live(alpha.members.ADMIN.token)
  const { data } = await viewer.subscribe('msoc.pipeline').snapshot()
  expect(
    (data as { sources: PipelineSource[] }).sources.map(({ source, last_at: at }) => [source, at !== null]),
  ).toContainEqual(['http', true])
})
