import { modules as offered } from '@carapace/shared/modules'
import { expect, test } from 'vitest'
import { routes } from '../../routes.ts'
import { isBuilt } from './built.ts'
import { type Crumb, crumbsAt } from '../top-bar/crumbs.ts'
import { modules } from '../modules.ts'
import { routedPaths } from './routed.ts'
import { purposeOf, screenAt, screenOf, screens } from './site-map.ts'

const assetTabs =
  'info, vehicles, carapace-score, live-location, health, threats, vulnerabilities, sbom-alerts, ' +
  'security-events, syslog, ids-can, ids-can-packet-analyzer, ids-eth, ids-host, telematics-v3, telematics-v1, ' +
  'diagnostics, infrastructure, phone-as-a-key, v2x, dealership, smc, vkms'

/** Section 2 of the specification, word for word: the pages below each path. */
const specified: Readonly<Record<string, string>> = {
  '':
    'register, send-forgot-password-link, verify-organization/$organizationUuid, completed, ' +
    'forgot-password/$userUuid, verify-2fa, pricing, org',
  '/org/lifecycle':
    'dashboard, pricing, programs, programs/view, program, projects, projects/create, projects/zip, ' +
    'projects/zip-upload, compliance, custome-tree, threat-tree, settings, integrations, release-history, ' +
    'reset-password, invite-team-member, enable-2fa-code, profile-settings, projects/production, ' +
    'projects/decommissioning',
  '/org/lifecycle/projects/view':
    'manage, system-configuration, asset-identify, threat-analysis, item-definition, residual-risk, ' +
    'residual-risk-security-control, security-concepts, requirements-management, event-definition, ' +
    'cyber-securityverification-report, compliance-summary, attack-tree, add-requirements, mapping-requirements, ' +
    'flow-diagram',
  '/org/lifecycle/projects/product-development':
    'dashboard, requirement-summary, design-specification, test-cases-creation, integration-verification, ' +
    'cybersecurity-validation',
  '/org/functional-safety':
    'item-definition, functional-safety-concepts, goals, fault-tree-analysis, hazard-summary, hazop-scenario, ' +
    'hazop, hara, hara-create, hara-edit, hara-requirements, update-hara-requirement, create-hara-requirement, ' +
    'hazop-function-configure, hazop-function-configure-edit, system-configuration, test-case-creation, ' +
    'test-case-creation-edit',
  '/org/fmea': 'dashboard, configuration, fmea-analysis, settings',
  '/org/interface-agreement': 'cover, glossary, cybersecurity-team, information-exchange, compliance',
  '/org': 'sbom, psirt, ev-sim, vulnerability-mgt, settings/invite-team-member',
  '/org/sbom': 'sbom-dashboard, configuration, package-configuration, cbom-dashboard',
  '/org/vulnerability':
    'vulnerability-management, vulnarability-monitoring, vulnarability-analysis, vulnarability-management, ' +
    'security-events, security-events/vulnerability-risk-rating',
  '/org/vulnerability-mgt': 'management',
  '/org/catalogues':
    'damage-catalogue, new-damage-catalogue, update-damage-catalogue, threat-catalogue, new-threat-catalogue, ' +
    'attack-catalogue, update-attack-catalogue, new-attack-catalogue',
  '/org/supply-chain':
    'dashboard, suppliers, supplier, supplied-items, supplied-items/software/create, risks, add-risk, contracts, ' +
    'contract',
  '/org/psirt': 'cyber-security-incidence-response, cyber-security-update-plan, cyber-security-psirt',
  '/org/cti':
    'dashboard, vulnerabilities, onboard-threats, offboard-threats, humint, threat-actors, investigations, ' +
    'compliance-reporting, integrations',
  '/org/msoc': 'dashboard',
  '/org/msoc/dashboard':
    'live-map, projects, assets, assets/programs, assets/clusters, assets/programs-by-project, ' +
    'assets/vehicle-data, asset-register, rules, rules/create, observable, observable/create, case-management, ' +
    'case-management/general, alert-management, alert-management/general, notifications, notifications/sbom, ' +
    'notifications/security, playbooks, playbooks/can-id-spoof-detect, reports, reports/security-events, ' +
    'reports/autocrypt, jobs, jobs/current, jobs/completed, jobs/failed, newsfeeds, ' +
    'newsfeeds/internal-product-release, kb, kb/register-asset, kb/deploy-hive, integrations, analyzers, ' +
    'project/vehicle',
  '/org/msoc/dashboard/projects': assetTabs,
  '/org/msoc/dashboard/projects/vehicle': assetTabs,
  '/org/msoc/dashboard/integrations':
    'hive, jira, polarion, os-ticket, shuffle, rest-api, python-sdk, misp, cortex, attack-workbench, iris, ' +
    'grafana, superset, syslog-server, influxdb, getting-started, request-integration, smtp, teams, slack',
  '/org/msoc/dashboard/analyzers':
    'default-view, syslog-event-monitor, vehicle-db-viewer, ids-viewer, secure-tcui-ids-viewer, telematics-viewer',
}

