import { artefactKindNamed, joins, linkKindNamed, linkKinds } from '../../../artefact-kinds.ts'
import type { ArchivedLink } from '../archive.ts'
import { type CheckState, codeFor, refuse, refuseAbove } from './check-state.ts'

/** Kinds of links that could form a cycle. */
const returning = new Set(
  linkKinds
    .filter(({ from, to }) => to.some((one) => from.includes(one) || from.includes('*')))
    .map(({ kind }) => kind),
)
const singles = new Map(linkKinds.flatMap(({ kind, single }) => (single ? [[kind, single] as const] : [])))

/** Checks a link by the rules of its kind; a link that was removed only as far as it matters today. */
export function checkLink(state: CheckState, entry: ArchivedLink): void {
  const { counts, limits } = state
  refuseAbove(limits.links * 4, ++counts.links, 'links')
  if ((entry.added !== undefined) !== state.hasHistory())
    refuse('A link needs the graph version in which it was made if there is a history, and only then.')
  checkEnds(state, entry)
  state.checkGraphVersion(Math.max(entry.added ?? 0, entry.removed ?? 0))
  if (entry.removed !== null && entry.removed !== undefined) {
    if (entry.removed < entry.added!) refuse('A link ended before it was made.')
    return
  }
  checkCurrent(state, entry)
  refuseAbove(limits.links, ++counts.currentLinks, 'links')
}

/** Checks, when everything was read, that the links match the diagrams and trees, and form no cycle. */
export function checkAllLinks({ implied, presentLinks, next }: CheckState): void {
  if (implied.size !== presentLinks.size || [...implied].some((one) => !presentLinks.has(one)))
    refuse('Its links do not match its diagrams and trees.')
  if (returns(next)) refuse('Its links form a cycle.')
}

function checkEnds({ named }: CheckState, link: ArchivedLink): void {
  const [from, to] = [named(link.from), named(link.to)]
  if (!joins(linkKindNamed(link.kind)!, from.kind, to.kind) || link.from === link.to)
    refuse(`${codeFor(from)} and ${codeFor(to)} cannot be linked by ${link.kind}.`)
  if ((link.removed ?? null) === null && (from.isRemoved || to.isRemoved))
    refuse('A current link refers to an artefact that was removed.')
}

/** Checks a current link against the others. */
function checkCurrent({ named, claim, next, presentLinks }: CheckState, { kind, from, to }: ArchivedLink): void {
  const claimSingle = (end: 'from' | 'to', uuid: string) =>
    claim(`${kind} ${end} ${uuid}`, `${codeFor(named(uuid))} has two links of a kind of which there is one.`)

  claim(`${kind} ${from} ${to}`, 'A link is in it twice.')
  const single = singles.get(kind)
  if (single === 'from' || single === 'both') claimSingle('from', from)
  if (single === 'to' || single === 'both') claimSingle('to', to)
  if (returning.has(kind)) addNext(next, `${kind} ${from}`, `${kind} ${to}`)
  if (artefactKindNamed(named(to).kind)!.impliedLinkKinds.includes(kind)) presentLinks.add(`${kind} ${from} ${to}`)
}

function addNext(next: Map<string, string[]>, from: string, to: string): void {
  const ends = next.get(from)
  if (ends) ends.push(to)
  else next.set(from, [to])
}

/** Whether a graph has a cycle: nodes without incoming links are removed repeatedly, which never removes a cycle. */
function returns(next: ReadonlyMap<string, readonly string[]>): boolean {
  const coming = new Map<string, number>()
  for (const ends of next.values()) for (const end of ends) coming.set(end, (coming.get(end) ?? 0) + 1)
  const free = [...next.keys()].filter((one) => !coming.has(one))
  let left = coming.size
  for (let one = free.pop(); one !== undefined; one = free.pop()) {
    for (const end of next.get(one) ?? []) {
      const rest = coming.get(end)! - 1
      coming.set(end, rest)
      if (rest === 0) {
        left -= 1
        free.push(end)
      }
    }
  }
  return left > 0
}
