import { expect, test } from 'vitest'
import type { CaseDetail } from '../use-case.ts'
import { itemsOf, itemsText } from './what-moves.ts'

const none = { alerts: 0, tasks: 0, evidence: 0, links: 0, story: 0 }

test.for([
  [none, 'nothing'],
  [{ ...none, alerts: 1 }, '1 alert'],
  [{ ...none, alerts: 3, links: 2 }, '3 alerts and 2 links'],
  [
    { alerts: 3, tasks: 1, evidence: 1, links: 1, story: 2 },
    '3 alerts, 1 task, 1 item of evidence, 1 link and 2 steps of the story',
  ],
] as const)('[CASE-UI-60] %j moves as "%s"', ([items, text]) => expect(itemsText(items)).toBe(text))

test('[CASE-UI-60] a link that another case made does not move', () => {
  const detail = {
    case: { alerts: 2 },
    tasks: [],
    evidence: [],
    story: [],
    links: [{ incoming: true }, { incoming: false }],
  }
  expect(itemsOf(detail as unknown as CaseDetail)).toEqual({ ...none, alerts: 2, links: 1 })
})
