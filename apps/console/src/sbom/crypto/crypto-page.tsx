import { Button } from '@blueprintjs/core'
import { KeyIcon } from '@blueprintjs/icons'
import { getCryptoPosture } from '@carapace/shared/sbom/crypto.contract'
import { getRelease } from '@carapace/shared/sbom/releases.contract'
import { useNavigate } from '@tanstack/react-router'
import { useEndpoint } from '../../core/call/query.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { AssetsTab } from './assets-tab.tsx'
import { CertificatesTab } from './certificates-tab.tsx'
import { Figures } from './figures.tsx'
import { MigrationTab } from './migration-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import type { CryptoPageProps, Posture } from './page-props.ts'
import { PolicyTab } from './policy-tab.tsx'
import { cryptoTabs, onTab, scopeOf } from './search.ts'
import '../../core/ui/form.css'
import '../sbom.css'
import './crypto.css'

/** The cryptography of the organisation, a program or a release (rules CBOM-UI-1 to CBOM-UI-6 of ../SPEC.md). */
export function CryptoPage({ search, go }: CryptoPageProps) {
  usePageTitle('CBOM')
  const { data, problem, refetch } = useEndpoint(getCryptoPosture, scopeOf(search))
  return (
    <div className="sb-page">
      <PageHead title="CBOM" tabs={<ScopeName search={search} go={go} />} />
      <Loaded
        what="The posture"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={12} columns={['200px', '1fr']} />}
      >
        {(posture) => <Shown search={search} go={go} posture={posture} onChanged={refetch} />}
      </Loaded>
    </div>
  )
}

interface ShownProps extends CryptoPageProps {
  readonly posture: Posture
  readonly onChanged: () => void
}

function Shown({ search, go, posture, onChanged }: ShownProps) {
  const tab = search.tab ?? 'overview'
  const isEmpty = posture.releases === 0 && tab !== 'policy'
  return (
    <>
      {!isEmpty && <Figures posture={posture} />}
      <nav className="sb-tabs c-tabs" aria-label="Views of the cryptography">
        {cryptoTabs.map((each) => (
          <button
            key={each}
            type="button"
            className="c-tab"
            aria-current={tab === each ? 'page' : undefined}
            onClick={() => go(onTab(search, each))}
          >
            {sentenceCase(each)}
          </button>
        ))}
      </nav>
      {isEmpty && <NoCrypto search={search} go={go} />}
      {!isEmpty && tab === 'overview' && <OverviewTab search={search} go={go} posture={posture} />}
      {!isEmpty && tab === 'assets' && <AssetsTab search={search} go={go} />}
      {!isEmpty && tab === 'migration' && <MigrationTab search={search} go={go} />}
      {!isEmpty && tab === 'certificates' && <CertificatesTab search={search} go={go} />}
      {tab === 'policy' && <PolicyTab onSaved={onChanged} />}
    </>
  )
}

function NoCrypto({ search, go }: CryptoPageProps) {
  const navigate = useNavigate()
  const isWhole = search.release === undefined && search.projectId === undefined
  return (
    <EmptyState
      icon={<KeyIcon size={24} />}
      title="No cryptographic assets"
      action={
        <div className="cb-actions">
          <Button
            variant="outlined"
            text="Upload a document"
            onClick={() => void navigate({ to: '/org/sbom', search: {} })}
          />
          {!isWhole && <Button variant="outlined" text="Whole organisation" onClick={() => go({})} />}
        </div>
      }
    >
      Upload a CycloneDX document (1.6 or later) whose components have cryptographic properties.
    </EmptyState>
  )
}

/** What the page is about, if it is not the whole organisation. */
function ScopeName({ search, go }: CryptoPageProps) {
  const { data } = useEndpoint(
    getRelease,
    { uuid: search.release ?? '' },
    { enabled: search.release !== undefined, keepPrevious: false },
  )
  if (search.release === undefined && search.projectId === undefined) return null
  const name =
    search.release === undefined ? 'This program' : data ? `${data.release.software.name} ${data.release.version}` : ''
  return (
    <span className="cb-scope">
      {name}
      <Button
        variant="minimal"
        size="small"
        text="Whole organisation"
        onClick={() => go({ ...search, release: undefined, projectId: undefined, asset: undefined })}
      />
    </span>
  )
}
