import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { entriesOf, zipped } from '../support/engineering/archive-files.ts'
import { axeOf, eventually, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { fillWithTara } from '../support/engineering/tara-program.ts'

const { site, visit } = await startConsole()
const list = '/org/lifecycle/projects'
const drawer = (page: Page) => page.getByRole('complementary')
const choose = (page: Page, menu: string, item: string) =>
  page.getByRole('menu', { name: menu }).getByRole('menuitem', { name: item }).click()

/** The file that a click downloads. */
async function downloaded(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer<ArrayBuffer> }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('[PROJECT-1] [CONFIGURATION-7] [PROGRAM-LIST-1] a new project, found in a paged list', async () => {
  const org = await site.organisation('Begins')
  const mine = exchanging(site, org.members.ENGINEER.token)
  const program = await mine.begin('Fjord zonal 2')
  for (let n = 1; n <= 10; n += 1)
    await mine.call('save-project', { program_uuid: program, name: `Door module ${n}`, type: 'COMPONENT' })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  await goto(list)
  await page.getByText('10 projects', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
  await page.keyboard.press('n')
  await page.getByLabel('In the program').selectOption({ label: 'Fjord zonal 2' })
  await page.getByLabel('Name', { exact: true }).fill('Charging gateway')
  await page.getByLabel('Type', { exact: true }).selectOption('SYSTEM')
  await page.getByLabel('Lead', { exact: true }).selectOption({ label: 'Begins engineer' })
  await page.getByLabel('Description').fill('Everything between the plug and the battery.')
  const elements = {
    systems: 'Charging system',
    features: 'Plug and charge',
    components: 'Charge controller',
    functions: 'Negotiate power',
    vehicles: 'Fjord 2',
  }
  await page.getByLabel('Battery electric', { exact: true }).check() // stays chosen while the lists are read again
  for (const [of, title] of Object.entries(elements)) {
    await page.getByLabel(`New in ${of}`).fill(title)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: of }).getByRole('checkbox', { name: title }).waitFor()
  }
  await page.getByText('5 chosen').waitFor()
  for (const choice of ['UN R155', 'ISO/SAE 21434', 'Attack potential'])
    await page.getByLabel(choice, { exact: true }).check()
  await page.getByLabel('New development').check()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Charging gateway' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`${list}/view`)

  await goto(list)
  await page.getByText('11 projects', { exact: true }).waitFor()
  expect(await page.getByRole('row').count()).toBe(11)
  await page.getByRole('link', { name: 'Charging gateway' }).waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('Door module 1', { exact: true }).waitFor()
  expect([await page.getByRole('row').count(), new URL(page.url()).searchParams.get('page')]).toEqual([2, '2'])
  expect(await axeOf(page)).toEqual([])
  const {
    body: { chosen, systems, vehicles },
  } = await mine.get('get-program-config', { project_uuid: program })
  expect(chosen).toMatchObject({
    propulsion_types: ['electric'],
    design_type: 'new',
    regulation_types: ['un-r155', 'iso-21434'],
    rating_types: ['potential'],
  })
  expect([systems[0].title, vehicles[0].title]).toEqual(['Charging system', 'Fjord 2'])
  const {
    body: {
      projects: [made],
    },
  } = await mine.get('get-projects', { q: 'Charging' })
  const {
    body: { artefacts },
  } = await mine.get('get-artefacts', { program_uuid: program })
  expect(
    artefacts
      .filter(({ project_uuid: project }: { project_uuid: string }) => project === made.uuid)
      .map(({ title }: { title: string }) => title)
      .sort(),
  ).toEqual(Object.values(elements).sort())
})

