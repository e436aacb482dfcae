import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { PlaybookEdge, PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import type { Draft } from './draft.store.ts'
import { isSameEdge } from './edits.ts'

/** One changed value: its name, and its text before and after; undefined where there is none. */
export interface ValueChange {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** One difference between two versions of a playbook. */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed'
  /** The node to show it at; undefined: the playbook itself. */
  readonly node: string | undefined
  readonly title: string
  readonly changes: readonly ValueChange[]
}

/**
 * What differs between two versions: the playbook's own values, then its steps, then its connections. Places on the
 * canvas do not count (rule PLAYBOOK-UI-17).
 */
export function differences(before: Draft, after: Draft): Difference[] {
  return [...ownChanges(before, after), ...nodeChanges(before, after), ...edgeChanges(before, after)]
}

function ownChanges(before: Draft, after: Draft): Difference[] {
  const changes = [
    ...valueChange('Name', before.name, after.name),
    ...valueChange('Description', before.description, after.description),
    ...valueChange('Tags', before.tags.join(', '), after.tags.join(', ')),
    ...valueChange('Trigger', before.trigger, after.trigger),
  ]
  return changes.length === 0 ? [] : [{ kind: 'changed', node: undefined, title: 'Playbook', changes }]
}

function nodeChanges(before: Draft, after: Draft): Difference[] {
  const old = new Map(before.graph.nodes.map((node) => [node.id, node]))
  const now = new Map(after.graph.nodes.map((node) => [node.id, node]))
  const removed = before.graph.nodes.filter(({ id }) => !now.has(id))
  return [
    ...removed.map((node): Difference => ({ kind: 'removed', node: node.id, title: nameOf(node), changes: [] })),
    ...after.graph.nodes.flatMap((node): Difference[] => {
      const was = old.get(node.id)
      if (was === undefined) return [{ kind: 'added', node: node.id, title: nameOf(node), changes: [] }]
      const changes = changesOf(was, node)
      return changes.length === 0 ? [] : [{ kind: 'changed', node: node.id, title: nameOf(node), changes }]
    }),
  ]
}

const nameOf = ({ id, title }: PlaybookNode) => (title === '' ? id : title)

function changesOf(was: PlaybookNode, now: PlaybookNode): ValueChange[] {
  const names = new Set([...Object.keys(was.settings), ...Object.keys(now.settings)])
  return [
    ...valueChange('Title', was.title, now.title),
    ...valueChange('Type', was.type, now.type),
    ...[...names].flatMap((name) => valueChange(name, was.settings[name], now.settings[name])),
    ...valueChange('Retry', was.retry, now.retry),
  ]
}

function valueChange(name: string, before: unknown, after: unknown): ValueChange[] {
  return isSame(before, after) ? [] : [{ name, before: textOf(before), after: textOf(after) }]
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)
}

function edgeChanges(before: Draft, after: Draft): Difference[] {
  const titles = new Map([...before.graph.nodes, ...after.graph.nodes].map((node) => [node.id, nameOf(node)]))
  const missingIn = (edges: readonly PlaybookEdge[]) => (edge: PlaybookEdge) =>
    !edges.some((each) => isSameEdge(each, edge))
  const shown = (kind: Difference['kind']) => (edge: PlaybookEdge) => ({
    kind,
    node: edge.from,
    title: `${titles.get(edge.from) ?? edge.from} (${edge.port}) → ${titles.get(edge.to) ?? edge.to}`,
    changes: [],
  })
  return [
    ...before.graph.edges.filter(missingIn(after.graph.edges)).map(shown('removed')),
    ...after.graph.edges.filter(missingIn(before.graph.edges)).map(shown('added')),
  ]
}
