import type { AgreementContent } from './content.ts'
import type { Cover } from './cover.ts'
import { sideTitles } from './titles.ts'

/** Something beside the table that differs between two states of an agreement, in words. Empty: it is not there. */
export interface ContentDifference {
  readonly where: string
  readonly before: string
  readonly after: string
}

type Entries = ReadonlyMap<string, string>

/** What differs in title, cover, glossary and team (rule AGREEMENT-56). */
export function contentDifferences(
  before: Omit<AgreementContent, 'rows'>,
  after: Omit<AgreementContent, 'rows'>,
): readonly ContentDifference[] {
  return [
    ...entriesDiffering(new Map([['Title', before.title]]), new Map([['Title', after.title]])),
    ...entriesDiffering(partyEntries(before), partyEntries(after)),
    ...coverDifferences(before.cover, after.cover),
    ...glossaryDifferences(before.glossary, after.glossary),
    ...entriesDiffering(teamEntries(before.team), teamEntries(after.team)),
  ]
}

export const coverDifferences = (before: Cover, after: Cover): readonly ContentDifference[] =>
  entriesDiffering(coverEntries(before), coverEntries(after))

export const glossaryDifferences = (
  before: AgreementContent['glossary'],
  after: AgreementContent['glossary'],
): readonly ContentDifference[] => entriesDiffering(termEntries(before), termEntries(after))

const partyTitles = [
  ['name', 'name'],
  ['address', 'address'],
  ['contact', 'contact'],
  ['email', 'email'],
  ['phone', 'phone'],
] as const

/** The cover as names with values, in the order in which it is read. */
export function coverEntries(cover: Cover): Entries {
  return new Map([
    ['Item', cover.item],
    ['Scope', cover.scope],
    ['Document number', cover.document_number],
    ...(['customer', 'supplier'] as const).flatMap((side) =>
      partyTitles.map(([field, title]): [string, string] => [`${sideTitles[side]}, ${title}`, cover[side][field]]),
    ),
    ['Valid from', cover.valid_from],
    ['Valid until', cover.valid_until],
    ...cover.escalation.map((level, at): [string, string] => [
      `Escalation ${at + 1}`,
      `${level.subject}: customer ${level.customer || 'nobody'}, supplier ${level.supplier || 'nobody'}, ` +
        `after ${daysText(level.after_days)}`,
    ]),
    ['Cyclic updates', `every ${daysText(cover.cycle_days)}`],
    ['Updates on events', `within ${daysText(cover.event_days)}`],
  ])
}

export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

const partyEntries = ({ parties }: Pick<AgreementContent, 'parties'>): Entries =>
  new Map(parties.map(({ side, name }) => [sideTitles[side], name]))

const termEntries = (glossary: AgreementContent['glossary']): Entries =>
  unique(
    glossary.map(({ term, meaning, source }) => [
      `Glossary: ${term}`,
      source === '' ? meaning : `${meaning} (${source})`,
    ]),
  )

const teamEntries = (team: AgreementContent['team']): Entries =>
  unique(
    team.map(({ side, name, role, is_signatory: signs }) => [
      `Team, ${side}: ${name}`,
      signs ? `${role}, signs` : role,
    ]),
  )

/** Two people of one name, or two terms, are distinguished by their order. */
function unique(entries: readonly (readonly [string, string])[]): Entries {
  const found = new Map<string, string>()
  for (const [name, value] of entries) {
    let free = name
    for (let count = 2; found.has(free); count++) free = `${name} (${count})`
    found.set(free, value)
  }
  return found
}

function entriesDiffering(before: Entries, after: Entries): readonly ContentDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((where) => {
    const difference = { where, before: before.get(where) ?? '', after: after.get(where) ?? '' }
    return difference.before === difference.after ? [] : [difference]
  })
}
