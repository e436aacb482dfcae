import { number } from '../../../core/format/format.ts'
import type { CaseDetail } from '../use-case.ts'

/** The items of a case that belong to one case at a time. */
export interface Items {
  readonly alerts: number
  readonly tasks: number
  readonly evidence: number
  readonly links: number
  readonly story: number
}

const nouns: Readonly<Record<keyof Items, readonly [string, string]>> = {
  alerts: ['alert', 'alerts'],
  tasks: ['task', 'tasks'],
  evidence: ['item of evidence', 'items of evidence'],
  links: ['link', 'links'],
  story: ['step of the story', 'steps of the story'],
}

/** How many items of each kind a case has. */
export function itemsOf({ case: shown, tasks, evidence, links, story }: CaseDetail): Items {
  return {
    alerts: shown.alerts,
    tasks: tasks.length,
    evidence: evidence.length,
    // a link that was made in another case stays there
    links: links.filter(({ incoming }) => !incoming).length,
    story: story.length,
  }
}

/** "3 alerts, 1 task and 2 links"; "nothing" without any (rule CASE-UI-60 of ../SPEC.md). */
export function itemsText(items: Items): string {
  const parts = (Object.keys(nouns) as (keyof Items)[]).flatMap((kind) => {
    const count = items[kind]
    return count === 0 ? [] : [`${number(count)} ${nouns[kind][count === 1 ? 0 : 1]}`]
  })
  const last = parts.pop()
  if (last === undefined) return 'nothing'
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
