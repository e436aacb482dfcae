import { expect, test } from 'vitest'
import { channels, endpoints } from '@carapace/shared/contracts'
import type { Role } from '@carapace/shared/modules'

import { callsOf, watchedChannels } from '../support/access-probes.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { fillWithEverything } from '../support/everything.ts'
import { startInstallation } from '../support/installation.ts'
import { leaksIn } from '../support/tenancy.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const admin = alpha.members.ADMIN.token
const mine = await fillWithEverything(site, alpha, 'ALPHA')
const { bring, download } = exchanging(site, admin)

/** A word that stands in every text of the program, and nowhere else in the organisation. */
const mark = 'PELICAN'
await site.sql`DELETE FROM program_members WHERE user_uuid <> ${alpha.members.ADMIN.uuid}`
await site.sql`UPDATE programs SET name = ${`${mark} program`}, description = ${mark}`
await site.sql`UPDATE projects SET name = ${`${mark} project`}`
await site.sql`UPDATE artefacts SET title = ${mark} || ' ' || uuid`
await site.sql`UPDATE artefact_versions SET title = ${mark} || ' ' || artefact_uuid`
await site.sql`UPDATE artefact_comments SET text = ${mark}`
await site.sql`UPDATE baselines SET name = ${mark} || ' ' || uuid`
const program = { program_uuid: mine.programUuid }
const importRows = () =>
  bring(
    'import-table',
    { ...program, kind: 'asset', form: 'csv', dry_run: 'false' },
    `Title\n${mark} ${Math.random()}\n`,
  )
const importArchive = async () => {
  const { bytes } = await download('export-archive', program)
  return bring('import-archive', { name: `${mark} copy`, dry_run: 'false' }, bytes)
}
for (const { body } of [await importRows(), await importArchive()])
  if (body.job?.status !== 'COMPLETED') throw new Error(JSON.stringify(body))

const inside = new Set(
  (
    await site.sql<{ uuid: string }[]>`SELECT uuid FROM programs
      UNION SELECT uuid FROM projects
      UNION SELECT uuid FROM artefacts
      UNION SELECT uuid FROM artefact_comments
      UNION SELECT uuid FROM baselines
      UNION SELECT uuid FROM jobs WHERE program_uuid IS NOT NULL`
  ).map(({ uuid }) => uuid),
)

/** Members of the organisation who are not in the program. */
const outside = ['ENGINEER', 'ANALYST', 'VIEWER'] as const satisfies readonly Role[]

/** What reading calls are asked besides nothing at all, and a search for the mark. */
const asked: Readonly<Record<string, object>> = {
  ...callsOf(mine, mine.programUuid),
  'v2/app/views': { page: '/org/lifecycle/projects' },
}
const askedOf = (path: string): object => [asked[path] ?? []].flat()[0] ?? {}

const reads = endpoints.filter(({ method, access }) => method === 'GET' && access !== 'public')
const reading = outside.flatMap((role) => reads.map(({ path }) => ({ role, path })))

test.for(reading)('[MEMBER-1] $path tells a $role who is not in the program nothing of it', async ({ role, path }) => {
  for (const input of [{}, { q: mark }, askedOf(path)]) {
    const reply = await site.get(alpha.members[role].token, path, input as Record<string, string>)
    expect(reply.status, reply.text).toBeLessThan(500)
    expect(leaksIn(reply.text, input, mark, inside)).toEqual([])
  }
})

test('[JOB-5] the jobs of a program are shown to administrators and to who is in it, and to nobody else', async () => {
  const titles = async (token: string) => {
    const { body } = await site.get(token, 'v2/app/jobs', { limit: 200 })
    expect(body.total).toBe(body.jobs.length)
    return body.jobs.map(({ title }: { title: string }) => title)
  }
  const all = await titles(admin)
  expect(all).toContain(`Import the program ${mark} copy`)
  const others = all.filter((title: string) => !title.startsWith('Import the program') && !title.includes('artefacts'))
  for (const role of outside) expect(await titles(alpha.members[role].token)).toEqual(others)

  const { uuid } = alpha.members.ANALYST
  await site.call(admin, 'v2/app/save-program-member', { ...program, user_uuid: uuid, role: 'READER' })
  expect(await titles(alpha.members.ANALYST.token)).toHaveLength(others.length + 1)
  await site.call(admin, 'v2/app/save-program-member', { ...program, user_uuid: uuid, role: null })
})

test('[JOB-5] a job that is not shown is neither cancelled nor started again', async () => {
  const { body } = await importRows()
  for (const path of ['v2/app/jobs/cancel', 'v2/app/jobs/retry']) {
    const { status } = await site.call(alpha.members.ENGINEER.token, path, { uuid: body.job.uuid })
    expect(status).toBe(404)
  }
})

test.for(outside)('[JOB-5] [MEMBER-8] no channel tells a %s who is not in the program of it', async (role) => {
  const viewer = await site.live(alpha.members[role].token)
  const named = watchedChannels(mine)
  for (const { name } of channels) {
    const subscription = viewer.subscribe(name, named[name]?.[0]?.params ?? {})
    await Promise.race([subscription.refusal(), subscription.snapshot()])
  }
  const watcher = await site.live(admin)
  const jobs = watcher.subscribe('app.jobs')
  await jobs.snapshot()
  await importRows()
  await jobs.until(({ changes }) => JSON.stringify(changes).includes('COMPLETED'), 'the finished job')
  // what the viewer was sent after the administrator's change is at its next turns: a further change ends the wait
  const { body } = await site.call(admin, 'msoc/v1/alerts/bulk', { query: {}, change: { acknowledge: true } })
  await viewer.until(() => JSON.stringify(viewer.frames).includes(body.job.uuid), 'a job of everybody')

  expect(leaksIn(JSON.stringify(viewer.frames), [mine], mark, inside)).toEqual([])
})