test("[PROGRAM-PAGE-9] [GRAPH-UI-21] a project's page shows the steps of its own contents", async () => {
  const org = await site.organisation('Own')
  const mine = exchanging(site, org.members.ENGINEER.token)
  const program = await fillWithTara(mine, exchanging(site, org.members.ADMIN.token), 'Headlamp')
  const {
    body: {
      projects: [project],
    },
  } = await mine.get('get-projects', { program_uuid: program })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  const inProject = () => new URL(page.url()).searchParams.get('projectId')
  await goto(`${list}?programId=${program}`)
  await page.getByRole('link', { name: project.name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: project.name }).waitFor()
  expect([new URL(page.url()).pathname, inProject()]).toEqual([`${list}/view`, project.uuid])
  await page.getByRole('link', { name: 'Item Definition' }).last().waitFor()
  expect(await axeOf(page)).toEqual([])
  expect(await sidewaysOf(page)).toBe(0)
  await page.getByRole('link', { name: 'Manage', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).waitFor()
  expect([new URL(page.url()).pathname, inProject()]).toEqual([`${list}/view/manage`, project.uuid])

  await goto(`${list}/view/compliance-summary?programId=${program}&projectId=${project.uuid}`)
  await page.getByRole('button', { name: 'Gaps', exact: true }).click()
  await page.locator('.co-gap a').first().waitFor({ state: 'attached' }) // collapsed
  expect(inProject()).toBe(project.uuid)
  const gaps = await page
    .locator('.co-gap a')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('projectId')),
    )
  expect([gaps.length > 0, new Set(gaps)]).toEqual([true, new Set([project.uuid])])

  await goto(
    `${list}/view/mapping-requirements?programId=${program}&projectId=${project.uuid}&from=goal&to=requirement`,
  )
  await page.getByRole('grid', { name: 'Trace matrix' }).getByRole('link', { name: 'CSR-001' }).first().click()
  await drawer(page).getByRole('heading', { level: 2 }).first().waitFor()
  expect([inProject(), new URL(page.url()).searchParams.get('open')]).toEqual([project.uuid, 'CSR-001'])
})

test('[PROGRAM-LIST-4] [PROJECT-13] a column header sorts projects; the URL and the file keep the order', async () => {
  const org = await site.organisation('Orders')
  const mine = exchanging(site, org.members.ENGINEER.token)
  const program = await mine.begin('Fjord zonal 2')
  for (const name of ['Bonnet', 'airbag', '=cmd()', ...Array.from({ length: 10 }, (_, n) => `Door ${n}`)])
    await mine.call('save-project', { program_uuid: program, name, type: 'COMPONENT' })
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(`${list}?q=d`) // leaves out names without a d
  const first = () => page.getByRole('row').nth(1)
  await first().filter({ hasText: 'Door 9' }).waitFor()
  await page.getByRole('button', { name: 'Project', exact: true }).click()
  await first().filter({ hasText: '=cmd()' }).waitFor()
  await page.getByRole('button', { name: 'Project', exact: true }).click()
  await first().filter({ hasText: 'Door 9' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'd', sort: 'name', order: 'desc' })
  expect(await page.getByRole('columnheader', { name: 'Project' }).getAttribute('aria-sort')).toBe('descending')
  const { name, bytes } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Export these projects as CSV' }).click(),
  )
  const [, ...lines] = bytes.toString().trim().split('\r\n')
  expect([name, lines.length, lines[0]!.startsWith('Door 9,'), lines.at(-1)!.startsWith("'=cmd(),")]).toEqual([
    'projects.csv',
    11,
    true,
    true,
  ])
  expect(await axeOf(page)).toEqual([])
})

