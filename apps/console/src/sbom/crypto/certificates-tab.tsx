import { CalendarIcon } from '@blueprintjs/icons'
import { type CryptoExpiry, listCryptoExpiries } from '@carapace/shared/sbom/crypto.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { date, number, useNow } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { ExpiryChart } from './expiry-chart.tsx'
import type { CryptoPageProps } from './page-props.ts'
import { onTab, scopeOf } from './search.ts'
import { endText, typeNames } from './words.ts'

/** Certificates and keys by their last day: over time, and as a list (rule CBOM-UI-5). */
export function CertificatesTab({ search, go }: CryptoPageProps) {
  const { data, problem, refetch } = useEndpoint(listCryptoExpiries, scopeOf(search))
  return (
    <Loaded
      what="The certificates"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={12} columns={['200px', '1fr', '120px']} />}
    >
      {({ expiries, is_cut: isCut }) =>
        expiries.length === 0 ? (
          <EmptyState icon={<CalendarIcon size={24} />} title="Nothing ends">
            No certificate or key states its last day.
          </EmptyState>
        ) : (
          <div className="sb-scroll cb-scroll" tabIndex={0} role="region" aria-label="Certificates and keys">
            <ExpiryChart expiries={expiries} />
            <Expiries
              expiries={expiries}
              onOpen={({ id, type }) => go({ ...onTab(search, 'assets'), type, asset: id })}
            />
            {isCut && <p className="c-note sb-pad">Only those that end first are shown.</p>}
          </div>
        )
      }
    </Loaded>
  )
}

interface ExpiriesProps {
  readonly expiries: readonly CryptoExpiry[]
  readonly onOpen: (expiry: CryptoExpiry) => void
}

function Expiries({ expiries, onOpen }: ExpiriesProps) {
  const now = useNow(60_000)
  return (
    <table className="c-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Kind</th>
          <th scope="col">Issuer</th>
          <th scope="col">Valid from</th>
          <th scope="col">Ends</th>
          <th scope="col">When</th>
          <th scope="col">Severity</th>
          <th scope="col" className="c-number">
            Releases
          </th>
        </tr>
      </thead>
      <tbody>
        {expiries.map((expiry) => (
          <tr key={expiry.id}>
            <td className="sb-wrap">
              <button type="button" className="sb-link" onClick={() => onOpen(expiry)}>
                {expiry.subject ?? expiry.name}
              </button>
            </td>
            <td>{typeNames[expiry.type]}</td>
            <td className="sb-wrap">{expiry.issuer ?? ''}</td>
            <td>{expiry.begins_at === null ? '' : date(expiry.begins_at)}</td>
            <td>{date(expiry.ends_at)}</td>
            <td>{endText(expiry.ends_at, now)}</td>
            <td>{expiry.severity === null ? '' : <SeverityLabel severity={expiry.severity} />}</td>
            <td className="c-number num">{number(expiry.releases)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
