import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { axeOf, eventually, postFleet, sidewaysOf, startConsole } from '../support/browser/browser.ts'
import { focusIn } from '../support/browser/focus.ts'
import type { Organisation } from '../support/installation.ts'
import { createProgram } from '../support/factories.ts'

const { site, served, visit } = await startConsole()
const org = await site.organisation('Shell')
const vins = await postFleet(site, org)

const jobs = '/org/msoc/dashboard/jobs/current'
const menu = (page: Page) => page.getByRole('navigation', { name: 'Workspace' })
const found = (page: Page) => page.getByRole('listbox', { name: 'Found' })

/** The workspace preferences that the browser stores. */
const preferencesOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('carapace.preferences')!) as Record<string, unknown>)

/** Creates a case with the first alert; returns it as the api answers. */
async function openCase({ members }: Organisation, title: string) {
  const {
    body: { alerts },
  } = await site.get(members.ADMIN.token, 'msoc/v1/alerts', { case: undefined, status: 'NEW', limit: 1 })
  const { body } = await site.call(members.ANALYST.token, 'msoc/v1/cases/create', {
    title,
    alert_uuids: [alerts[0].uuid],
  })
  return body.case as { uuid: string; number: number }
}

test('[NAVIGATION-2] the menu leads to every page, and so do its keys', async () => {
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await menu(page).getByRole('link', { name: 'Case Management' }).waitFor()
  const names = await menu(page).getByRole('listitem').getByRole('link').allInnerTexts()
  expect(names.map((name) => name.split('\n').find((line) => /[a-z]/.test(line)))).toEqual([
    'Workspace',
    'Dashboard',
    'Panels',
    'KPIs',
    'Shifts',
    'Live',
    'Projects',
    'Notifications',
    'Reports',
    'Integrations',
    'Jobs',
    'Analyzers',
    'Rules',
    'Observable',
    'Alert Management',
    'Case Management',
    'Playbooks',
    'Knowledge Base',
    'Newsfeeds',
  ])

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/org/msoc/dashboard/case-management')
  expect(await menu(page).locator('[aria-current]').innerText()).toBe('Case Management')
})

test('[NAVIGATION-1] a case is named in the breadcrumb, where the list is a link', async () => {
  const { uuid, number } = await openCase(org, 'Breadcrumb')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`/org/msoc/dashboard/case-management/general?case=${uuid}`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await crumbs.getByText(`CAS-${number}`).waitFor()
  await crumbs.getByRole('link', { name: 'Case Management' }).click()
  await page.waitForURL('**/org/msoc/dashboard/case-management')
  expect(await crumbs.getByRole('link').count()).toBe(0)
})

