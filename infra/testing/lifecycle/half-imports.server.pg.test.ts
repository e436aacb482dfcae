import { beforeAll, expect, test, vi } from 'vitest'
import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { entriesOf, sameButNames } from '../support/engineering/archive-files.ts'
import { idsEvent } from '../support/events.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { startInstallation } from '../support/installation.ts'
import { fillWithTara } from '../support/engineering/tara-program.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const ours = exchanging(site, alpha.members.ENGINEER.token)
const theirs = exchanging(site, beta.members.ENGINEER.token)
const boss = exchanging(site, beta.members.ADMIN.token)
const until = <T>(holds: () => Promise<T>) => vi.waitFor(holds, { timeout: 20_000, interval: 50 })
const event = 0x9_301
const matchingFields = { indicators: { ...noIndicators, event_ids: [event] } }

let archive: Buffer<ArrayBuffer>
beforeAll(async () => {
  const program = await fillWithTara(ours, exchanging(site, alpha.members.ADMIN.token), 'Mirror')
  await ours.save(program, { artefacts: [{ kind: 'threat-scenario', title: 'Matching', fields: matchingFields }] })
  const {
    body: { method },
  } = await ours.call('save-method', {
    name: 'Ours',
    note: '',
    content: (await ours.get('get-methods', {})).body.methods[0].content,
  })
  await ours.call('release-method', { uuid: method.uuid, revision: method.revision })
  const {
    body: {
      program: { revision },
    },
  } = await ours.get('get-program-by-uuid', { programUuid: program })
  await ours.call('use-method', { program_uuid: program, revision, method_uuid: method.uuid })
  archive = (await ours.download('export-archive', { program_uuid: program })).bytes
})

/** Threat scenarios are rated last: an import that cannot write ratings stays incomplete. */
const failing = async (rated: 'fails' | 'is done') =>
  site.sql.unsafe(
    rated === 'fails'
      ? 'CREATE OR REPLACE FUNCTION not_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ' +
          "RAISE EXCEPTION 'not now'; END $$; " +
          'CREATE TRIGGER not_now BEFORE INSERT ON computed_values FOR EACH ROW EXECUTE FUNCTION not_now()'
      : 'DROP TRIGGER not_now ON computed_values',
  )
/** A part that cannot store its checkpoint is repeated again and again. */
const holding = async (parts: 'wait' | 'go on') =>
  site.sql.unsafe(
    parts === 'wait'
      ? "CREATE OR REPLACE FUNCTION not_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not " +
          "now'; END $$; CREATE TRIGGER not_now BEFORE UPDATE ON jobs FOR EACH ROW WHEN (NEW.status = 'RUNNING' AND " +
          "NEW.checkpoint ->> 'piece' = '9') EXECUTE FUNCTION not_now()"
      : 'DROP TRIGGER not_now ON jobs',
  )

/** A threat scenario of a program, and a project. */
const partsOf = async (program: string) =>
  (
    await site.sql<{ artefact: string; project: string }[]>`
 
      SELECT (SELECT uuid
      FROM artefacts
      WHERE program_uuid = ${program}
      AND kind = 'threat-scenario'
      LIMIT 1) AS artefact, (SELECT uuid
      FROM projects
      WHERE program_uuid = ${program}
      LIMIT 1) AS project`
  )[0]!
/** How much of a program is left. */
const leftOf = async (program: string) =>
  Object.values(
    (
      await site.sql`
 
        SELECT (SELECT count(*)::int
        FROM programs
        WHERE uuid = ${program}) AS programs, (SELECT count(*)::int
        FROM artefacts
        WHERE program_uuid = ${program}) AS artefacts,
    (SELECT count(*)::int
        FROM artefact_versions
        WHERE program_uuid = ${program}) AS versions, (SELECT count(*)::int
        FROM artefact_links
        WHERE program_uuid = ${program}) AS links, (SELECT count(*)::int
        FROM projects
        WHERE program_uuid = ${program}) AS projects`
    )[0]!,
  ) as number[]

/** Imports until its parts are held. */
async function heldImport(): Promise<{ job: string; program: string }> {
  await holding('wait')
  const {
    body: { job, program_uuid: program },
  } = await site.upload(beta.members.ENGINEER.token, 'v2/app/import-archive', {}, archive)
  await until(async () =>
    expect(await site.sql`SELECT 1 FROM jobs WHERE uuid = ${job.uuid} AND checkpoint ->> 'piece' = '8'`).toHaveLength(
      1,
    ),
  )
  expect((await leftOf(program)).every((rows) => rows > 0)).toBe(true)
  return { job: job.uuid, program }
}

