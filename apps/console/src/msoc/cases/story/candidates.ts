import type { StoryEntry, StoryReference } from '@carapace/shared/msoc/cases/case-story.contract'
import { sentenceOf } from '../activity/timeline.ts'
import type { CaseDetail } from '../use-case.ts'

/** Something of the case that can become a step of its story. */
export interface Candidate {
  readonly key: string
  readonly group: 'Alerts' | 'Timeline' | 'Evidence'
  /** RFC 3339. */
  readonly at: string
  readonly title: string
  readonly tactic: string
  readonly reference: StoryReference
}

const longest = 300

/** What can become a step and is none yet, in the order of time (rule CASE-UI-50 of ../SPEC.md). */
export function candidatesOf({ alerts, timeline, evidence, story }: CaseDetail): Candidate[] {
  const taken = new Set(story.map(keyOf))
  const all: Candidate[] = [
    ...alerts.map((alert) => ({
      group: 'Alerts' as const,
      at: alert.first_seen,
      title: `ALR-${alert.number} ${alert.title}`,
      tactic: alert.tactics[0] ?? '',
      reference: { kind: 'alert' as const, alert_uuid: alert.uuid },
    })),
    // what happened in a merged case has a number there, not here
    ...timeline
      .filter(({ from, kind }) => from === null && kind !== 'story')
      .map((change) => ({
        group: 'Timeline' as const,
        at: change.at,
        title: `${change.actor}: ${titleOf(change)}`,
        tactic: '',
        reference: { kind: 'change' as const, seq: change.seq },
      })),
    ...evidence
      .filter(({ removed_at: removed }) => removed === null)
      .map(({ uuid, name, added_at: at }) => ({
        group: 'Evidence' as const,
        at,
        title: name,
        tactic: '',
        reference: { kind: 'evidence' as const, evidence_uuid: uuid },
      })),
  ].map((each) => ({ ...each, key: keyOf(each), title: each.title.slice(0, longest) }))
  return all.filter(({ key }) => !taken.has(key)).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function titleOf(change: CaseDetail['timeline'][number]): string {
  const text = change.detail['text']
  return change.kind === 'comment' && typeof text === 'string' ? text.split('\n', 1)[0]! : sentenceOf(change)
}

/** Equal for two steps that show the same. Words alone are never the same. */
function keyOf({ reference, ...entry }: Pick<StoryEntry, 'reference'> & { readonly uuid?: string }): string {
  switch (reference.kind) {
    case 'alert':
      return `alert ${reference.alert_uuid}`
    case 'change':
      return `change ${reference.seq}`
    case 'evidence':
      return `evidence ${reference.evidence_uuid}`
    case 'event':
    case 'note':
      return `${reference.kind} ${entry.uuid ?? ''}`
  }
}
