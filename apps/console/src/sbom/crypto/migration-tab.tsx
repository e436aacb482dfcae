import { TickCircleIcon } from '@blueprintjs/icons'
import { getCryptoMigration, type MigrationLine, type MigrationUrgency } from '@carapace/shared/sbom/crypto.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { calendarDay, number } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge, type Tone } from '../../core/ui/status-badge.tsx'
import type { CryptoPageProps } from './page-props.ts'
import { onTab, scopeOf } from './search.ts'
import { classNames, urgencyNames } from './words.ts'

const tones: Readonly<Record<MigrationUrgency, Tone>> = { now: 'red', next: 'yellow', later: 'grey' }

/** What to replace by what, the most urgent first (rule CBOM-UI-4). */
export function MigrationTab({ search, go }: CryptoPageProps) {
  const { data, problem, refetch } = useEndpoint(getCryptoMigration, scopeOf(search))
  const show = ({ examples: [first] }: MigrationLine) =>
    first && go({ ...onTab(search, 'assets'), q: undefined, asset: first.id })
  return (
    <Loaded
      what="The migration list"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={12} columns={['200px', '1fr', '120px']} />}
    >
      {({ lines, is_cut: isCut }) =>
        lines.length === 0 ? (
          <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing to replace">
            No rule of the policy asks for another algorithm.
          </EmptyState>
        ) : (
          <div className="sb-scroll cb-scroll" tabIndex={0} role="region" aria-label="Migration">
            <table className="c-table">
              <thead>
                <tr>
                  <th scope="col">Urgency</th>
                  <th scope="col">Replace</th>
                  <th scope="col">By</th>
                  <th scope="col">Class</th>
                  <th scope="col">Severity</th>
                  <th scope="col">Allowed until</th>
                  <th scope="col" className="c-number">
                    Assets
                  </th>
                  <th scope="col" className="c-number">
                    Releases
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <Line key={`${line.from}\n${line.to}`} line={line} onShow={() => show(line)} />
                ))}
              </tbody>
            </table>
            {isCut && <p className="c-note sb-pad">Only the most urgent lines are shown.</p>}
          </div>
        )
      }
    </Loaded>
  )
}

function Line({ line, onShow }: { readonly line: MigrationLine; readonly onShow: () => void }) {
  return (
    <tr>
      <td>
        <Badge tone={tones[line.urgency]}>{urgencyNames[line.urgency]}</Badge>
      </td>
      <td className="sb-wrap">
        <button type="button" className="sb-link" onClick={onShow}>
          {line.from}
        </button>
      </td>
      <td className="sb-wrap">{line.to}</td>
      <td>{classNames[line.class]}</td>
      <td>
        <SeverityLabel severity={line.severity} />
      </td>
      <td>{line.until === null ? '' : calendarDay(line.until)}</td>
      <td className="c-number num">{number(line.assets)}</td>
      <td className="c-number num">{number(line.releases)}</td>
    </tr>
  )
}
