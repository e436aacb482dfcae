import { expect, test, vi } from 'vitest'

import { calmTraffic, keepCapture } from '../../support/can-bus.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')

test('learning continues after a restart, and leaves one draft', async () => {
  const frames = calmTraffic('can0', Date.now() - 3_600_000, 1_800)
  const size = Math.ceil(frames.length / 30)
  const uuid = await keepCapture(
    site.sql,
    alpha.org,
    'long.log',
    Array.from({ length: 30 }, (_, i) => frames.slice(i * size, (i + 1) * size)),
  )
  const { body } = await site.call(alpha.members.ENGINEER.token, 'msoc/v1/can/profiles/learn', {
    model: 'Long',
    bus: 'can0',
    capture_uuid: uuid,
  })
  const job = async () =>
    (
      await site.sql<{ done: number; status: string }[]>`SELECT done, status FROM jobs WHERE uuid = ${body.job.uuid}`
    )[0]!
  await vi.waitFor(async () => expect((await job()).done).toBeGreaterThan(0), { timeout: 20_000, interval: 2 })
  await site.api.stop()
  const stopped = await job()
  await site.anotherApi()
  await vi.waitFor(async () => expect((await job()).status).toBe('COMPLETED'), { timeout: 30_000 })

  expect(stopped).toMatchObject({
    status: 'RUNNING',
    done: expect.toSatisfy((done: number) => done > 0 && done < frames.length),
  })
  expect((await job()).done).toBe(frames.length)
  const drafts =
    await site.sql`SELECT (profile->'learned'->>'frames')::int AS frames, jsonb_array_length(profile->'ids') AS ids
      FROM can_profiles
      WHERE org_uuid = ${alpha.org.uuid}`
  expect(drafts).toEqual([{ frames: frames.length, ids: 2 }])
})
