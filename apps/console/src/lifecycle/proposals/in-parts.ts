import type { generate } from '@carapace/shared/lifecycle/proposals/generation.contract'
import type { z } from 'zod'

export type Proposal = z.output<typeof generate.output>['proposals'][number]

/** Maximum number of artefacts in one call of save-artefacts. */
const artefactsAtOnce = 200
const linksAtOnce = 1_000

/**
 * Splits proposals into parts of the size of one call, in their order; each with its own links (rule PROPOSAL-UI-2).
 */
export function inParts(chosen: readonly Proposal[]): Proposal[][] {
  const parts: Proposal[][] = []
  let links = 0
  for (const proposal of chosen) {
    const part = parts.at(-1)
    if (part && part.length < artefactsAtOnce && links + proposal.links.length <= linksAtOnce) {
      part.push(proposal)
      links += proposal.links.length
    } else {
      parts.push([proposal])
      links = proposal.links.length
    }
  }
  return parts
}

/**
 * Stores proposals part by part. Returns how many were stored, and the error that refused the rest, if any; the parts
 * stored before it stay (rule PROPOSAL-UI-3).
 */
export async function takeAll(
  chosen: readonly Proposal[],
  store: (part: readonly Proposal[]) => Promise<unknown>,
): Promise<{ readonly taken: number; readonly refused?: unknown }> {
  let taken = 0
  for (const part of inParts(chosen)) {
    try {
      await store(part)
    } catch (refused) {
      return { taken, refused }
    }
    taken += part.length
  }
  return { taken }
}
