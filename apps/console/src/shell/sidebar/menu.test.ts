import { lifecycleEntries, lifecycleKeys } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { expect, test } from 'vitest'
import { lockOf, suspectsOf } from './lock.ts'
import { itemAt, openSection, sections, sectionsAt, workspaceItems } from './menu.ts'
import { pages } from '../site-map/pages.ts'
import { screenAt } from '../site-map/site-map.ts'

/** Section 2 of the specification, word for word. */
const workspace =
  'Dashboard, Projects, Programs, SBOM Management, Vulnerability Management, Functional Safety, FMEA, CIA, MSOC, ' +
  'Supply Chain Management, CTI, PSIRT, Integrations, Compliance'
const program = `
Lifecycle Management: Program Requirements, Program Configuration, Item Definition, Asset Identification, \
Threat Analysis, Attack Tree, Residual Risk, Requirements Mapping, Event Definition, Security Concept, \
Verification Report, Requirements Management, Compliance Summary.
Functional Safety: Program Configuration, Item Definition, HAZOP Scenarios, Hazard Summary, HARA Analysis, \
Fault Tree Analysis, HARA Requirements, Test Cases, Functional Safety Goals, Functional Safety Concepts.
Vulnerability: Vulnerability Monitoring, Event Evaluation, Vulnerability Analysis, Vulnerability Management.
Interface Agreement: CIA Cover, Glossary, CyberSecurity Team, Information Exchange, Compliance.
Catalogues: Damage, Threat, Attack.
Failure Modes and Effects Analysis: FMEA Configurations, Software FMEA.
SBOM Management: View SBOM.
CTI: Vulnerabilities, Onboard Threats, Threat Intelligence.
MSOC: Dashboard, Live, Projects, Notifications, Reports, Integrations, Jobs, Analyzers, Rules, Observable, \
Alert Management, Case Management, Playbooks, Knowledge Base, Newsfeeds.
Supply Chain Management: Dashboard, Suppliers, Supplied Items, Contracts.
Decommissioning: Asset Decommissioning.
PSIRT: Incidence Response, PSIRT, Ticket Management.
Product Development: Requirement Summary, Design Specification, Integration and Verification, \
Cyber Security Validation, Test Cases Creation.
Production: Production Control.
User Settings: Your Profile, Team Members, Reset Password, Enable 2FA Code.`

/** Pages and sections of our own. */
const ours = ['Component Configuration', 'View CBOM', 'Packages', 'SBOM Configuration', 'Panels', 'KPIs', 'Shifts']

const allItems = [...workspaceItems, ...sections.flatMap(({ items }) => items)]

test("[NAVIGATION-2] the menus have the specification's names in its order", () => {
  const specifiedItems = workspaceItems.filter(({ name }) => !ours.includes(name))
  expect(specifiedItems.map(({ name }) => name).join(', ')).toBe(workspace)
  const theirs = sections.filter(({ title }) => !ours.includes(title))
  const names = theirs.map(({ title, items }) => {
    const specified = items.filter(({ name }) => !ours.includes(name))
    return `\n${title}: ${specified.map(({ name }) => name).join(', ')}.`
  })
  expect(names.join('')).toBe(program)
  const all = [...workspaceItems, ...theirs.flatMap(({ items }) => items)]
  expect(all.filter(({ name }) => ours.includes(name)).map(({ name }) => name)).toEqual(ours)
})

test('[NAVIGATION-2] each item opens its own screen and has an icon, and all key sequences are different', () => {
  const hrefs = sections.flatMap(({ items }) => items.map(({ href }) => href))
  expect(allItems.filter(({ href }) => screenAt(href) === undefined)).toEqual([])
  expect(new Set(hrefs).size).toBe(hrefs.length)
  expect([...allItems, ...sections].filter(({ icon }) => icon === undefined)).toEqual([])
  const keys = pages.flatMap((page) => page.keys ?? [])
  expect([keys.length, new Set(keys).size]).toEqual([12, 12])
})

const titlesAt = (path: string) => sectionsAt(path).map(({ title }) => title)

