import { expect, test } from 'vitest'
import { entriesOf, zipped } from '../support/engineering/archive-files.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { startInstallation } from '../support/installation.ts'
import { fillWithTara } from '../support/engineering/tara-program.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const ours = exchanging(site, alpha.members.ENGINEER.token)
const reviewer = exchanging(site, alpha.members.ADMIN.token)
const theirs = exchanging(site, beta.members.ENGINEER.token)
const colleague = exchanging(site, beta.members.ADMIN.token)

interface Line {
  status: string
  title: string
  uuid: string
  revision: number
}

/** A file with a JSON document a line, each changed. */
const mapLines = (text: string, change: (line: Line) => Line) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : JSON.stringify(change(JSON.parse(line) as Line))))
    .join('\n')

/** The archive with these artefacts APPROVED, also in their last versions, without any further review. */
async function withApproved(bytes: Uint8Array, titles: readonly string[]) {
  const files = Object.fromEntries(await entriesOf(bytes))
  const last = new Map<string, number>()
  for (const [name, text] of Object.entries(files))
    if (name.startsWith('artefacts/'))
      files[name] = mapLines(text, (line) => {
        if (!titles.includes(line.title)) return line
        last.set(line.uuid, line.revision)
        return { ...line, status: 'APPROVED' }
      })
  const versions = files['versions.jsonl']
  if (versions !== undefined)
    files['versions.jsonl'] = mapLines(versions, (line) =>
      last.get(line.uuid) === line.revision ? { ...line, status: 'APPROVED' } : line,
    )
  return files
}

/** The keys of version 1 of the format. */
const asVersion1 = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      text
        .replaceAll('"graph_versions":', '"moments":')
        .replaceAll('"graph_version":', '"moment":')
        // oxlint-disable-next-line carapace/plain-english -- version 1 is as it is
        .replaceAll('"action":', '"deed":')
        .replaceAll('"requested_at":', '"asked_at":')
        .replaceAll('"requested_by":', '"asked_by":')
        .replace('"format":"carapace-archive","version":2', '"format":"carapace-archive","version":1'),
    ]),
  )

async function statusesOf(by: typeof ours, program: string): Promise<Map<string, string>> {
  const { body } = await by.get('get-artefacts', { program_uuid: program })
  return new Map(body.artefacts.map(({ title, status }: Line) => [title, status]))
}

async function artefactCalled(by: typeof ours, program: string, title: string): Promise<Line> {
  const { body } = await by.get('get-artefacts', { program_uuid: program })
  return body.artefacts.find((one: Line) => one.title === title)
}

const both = ['Authentic and fresh requests', 'Use SecOC']
const sentence =
  '2 artefacts were approved without a review in this archive, and are imported as In process: CG-01, CSR-002.'
const sentenceOfOne = '1 artefact was approved without a review in this archive, and is imported as In process: CG-01.'

for (const version of [1, 2])
  test(`[EXCHANGE-33] without a review an approval ends with the import, format ${version}`, async () => {
    const name = `Unreviewed ${version}`
    const program = await fillWithTara(ours, reviewer, name)
    const { bytes } = await ours.download('export-archive', { program_uuid: program })
    const files = await withApproved(bytes, both)
    const archive = await zipped(version === 1 ? asVersion1(files) : files)
    const preview = await theirs.bring('import-archive', { dry_run: 'true' }, archive)
    expect(preview.body.contents.unreviewed).toEqual({ count: 2, codes: ['CG-01', 'CSR-002'] })
    const { body } = await theirs.bring('import-archive', {}, archive)
    expect([body.job.status, body.job.outcome.returned_to_in_process, body.job.messages]).toEqual([
      'COMPLETED',
      2,
      [sentence],
    ])
    const copy = await theirs.programCalled(name)
    const statuses = await statusesOf(theirs, copy)
    expect(both.map((title) => statuses.get(title))).toEqual(['IN_PROCESS', 'IN_PROCESS'])
    // the approval that the archive has a review of stays
    expect(statuses.get('Night drive without light')).toBe('APPROVED')
    // what the archive has of the history stays; the change of the status comes after it
    const goal = await artefactCalled(theirs, copy, both[0]!)
    const { versions } = (await theirs.get('get-artefact-history', { uuid: goal.uuid })).body
    expect(versions.map(({ status, by }: { status: string; by: { name: string } }) => [status, by.name])).toEqual([
      ['IN_PROCESS', 'Beta engineer'],
      ['APPROVED', 'Alpha engineer, imported'],
      ['CREATED', 'Alpha engineer, imported'],
    ])
    // and the archive of the copy is one that can be imported, without anything to end
    const again = await theirs.download('export-archive', { program_uuid: copy })
    const second = await theirs.bring('import-archive', { dry_run: 'true' }, again.bytes)
    expect([second.status, second.body.contents.unreviewed]).toEqual([200, { count: 0, codes: [] }])
  })

test('[EXCHANGE-33] the archive of one project has the reviews of its artefacts, and they decide as well', async () => {
  const program = await fillWithTara(ours, reviewer, 'Of a project')
  const {
    body: { projects },
  } = await ours.get('get-projects', { program_uuid: program })
  const { bytes } = await ours.download('export-archive', { program_uuid: program, project_uuid: projects[0].uuid })
  const archive = await zipped(await withApproved(bytes, both))
  const { body } = await theirs.bring('import-archive', {}, archive)
  expect([body.job.status, body.job.messages, body.contents.unreviewed.count]).toEqual([
    'COMPLETED',
    [sentenceOfOne],
    1,
  ])
  const copy = await theirs.programCalled('Of a project')
  const statuses = await statusesOf(theirs, copy)
  expect(statuses.get(both[0]!)).toBe('IN_PROCESS')
  expect(statuses.get('Night drive without light')).toBe('APPROVED')
  // its history begins with the import: the review is of an earlier revision, and still decides
  const again = await theirs.download('export-archive', { program_uuid: copy })
  const second = await theirs.bring('import-archive', { dry_run: 'true' }, again.bytes)
  expect([second.status, second.body.contents.unreviewed.count]).toEqual([200, 0])
})

test('[EXCHANGE-33] [GRAPH-9] the importer may not decide about what came approved without a review', async () => {
  const program = await fillWithTara(ours, reviewer, 'Not mine')
  const {
    body: { projects },
  } = await ours.get('get-projects', { program_uuid: program })
  for (const [name, scope] of [
    ['Whole', {}],
    ['Part', { project_uuid: projects[0].uuid as string }],
  ] as const) {
    const { bytes } = await ours.download('export-archive', { program_uuid: program, ...scope })
    await theirs.bring('import-archive', { name }, await zipped(await withApproved(bytes, both)))
    const goal = await artefactCalled(theirs, await theirs.programCalled(name), both[0]!)
    const { body: requested } = await colleague.call('request-review', {
      artefact_uuid: goal.uuid,
      revision: goal.revision,
    })
    const decided = await theirs.call('decide-review', { review_uuid: requested.review_uuid, decision: 'approved' })
    expect([decided.status, decided.body.message], name).toEqual([
      422,
      'Four eyes: an author of changes since the last approval may not decide.',
    ])
  }
})
