import type { CaseChange } from '@carapace/shared/msoc/cases/cases.contract'
import { dateTime, number, sentenceCase } from '../../core/format/format.ts'

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
        wordIn(detail['capture']) && `“${wordIn(detail['capture'])}”`,
        detail['added'] === false ? 'out' : undefined,
      )
  }
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

/** The alerts by number if all numbers are known, otherwise their count. */
function alertsIn({ alerts, numbers }: CaseChange['detail']): string | undefined {
  const named = Array.isArray(numbers)
    ? numbers.filter((each) => typeof each === 'number').map((each) => `ALR-${each}`)
    : []
  if (typeof alerts !== 'number') return named.length > 0 ? named.join(', ') : undefined
  return named.length === alerts && alerts <= 3 ? named.join(', ') : countOf(alerts)
}

/** The text of a comment; undefined for other changes. */
export function commentIn({ kind, detail }: Pick<CaseChange, 'kind' | 'detail'>): string | undefined {
  return kind === 'comment' ? wordIn(detail['text']) : undefined
}
