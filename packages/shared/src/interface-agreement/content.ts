import { hiddenFields, type Reader, takesPart } from './access.ts'
import { agreementCode } from './code.ts'
import type { Cover, Term } from './cover.ts'
import type { Negotiation } from './negotiation.ts'
import { type AgreementRow, type Side, sides } from './row.ts'
import { agreedRows } from './versions.ts'

/** The whole agreement at one moment: what people sign, and what a version seals. */
export interface AgreementContent {
  readonly code: string
  readonly title: string
  readonly parties: readonly { readonly side: Side; readonly name: string }[]
  readonly cover: Cover
  readonly glossary: readonly Term[]
  readonly team: readonly {
    readonly side: Side
    readonly name: string
    readonly role: string
    readonly is_signatory: boolean
  }[]
  readonly rows: readonly AgreementRow[]
}

interface ContentInput {
  readonly number: number
  readonly title: string
  readonly cover: Cover
  readonly glossary: readonly Term[]
  readonly negotiation: Negotiation
  readonly parties: AgreementContent['parties']
  readonly team: AgreementContent['team']
}

/** The content of an agreement, customer first; the team comes in its own order within a side. */
export function contentOf({
  number,
  title,
  cover,
  glossary,
  negotiation,
  parties,
  team,
}: ContentInput): AgreementContent {
  return {
    code: agreementCode(number),
    title,
    parties: sides.flatMap((side) => parties.filter((party) => party.side === side)),
    cover,
    glossary,
    team: sides.flatMap((side) => team.filter((member) => member.side === side)),
    rows: agreedRows(negotiation),
  }
}

/** The content as far as somebody may see it: their rows, with documents that their access shows (rule AGREEMENT-9). */
export function seenBy(content: AgreementContent, reader: Reader): AgreementContent {
  const rows = reader.access === 'third-party' ? ownRows(content.rows, reader) : content.rows
  return {
    ...content,
    rows: rows.map((row) =>
      row.is_heading ? row : { ...row, ...Object.fromEntries(hiddenFields(row, reader).map((field) => [field, ''])) },
    ),
  }
}

/** The rows of a third party, with the headings above them. */
function ownRows(rows: readonly AgreementRow[], reader: Reader): readonly AgreementRow[] {
  const own = rows.filter((row) => row.is_heading || takesPart(reader, row.id))
  return own.filter((row, at) => !row.is_heading || own[at + 1]?.is_heading === false)
}
