import { Button } from '@blueprintjs/core'
import { ComparisonIcon, DuplicateIcon, EndorsedIcon, WarningSignIcon } from '@blueprintjs/icons'
import { listAgreementVersions, type Version } from '@carapace/shared/interface-agreement/pages.contract'
import { useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { dateTime, sentenceCase } from '../../core/format/format.ts'
import { copyText } from '../../core/ui/copy.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { CompareDialog } from '../dialogs/compare-dialog.tsx'
import type { AgreementContext } from '../use-agreement.ts'
import { saveAgreementAs } from '../frame/save-agreement.ts'
import { useRereadOn } from '../use-agreement.ts'
import { sideTexts } from '../words.ts'

const tones = { 'in-force': 'green', expired: 'red', superseded: 'grey' } as const
/** As many digits of a hash as one compares by eye. */
const shownDigits = 12

/** The signed versions beside the cover, and whether their hash chain is whole (rule AGREEMENT-UI-10). */
export function VersionsPanel({ agreement, pages }: AgreementContext) {
  const { data, problem, refetch } = useEndpoint(listAgreementVersions, { agreement_uuid: agreement.uuid })
  useRereadOn(pages, refetch)
  const [compared, setCompared] = useState<number>()
  return (
    <aside className="ia-beside" aria-label="Signed versions">
      <header className="ia-beside-head">
        <h2>Signed versions</h2>
        {data !== undefined && data.versions.length > 0 && (
          <Button
            size="small"
            variant="outlined"
            icon={<ComparisonIcon />}
            text="Compare…"
            onClick={() => setCompared(data.versions[0]!.number)}
          />
        )}
      </header>
      <div className="ia-beside-body">
        <Loaded
          what="The list of versions"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={4} columns={['1fr', '120px']} />}
        >
          {({ versions, broken }) => (
            <>
              {versions.length > 0 && <Chain broken={broken} />}
              {versions.length === 0 && (
                <p className="ia-none">
                  None yet. When all work products are agreed, the signatories of both sides sign, and the version is
                  sealed.
                </p>
              )}
              <ol className="ia-versions">
                {versions.map((version) => (
                  <OneVersion
                    key={version.number}
                    version={version}
                    isBroken={broken !== null && version.number >= broken}
                    onCompare={() => setCompared(version.number)}
                    onSave={(format) => void saveAgreementAs(agreement, format, version.number)}
                  />
                ))}
              </ol>
              {compared !== undefined && (
                <CompareDialog
                  agreement={agreement}
                  numbers={versions.map(({ number }) => number)}
                  from={compared}
                  onClose={() => setCompared(undefined)}
                />
              )}
            </>
          )}
        </Loaded>
      </div>
    </aside>
  )
}

/** Whether each version is as it was signed. */
function Chain({ broken }: { readonly broken: number | null }) {
  return broken === null ? (
    <p className="ia-chain">
      <EndorsedIcon /> The hash chain is whole: each version is as it was signed.
    </p>
  ) : (
    <p className="ia-chain ia-broken" role="alert">
      <WarningSignIcon /> Version {broken} is not as it was signed, or not in its place. Compare it with your own copy
      of the document, and report this to your administrator.
    </p>
  )
}

interface OneVersionProps {
  readonly version: Version
  readonly isBroken: boolean
  readonly onCompare: () => void
  readonly onSave: (format: 'pdf' | 'docx') => void
}

function OneVersion({ version, isBroken, onCompare, onSave }: OneVersionProps) {
  const { number, at, hash, signatures, state } = version
  return (
    <li>
      <p className="ia-version-head">
        <b>Version {number}</b>
        <Badge tone={tones[state]}>{sentenceCase(state)}</Badge>
        {isBroken && <Badge tone="red">Not as signed</Badge>}
        <span className="num ia-faint">{dateTime(at)}</span>
      </p>
      <ul>
        {signatures.map((signature, index) => (
          <li key={index} title={`Proved by ${signature.proof === 'password' ? 'password' : 'second factor'}`}>
            {signature.name}{' '}
            <span className="ia-faint">
              {sideTexts[signature.side]}, {signature.role}, {dateTime(signature.at)}
            </span>
          </li>
        ))}
      </ul>
      <p className="ia-hash">
        <span className="ia-faint">SHA-256</span>{' '}
        <span className="mono" title={hash}>
          {hash.slice(0, shownDigits)}…
        </span>
        <IconButton
          icon={<DuplicateIcon size={12} />}
          label={`Copy the hash of version ${number}`}
          size="small"
          onClick={() => copyText(hash)}
        />
        <span className="ia-version-acts">
          <Button size="small" variant="minimal" text="Compare" onClick={onCompare} />
          <Button size="small" variant="minimal" text="PDF" onClick={() => onSave('pdf')} />
          <Button size="small" variant="minimal" text="DOCX" onClick={() => onSave('docx')} />
        </span>
      </p>
    </li>
  )
}
