import type { LifecycleKey } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import type { ModuleName } from '@carapace/shared/modules'
import { screenOf } from '../site-map/site-map.ts'

export interface MenuItem {
  readonly name: string
  readonly href: string
  /** The step of a program's lifecycle that opens it; absent: it is always open. */
  readonly lifecycleKey?: LifecycleKey
  /** The keys that lead there. */
  readonly keys?: string
  /** Kinds of artefacts whose suspect links are counted beside it. */
  readonly kinds?: readonly string[]
}

export interface Section {
  readonly title: string
  /** The module whose pages show this section alone; absent: it stands with the others of a program. */
  readonly alone?: ModuleName
  readonly items: readonly MenuItem[]
}

/** The workspace's sidebar, in the specification's order. */
export const workspaceItems: readonly MenuItem[] = [
  { name: 'Dashboard', href: '/org/lifecycle/dashboard', keys: 'g h' },
  { name: 'Projects', href: '/org/lifecycle/projects' },
  { name: 'Programs', href: '/org/lifecycle/programs', keys: 'g p' },
  { name: 'SBOM Management', href: '/org/sbom' },
  { name: 'Vulnerability Management', href: '/org/vulnerability-mgt' },
  { name: 'Functional Safety', href: '/org/functional-safety/item-definition' },
  { name: 'FMEA', href: '/org/fmea/dashboard' },
  { name: 'CIA', href: '/org/interface-agreement/cover' },
  { name: 'MSOC', href: '/org/msoc/dashboard' },
  { name: 'Supply Chain Management', href: '/org/supply-chain/dashboard' },
  { name: 'CTI', href: '/org/cti/dashboard' },
  { name: 'PSIRT', href: '/org/psirt' },
  { name: 'Integrations', href: '/org/lifecycle/integrations' },
  { name: 'Compliance', href: '/org/lifecycle/compliance' },
]

const view = '/org/lifecycle/projects/view'
const development = '/org/lifecycle/projects/product-development'
const safety = '/org/functional-safety'
const vulnerability = '/org/vulnerability'
const agreement = '/org/interface-agreement'
const msoc = '/org/msoc/dashboard'

