import type { Block, BlockOf, Report, ReportCell, Section, Tone } from '../core/documents/report.ts'
import { coverEntries, daysText } from './content-differences.ts'
import type { AgreementContent } from './content.ts'
import { markField, marks, type RowField, type Side, sides, type WorkProductRow } from './row.ts'
import type { RowState } from './negotiation.ts'
import type { Signature } from './seals.ts'
import { fieldTitles, sideTitles } from './titles.ts'

/** An agreement that is written as a document: what its reader may see, and who signed it. */
export interface AgreementDocument {
  readonly content: AgreementContent
  /** The signed version; undefined: the agreement as it is now. */
  readonly version?: VersionIdentity | undefined
  /** Under the version, or under the agreement as it is now. */
  readonly signatures: readonly Signature[]
  /** By the number of the row; of a version empty: each row was accepted. */
  readonly states: ReadonlyMap<number, RowState>
  /** The day on which it is written. */
  readonly today: string
  readonly author: string
}

export interface VersionIdentity {
  readonly number: number
  readonly hash: string
  /** When it was sealed, ISO 8601. */
  readonly at: string
  /** Whether the chain of hashes holds up to here (rule AGREEMENT-11). */
  readonly isWhole: boolean
}

export const stateTitles: Readonly<Record<RowState, string>> = {
  draft: 'Draft',
  proposed: 'Proposed',
  accepted: 'Accepted',
  'not-accepted': 'Not accepted',
}
const stateTones: Readonly<Record<RowState, Tone | undefined>> = {
  draft: 'faint',
  proposed: 'level-3',
  accepted: 'good',
  'not-accepted': 'bad',
}
export const proofTitles: Readonly<Record<Signature['proof'], string>> = {
  password: 'Password',
  'second-factor': 'Second factor',
}
export const instantText = (at: string) => `${at.slice(0, 19).replace('T', ' ')} UTC`

/** The whole agreement with the marks and signatures of both parties (rule AGREEMENT-58). */
export function agreementReport(document: AgreementDocument): Report {
  const { content, version, today, author } = document
  const { cover, parties } = content
  return {
    title: content.title,
    subtitle: ['Cybersecurity interface agreement', cover.item].filter((text) => text !== '').join(': '),
    document: {
      id: cover.document_number === '' ? content.code : `${cover.document_number} (${content.code})`,
      version: version ? `Version ${version.number}` : 'Not signed',
      status: statusText(document),
      date: version?.at.slice(0, 10) ?? today,
      author,
    },
    facts: parties.map(({ side, name }) => [sideTitles[side], name] as const),
    approvals: document.signatures.map(({ side, name, role, proof, at }) => ({
      role: `${sideTitles[side]}: ${role}`,
      name,
      date: at.slice(0, 10),
      note: `Signed, ${proofTitles[proof].toLowerCase()}`,
    })),
    sections: [
      section('Parties and scope', () => [
        { is: 'facts', facts: [...coverEntries(cover)].filter(([name]) => !name.startsWith('Escalation')) },
      ]),
      section('Escalation', () => [escalationTable(cover.escalation)]),
      section('Cybersecurity team', () => [teamTable(content)]),
      { title: 'Information exchange', layout: 'landscape', blocks: () => exchangeBlocks(document) },
      section('Glossary', () => [glossaryTable(content)]),
      section('Signatures', () => signatureBlocks(document)),
    ],
  }
}

function statusText({ version, content, states }: AgreementDocument): string {
  if (version) return version.isWhole ? 'Signed' : 'Not as it was signed'
  const rows = content.rows.filter((row) => !row.is_heading)
  const agreed = rows.filter(({ id }) => states.get(id) === 'accepted').length
  return `${agreed} of ${rows.length} rows accepted`
}

const section = (title: string, blocks: () => Block[]): Section => ({ title, layout: 'portrait', blocks })
const none: Block = { is: 'text', text: 'None.', tone: 'faint' }

const table = (columns: readonly (readonly [title: string, width: number])[], rows: ReportCell[][]): Block =>
  rows.length === 0 ? none : { is: 'table', columns: columns.map(([title, width]) => ({ title, width })), rows }

const escalationTable = (levels: AgreementContent['cover']['escalation']): Block =>
  table(
    [
      ['Subject', 34],
      ['Customer', 25],
      ['Supplier', 25],
      ['Without an answer after', 16],
    ],
    levels.map(({ subject, customer, supplier, after_days: days }) => [subject, customer, supplier, daysText(days)]),
  )

