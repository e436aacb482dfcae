import type { CaseChange } from '@carapace/shared/msoc/cases/cases.contract'
import { dateTime, number, sentenceCase } from '../../../core/format/format.ts'

/** The changes of one day, latest first. */
export interface Day {
  /** `18 Nov 2025`, in the time zone of all shown times. */
  readonly day: string
  readonly changes: readonly CaseChange[]
}

/** A timeline grouped by days (rule CASE-UI-10). */
export function daysOf(timeline: readonly CaseChange[]): Day[] {
  const latestFirst = [...timeline].sort((a, b) => b.seq - a.seq)
  return [...Map.groupBy(latestFirst, ({ at }) => dateTime(at).split(',', 1)[0]!)].map(([day, changes]) => ({
    day,
    changes,
  }))
}

/** A change as a sentence without its subject. Missing detail is left out, not invented (rule CASE-UI-11). */
export function sentenceOf({ kind, detail }: Pick<CaseChange, 'kind' | 'detail'>): string {
  switch (kind) {
    case 'open':
      if (typeof detail['split_from'] === 'number') return `Split the case off ${caseIn(detail['split_from'])}`
      return joined('Opened the case', alertsIn(detail) && `over ${alertsIn(detail)}`)
    case 'link':
      return `Linked ${alertsIn(detail) ?? 'alerts'}`
    case 'unlink':
      return `Took ${alertsIn(detail) ?? 'alerts'} out`
    case 'stage':
      return stageSentence(detail)
    case 'owner':
      return ownerSentence(detail)
    case 'title':
      return joined('Renamed the case', wordIn(detail['title']) && `to “${wordIn(detail['title'])}”`)
    case 'severity':
      return joined('Changed the severity', changeIn(detail, 'severity'))
    case 'comment':
      return 'Commented'
    case 'capture':
      return joined(
        detail['added'] === false ? 'Took the capture' : 'Attached the capture',
        quoted(detail['capture']),
        detail['added'] === false ? 'out' : undefined,
      )
    case 'status':
      return detail['status'] === null ? 'Removed the status' : joined('Set the status', quoted(detail['status']))
    case 'resolution':
      return joined('Set the resolution', worded(detail['resolution']) && `to ${worded(detail['resolution'])}`)
    case 'tlp':
    case 'pap':
      return joined(`Changed the ${kind.toUpperCase()}`, fromTo(wordIn(detail['was']), wordIn(detail[kind])))
    case 'tags':
      return joined('Changed the tags', listIn(detail['tags']) && `to ${listIn(detail['tags'])}`)
    case 'description':
      return 'Changed the description'
    case 'lessons':
      return joined('Wrote the', listIn(detail['texts']) ?? 'lessons')
    case 'fields':
      return joined('Changed', listIn(detail['fields']) ?? 'fields')
    case 'pause':
      return joined(
        detail['paused'] === false ? 'Started the clock again' : 'Stopped the clock',
        wordIn(detail['reason']) && `: ${wordIn(detail['reason'])}`,
      ).replace(' :', ':')
    case 'access':
      if (typeof detail['need_to_know'] !== 'boolean') return 'Changed who sees the case'
      return detail['need_to_know'] ? 'Restricted the case to need to know' : 'Opened the case to everybody'
    case 'member':
      return memberSentence(detail)
    case 'task':
      return taskSentence(detail, titleIn(detail))
    case 'evidence':
      return evidenceSentence(detail)
    case 'reference':
      return joined(
        detail['removed'] === true ? 'Removed the link' : 'Added a link',
        titleIn(detail) && `to ${titleIn(detail)}`,
      )
    case 'story':
      return joined(storyVerb(detail), titleIn(detail))
    case 'merge':
      return 'into' in detail ? `Merged the case into ${caseIn(detail['into'])}` : `Merged ${caseIn(detail['from'])}`
    case 'unmerge':
      return 'out' in detail ? `Took out ${caseIn(detail['out'])}` : `Took the case out of ${caseIn(detail['from'])}`
    case 'split':
      return `Split off ${caseIn(detail['into'])}`
  }
}

/** The groups by which the timeline is filtered, with the kinds of each. */
export const timelineGroups = {
  comments: ['comment'],
  alerts: ['link', 'unlink', 'capture'],
  tasks: ['task'],
  evidence: ['evidence', 'story', 'reference'],
  state: ['open', 'stage', 'status', 'resolution', 'owner', 'member', 'severity', 'pause'],
  texts: ['title', 'description', 'lessons', 'fields', 'tags', 'tlp', 'pap', 'access'],
  cases: ['merge', 'unmerge', 'split'],
} as const satisfies Readonly<Record<string, readonly CaseChange['kind'][]>>
export type TimelineGroup = keyof typeof timelineGroups

