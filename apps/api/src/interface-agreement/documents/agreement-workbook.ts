import {
  type AgreementDocument,
  instantText,
  proofTitles,
  stateTitles,
} from '@carapace/shared/interface-agreement/agreement-report'
import { coverEntries } from '@carapace/shared/interface-agreement/content-differences'
import { cellText } from '@carapace/shared/interface-agreement/import-cells'
import { exportColumns } from '@carapace/shared/interface-agreement/import-columns'
import type { AgreementRow } from '@carapace/shared/interface-agreement/row'
import type { Signature } from '@carapace/shared/interface-agreement/seals'
import { isMark, sideTitles } from '@carapace/shared/interface-agreement/titles'
import { type Sheet, type SheetRow, workbookOf } from '../../core/documents/xlsx-writer.ts'

/** A signed version, as the sheet of versions lists it. */
export interface VersionOf {
  readonly number: number
  readonly hash: string
  readonly at: string
  readonly isWhole: boolean
  readonly signatures: readonly Signature[]
}

type Source = AgreementDocument & { readonly versions: readonly VersionOf[] }

/** The agreement as a workbook whose first sheet can be edited and imported again (rule AGREEMENT-57). */
export function agreementWorkbook(source: Source): AsyncGenerator<Uint8Array> {
  const { content } = source
  return workbookOf([
    exchangeSheet(content.rows),
    sheet('Cover', [28, 90], [['Field', 'Value'], ...coverRows(source)]),
    sheet(
      'Glossary',
      [30, 90, 30],
      [
        ['Term', 'Meaning', 'Source'],
        ...content.glossary.map(({ term, meaning, source: from }) => [term, meaning, from]),
      ],
    ),
    sheet(
      'Team',
      [14, 34, 34, 10],
      [
        ['Side', 'Name', 'Role', 'Signs'],
        ...content.team.map(({ side, name, role, is_signatory: signs }) => [
          sideTitles[side],
          name,
          role,
          signs ? 'Yes' : 'No',
        ]),
      ],
    ),
    sheet(
      'Versions',
      [12, 14, 30, 30, 24, 18, 70],
      [['Version', 'Side', 'Signed by', 'Role', 'Signed at', 'Proof', 'SHA-256'], ...versionRows(source)],
    ),
  ])
}

/** Titles in the first row; a heading has its number, and its title over all other columns. */
function exchangeSheet(rows: readonly AgreementRow[]): Sheet {
  return {
    name: 'Information exchange',
    isFrozen: true,
    widths: exportColumns.map(([target]) =>
      target === 'number' ? 6 : isMark(target) ? 11 : target === 'work_product' ? 40 : 24,
    ),
    merged: rows.flatMap(({ is_heading: isHeading }, at) =>
      isHeading ? [{ row: at + 2, from: 1, to: exportColumns.length - 1 }] : [],
    ),
    *rows() {
      yield exportColumns.map(([, value]) => ({ value, look: 'head' as const }))
      for (const row of rows) yield sheetRow(row)
    },
  }
}

function sheetRow(row: AgreementRow): SheetRow {
  if (row.is_heading) return [String(row.id), { value: row.title, look: 'strong' }]
  return exportColumns.map(([target]) => (target === 'number' ? String(row.id) : cellText(target, row[target])))
}

const sheet = (name: string, widths: readonly number[], [titles, ...rows]: readonly (readonly string[])[]): Sheet => ({
  name,
  widths,
  isFrozen: true,
  *rows() {
    yield titles!.map((value) => ({ value, look: 'head' as const }))
    yield* rows
  },
})

function coverRows({ content, version, states, today }: Source): string[][] {
  const products = content.rows.filter((row) => !row.is_heading)
  const agreed = products.filter(({ id }) => states.get(id) === 'accepted').length
  return [
    ['Agreement', content.code],
    ['Title', content.title],
    ...content.parties.map(({ side, name }) => [sideTitles[side], name]),
    ['Version', version ? `${version.number}, ${instantText(version.at)}` : `Not signed, as of ${today}`],
    ...(version ? [] : [[stateTitles.accepted, `${agreed} of ${products.length} rows`]]),
    ...coverEntries(content.cover),
  ].map(([name, value]) => [name!, value!])
}

/** The signatures of each version with its hash, and those under the agreement as it is now. */
function versionRows({ versions, version, signatures }: Source): string[][] {
  const listed = version ? versions.filter(({ number }) => number <= version.number) : versions
  const rowOf = (name: string, { side, name: by, role, proof, at }: Signature, hash: string) => [
    name,
    sideTitles[side],
    by,
    role,
    instantText(at),
    proofTitles[proof],
    hash,
  ]
  return [
    ...listed.flatMap(({ number, hash, isWhole, signatures: under }) =>
      under.map((each) => rowOf(isWhole ? String(number) : `${number}, not as it was signed`, each, hash)),
    ),
    ...(version ? [] : signatures.map((each) => rowOf('Not sealed', each, ''))),
  ]
}