test('[PALETTE-1] [PALETTE-3] [PALETTE-4] the palette finds a vehicle and a case, and remembers the case', async () => {
  const { uuid, number } = await openCase(org, 'Found by its number')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(vins[4]!)
  await found(page).getByText(vins[4]!).waitFor()

  await page.keyboard.press('Control+a')
  await page.keyboard.type(`CAS-${number}`)
  await found(page)
    .getByRole('option', { name: /Found by its number/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/case-management/general?case=${uuid}`)

  await page.getByRole('heading', { name: 'Found by its number' }).waitFor()
  await page.keyboard.press('Control+k')
  await eventually(() => found(page).getByRole('option').first().innerText()).toContain('Found by its number')
  expect(new URL(page.url()).searchParams.get('case')).toBe(uuid)
})

test('[PALETTE-1] the palette leads to the page of a vehicle, and to a geofence on the live map', async () => {
  const polygon = [
    [9, 48],
    [9.5, 48],
    [9.5, 48.5],
    [9, 48.5],
  ]
  await site.call(org.members.ADMIN.token, 'msoc/v1/geofences/save', {
    name: 'Proving ground',
    polygon,
    severity: 'high',
    active: true,
  })
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(vins[4]!)
  await found(page).getByRole('option', { name: vins[4]! }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/vehicle/info?vehicle=${vins[4]!}`)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('proving')
  await found(page).getByRole('option', { name: 'Proving ground' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/live-map?*')
  expect(Number(new URL(page.url()).searchParams.get('lat'))).toBeCloseTo(48.25, 1)
})

test('[PALETTE-1] the palette also runs actions: the theme changes', async () => {
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme: light')
  // it is also in the full list: only when it is first, the list has been filtered
  await eventually(() => found(page).getByRole('option', { disabled: false }).allInnerTexts()).toEqual(['Theme: light'])
  await page.keyboard.press('Enter')
  await eventually(() => page.locator('html').getAttribute('class')).toContain('light')
  expect(await preferencesOf(page)).toMatchObject({ mode: 'light' })
})

test('[PALETTE-2] a search that fails is named, and the other results stay', async () => {
  const there = await visit({ as: org.members.ANALYST })
  const { page } = there
  await page.route('**/api/msoc/v1/cases?*', (route) => route.abort())
  await there.goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('case')
  await page.getByText('Could not search cases.').waitFor()
  await eventually(() => found(page).getByRole('option').allInnerTexts()).toContainEqual(
    expect.stringContaining('Case Management'),
  )
  there.ignoreFaults(/ERR_FAILED/)
})

test('[KEY-3] the help lists the keys of the page that is shown, by group', async () => {
  const { uuid } = await openCase(org, 'Keys')
  const { page, goto } = await visit({ as: org.members.ANALYST })
  await goto(`/org/msoc/dashboard/case-management/general?case=${uuid}`)
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Write a comment').waitFor()
  expect(await help.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
    expect.arrayContaining(['Case', 'Go to', 'General']),
  )
})

test.for(['dark', 'light'] as const)('axe finds nothing on the %s palette and help', async (theme) => {
  const { page, goto } = await visit({ as: org.members.ADMIN, theme })
  await goto(jobs)
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('e')
  await found(page).getByRole('option').first().waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await found(page).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await axeOf(page)).toEqual([])
})

test.for([
  [1280, 720],
  [3840, 2160],
  [390, 844],
] as const)('at %d by %d nothing scrolls sideways, also without a connection', async ([width, height]) => {
  const there = await visit({ as: org.members.ADMIN, phone: width < 500 })
  const { page } = there
  await page.setViewportSize({ width, height })
  for (const path of [
    jobs,
    '/org/msoc/dashboard/jobs/ingest',
    '/org/msoc/dashboard/jobs/rejects',
    '/org/msoc/dashboard/case-management',
  ]) {
    await there.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    expect([path, await sidewaysOf(page)]).toEqual([path, 0])
  }
  await page.waitForLoadState('networkidle') // an aborted request would be a fault
  await served.stop()
  await page.getByRole('region', { name: 'Connection' }).waitFor()
  expect(await sidewaysOf(page)).toBe(0)
  await served.startAgain()
  there.ignoreFaults(/WebSocket connection|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|502|503/)
})

test('on a phone the menu is a drawer, which closes after use', async () => {
  const { page, goto } = await visit({ as: org.members.ADMIN, phone: true })
  await goto(jobs)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu(page).getByRole('link', { name: 'Case Management' }).click()
  await page.waitForURL('**/org/msoc/dashboard/case-management')
  await menu(page).waitFor({ state: 'detached' })
  expect(await sidewaysOf(page)).toBe(0)
})

const threats = '/org/lifecycle/projects/view/threat-analysis'

async function newProgram(name: string): Promise<string> {
  return (await createProgram(site, org.members.ADMIN.token, { name })).uuid
}

test('[PALETTE-1] [NAVIGATION-1] the palette finds a program and its artefact; the breadcrumb shows both', async () => {
  const programId = await newProgram('Kestrel gateway')
  const { body } = await site.call(org.members.ADMIN.token, 'v2/app/save-artefacts', {
    program_uuid: programId,
    artefacts: [{ kind: 'threat-scenario', title: 'Spoofed torque request' }],
  })
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto('/org/lifecycle/programs')
  await page.getByRole('link', { name: 'Kestrel gateway' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kestrel')
  await found(page)
    .getByRole('option', { name: /Kestrel gateway/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/org/lifecycle/program?programId=${programId}`)

  await page.getByRole('heading', { name: 'Kestrel gateway' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ts-1')
  await found(page)
    .getByRole('option', { name: /Spoofed torque request.*TS-001/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/threat-analysis?programId=${programId}&open=${body.artefacts[0].code}`)
  await page.setViewportSize({ width: 1920, height: 1080 }) // a narrow screen has no room for all of it
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await crumbs.getByText('TS-001').waitFor()
  await eventually(() => crumbs.getByRole('link').allInnerTexts()).toEqual([
    'Programs',
    'Kestrel gateway',
    'Threat Analysis',
  ])
  await crumbs.getByRole('link', { name: 'Kestrel gateway' }).click()
  await page.waitForURL(`**/org/lifecycle/program?programId=${programId}`)

  const nonMember = await visit({ as: org.members.ANALYST })
  await nonMember.goto(`${threats}?programId=${programId}`)
  await nonMember.page.getByText('The program did not load').waitFor()
  await nonMember.page.keyboard.press('Control+k')
  await nonMember.page.keyboard.type('kestrel')
  await nonMember.page.getByText('No results for “kestrel”.').waitFor()
  expect(await found(nonMember.page).count()).toBe(0)
  nonMember.ignoreFaults(/404/)
})

test('[NAVIGATION-10] members see each other and comments; a removed member gets “not found”', async () => {
  const programId = await newProgram('Worked on together')
  const token = org.members.ADMIN.token
  const place = (role: string | null) =>
    site.call(token, 'v2/app/save-program-member', {
      program_uuid: programId,
      user_uuid: org.members.ANALYST.uuid,
      role,
    })
  await place('READER')
  const { body } = await site.call(token, 'v2/app/save-artefacts', {
    program_uuid: programId,
    artefacts: [{ kind: 'threat-scenario', title: 'Spoofed torque request' }],
  })
  const [mine, theirs] = [await visit({ as: org.members.ADMIN }), await visit({ as: org.members.ANALYST })]
  await mine.goto(`${threats}?programId=${programId}`)
  await theirs.goto(`${threats}?programId=${programId}&open=TS-001&part=comments`)
  for (const { page } of [mine, theirs]) await page.getByText('1 other here').waitFor()
  expect(await mine.page.getByRole('img', { name: 'Shell analyst' }).count()).toBe(1)
  expect(await axeOf(mine.page)).toEqual([])

  await theirs.page.getByText('No comments yet.').waitFor()
  await site.call(token, 'v2/app/save-comment', {
    artefact_uuid: body.artefacts[0].uuid,
    text: 'Which key does it take?',
  })
  await theirs.page.getByRole('list', { name: 'Comments' }).getByText('Which key does it take?').waitFor()
  expect(await theirs.page.getByRole('tab', { name: /Comments/ }).innerText()).toContain('1')

  await place(null)
  await theirs.page.getByText('The program did not load').waitFor()
  expect(await theirs.page.getByText('Spoofed torque request').count()).toBe(0)
  await mine.page.getByText('1 other here').waitFor({ state: 'detached' })
  theirs.ignoreFaults(/404/)
})

test('[NAVIGATION-3] [NAVIGATION-11] a screen that is not built is marked in the menu', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto('/org/cti/humint')
  await page.getByText('Not available in this version').waitFor()
  expect(await page.title()).toBe('HUMINT - Carapace')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('HUMINT')
  expect(await menu(page).getByRole('listitem').getByRole('link').allInnerTexts()).toEqual([
    'Workspace',
    'Vulnerabilities',
    'Onboard Threats',
    'Threat Intelligence',
  ])
  expect(await menu(page).getByTitle('Not in this version yet').count()).toBe(3)
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await page.waitForURL('**/org/lifecycle/dashboard')

  for (const path of ['/org/nowhere', '/nowhere']) {
    await goto(path)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.title()).toBe('Page not found - Carapace')
    expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(/^mailto:/)
    expect(await page.getByRole('link', { name: 'Go back home' }).getAttribute('href')).toBe('/org/lifecycle/dashboard')
  }
})

test('[NAVIGATION-3] a vehicle tab that is not built is marked, too', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(`/org/msoc/dashboard/projects/vehicle/v2x?vehicle=${vins[4]!}`)
  await page.getByText('Not available in this version').waitFor()
  expect(await page.title()).toBe('V2X - Carapace')
})

test('[NAVIGATION-4] [NAVIGATION-5] a program has its own menu, with locked steps and their reason', async () => {
  const programId = await newProgram('Locked steps')
  const { page, goto } = await visit({ as: org.members.ADMIN, theme: 'light' })
  await goto(`/org/lifecycle/projects/view/compliance-summary?programId=${programId}`)
  await menu(page).getByRole('button', { name: 'Expand the sidebar' }).click()
  const analysis = menu(page).getByRole('link', { name: 'Threat Analysis' })
  expect(await analysis.getAttribute('aria-disabled')).toBe('true')
  await analysis.hover()
  await page.getByText('Please ensure atleast one asset have security relevence true.').last().waitFor()
  expect(await axeOf(page)).toEqual([])

  await menu(page).getByRole('button', { name: 'Product Development' }).click()
  await menu(page).getByRole('link', { name: 'Design Specification' }).click()
  await page.waitForURL(`**/product-development/design-specification?programId=${programId}`)
  await menu(page).getByRole('link', { name: 'Back to Program' }).click()
  await page.waitForURL(`**/org/lifecycle/program?programId=${programId}`)
  await menu(page).getByRole('link', { name: 'Back to Workspace' }).click()
  await page.waitForURL('**/org/lifecycle/dashboard')
  await menu(page).getByRole('link', { name: 'Functional Safety' }).waitFor()
})

test('[NAVIGATION-5] a step for which the program is ready is open', async () => {
  const programId = await newProgram('Open steps')
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await page.route('**/api/v2/app/program-lifecycle?*', async (route) => {
    const response = await route.fetch()
    const { lifecycle, ...rest } = await response.json()
    const opened = lifecycle.map((entry: object) => ({ ...entry, is_configurable: true, error_message: null }))
    await route.fulfill({ response, json: { ...rest, lifecycle: opened } })
  })
  await goto(`${threats}?programId=${programId}`)
  await eventually(() => menu(page).locator('[aria-disabled]').count()).toBe(0)
  expect(await menu(page).locator('[aria-current=page]').innerText()).toMatch(/Threat\s+Analysis/)
})

test('[PREFERENCE-1] the menu keeps its state, for each kind of menu, and can be hidden', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto('/org/lifecycle/dashboard')
  await menu(page).getByRole('button', { name: 'Expand the sidebar' }).click()
  await page.reload()
  await menu(page).getByRole('button', { name: 'Collapse the sidebar' }).waitFor()
  await goto('/org/msoc/dashboard')
  await menu(page).getByRole('button', { name: 'Expand the sidebar' }).waitFor()
  await page.keyboard.press('[')
  await menu(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu(page).getByRole('link', { name: 'Jobs' }).click()
  await page.waitForURL('**/org/msoc/dashboard/jobs/current')
  expect(await preferencesOf(page)).toMatchObject({
    isCollapsed: false,
    isProgramSidebarCollapsed: true,
    isHidden: true,
    sidebar: 'close',
    isSidebarOpen: false,
  })
})

test('[THEME-1] until somebody chooses, every page is dark; what was chosen outlives the session', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  const shade = () => page.locator('html').getAttribute('class')
  await goto('/org/lifecycle/dashboard')
  await menu(page).getByRole('link', { name: 'MSOC' }).waitFor() // a page that is still loading would store them again
  await page.evaluate(() => localStorage.removeItem('carapace.preferences'))
  await page.reload()
  await menu(page).getByRole('link', { name: 'MSOC' }).click()
  await eventually(shade).toContain('dark')
  await menu(page).getByRole('link', { name: 'Back to Workspace' }).click()
  await menu(page).getByRole('link', { name: 'MSOC' }).waitFor()
  expect(await shade()).toContain('dark')

  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('menuitem', { name: 'Light' }).click()
  await eventually(shade).toBe('light')
  await page.evaluate(() => localStorage.setItem('carapace.palette', '[]'))
  // other tests use the same session
  await page.route('**/api/v2/auth/logout', (route) => route.fulfill({ json: { success: true } }))
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['carapace.preferences'])
  expect(await preferencesOf(page)).toMatchObject({ mode: 'light' })
})

