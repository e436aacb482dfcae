import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { axeOf, eventually, startConsole } from '../../support/browser/browser.ts'
import { idsEvent, theAlert } from '../../support/events.ts'

const { site, visit } = await startConsole()
const list = '/org/msoc/dashboard/analyzers/captures'
const folder = mkdtempSync(join(tmpdir(), 'captures-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A candump log of this number of frames, a millisecond apart, with one invalid line. */
function logFile(name: string, frames: number): string {
  const path = join(folder, name)
  const lines = Array.from((_, i) => {
    const time = `1772582400.${String(i % 1_000_000).padStart(6, '0')}`
    return `(${time}) can${i % 2} ${(0x100 + (i % 7)).toString(16)}#0102030405060708`
  })
  writeFileSync(path, `nonsense\n${lines.join('\n')}\n`)
  return path
}

test.for(['dark', 'light'] as const)(
  '[CAPTURE-44] a file is uploaded, read, opened, renamed, added to a case, replayed and deleted (%s)',
  { timeout: 120_000 },
  async (theme) => {
    const org = await site.organisation(`Uploaders ${theme}`)
    await site.post(org.key, [idsEvent('VIN1')])
    const { uuid: alertUuid } = await theAlert(site, org)
    await site.call(org.members.ANALYST.token, 'msoc/v1/cases/create', {
      title: 'Torque injection',
      alert_uuids: [alertUuid],
    })
    const there = await visit({ as: org.members.ANALYST, theme })
    const { page } = there
    await there.goto(list)
    await page.getByText('No captures yet').waitFor()
    await page.getByLabel('Capture files').setInputFiles(logFile('drive.log', 40_000))
    const row = page.getByRole('row').filter({ hasText: 'drive.log' })
    await row.getByText('Ready').waitFor()
    await expect(row.innerText()).resolves.toContain('40,000')

    await row.click()
    const detail = page.getByRole('region', { name: 'Capture', exact: true })
    await detail.getByText('1 not understood').waitFor()
    await detail.getByText('not a candump line').waitFor()
    expect(await axeOf(page)).toEqual([])
    await expect(detail.getByRole('link', { name: 'Open in analyzer' }).getAttribute('href')).resolves.toMatch(
      /default-view\?capture=[0-9a-f-]{36}$/,
    )
    await expect(detail.getByRole('link', { name: 'Learn a profile' }).getAttribute('href')).resolves.toMatch(
      /profiles\?capture=[0-9a-f-]{36}$/,
    )

    await detail.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('The drive')
    await dialog.getByLabel('Case').selectOption({ index: 1 })
    expect(await axeOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await detail.getByRole('heading', { name: 'The drive' }).waitFor()

    await detail.getByRole('button', { name: 'Replay' }).click()
    await dialog.getByLabel('Test vehicle').fill('PLAYED')
    await dialog.getByLabel('Speed').selectOption('0')
    expect(await axeOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await detail.getByText('Done').waitFor()
    await detail.getByText('40,000 frames, at once').waitFor()

    const saved = page.waitForEvent('download')
    await detail.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'candump' }).click()
    expect((await saved).suggestedFilename()).toBe('The-drive.log')

    await detail.getByRole('link', { name: /Torque injection/ }).click()
    await page.getByRole('region', { name: 'Captures' }).getByRole('link', { name: 'The drive', exact: true }).waitFor()
    await page.getByText('attached the capture “The drive”').waitFor()
    expect(await axeOf(page)).toEqual([])
    await page.getByRole('region', { name: 'Captures' }).getByRole('link', { name: 'The drive', exact: true }).click()
    await detail.getByRole('link', { name: 'PLAYED' }).click()
    await page.getByRole('main').getByText('Test vehicle', { exact: true }).waitFor()

    await page.goBack()
    await detail.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Case').selectOption('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await detail.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No captures yet').waitFor()
  },
)

test('[CAPTURE-45] an upload shows its progress, and leaves nothing when stopped', { timeout: 60_000 }, async () => {
  const org = await site.organisation('Stoppers')
  const there = await visit({ as: org.members.ANALYST })
  const { page } = there
  await there.goto(list)
  await page.getByText('No captures yet').waitFor()
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  })
  await page.getByLabel('Capture files').setInputFiles(logFile('long.log', 300_000))
  const progress = page.getByRole('progressbar', { name: 'Upload of long.log' })
  await eventually(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0)
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop the upload of long.log' }).click()
  await progress.waitFor({ state: 'detached' })
  await eventually(async () => (await site.sql`SELECT 1 FROM captures WHERE org_uuid = ${org.org.uuid}`).length).toBe(0)
})

test(
  '[CAPTURE-45] two of many files are uploaded at a time, and a waiting one is stopped at once',
  { timeout: 60_000 },
  async () => {
    const org = await site.organisation('Hoarders')
    const there = await visit({ as: org.members.ANALYST })
    const { page } = there
    await there.goto(list)
    await page.getByText('No captures yet').waitFor()
    const line = await page.context().newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    })
    await page
      .getByLabel('Capture files')
      .setInputFiles(['one.log', 'two.log', 'three.log'].map((name) => logFile(name, 300_000)))
    const uploading = async () =>
      (
        await site.sql`SELECT file_name FROM captures
          WHERE org_uuid = ${org.org.uuid} AND state = 'UPLOADING' ORDER BY 1`
      ).map(({ file_name: name }) => name as string)
    await eventually(uploading).toEqual(['one.log', 'two.log'])
    const third = page.getByRole('progressbar', { name: 'Upload of three.log' })
    await expect(third.getAttribute('value')).resolves.toBe('0')
    await page.getByRole('button', { name: 'Stop the upload of three.log' }).click()
    await third.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop the upload of one.log' }).click()
    await page.getByRole('button', { name: 'Stop the upload of two.log' }).click()
    await eventually(async () => (await site.sql`SELECT 1 FROM captures WHERE org_uuid = ${org.org.uuid}`).length).toBe(
      0,
    )
  },
)

test('[CAPTURE-46] an engineer changes a capture, but does not choose its case', async () => {
  const org = await site.organisation('Engineers')
  await site.upload(
    org.members.ENGINEER.token,
    'msoc/v1/captures/upload',
    { file_name: 'drive.log' },
    '(1.0) can0 123#00\n',
  )
  const there = await visit({ as: org.members.ENGINEER })
  const { page } = there
  await there.goto(list)
  await page.getByRole('row').filter({ hasText: 'drive.log' }).click()
  await page.getByRole('region', { name: 'Capture', exact: true }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').waitFor()
  await expect(dialog.getByLabel('Case').isDisabled()).resolves.toBe(true)
})

test('[CAPTURE-46] a viewer sees captures, and why uploads are not permitted', async () => {
  const org = await site.organisation('Viewers')
  const there = await visit({ as: org.members.VIEWER })
  await there.goto(list)
  await expect(there.page.getByRole('button', { name: 'Upload captures' }).isDisabled()).resolves.toBe(true)
})