test('[PROJECT-3] [PROGRAM-PAGE-7] the phase and status of a project change, with history entries', async () => {
  const org = await site.organisation('Moves')
  const mine = exchanging(site, org.members.ENGINEER.token)
  const program = await mine.begin('Fjord zonal 2')
  const {
    body: { project },
  } = await mine.call('save-project', { program_uuid: program, name: 'Door module', type: 'COMPONENT' })
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(`${list}/view/manage?programId=${program}&projectId=${project.uuid}`)
  await page.getByRole('button', { name: `Status of ${phaseLabels.CONCEPT}: Created` }).click()
  await choose(page, `Status of ${phaseLabels.CONCEPT}`, 'Completed')
  await page.getByRole('button', { name: `Status of ${phaseLabels.CONCEPT}: Completed` }).waitFor()
  await page.getByRole('button', { name: `Status of ${phaseLabels.PRODUCT_DEVELOPMENT}: Not begun` }).click()
  await choose(page, `Status of ${phaseLabels.PRODUCT_DEVELOPMENT}`, 'Make it the current phase')
  await page.locator('[aria-current="step"]').filter({ hasText: phaseLabels.PRODUCT_DEVELOPMENT }).waitFor()
  await page.getByRole('button', { name: 'Status of Door module: Created' }).click()
  await choose(page, 'Status of Door module', 'In process')
  await page.getByRole('button', { name: `Status of ${phaseLabels.PRODUCT_DEVELOPMENT}: In process` }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Door module 2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Door module 2' }).waitFor()
  await page.getByText('Door module → Door module 2').waitFor()
  await page.getByText('Created → Completed').waitFor()
  await page.getByText(`${phaseLabels.CONCEPT} → ${phaseLabels.PRODUCT_DEVELOPMENT}`).waitFor()
  await page.getByText('Created → In process').waitFor()
  expect(await axeOf(page)).toEqual([])
  expect((await mine.get('get-project-by-uuid', { project_uuid: project.uuid })).body.project).toMatchObject({
    name: 'Door module 2',
    current_phase: 'PRODUCT_DEVELOPMENT',
    concept_phase_status: 'COMPLETED',
    product_development_phase_status: 'IN_PROCESS',
  })
})

test('[EXCHANGE-3] [EXCHANGE-5] [EXCHANGE-6] [EXCHANGE-33] another organisation imports a project', async () => {
  const [giver, taker] = [await site.organisation('Gives'), await site.organisation('Takes')]
  const mine = exchanging(site, giver.members.ENGINEER.token)
  const program = await fillWithTara(mine, exchanging(site, giver.members.ADMIN.token), 'Headlamp')
  const {
    body: {
      projects: [project],
    },
  } = await mine.get('get-projects', { program_uuid: program })
  const here = await visit({ as: giver.members.ENGINEER })
  await here.goto(`${list}/zip?programId=${program}`)
  await here.page.getByLabel('Project', { exact: true }).selectOption(project.uuid)
  const { name, bytes } = await downloaded(here.page, () =>
    here.page.getByRole('button', { name: 'Export as zip' }).click(),
  )
  await here.page.getByText('Headlamp ECU.zip is among your downloads.').waitFor()
  expect(name).toBe('Headlamp ECU.zip')
  expect([...(await entriesOf(bytes)).keys()]).toContain('artefacts/threat-scenario.jsonl')

  const { page, goto, ignoreFaults } = await visit({ as: taker.members.ENGINEER })
  await goto(`${list}/zip-upload`)
  const put = (file: string, content: Buffer) =>
    page.getByLabel('Zip archive').setInputFiles({ name: file, mimeType: 'application/zip', buffer: content })
  await put('other.zip', await zipped({ 'manifest.json': '{}', 'evil.sh': 'rm' }))
  await page.getByRole('button', { name: 'Look inside' }).click()
  await page.getByRole('alert').waitFor()
  ignoreFaults(/Failed to load resource: .* 400/)
  const files = Object.fromEntries(await entriesOf(bytes))
  const goals = files['artefacts/goal.jsonl']!.replace('"status":"CREATED"', '"status":"APPROVED"')
  await put(name, await zipped({ ...files, 'artefacts/goal.jsonl': goals }))
  await page.getByRole('button', { name: 'Look inside' }).click()
  await page.getByLabel('Name of the new program').fill('Headlamp of Gives')
  await page.getByText('Threat scenarios', { exact: true }).waitFor()
  await page.getByText('1 artefact is approved without a review in this archive').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Read it in' }).click()
  await page.getByRole('status', { name: 'Import the program Headlamp of Gives' }).getByText('Completed').waitFor()
  await page.getByText('1 artefact was approved without a review in this archive').waitFor()
  await page.getByRole('link', { name: 'Open the program' }).click()
  await page.getByRole('heading', { level: 1, name: 'Headlamp of Gives' }).waitFor()
  const { searchParams } = new URL(page.url())
  await goto(`${list}/view/threat-analysis?programId=${searchParams.get('programId')}&open=TS-001&part=comments`)
  await drawer(page).getByRole('heading', { name: 'Spoofed lamp request' }).waitFor()
  await drawer(page).getByText('Gives engineer, imported').first().waitFor()
})

test('[GRAPH-UI-12] [DOCUMENT-10] [EXCHANGE-13] a workbook is imported by a mapping, errors by row', async () => {
  const org = await site.organisation('Reads')
  const mine = exchanging(site, org.members.ENGINEER.token)
  const program = await mine.begin('Fjord zonal 2')
  const { page, goto } = await visit({ as: org.members.ENGINEER, theme: 'light' })
  await goto(`${list}/view/asset-identify?programId=${program}`)
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'Export, import' }).click()
    await choose(page, 'Export and import', item)
  }
  await menu('Import assets')
  const cell = (text: string) =>
    `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
  const rows = [
    ['Item', 'What it is', 'Matters'],
    ['=HYPERLINK("http://evil.example","Torque")', 'Formula', 'yes'],
    ['<img src=x onerror=alert(1)>', 'Markup', 'no'],
    ['Door release', 'Plain', 'perhaps'],
  ]
  const buffer = await zipped({
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet ' +
      'name="Assets" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ' +
      'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" ' +
      'Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml':
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' +
      `${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  })
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('File')
    .setInputFiles({
      name: 'assets.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    })
  // an empty input takes the same file again
  expect(await dialog.getByLabel('File').inputValue()).toBe('')
  await dialog.getByLabel('What Item is').selectOption({ label: 'Title' })
  await dialog.getByLabel('What What it is is').selectOption({ label: 'Description' })
  await dialog.getByLabel('What Matters is').selectOption({ label: 'Security relevance' })
  await dialog.getByText('3 rows: 2 new, 0 changed, 0 unchanged, 1 refused.').waitFor()
  await dialog.getByText('Row 4: Security relevance: say yes or no.').waitFor()
  await dialog.getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await axeOf(page)).toEqual([])
  expect((await mine.get('get-artefacts', { program_uuid: program })).body.artefacts).toEqual([])
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .getByRole('status', { name: /^Import 2 artefacts/ })
    .getByText('Completed')
    .waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('row').filter({ hasText: '=HYPERLINK("http://evil.example","Torque")' }).waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  const { name, bytes } = await downloaded(page, () => menu('Assets as CSV'))
  expect([name, bytes.toString()]).toEqual([
    'assets.csv',
    expect.stringContaining('"\'=HYPERLINK(""http://evil.example"",""Torque"")"'),
  ])
})

