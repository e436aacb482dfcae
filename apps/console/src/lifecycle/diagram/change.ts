import type { LifecycleLink } from '@carapace/shared/lifecycle/kinds/links'
import { inverseOf, isNothing, type Patch } from './layout.ts'

/** The parts of an artefact that a diagram creates and changes. */
export interface ArtefactContent {
  readonly kind: string
  readonly title: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface LinkEnds {
  readonly kind: LifecycleLink
  readonly from: string
  readonly to: string
}

/** One action on a diagram, with all that is needed to undo it (rule DIAGRAM-5). */
export interface Change {
  /** "Move Gateway": the text of the undo command. */
  readonly label: string
  readonly layout: Patch
  /** Created (no before), deleted (no after), or changed. */
  readonly artefacts: readonly {
    readonly uuid: string
    readonly before?: ArtefactContent | undefined
    readonly after?: ArtefactContent | undefined
  }[]
  readonly link: readonly LinkEnds[]
  readonly unlink: readonly LinkEnds[]
}

export function changeOf(label: string, layout: Patch, more: Partial<Change> = {}): Change {
  return { artefacts: [], link: [], unlink: [], ...more, label, layout }
}

export const isModelChange = ({ artefacts, link, unlink }: Change) => artefacts.length + link.length + unlink.length > 0
export const isIdle = (change: Change) => isNothing(change.layout) && !isModelChange(change)

/** The action that undoes another. */
export function takenBack({ label, layout, artefacts, link, unlink }: Change): Change {
  return {
    label,
    layout: inverseOf(layout),
    artefacts: artefacts.map(({ uuid, before, after }) => ({ uuid, before: after, after: before })),
    link: unlink,
    unlink: link,
  }
}

/** The action with other uuids: a deleted artefact that is restored has a new uuid (rule DIAGRAM-5). */
export function renamed(change: Change, others: ReadonlyMap<string, string>): Change {
  if (others.size === 0) return change
  return JSON.parse(JSON.stringify(change), (_key, value: unknown) =>
    typeof value === 'string' ? inText(value, others) : value,
  ) as Change
}

/** Replaces uuids in a text: a uuid, or the uuids in the key of a line. */
function inText(text: string, others: ReadonlyMap<string, string>): string {
  if (text.length !== 36 && text.length !== 110) return text
  return text
    .split(' ')
    .map((part) => others.get(part) ?? part)
    .join(' ')
}

/** Two moves of the same nodes as one (rule DIAGRAM-6); undefined for any other actions. */
export function joined(first: Change | undefined, second: Change): Change | undefined {
  if (
    !first ||
    isModelChange(first) ||
    isModelChange(second) ||
    first.layout.edges.length + second.layout.edges.length > 0
  )
    return undefined
  const isMove = ({ layout: { nodes } }: Change) => nodes.every(({ before, after }) => before && after)
  const keys = ({ layout: { nodes } }: Change) =>
    nodes
      .map(({ key }) => key)
      .sort()
      .join()
  if (!isMove(first) || !isMove(second) || first.label !== second.label || keys(first) !== keys(second))
    return undefined
  const begun = new Map(first.layout.nodes.map(({ key, before }) => [key, before]))
  return {
    ...second,
    layout: { nodes: second.layout.nodes.map((turn) => ({ ...turn, before: begun.get(turn.key) })), edges: [] },
  }
}

/** Actions that can be undone, the latest last, and undone actions, the next one to redo last. */
export interface History {
  readonly past: readonly Change[]
  readonly future: readonly Change[]
}

export const noHistory: History = { past: [], future: [] }
const mostKept = 200

export function remembered({ past }: History, change: Change, isFurther: boolean): History {
  const one = isFurther ? joined(past.at(-1), change) : undefined
  return { past: [...(one ? past.slice(0, -1) : past), one ?? change].slice(-mostKept), future: [] }
}

export function historyRenamed({ past, future }: History, others: ReadonlyMap<string, string>): History {
  return {
    past: past.map((change) => renamed(change, others)),
    future: future.map((change) => renamed(change, others)),
  }
}