/** Pages that the specification describes without a path, or that we added: we chose their paths. */
const ours = [
  '/',
  '/account-register',
  '/verify-organization',
  '/privacy-policy',
  '/org/component-configuration',
  '/org/component-configuration/variants',
  '/org/component-configuration/variant',
  '/org/component-configuration/parts',
  '/org/component-configuration/rules',
  '/org/component-configuration/vehicles',
  '/org/functional-safety/fmeda',
  '/org/interface-agreement/agreements',
  '/org/msoc/dashboard/projects/software',
  '/org/msoc/dashboard/projects/vehicle/software',
  '/org/notifications',
  '/org/functional-safety/methods',
  '/org/lifecycle/methods',
  '/org/lifecycle/projects/view',
  '/org/msoc/dashboard/newsfeeds/automotive-industry-1',
  '/org/msoc/dashboard/newsfeeds/automotive-industry-2',
  '/org/msoc/dashboard/analyzers/captures',
  '/org/msoc/dashboard/analyzers/profiles',
  '/org/msoc/dashboard/alert-management/pipeline',
  '/org/msoc/dashboard/alert-management/sensitivity',
  '/org/msoc/dashboard/case-management/settings',
  '/org/msoc/dashboard/kpis',
  '/org/msoc/dashboard/observable/general',
  '/org/msoc/dashboard/panels',
  '/org/msoc/dashboard/playbooks/edit',
  '/org/msoc/dashboard/playbooks/run',
  '/org/msoc/dashboard/shifts',
]

const paths = screens.map(({ path }) => path)
const routed = new Set(routedPaths(routes.children))

test('[NAVIGATION-3] every route of the specification is in the site map, once, and nothing else', () => {
  const wanted = Object.entries(specified).flatMap(([under, words]) =>
    words.split(', ').map((word) => `${under}/${word}`),
  )
  expect([...paths].sort()).toEqual([...wanted, ...ours].sort())
})