const teamTable = ({ team }: AgreementContent): Block =>
  table(
    [
      ['Side', 16],
      ['Name', 34],
      ['Role', 34],
      ['Signs', 16],
    ],
    team.map(({ side, name, role, is_signatory: signs }) => [sideTitles[side], name, role, signs ? 'Yes' : 'No']),
  )

const glossaryTable = ({ glossary }: AgreementContent): Block =>
  table(
    [
      ['Term', 24],
      ['Meaning', 54],
      ['Source', 22],
    ],
    glossary.map(({ term, meaning, source }) => [term, meaning, source]),
  )

/** Each heading with its rows: who does what, then the longer texts. */
function* exchangeBlocks({ content, states, version }: AgreementDocument): Generator<Block> {
  yield { is: 'text', text: 'R: responsible. S: supports. I: is informed. A: approves.' }
  if (!version) yield { is: 'text', text: 'Values are those that both sides agreed to. Open proposals are not shown.' }
  let rows: WorkProductRow[] = []
  for (const row of content.rows) {
    if (!row.is_heading) {
      rows.push(row)
      continue
    }
    yield* groupBlocks(rows, states)
    rows = []
    yield { is: 'heading', text: row.title }
  }
  yield* groupBlocks(rows, states)
}

function* groupBlocks(rows: readonly WorkProductRow[], states: AgreementDocument['states']): Generator<Block> {
  if (rows.length === 0) return
  yield marksTable(rows, states)
  const texts = rows.flatMap(textsOf)
  if (texts.length > 0)
    yield {
      is: 'table',
      columns: [
        { title: 'No.', width: 5 },
        { title: 'About', width: 20 },
        { title: 'Agreed text', width: 75 },
      ],
      rows: texts,
    }
}

const marksText = (row: WorkProductRow, side: Side) =>
  marks
    .filter((mark) => row[markField(side, mark)])
    .map((mark) => mark.toUpperCase())
    .join(', ')

function marksTable(rows: readonly WorkProductRow[], states: AgreementDocument['states']): BlockOf<'table'> {
  return {
    is: 'table',
    columns: [
      { title: 'No.', width: 5 },
      { title: fieldTitles.work_product, width: 22 },
      ...sides.map((side) => ({ title: sideTitles[side], width: 9 })),
      { title: fieldTitles.deliverable_type, width: 11 },
      { title: fieldTitles.level_of_confidentiality, width: 13 },
      { title: fieldTitles.update_cycle, width: 8 },
      { title: fieldTitles.date, width: 9 },
      { title: fieldTitles.status, width: 9 },
      ...(states.size > 0 ? [{ title: 'State', width: 9 }] : []),
    ],
    rows: rows.map((row): ReportCell[] => [
      String(row.id),
      `${row.work_product} (${row.iso_reference})`,
      ...sides.map((side) => marksText(row, side)),
      row.deliverable_type,
      row.level_of_confidentiality,
      row.update_cycle,
      row.date,
      row.status,
      ...(states.size > 0 ? [stateCell(states.get(row.id) ?? 'draft')] : []),
    ]),
  }
}

function stateCell(state: RowState): ReportCell {
  const [text, tone] = [stateTitles[state], stateTones[state]]
  return tone === undefined ? text : { text, tone }
}

const longTexts = [
  'explanation_remarks_expected_content',
  'specific_document',
  'criteria_for_exchange',
  'special_agreements',
] as const satisfies readonly RowField[]

function textsOf(row: WorkProductRow): ReportCell[][] {
  const number = String(row.id)
  const tailored = row.tailoring_applicable ? [[number, 'Tailored', row.tailoring_justification]] : []
  const texts = longTexts.filter((field) => row[field] !== '').map((field) => [number, fieldTitles[field], row[field]])
  return [...tailored, ...texts]
}

function signatureBlocks({ signatures, version }: AgreementDocument): Block[] {
  const rows = signatures.map(({ side, name, role, proof, at }) => [
    sideTitles[side],
    name,
    role,
    instantText(at),
    proofTitles[proof],
  ])
  return [
    table(
      [
        ['Side', 13],
        ['Name', 25],
        ['Role', 25],
        ['Signed at', 22],
        ['Identity proved by', 15],
      ],
      rows,
    ),
    ...(version ? versionBlocks(version) : []),
  ]
}

function versionBlocks({ number, hash, at, isWhole }: VersionIdentity): Block[] {
  return [
    {
      is: 'facts',
      facts: [
        ['Version', String(number)],
        ['Sealed at', instantText(at)],
        ['SHA-256', hash],
      ],
    },
    ...(isWhole
      ? []
      : [
          {
            is: 'text',
            text: 'This version, or one before it, is not as it was signed: the chain of hashes is broken.',
            tone: 'bad',
          } as const,
        ]),
  ]
}
