import { EndorsedIcon } from '@blueprintjs/icons'
import { getBomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { getSoftwarePolicies } from '@carapace/shared/sbom/policies.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { componentsText } from '../words.ts'
import type { TabProps } from './page-props.ts'
import { type Profile, profilesIn } from './quality.ts'

/** How complete a document is by each profile, and what to mend first (rule SBOM-UI-12). */
export function QualityTab({ release }: TabProps) {
  const { data, problem, refetch } = useEndpoint(getBomDocument, { uuid: release.document!.uuid })
  const { data: policy } = useEndpoint(getSoftwarePolicies, {})
  const chosen = policy?.policies.quality
  return (
    <Loaded
      what="The quality"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={8} columns={['240px', '1fr', '80px']} />}
    >
      {({ document }) => {
        const profiles = profilesIn(document.quality)
        if (profiles.length === 0)
          return (
            <EmptyState icon={<EndorsedIcon size={24} />} title="Not judged">
              Read the document again, so that its quality is judged.
            </EmptyState>
          )
        const first = profiles.find(({ name }) => name === chosen?.profile)
        const rest = profiles.filter((profile) => profile !== first)
        return (
          <div className="sb-grid">
            {[...(first ? [first] : []), ...rest].map((profile) => (
              <OneProfile key={profile.name} profile={profile} least={profile === first ? chosen?.least : undefined} />
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}

interface OneProfileProps {
  readonly profile: Profile
  /** The points that the organisation wants; undefined: this profile does not count. */
  readonly least: number | undefined
}

function OneProfile({ profile: { name, score, points }, least }: OneProfileProps) {
  const mended = points.toSorted((a, b) => b.weight * (1 - b.met) - a.weight * (1 - a.met))
  return (
    <Panel
      title={name}
      extra={
        <span className="sb-verdicts num">
          {least !== undefined && (
            <Badge tone={score >= least ? 'green' : 'red'}>{score >= least ? 'Good enough' : `Below ${least}`}</Badge>
          )}
          {score} of 100
        </span>
      }
    >
      <div className="c-scroll" tabIndex={0} role="region" aria-label={`Points of ${name}`}>
        <table className="c-table">
          <thead>
            <tr>
              <th>Point</th>
              <th className="c-number">Met</th>
              <th className="c-number">Lacking</th>
              <th>What to mend</th>
            </tr>
          </thead>
          <tbody>
            {mended.map(({ key, met, lacking, missing, advice }) => (
              <tr key={key}>
                <td>{key}</td>
                <td className="c-number num">{Math.floor(met * 100)} %</td>
                <td className="c-number num">{lacking === 0 ? '' : number(lacking)}</td>
                <td className="sb-wrap">
                  {met < 1 && advice}
                  {lacking > 0 && missing[0] !== 'document' && (
                    <details>
                      <summary>{componentsText(lacking)}</summary>
                      <ul className="sb-lines mono">
                        {missing.map((ref) => (
                          <li key={ref}>{ref}</li>
                        ))}
                      </ul>
                    </details>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