test('[GRAPH-16] [EXCHANGE-16] [EXCHANGE-20] two users comment on an artefact, and export in every form', async () => {
  const org = await site.organisation('Talks')
  const mine = exchanging(site, org.members.ENGINEER.token)
  const program = await fillWithTara(mine, exchanging(site, org.members.ADMIN.token), 'Headlamp')
  const [one, other] = await Promise.all([
    visit({ as: org.members.ENGINEER }),
    visit({ as: org.members.ADMIN, theme: 'light' }),
  ])
  const damage = `${list}/view/requirements-management?programId=${program}&open=CSR-001&part=comments`
  await Promise.all([one.goto(damage), other.goto(damage)])
  const say = async ({ page }: typeof one, text: string) => {
    await drawer(page).getByLabel('Comment', { exact: true }).fill(text)
    await page.keyboard.press('Control+Enter')
    await drawer(page).getByRole('list', { name: 'Comments' }).getByText(text).waitFor()
  }
  await say(one, 'Which key is this?')
  await drawer(other.page).getByText('Which key is this?').waitFor()
  await say(other, 'The one of the gateway.')
  const comments = drawer(one.page).getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await comments.filter({ hasText: 'The one of the gateway.' }).waitFor()
  await comments.first().getByLabel('Settled').click({ force: true })
  await eventually(async () =>
    (
      await mine.get('get-comments', {
        artefact_uuid: (await mine.get('get-artefacts', { program_uuid: program, kinds: 'requirement' })).body
          .artefacts[0].uuid,
      })
    ).body.comments.map(({ is_resolved: isSettled }: { is_resolved: boolean }) => isSettled),
  ).toEqual([true, false])
  expect(await axeOf(one.page)).toEqual([])
  expect(await sidewaysOf(one.page)).toBe(0)

  const taken = async (item: string) =>
    downloaded(one.page, async () => {
      await one.page.getByRole('button', { name: 'Export, import' }).click()
      await choose(one.page, 'Export and import', item)
    })
  const [xlsx, csv, reqif] = [
    await taken('Requirements as XLSX'),
    await taken('Requirements as CSV'),
    await taken('Requirements as ReqIF'),
  ]
  expect([xlsx.name, csv.name, reqif.name]).toEqual(['requirements.xlsx', 'requirements.csv', 'requirements.reqif'])
  expect((await entriesOf(xlsx.bytes)).get('xl/worksheets/sheet1.xml')).toContain('Requests are authenticated.')
  expect([csv.bytes.toString(), reqif.bytes.toString()]).toEqual([
    expect.stringContaining('Requests are authenticated.'),
    expect.stringMatching(/<REQ-IF[\s\S]*Requests are authenticated\./),
  ])
  await one.goto(`${list}/view/manage?programId=${program}`)
  for (const [form, begins] of [
    ['PDF', '%PDF-'],
    ['DOCX', 'PK'],
    ['XLSX', 'PK'],
  ] as const) {
    const { name, bytes } = await downloaded(one.page, async () => {
      await one.page.getByRole('button', { name: 'Report' }).click()
      await one.page
        .getByRole('menu', { name: 'Report' })
        .getByRole('menuitem', { name: new RegExp(`${form}.*tara`, 'i') })
        .click()
    })
    expect([name, bytes.subarray(0, begins.length).toString(), bytes.length > 2_000]).toEqual([
      `Headlamp tara.${form.toLowerCase()}`,
      begins,
      true,
    ])
  }
})