test('[EXCHANGE-6] a program is invisible to all users until its import is complete', async () => {
  const before = (await boss.get('get-methods', {})).body.methods.length
  const whole = await theirs.begin('Whole')
  const [threat] = await theirs.save(whole, {
    artefacts: [{ kind: 'threat-scenario', title: 'Matching here too', fields: matchingFields }],
  })
  await failing('fails')
  const {
    body: { job, program_uuid: program },
  } = await theirs.bring('import-archive', {}, archive)
  await failing('is done')
  expect([job.status, job.done > 0, job.done < job.total]).toEqual(['FAILED', true, true])
  expect((await leftOf(program)).every((rows) => rows > 0)).toBe(true)
  const { artefact, project } = await partsOf(program)

  const queries: Record<string, Record<string, string>> = {
    'get-program-by-uuid': { programUuid: program },
    'program-lifecycle': { program_uuid: program },
    'get-artefacts': { program_uuid: program },
    'get-artefact': { uuid: artefact },
    'get-artefact-history': { uuid: artefact },
    'get-impact': { uuid: artefact },
    'get-comments': { artefact_uuid: artefact },
    'get-sightings': { threat_uuid: artefact },
    'get-baselines': { program_uuid: program },
    'get-project-by-uuid': { project_uuid: project },
    'export-archive': { program_uuid: program },
  }
  for (const by of [theirs, boss]) {
    expect((await by.get('get-programs', { perPage: 100 })).body).toMatchObject({
      total: 1,
      programs: [{ name: 'Whole' }],
    })
    expect((await by.get('get-projects', {})).body.total).toBe(0)
    for (const [path, query] of Object.entries(queries))
      expect([path, (await by.download(path, query)).status]).toEqual([path, 404])
    expect((await by.call('delete-program', { program_uuid: program, revision: 1 })).status).toBe(404)
  }
  expect((await boss.get('get-methods', {})).body.methods).toHaveLength(before)
  expect(await site.sql`SELECT 1 FROM audit_log WHERE subject_uuid = ${program}`).toEqual([])
  const viewer = await site.live(beta.members.ADMIN.token)
  expect(await viewer.subscribe('lifecycle.program', { program_uuid: program }).refusal()).toBe('NOT_FOUND')
  await site.post(beta.key, [idsEvent('SEENHALF', { event_id: event })])
  await until(async () => expect((await theirs.get('get-sightings', { threat_uuid: threat.uuid })).body.total).toBe(1))
  expect(await site.sql`SELECT DISTINCT program_uuid FROM sightings WHERE org_uuid = ${beta.org.uuid}`).toEqual([
    { program_uuid: whole },
  ])

  expect((await theirs.call('jobs/retry', { uuid: job.uuid })).status).toBe(200)
  await until(async () =>
    expect((await theirs.get('get-program-by-uuid', { programUuid: program })).body.program).toMatchObject({
      name: 'Mirror',
      my_role: 'LEAD',
    }),
  )
  for (const [path, query] of Object.entries(queries))
    expect([path, (await theirs.download(path, query)).status]).toEqual([path, 200])
  expect((await boss.get('get-methods', {})).body.methods).toContainEqual(
    expect.objectContaining({ name: 'Ours', programs: 1 }),
  )
  expect(
    sameButNames(await entriesOf((await theirs.download('export-archive', { program_uuid: program })).bytes)),
  ).toEqual(sameButNames(await entriesOf(archive)))
  await until(async () =>
    expect(await site.sql`SELECT 1 FROM sightings WHERE program_uuid = ${program}`).toHaveLength(1),
  )
})

test('[EXCHANGE-6] a cancelled import leaves nothing', async () => {
  const { job, program } = await heldImport()
  expect((await theirs.call('jobs/cancel', { uuid: job })).body.job.status).toBe('CANCELLED')
  await until(async () => expect(await leftOf(program)).toEqual([0, 0, 0, 0, 0]))
  await holding('go on')
})

test('[EXCHANGE-6] a failed import can be restarted for a week; then nothing of it is left', async () => {
  await failing('fails')
  const {
    body: { job, program_uuid: program },
  } = await theirs.bring('import-archive', {}, archive)
  await failing('is done')
  const age = (days: number) =>
    site.sql`UPDATE jobs SET finished_at = now() - make_interval(days => ${days}) WHERE uuid = ${job.uuid}`
  // two jobs in parallel: when the later one's data is deleted, this one was checked too
  await age(6)
  const other = await heldImport()
  await theirs.call('jobs/cancel', { uuid: other.job })
  await until(async () => expect(await leftOf(other.program)).toEqual([0, 0, 0, 0, 0]))
  await holding('go on')
  expect((await leftOf(program))[0]).toBe(1)
  await age(8)
  await until(async () => expect(await leftOf(program)).toEqual([0, 0, 0, 0, 0]))
  await theirs.call('jobs/retry', { uuid: job.uuid })
  await until(async () =>
    expect(await site.sql`SELECT status, error FROM jobs WHERE uuid = ${job.uuid}`).toEqual([
      { status: 'FAILED', error: 'The data of this import was deleted. Import it again.' },
    ]),
  )
  expect(await leftOf(program)).toEqual([0, 0, 0, 0, 0])
})

test("[EXCHANGE-6] a starting process deletes a killed process's incomplete import", async () => {
  const { job, program } = await heldImport()
  await site.api.stop()
  await holding('go on')
  // cancelled, and killed before it deleted anything
  await site.sql`UPDATE jobs SET status = 'CANCELLED', finished_at = now(), input = '{}' WHERE uuid = ${job}`
  await site.anotherApi()
  await until(async () => expect(await leftOf(program)).toEqual([0, 0, 0, 0, 0]))
})
