/** The licences that an organisation may have, by the names of the licence service. */
export const licences = [
  'FMEA',
  'LIFECYCLE_CONCEPT_PHASE',
  'MSOC',
  'CTI',
  'CATALOGUES',
  'CYBERSEC_INTERFACE_AGREEMENT',
  'EV_SIM',
  'FUNCTIONAL_SAFETY_APP',
  'PSIRT',
  'LIFECYCLE_SBOM',
  'LIFECYCLE_VULN',
] as const
export type Licence = (typeof licences)[number]

/**
 * The roles of a member. ADMIN runs the organisation, ANALYST the operations side, ENGINEER the engineering side;
 * VIEWER can only read.
 */
export const roles = ['ADMIN', 'ANALYST', 'ENGINEER', 'VIEWER'] as const
export type Role = (typeof roles)[number]

export interface Module {
  /** The module's name, also its URL segment and its folder in every layer. */
  readonly name: string
  readonly title: string
  /** Its screens are not in this version yet: menus and plans mark it. The console's site-map.test.ts checks it. */
  readonly isPlanned?: true
  /** Absent: it needs no licence. */
  readonly licence?: Licence
  /** The other modules whose shared code it may read, besides core and graph. */
  readonly reads: readonly string[]
}

/** The one list of modules. The import rules, the routes, the menus and the licence gates are made from it. */
export const modules = [
  { name: 'account', title: 'Account', reads: [] },
  {
    name: 'lifecycle',
    title: 'Lifecycle',
    licence: 'LIFECYCLE_CONCEPT_PHASE',
    reads: ['account', 'catalogues', 'msoc'],
  },
  {
    name: 'functional-safety',
    title: 'Functional Safety',
    licence: 'FUNCTIONAL_SAFETY_APP',
    reads: ['account', 'lifecycle', 'catalogues'],
  },
  { name: 'fmea', title: 'FMEA', licence: 'FMEA', reads: ['account', 'lifecycle', 'catalogues'] },
  {
    name: 'interface-agreement',
    title: 'Interface Agreement',
    licence: 'CYBERSEC_INTERFACE_AGREEMENT',
    reads: ['account', 'lifecycle', 'catalogues'],
  },
  { name: 'sbom', title: 'SBOM Management', licence: 'LIFECYCLE_SBOM', reads: ['account', 'lifecycle', 'catalogues'] },
  {
    name: 'vulnerability',
    title: 'Vulnerability Management',
    licence: 'LIFECYCLE_VULN',
    reads: ['account', 'lifecycle', 'catalogues', 'sbom', 'msoc'],
  },
  { name: 'catalogues', title: 'Catalogues', licence: 'CATALOGUES', reads: ['account'] },
  {
    name: 'supply-chain',
    isPlanned: true,
    title: 'Supply Chain Management',
    reads: ['account', 'lifecycle', 'catalogues'],
  },
  {
    name: 'component-configuration',
    title: 'Component Configuration',
    licence: 'LIFECYCLE_SBOM',
    reads: ['account', 'lifecycle', 'catalogues', 'sbom', 'msoc'],
  },
  { name: 'cti', isPlanned: true, title: 'CTI', licence: 'CTI', reads: ['account', 'lifecycle', 'catalogues'] },
  { name: 'psirt', isPlanned: true, title: 'PSIRT', licence: 'PSIRT', reads: ['account', 'lifecycle', 'catalogues'] },
  { name: 'ev-sim', isPlanned: true, title: 'EV Simulation', licence: 'EV_SIM', reads: ['account'] },
  { name: 'settings', title: 'Settings', reads: ['account'] },
  { name: 'notifications', title: 'Notifications', reads: ['account'] },
  { name: 'msoc', title: 'MSOC', licence: 'MSOC', reads: ['account'] },
] as const satisfies readonly Module[]
export type ModuleName = (typeof modules)[number]['name']

/** A module by its name. */
export function moduleNamed(name: ModuleName): Module {
  return modules.find((module) => module.name === name)!
}

/** The titles of the licensed modules that this version does not have yet. */
export function plannedTitles(licensed: readonly Licence[]): string[] {
  const all: readonly Module[] = modules
  return all
    .filter(({ isPlanned, licence }) => isPlanned && licence !== undefined && licensed.includes(licence))
    .map(({ title }) => title)
}
