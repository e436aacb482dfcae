import { ratePerHourOfFit } from '@carapace/shared/functional-safety/fault-tree/event-models'
import { type Expression, missionTime } from '@carapace/shared/functional-safety/fault-tree/expression'
import type {
  CommonCauseGroup,
  FaultNode,
  GateNode,
  StoredTree,
} from '@carapace/shared/functional-safety/fault-tree/tree'
import { failure } from '../fmea/dfmea.ts'

/** Operating hours in the life of the vehicle. */
export const lifetimeHours = 8_000

/** A node with all that is below it. */
export interface Branch {
  readonly node: FaultNode
  readonly under: readonly Branch[]
  readonly groups: readonly CommonCauseGroup[]
}

/** A branch, or the id of a node elsewhere in the tree. */
type Part = Branch | string

interface More {
  /** The failure of the DFMEA that it stands for, by its key there. */
  readonly is?: string
  readonly note?: string
}

function event(
  kind: 'basic' | 'undeveloped' | 'conditioning',
  id: string,
  title: string,
  probability: Expression | null,
  { is, note = '' }: More = {},
): Branch {
  return {
    node: { id, title, note, kind, probability, artefact: is === undefined ? null : failure(is) },
    under: [],
    groups: [],
  }
}

const life = (fit: Expression): Expression => ({ op: 'exponential', args: [fit, missionTime] })
const perHour = (fit: number | string): Expression =>
  typeof fit === 'number' ? ratePerHourOfFit(fit) : { parameter: fit }

/** An event that has happened by the end of the life, at a rate in FIT, or at that of a parameter. */
export const fails = (id: string, title: string, fit: number | string, more?: More) =>
  event('basic', id, title, life(perHour(fit)), more)

/** The same for what another item does, or what is not looked into further. */
export const outside = (id: string, title: string, fit: number, more?: More) =>
  event('undeveloped', id, title, life(perHour(fit)), more)

/** A fault that stays unnoticed until a test, every so many hours, finds a share of such faults. */
export const latent = (id: string, title: string, fit: number, hours: number, coverage = 1, more?: More) =>
  event('basic', id, title, { op: 'dormant', args: [perHour(fit), hours, 0, coverage] }, more)

/** A condition with a share of the time, from 0 to 1. */
export const condition = (id: string, title: string, share: number, more?: More) =>
  event('conditioning', id, title, share, more)

/** An event of a common-cause group, which has its probability. */
export const shared = (id: string, title: string, more?: More) => event('basic', id, title, null, more)

const gate =
  (kind: GateNode['gate']) =>
  (id: string, title: string, ...parts: readonly Part[]): Branch => ({
    node: { id, title, note: '', kind: 'gate', gate: kind, parts: parts.map(idOf) },
    under: parts.filter((part) => typeof part !== 'string'),
    groups: [],
  })

const idOf = (part: Part) => (typeof part === 'string' ? part : part.node.id)

export const any = gate('or')
export const all = gate('and')
/** The last part is the condition. */
export const under = gate('inhibit')

export function atLeast(least: number, id: string, title: string, ...parts: readonly Part[]): Branch {
  const branch = gate('at-least')(id, title, ...parts)
  return { ...branch, node: { ...branch.node, least } as GateNode }
}

/** A node of another tree. */
export const from = (tree: string, node: string, id: string, title: string): Branch => ({
  node: { id, title, note: '', kind: 'transfer', tree, node },
  under: [],
  groups: [],
})

interface Group extends Pick<CommonCauseGroup, 'id' | 'title' | 'model' | 'factors'> {
  /** Ids, separated by spaces. */
  readonly members: string
  readonly fit: number | string
  readonly note?: string
}

/** Adds common causes to a branch: the total is the rate of each member. */
export const withCommonCauses = (branch: Branch, ...groups: readonly Group[]): Branch => ({
  ...branch,
  groups: groups.map(({ members, fit, note = '', ...group }) => ({
    ...group,
    note,
    members: members.split(' '),
    total: life(perHour(fit)),
    staggered: false,
  })),
})

/** Rates that several events share; uncertain ones by their mean in FIT and their error factor at 95 %. */
type Rates = Readonly<Record<string, readonly [title: string, fit: number, errorFactor?: number]>>

/** The tree below a top event. The uuids of failures and of other trees are still their codes. */
export function treeOf(top: Branch, rates: Rates = {}): StoredTree {
  const branches = (branch: Branch): Branch[] => [branch, ...branch.under.flatMap(branches)]
  const found = branches(top)
  return {
    top: top.node.id,
    missionTime: lifetimeHours,
    nodes: found.map(({ node }) => node),
    groups: found.flatMap(({ groups }) => groups),
    parameters: Object.entries(rates).map(([id, [title, fit, errorFactor]]) => ({
      id,
      title,
      note: '',
      unit: 'hours-1',
      value:
        errorFactor === undefined
          ? ratePerHourOfFit(fit)
          : { op: 'lognormal-deviate', args: [ratePerHourOfFit(fit), errorFactor, 0.95] },
    })),
  }
}
