import { type Licence, moduleNamed, type ModuleName } from '@carapace/shared/modules'
import type { Area, Query } from './area.ts'
import { engineeringAreas } from './engineering.ts'
import { operationsAreas } from './operations.ts'
import { publicAreas } from './public.ts'

export interface Screen {
  /** Below the base path; `$name` stands for what an address has there. */
  readonly path: string
  readonly title: string
  readonly module: ModuleName
  readonly query?: Query
  /** The path of the list that it shows one thing of, or a part of. */
  readonly list?: string
  /** Who sees it besides those whose licence has the module. */
  readonly open?: Area['open']
}

/**
 * Every screen of the product, built or not, in the specification's order. Menus, breadcrumbs, the palette, the licence
 * gate, the page of what is not there yet and `npm run routes` are made from this list.
 */
export const screens: readonly Screen[] = [...publicAreas, ...engineeringAreas, ...operationsAreas].flatMap(screensIn)

function screensIn({ module, under, query, open, rows }: Area): Screen[] {
  return rows.map(([path, title, list]) => ({
    path: `${under}${path}` || '/',
    title,
    module,
    ...(query !== undefined && { query }),
    ...(open !== undefined && { open }),
    ...(list !== undefined && { list: `${under}${list}` }),
  }))
}

const byPath = new Map(screens.map((screen) => [screen.path, screen]))

/** The screen of exactly this path, as far as the specification knows it. */
export function screenAt(path: string): Screen | undefined {
  return byPath.get(withoutSlash(path))
}

/**
 * The screen that a path belongs to: its own, or the nearest above it (rule N1). A page of ours may have parts that the
 * specification doesn't name.
 */
export function screenOf(path: string): Screen | undefined {
  for (let above = withoutSlash(path); above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    const screen = above === '/org' ? undefined : byPath.get(above)
    if (screen) return screen
  }
  return undefined
}

export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** The licence that opens a screen; absent: none is asked for beyond the workspace's own. */
export function licenceOf({ module, open }: Screen): Licence | undefined {
  return open === undefined ? moduleNamed(module).licence : undefined
}

/** What each module is for, in a sentence: said where a screen of it is not built yet. */
export const purposes: Readonly<Record<ModuleName, string>> = {
  account: 'The account is where people sign in and organisations hold their licence.',
  lifecycle:
    'Lifecycle takes a program from its item definition through threat analysis, risk and requirements to ' +
    'production and decommissioning.',
  'functional-safety':
    'Functional Safety takes a program from hazard analysis through HAZOP and fault trees to safety goals and ' +
    'concepts.',
  fmea: 'FMEA finds how parts and software can fail, what that does, and which measures lower the risk.',
  'interface-agreement':
    'The interface agreement is where customer and supplier agree on the work products of a program, row by row.',
  sbom:
    'SBOM Management keeps the bills of software and of cryptography of each project, with what is known to be ' +
    'vulnerable in them.',
  vulnerability:
    'Vulnerability Management follows each finding from its monitoring through evaluation and analysis to its end.',
  catalogues: 'Catalogues keep the damages, threats and attacks that analyses are made of.',
  'supply-chain': 'Supply Chain Management keeps suppliers, what they supply, their contracts and their risks.',
  'component-configuration': 'Component Configuration describes the components that programs are built from.',
  cti: 'CTI gathers threat intelligence on vehicles, actors and vulnerabilities, and answers questions about it.',
  psirt: 'PSIRT takes a product security incident from its report through response to the advisory.',
  'ev-sim': 'EV Simulation drives simulated electric vehicles, to see what an attack does before it is real.',
  settings: 'Settings are where people and organisations arrange their workspace.',
  msoc: 'MSOC watches vehicles and fleets: alerts, cases, rules, playbooks and a live map.',
}