const accountMenu = async (page: Page) => {
  await page.getByRole('button', { name: /account menu$/ }).click()
  return page.getByRole('menu', { name: 'Account' })
}

test('[NAVIGATION-6] the account menu has what the role permits, and the apps are one click away', async () => {
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto(jobs)
  expect(await (await accountMenu(page)).getByRole('menuitem').allInnerTexts()).toEqual([
    'Invite Team Member',
    'Reset Password',
    'Enable 2FA Code',
    'Settings',
    'Sign out',
  ])
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Enable 2FA Code' }).click()
  await page.waitForURL('**/org/lifecycle/enable-2fa-code')

  await page.getByRole('button', { name: 'Your apps' }).click()
  expect(await page.getByRole('menu', { name: 'Your apps' }).getByRole('menuitem').allInnerTexts()).toEqual([
    'Carapace Lifecycle',
    'FMEA',
    'MSOC',
  ])
  await page.getByRole('menuitem', { name: 'FMEA' }).click()
  await page.waitForURL('**/org/fmea/dashboard')

  const viewer = await visit({ as: org.members.VIEWER })
  await viewer.goto(jobs)
  expect(await (await accountMenu(viewer.page)).getByRole('menuitem').first().innerText()).toBe('Reset Password')
})

test('[NAVIGATION-6] the version opens the release history in a new tab', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await goto(jobs)
  const version = page.getByRole('contentinfo').getByRole('link', { name: 'v0.2.30' })
  expect([await version.getAttribute('href'), await version.getAttribute('target')]).toEqual([
    '/org/lifecycle/release-history',
    '_blank',
  ])
})