/** The changes of the chosen groups; without any chosen, all of them (rule CASE-UI-14). */
export function inGroups(timeline: readonly CaseChange[], groups: readonly TimelineGroup[]): readonly CaseChange[] {
  if (groups.length === 0) return timeline
  const kinds = new Set<string>(groups.flatMap((group) => timelineGroups[group]))
  return timeline.filter(({ kind }) => kinds.has(kind))
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** "from Medium to High", as far as both are known. */
function changeIn(detail: CaseChange['detail'], key: 'severity' | 'stage'): string | undefined {
  const [was, is] = [wordIn(detail['was']), wordIn(detail[key])]
  return joined(was && `from ${sentenceCase(was)}`, is && `to ${sentenceCase(is)}`) || undefined
}

function stageSentence(detail: CaseChange['detail']): string {
  if (detail['stage'] === 'CLOSED') return joined('Closed the case', closedIn(detail))
  if (detail['was'] === 'CLOSED') return 'Reopened the case'
  return joined('Moved the case', changeIn(detail, 'stage'))
}

function closedIn({ alerts_closed: closed }: CaseChange['detail']): string | undefined {
  return typeof closed === 'number' && closed > 0 ? `and ${countOf(closed)}` : undefined
}

function ownerSentence(detail: CaseChange['detail']): string {
  if (!('owner' in detail)) return 'Changed the owner'
  const owner = wordIn(detail['owner'])
  return owner === undefined ? 'Removed the owner' : `Assigned the case to ${owner}`
}

const countOf = (count: number) => (count === 1 ? '1 alert' : `${number(count)} alerts`)

const quoted = (value: unknown) => (wordIn(value) === undefined ? undefined : `“${wordIn(value)}”`)

const titleIn = (detail: CaseChange['detail']) => quoted(detail['title'] ?? detail['name'])

const worded = (value: unknown) => wordIn(value) && sentenceCase(wordIn(value)!).toLowerCase()

function listIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((each) => typeof each === 'string').join(', ') || undefined
}

const fromTo = (was: string | undefined, is: string | undefined) => joined(was && `from ${was}`, is && `to ${is}`)

function memberSentence(detail: CaseChange['detail']): string {
  const [added, removed] = [listIn(detail['added']), listIn(detail['removed'])]
  const parts = [added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean).join(' and ')
  return parts === '' ? 'Changed the members' : parts.charAt(0).toUpperCase() + parts.slice(1)
}

const because = (detail: CaseChange['detail']) => wordIn(detail['reason']) && `because: ${wordIn(detail['reason'])}`

function evidenceSentence(detail: CaseChange['detail']): string {
  const removed = detail['removed'] === true
  return joined(removed ? 'Removed evidence' : 'Added evidence', titleIn(detail), removed ? because(detail) : undefined)
}

function storyVerb(detail: CaseChange['detail']): string {
  if (detail['removed'] === true) return 'Removed a step of the story:'
  if (detail['added'] === true) return 'Added a step to the story:'
  return wordIn(detail['title']) === undefined ? 'Arranged the story' : 'Changed a step of the story:'
}

function taskSentence(detail: CaseChange['detail'], title: string | undefined): string {
  const note = wordIn(detail['note'])
  const state = wordIn(detail['state'])
  if (note !== undefined) return joined('Noted on the task', title && `${title}:`, note)
  if (detail['removed'] === true) return joined('Removed the task', title)
  if (detail['added'] === true) return joined('Added the task', title)
  if (state === 'DONE') return joined('Finished the task', title)
  if (state !== undefined) return joined('Set the task', title, `to ${sentenceCase(state).toLowerCase()}`)
  if ('owner' in detail) return joined('Gave the task', title, `to ${wordIn(detail['owner']) ?? 'nobody'}`)
  return joined('Changed the task', title)
}

/** The other case of a merge or a split, by its number. */
const caseIn = (value: unknown) => (typeof value === 'number' ? `CAS-${value}` : 'another case')

/** The alerts by number if all numbers are known, otherwise their count. */
function alertsIn({ alerts, numbers }: CaseChange['detail']): string | undefined {
  const named = Array.isArray(numbers)
    ? numbers.filter((each) => typeof each === 'number').map((each) => `ALR-${each}`)
    : []
  if (typeof alerts !== 'number') return named.length > 0 ? named.join(', ') : undefined
  return named.length === alerts && alerts <= 3 ? named.join(', ') : countOf(alerts)
}

/** The text of a comment in Markdown; undefined for other changes. */
export function commentIn({ kind, detail }: Pick<CaseChange, 'kind' | 'detail'>): string | undefined {
  return kind === 'comment' ? wordIn(detail['text']) : undefined
}
