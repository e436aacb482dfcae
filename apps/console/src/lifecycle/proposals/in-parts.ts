import type { generate } from '@carapace/shared/lifecycle/proposals/generation.contract'
import type { z } from 'zod'

export type Proposal = z.output<typeof generate.output>['proposals'][number]

/** What one call of save-artefacts takes. */
const artefactsAtOnce = 200
const linksAtOnce = 1_000

/** Proposals as calls have room for them, in their order; each with its own links (rule PROPOSAL-UI-2). */
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
 * Stores proposals part by part, and says how many were taken and what refused the rest, if anything did: what was
 * stored before it stays (rule PROPOSAL-UI-3).
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