test('[NAVIGATION-7] a user with a temporary password is asked to change it', async () => {
  const { page, goto } = await visit({ as: org.members.VIEWER })
  await page.route('**/api/v2/auth/session', async (route) => {
    const response = await route.fetch()
    const { user } = await response.json()
    await route.fulfill({ response, json: { user: { ...user, temporary_password: true } } })
  })
  await goto('/org/cti/humint')
  await page.getByText('You signed in with a temporary password.').waitFor()
  expect(await axeOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Change it.' }).click()
  await page.waitForURL('**/org/lifecycle/reset-password')
})

test('[NAVIGATION-8] a page that breaks shows it in its place, until the user navigates elsewhere', async () => {
  const there = await visit({ as: org.members.ADMIN })
  const { page } = there
  await page.route('**/api/v2/app/get-programs?*', (route) =>
    route.fulfill({ json: { success: true, programs: [null], total: 1, page: 1, per_page: 10 } }),
  )
  await there.goto('/org/lifecycle/programs')
  await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor()
  await page
    .getByText('Please refresh the page or contact support. More debug info is provided in the console.')
    .waitFor()
  expect(await page.getByRole('link', { name: 'Back to the dashboard' }).getAttribute('href')).toBe(
    '/org/lifecycle/dashboard',
  )
  expect(await axeOf(page)).toEqual([])

  await menu(page).getByRole('link', { name: 'CTI', exact: true }).click()
  await page.getByText('Not available in this version').waitFor()
  await menu(page).getByRole('link', { name: 'Back to Workspace' }).click()
  await page.waitForURL('**/org/lifecycle/dashboard')
  await menu(page).getByRole('link', { name: 'Programs' }).click()
  await page.getByRole('button', { name: 'Back to the previous page' }).click()
  await page.waitForURL('**/org/lifecycle/dashboard')
  there.ignoreFaults(/./)
})

test.for(['dark', 'light'] as const)(
  'axe finds nothing on the %s menus of a program and of operations, collapsed and expanded',
  async (theme) => {
    const programId = await newProgram(`Looked at ${theme}`)
    const { page, goto } = await visit({ as: org.members.ADMIN, theme })
    for (const path of [`${threats}?programId=${programId}`, '/org/msoc/dashboard/notifications', '/org/nowhere'])
      for (const isCollapsed of [true, false]) {
        await goto(path)
        await page.evaluate(
          (part) =>
            localStorage.setItem(
              'carapace.preferences',
              JSON.stringify({ ...JSON.parse(localStorage.getItem('carapace.preferences')!), ...part }),
            ),
          { isCollapsed, isProgramSidebarCollapsed: isCollapsed },
        )
        await page.reload()
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect([path, isCollapsed, await axeOf(page)]).toEqual([path, isCollapsed, []])
      }
  },
)

test('[KEY-4] a letter in an open menu leads to the next entry that starts with it', async () => {
  const { page, goto } = await visit({ as: org.members.ADMIN })
  await goto('/org/lifecycle/programs')
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('s')
  await focusIn(page.getByRole('menuitem', { name: 'Settings' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/org/lifecycle/settings')
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
})