test('[NAVIGATION-3] every route of the product is a page, or shows the page for unbuilt screens', () => {
  for (const path of paths.filter((each) => !isBuilt(each, routed))) expect(path).toMatch(/^\/org\//)
  expect(routed).toContain('/org/$')
  expect(screens.filter(({ module }) => purposeOf(module) === undefined)).toEqual([])
})

test('[NAVIGATION-3] every routed page is in the site map, or is a part of a page in it', () => {
  const unknown = [...routed].filter((path) => screenAt(path) === undefined && !path.includes('$'))
  expect(unknown).toEqual(['/org/msoc']) // redirects to the dashboard
})

test('[NAVIGATION-3] every routed page has a default title for the browser tab', () => {
  const leadingOn = ['/org', '/org/msoc', '/org/$']
  const titles = [...routed]
    .filter((path) => !leadingOn.includes(path))
    .map((path) => [path, (screenAt(path) ?? screenOf(path))?.title])
  expect(titles.filter(([, title]) => !title)).toEqual([])
})

test('[NAVIGATION-11] exactly the modules without a page are marked as planned', () => {
  const withScreens = new Set(screens.map(({ module }) => module))
  const built = new Set(screens.filter(({ path }) => isBuilt(path, routed)).map(({ module }) => module))
  const planned = offered.filter((module) => 'isPlanned' in module).map(({ name }) => name)
  expect(planned).toEqual(offered.map(({ name }) => name).filter((name) => withScreens.has(name) && !built.has(name)))
})

test('each list with saved views is a page, and belongs to one module', () => {
  const lists = modules.flatMap(({ viewPages = [] }) => viewPages)
  expect(lists.filter((path) => screenAt(path) === undefined || !isBuilt(path, routed))).toEqual([])
  expect(new Set(lists).size).toBe(lists.length)
})

test('all modules have different names, and no two finders have the same order', () => {
  const names = modules.map(({ name }) => name)
  const orders = modules.flatMap(({ finders = [] }) => finders.map(({ order }) => order))
  expect([new Set(names).size, new Set(orders).size]).toEqual([names.length, orders.length])
})

test('[NAVIGATION-3] a page with tabs in its path is built as far as its tabs are built', () => {
  const built = (path: string) => isBuilt(path, routed)
  expect(['info', 'v2x', 'nonsense'].map((tab) => built(`/org/msoc/dashboard/projects/vehicle/${tab}`))).toEqual([
    true,
    false,
    false,
  ])
  expect(built('/org/msoc/dashboard/jobs/failed')).toBe(true)
})

test.for([
  ['/org/msoc/dashboard/live-map/', '/org/msoc/dashboard/live-map'],
  ['/org/msoc/dashboard/jobs/ingest', '/org/msoc/dashboard/jobs'],
  ['/org/lifecycle/nowhere', undefined],
  ['/org/organ', undefined],
  ['/org', undefined],
] as const)('[NAVIGATION-1] %s belongs to %s', ([path, screen]) => {
  expect(screenOf(path)?.path).toBe(screen)
})

test.for([
  ['/org/msoc/dashboard/live-map', 'Live map', 'MSOC > Live map'],
  ['/org/msoc/dashboard/projects/vehicle/info', 'NHV-1', 'MSOC > Vehicles (link) > NHV-1'],
  ['/org/msoc/dashboard/jobs/failed', 'Jobs', 'MSOC > Jobs'],
  ['/org/msoc/dashboard/analyzers/captures', 'Captures', 'MSOC > Analyzers (link) > Captures'],
  ['/org/lifecycle/program', 'EQX-24', 'Lifecycle > Programs (link) > EQX-24'],
  ['/org/psirt', 'PSIRT', 'PSIRT'],
  ['/org/nowhere', 'Page not found', ''],
] as const)('[NAVIGATION-1] %s with the title %s has the breadcrumb %s', ([path, shown, crumbs]) => {
  expect(textOf(crumbsAt(path, shown))).toBe(crumbs)
})

test.for([
  ['threat-analysis', {}, 'Threat Analysis'],
  ['threat-analysis', { program: 'EQX-24' }, 'EQX-24 (link) > Threat Analysis'],
  ['attack-tree', { program: 'EQX-24', open: 'TS-031' }, 'EQX-24 (link) > Attack Tree (link) > TS-031'],
  ['flow-diagram', { program: 'EQX-24', open: 'DFD-002' }, 'EQX-24 (link) > Flow diagram (link) > DFD-002'],
] as const)('[NAVIGATION-1] the page %s of %j has the breadcrumb %s', ([page, known, crumbs]) => {
  expect(textOf(crumbsAt(`/org/lifecycle/projects/view/${page}`, 'What the tab is called', known))).toBe(
    `Lifecycle > Programs (link) > ${crumbs}`,
  )
})

function textOf(crumbs: readonly Crumb[]): string {
  return crumbs.map(({ text, to }) => (to === undefined ? text : `${text} (link)`)).join(' > ')
}
