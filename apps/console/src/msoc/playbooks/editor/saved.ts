import type { getPlaybook, PlaybookTemplate } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { portsOf } from '@carapace/shared/msoc/playbooks/node-types'
import type { z } from 'zod'
import type { Draft, SavedDraft } from './draft.store.ts'
import { laidOut, overlaps } from './layout.ts'

export type SavedPlaybook = z.output<typeof getPlaybook.output>

/** A version as the editor holds it; arranged if its steps lie on one another (rule PLAYBOOK-UI-14). */
export function draftOf({
  playbook: { name, description, tags },
  trigger,
  graph,
}: Pick<SavedPlaybook, 'playbook' | 'trigger' | 'graph'>): Draft {
  return { name, description, tags, trigger, graph: overlaps(graph) ? laidOut(graph, portsOf) : graph }
}

export function savedDraftOf(saved: SavedPlaybook): SavedDraft {
  return { revision: saved.playbook.revision, version: saved.version.version, draft: draftOf(saved) }
}

/** A new playbook: nothing yet, that starts from an alert by hand. */
export const emptyDraft: Draft = {
  name: '',
  description: '',
  tags: [],
  trigger: { kind: 'manual', subject: 'alert' },
  graph: { nodes: [], edges: [] },
}

/** A new playbook like a template, arranged for the sizes of our cards. */
export function draftLike({ name, description, tags, trigger, graph }: Omit<PlaybookTemplate, 'key'>): Draft {
  return { name, description, tags, trigger, graph: laidOut(graph, portsOf) }
}
