import { cryptoRules } from '@carapace/shared/sbom/cbom/crypto-rules'
import type { CryptoAssetRow } from '@carapace/shared/sbom/crypto.contract'
import { date, number } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { typeNames } from './words.ts'

/** Key under which this browser stores the columns. */
export const tableId = 'crypto-assets'

const rulesOf = ({ hits }: CryptoAssetRow): string =>
  [...new Set(hits.map(({ rule }) => cryptoRules[rule].title))].join(', ')
const untilOf = ({ hits }: CryptoAssetRow): string =>
  hits
    .map(({ until }) => until ?? '')
    .filter(Boolean)
    .sort()[0] ?? ''

/** The columns of the list (rule CBOM-UI-3). */
export const columns: readonly Column<CryptoAssetRow>[] = [
  {
    key: 'severity',
    title: 'Severity',
    width: 104,
    always: true,
    render: ({ hits: [worst] }) => (worst ? <SeverityLabel severity={worst.severity} /> : 'None'),
  },
  {
    key: 'name',
    title: 'Name',
    width: 220,
    grow: 2,
    always: true,
    render: ({ name }) => <b className="sb-name">{name}</b>,
    text: ({ name }) => name,
  },
  { key: 'type', title: 'Kind', width: 120, priority: 2, render: ({ type }) => typeNames[type] },
  {
    key: 'algorithm',
    title: 'Algorithm',
    width: 140,
    priority: 3,
    mono: true,
    render: ({ algorithm }) => algorithm ?? '',
    text: ({ algorithm }) => algorithm ?? '',
  },
  { key: 'rules', title: 'Broken rules', width: 260, grow: 3, render: rulesOf, text: rulesOf },
  {
    key: 'quantum',
    title: 'Quantum-safe',
    width: 104,
    priority: 4,
    render: ({ is_quantum_safe: safe }) => (safe === null ? '' : safe ? 'Yes' : 'No'),
  },
  { key: 'until', title: 'Allowed until', width: 112, priority: 5, render: untilOf },
  { key: 'ends', title: 'Ends', width: 104, priority: 6, render: ({ ends_at: at }) => (at === null ? '' : date(at)) },
  {
    key: 'releases',
    title: 'Releases',
    width: 80,
    numeric: true,
    priority: 1,
    render: ({ releases }) => number(releases),
  },
]