/** The sections of the program's sidebar, in the specification's order. */
export const sections: readonly Section[] = [
  {
    title: 'Lifecycle Management',
    items: [
      { name: 'Program Requirements', href: `${view}/add-requirements` },
      { name: 'Program Configuration', href: `${view}/system-configuration` },
      { name: 'Item Definition', href: `${view}/item-definition`, lifecycleKey: 'Item-Definition' },
      {
        name: 'Asset Identification',
        href: `${view}/asset-identify`,
        lifecycleKey: 'Asset-Identification',
        kinds: ['asset', 'damage-scenario'],
      },
      {
        name: 'Threat Analysis',
        href: `${view}/threat-analysis`,
        lifecycleKey: 'Threat-Analysis',
        kinds: ['threat-scenario'],
      },
      {
        name: 'Attack Tree',
        href: `${view}/attack-tree`,
        lifecycleKey: 'Generate-Attack-Tree',
        kinds: ['attack-tree'],
      },
      {
        name: 'Residual Risk',
        href: `${view}/residual-risk`,
        lifecycleKey: 'Residual-Risk',
        kinds: ['goal', 'claim', 'control'],
      },
      { name: 'Requirements Mapping', href: `${view}/mapping-requirements` },
      {
        name: 'Event Definition',
        href: `${view}/event-definition`,
        lifecycleKey: 'Cyber-Security-event-definition',
        kinds: ['security-event'],
      },
      {
        name: 'Security Concept',
        href: `${view}/security-concepts`,
        lifecycleKey: 'Security-Concept',
        kinds: ['concept'],
      },
      {
        name: 'Verification Report',
        href: `${view}/cyber-securityverification-report`,
        lifecycleKey: 'Requirement-Verification-Report',
      },
      {
        name: 'Requirements Management',
        href: `${view}/requirements-management`,
        lifecycleKey: 'Requirements-Management',
        kinds: ['requirement'],
      },
      { name: 'Compliance Summary', href: `${view}/compliance-summary`, kinds: ['work-product'] },
    ],
  },
  {
    title: 'Functional Safety',
    items: [
      { name: 'Program Configuration', href: `${safety}/system-configuration` },
      { name: 'Item Definition', href: `${safety}/item-definition` },
      { name: 'HAZOP Scenarios', href: `${safety}/hazop-scenario` },
      { name: 'Hazard Summary', href: `${safety}/hazard-summary` },
      { name: 'HARA Analysis', href: `${safety}/hara` },
      { name: 'Fault Tree Analysis', href: `${safety}/fault-tree-analysis` },
      { name: 'HARA Requirements', href: `${safety}/hara-requirements` },
      { name: 'Test Cases', href: `${safety}/test-case-creation` },
      { name: 'Functional Safety Goals', href: `${safety}/goals` },
      { name: 'Functional Safety Concepts', href: `${safety}/functional-safety-concepts` },
    ],
  },
  {
    title: 'Vulnerability',
    items: [
      { name: 'Vulnerability Monitoring', href: `${vulnerability}/vulnarability-monitoring` },
      { name: 'Event Evaluation', href: `${vulnerability}/security-events` },
      { name: 'Vulnerability Analysis', href: `${vulnerability}/vulnarability-analysis` },
      { name: 'Vulnerability Management', href: `${vulnerability}/vulnarability-management` },
    ],
  },
  {
    title: 'Interface Agreement',
    items: [
      { name: 'CIA Cover', href: `${agreement}/cover` },
      { name: 'Glossary', href: `${agreement}/glossary` },
      { name: 'CyberSecurity Team', href: `${agreement}/cybersecurity-team` },
      { name: 'Information Exchange', href: `${agreement}/information-exchange` },
      { name: 'Compliance', href: `${agreement}/compliance` },
    ],
  },
  {
    title: 'Catalogues',
    alone: 'catalogues',
    items: [
      { name: 'Damage', href: '/org/catalogues/damage-catalogue' },
      { name: 'Threat', href: '/org/catalogues/threat-catalogue' },
      { name: 'Attack', href: '/org/catalogues/attack-catalogue' },
    ],
  },
  {
    title: 'Failure Modes and Effects Analysis',
    alone: 'fmea',
    items: [
      { name: 'FMEA Configurations', href: '/org/fmea/configuration' },
      { name: 'Software FMEA', href: '/org/fmea/fmea-analysis' },
    ],
  },
  { title: 'SBOM Management', alone: 'sbom', items: [{ name: 'View SBOM', href: '/org/sbom/sbom-dashboard' }] },
  {
    title: 'CTI',
    alone: 'cti',
    items: [
      { name: 'Vulnerabilities', href: '/org/cti/vulnerabilities' },
      { name: 'Onboard Threats', href: '/org/cti/onboard-threats' },
      { name: 'Threat Intelligence', href: '/org/cti/dashboard' },
    ],
  },
  {
    title: 'MSOC',
    alone: 'msoc',
    items: [
      { name: 'Dashboard', href: msoc, keys: 'g d' },
      { name: 'Live', href: `${msoc}/live-map`, keys: 'g l' },
      { name: 'Projects', href: `${msoc}/projects`, keys: 'g v' },
      { name: 'Notifications', href: `${msoc}/notifications` },
      { name: 'Reports', href: `${msoc}/reports` },
      { name: 'Integrations', href: `${msoc}/integrations` },
      { name: 'Jobs', href: `${msoc}/jobs`, keys: 'g j' },
      { name: 'Analyzers', href: `${msoc}/analyzers` },
      { name: 'Rules', href: `${msoc}/rules` },
      { name: 'Observable', href: `${msoc}/observable` },
      { name: 'Alert Management', href: `${msoc}/alert-management`, keys: 'g a' },
      { name: 'Case Management', href: `${msoc}/case-management`, keys: 'g c' },
      { name: 'Playbooks', href: `${msoc}/playbooks` },
      { name: 'Knowledge Base', href: `${msoc}/kb` },
      { name: 'Newsfeeds', href: `${msoc}/newsfeeds` },
    ],
  },
  {
    title: 'Supply Chain Management',
    alone: 'supply-chain',
    items: [
      { name: 'Dashboard', href: '/org/supply-chain/dashboard' },
      { name: 'Suppliers', href: '/org/supply-chain/suppliers' },
      { name: 'Supplied Items', href: '/org/supply-chain/supplied-items' },
      { name: 'Contracts', href: '/org/supply-chain/contracts' },
    ],
  },
  {
    title: 'Decommissioning',
    items: [
      { name: 'Asset Decommissioning', href: '/org/lifecycle/projects/decommissioning', kinds: ['decommissioning'] },
    ],
  },
  {
    title: 'PSIRT',
    items: [
      { name: 'Incidence Response', href: '/org/psirt/cyber-security-incidence-response' },
      { name: 'PSIRT', href: '/org/psirt/cyber-security-psirt' },
      { name: 'Ticket Management', href: '/org/psirt/cyber-security-update-plan' },
    ],
  },
  {
    title: 'Product Development',
    items: [
      { name: 'Requirement Summary', href: `${development}/requirement-summary` },
      { name: 'Design Specification', href: `${development}/design-specification`, kinds: ['specification'] },
      { name: 'Integration and Verification', href: `${development}/integration-verification` },
      { name: 'Cyber Security Validation', href: `${development}/cybersecurity-validation`, kinds: ['validation'] },
      { name: 'Test Cases Creation', href: `${development}/test-cases-creation`, kinds: ['test-case'] },
    ],
  },
  {
    title: 'Production',
    items: [{ name: 'Production Control', href: '/org/lifecycle/projects/production', kinds: ['production-control'] }],
  },
  {
    title: 'User Settings',
    alone: 'settings',
    items: [
      { name: 'Your Profile', href: '/org/lifecycle/profile-settings' },
      { name: 'Team Members', href: '/org/lifecycle/invite-team-member' },
      { name: 'Reset Password', href: '/org/lifecycle/reset-password' },
      { name: 'Enable 2FA Code', href: '/org/lifecycle/enable-2fa-code' },
    ],
  },
]

/** What a program's own pages show: everything but the settings, which are a person's. */
const ofPrograms = sections.filter(({ alone }) => alone !== 'settings')

/**
 * The sections beside a page: its module's own, a program's, or none where the workspace's sidebar stands (rule N4).
 */
export function sectionsAt(path: string): readonly Section[] {
  const screen = screenOf(path)
  const own = sections.filter(({ alone }) => alone !== undefined && alone === screen?.module)
  if (own.length > 0 || screen?.query === undefined) return own
  return ofPrograms
}

/** The item that a page belongs to, of those that are offered: its own, or that of its list. */
export function itemAt(path: string, items: readonly MenuItem[]): MenuItem | undefined {
  const screen = screenOf(path)
  return screen && (items.find(({ href }) => href === screen.path) ?? items.find(({ href }) => href === screen.list))
}

/** The section whose items a page belongs to; where none is, the first. */
export function openSection(path: string, offered: readonly Section[]): Section | undefined {
  return offered.find(({ items }) => itemAt(path, items)) ?? offered[0]
}
