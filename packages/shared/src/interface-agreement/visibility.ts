import type { Confidentiality, Side } from './row.ts'

/** How near somebody is to an agreement, from outside in. */
export const circles = ['outside', 'organisation', 'third-party', 'member', 'named'] as const
/**
 * `organisation`: of one of the parties; `third-party`: invited by a party for some rows; `member`: in the team of the
 * agreement; `named`: a member who is named for what is highly confidential.
 */
export type Circle = (typeof circles)[number]

const readers: Readonly<Record<Confidentiality, readonly Circle[]>> = {
  'highly-confidential': ['named'],
  confidential: ['member', 'named'],
  'confidential-with-third-party': ['third-party', 'member', 'named'],
  public: ['organisation', 'third-party', 'member', 'named'],
}

/**
 * Whether somebody may see the documents and the deliverables of a row (rule AGREEMENT-9). Without a level a row is
 * confidential. A side's own members see its rows at every level.
 */
export function maySee(
  level: Confidentiality | '',
  owner: Side,
  { side, circle }: { readonly side: Side | undefined; readonly circle: Circle },
): boolean {
  const isOwn = side === owner && (circle === 'member' || circle === 'named')
  return isOwn || readers[level === '' ? 'confidential' : level].includes(circle)
}