test.for([
  ['/org/sbom', ['SBOM Management']],
  ['/org/fmea/settings', ['Failure Modes and Effects Analysis']],
  ['/org/catalogues/new-threat-catalogue', ['Catalogues']],
  ['/org/msoc/dashboard/projects/vehicle/info', ['MSOC']],
  ['/org/msoc/dashboard/jobs/ingest', ['MSOC']],
  ['/org/cti/humint', ['CTI']],
  ['/org/supply-chain/add-risk', ['Supply Chain Management']],
  ['/org/lifecycle/profile-settings', ['User Settings']],
  ['/org/lifecycle/settings/', ['User Settings']],
  ['/org/lifecycle/dashboard', []],
  ['/org/lifecycle/projects', []],
  ['/org/lifecycle/pricing', []],
  ['/org/nowhere', []],
] as const)('[NAVIGATION-4] %s has the sections %j', ([path, titles]) => {
  expect(titlesAt(path)).toEqual(titles)
})

test.for([
  '/org/lifecycle/program',
  '/org/lifecycle/projects/view/threat-analysis',
  '/org/functional-safety/hara',
  '/org/psirt',
  '/org/vulnerability/security-events',
  '/org/interface-agreement/cover',
])('[NAVIGATION-4] %s has all sections of a program', (path) => {
  expect(titlesAt(path)).toEqual(sections.slice(0, -1).map(({ title }) => title))
})

test.for([
  ['/org/lifecycle/projects/view/threat-analysis', 'Lifecycle Management', 'Threat Analysis'],
  ['/org/lifecycle/projects/view/residual-risk-security-control', 'Lifecycle Management', 'Residual Risk'],
  ['/org/functional-safety/hara-edit', 'Functional Safety', 'HARA Analysis'],
  ['/org/lifecycle/projects/production', 'Production', 'Production Control'],
  ['/org/lifecycle/program', 'Lifecycle Management', undefined],
  ['/org/psirt', 'PSIRT', undefined],
  ['/org/msoc/dashboard/asset-register', 'MSOC', 'Projects'],
  ['/org/msoc/dashboard/jobs/rejects', 'MSOC', 'Jobs'],
] as const)('[NAVIGATION-4] %s opens %s, at %s', ([path, title, name]) => {
  const open = openSection(path, sectionsAt(path))
  expect([open?.title, itemAt(path, open?.items ?? [])?.name]).toEqual([title, name])
})

const none = { isConfigured: false, assets: 0, relevantAssets: 0, threats: 0, risks: 0, reducedRisks: 0 }

test('[NAVIGATION-5] an item is locked, with a reason, until its step is configurable and visible', () => {
  const analysis = sections[0]!.items.find(({ name }) => name === 'Threat Analysis')!
  const entry = lifecycleEntries({ ...none, relevantAssets: 1 }).find(
    ({ lifecycle_key: key }) => key === 'Threat-Analysis',
  )
  expect(lockOf(analysis, { entries: lifecycleEntries(none) })).toBe(
    'This Feature is currently not available for this program. Please ensure atleast one asset have security ' +
      'relevence true.',
  )
  expect(lockOf(analysis, { entries: [entry!] })).toBeUndefined()
  expect(lockOf(analysis, { entries: [{ ...entry!, is_ui_visible: false }] })).toBe(
    'This Feature is currently not available for this program.',
  )
  expect(lockOf(analysis, { refused: 'The server does not answer.' })).toBe('The server does not answer.')
})

test('[NAVIGATION-5] exactly the items with a step are locked without it', () => {
  const locked = sections.flatMap(({ items }) => items).filter((item) => lockOf(item, { entries: [] }) !== undefined)
  expect(locked.map(({ lifecycleKey }) => lifecycleKey)).toEqual(lifecycleKeys)
})

test('[NAVIGATION-5] an item shows how many suspect links end at its artefacts', () => {
  const items = sections.flatMap((section) => section.items)
  expect(items.flatMap(({ kinds = [] }) => kinds).filter((kind) => artefactKindNamed(kind) === undefined)).toEqual([])
  const counts = (name: string) =>
    suspectsOf(
      items.find((item) => item.name === name)!,
      { entries: [], suspects: { 'threat-scenario': 6, goal: 2, control: 1 } },
    )
  expect(['Threat Analysis', 'Residual Risk', 'Item Definition'].map(counts)).toEqual([6, 3, 0])
  expect(
    suspectsOf(
      items.find(({ kinds }) => kinds !== undefined)!,
      { refused: 'The server does not answer.' },
    ),
  ).toBe(0)
})