test('[GRAPH-UI-18] figures equal the lists that they link to; program-wide content is marked', async () => {
  const org = await site.organisation('Figures')
  const mine = exchanging(site, org.members.ENGINEER.token)
  const program = await fillWithTara(mine, exchanging(site, org.members.ADMIN.token), 'Headlamp')
  const {
    body: {
      projects: [project],
    },
  } = await mine.get('get-projects', { program_uuid: program })
  const { page, goto } = await visit({ as: org.members.ENGINEER })
  for (const name of ['Initial', 'Target']) {
    await goto(`/org/lifecycle/program?programId=${program}`)
    await page.getByRole('button', { name, exact: true }).click()
    const cell = page
      .getByRole('table', { name: `Threat scenarios by impact and feasibility, ${name.toLowerCase()}` })
      .getByRole('link')
      .first()
    const count = Number(await cell.innerText())
    await cell.click()
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${count}( of \\d+)? threat scenario`) })
      .waitFor()
  }

  await goto(`/org/lifecycle/projects/product-development/dashboard?programId=${program}&projectId=${project.uuid}`)
  await page.getByText(`project ${project.name}`).waitFor()
  expect(
    new URL(
      (await page.getByRole('link', { name: 'Requirements', exact: true }).last().getAttribute('href'))!,
      page.url(),
    ).searchParams.get('projectId'),
  ).toBe(project.uuid)
  await page.getByRole('button', { name: `No longer project ${project.name}` }).click()
  await page.getByText(`project ${project.name}`).waitFor({ state: 'detached' })

  await goto(`${list}/view/compliance-summary?programId=${program}&projectId=${project.uuid}`)
  await page.getByText('This covers the whole program, not only the project.').waitFor()
  await goto('/org/lifecycle/compliance')
  await page
    .getByRole('row', { name: /Headlamp/ })
    .getByText('of 69')
    .waitFor()
})
