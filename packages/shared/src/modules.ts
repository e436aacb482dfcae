/** The licences an organisation may hold, by the names the licence service uses. */
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

/** What a member may be. ADMIN runs the organisation, ANALYST the operations side, ENGINEER the engineering side; VIEWER only reads. */
export const roles = ['ADMIN', 'ANALYST', 'ENGINEER', 'VIEWER'] as const
export type Role = (typeof roles)[number]

interface Module {
  /** The module's one name: its URL segment and its folder in every layer. */
  readonly name: string
  readonly title: string
  /** Absent: no licence gates it. */
  readonly licence?: Licence
  /** The other modules whose shared code it may read, besides core and graph. */
  readonly reads: readonly string[]
}

/** The one list of modules. The import rules, the routes and the licence gates are made from it. */
export const modules = [
  { name: 'account', title: 'Account', reads: [] },
  { name: 'msoc', title: 'MSOC', licence: 'MSOC', reads: ['account'] },
] as const satisfies readonly Module[]
