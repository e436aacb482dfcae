import { Button } from '@blueprintjs/core'
import { BoxIcon } from '@blueprintjs/icons'
import { getRelease, type Release } from '@carapace/shared/sbom/releases.contract'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import type { ReleasePageProps } from './page-props.ts'
import { ReleaseChooser } from './release-chooser.tsx'
import { ReleaseView } from './release-view.tsx'
import '../../core/ui/form.css'
import '../sbom.css'

/** A document that is being read is looked at again this often, ms; otherwise the release is read again more seldom. */
const readingMs = 1_500
const usualMs = 30_000

/** One release with its bill of materials (rules SBOM-UI-5 to SBOM-UI-9 of ../SPEC.md). */
export function ReleasePage(props: ReleasePageProps) {
  const { release } = props.search
  return release === undefined ? <NoRelease {...props} /> : <OneRelease key={release} {...props} uuid={release} />
}

function NoRelease({ search, go, onLeave }: ReleasePageProps) {
  usePageTitle('SBOM')
  return (
    <div className="sb-page">
      <PageHead title="SBOM">
        <Button variant="outlined" text="All releases" onClick={onLeave} />
      </PageHead>
      <ReleaseChooser
        onChoose={({ uuid }) => go({ projectId: search.projectId, release: uuid })}
        empty={
          <EmptyState
            icon={<BoxIcon size={24} />}
            title="No releases yet"
            action={<Button variant="outlined" text="SBOM Management" onClick={onLeave} />}
          >
            Upload a bill of materials there: its software and release are added with it.
          </EmptyState>
        }
      />
    </div>
  )
}

function OneRelease({ uuid, ...props }: ReleasePageProps & { readonly uuid: string }) {
  const { data, problem, refetch } = useEndpoint(
    getRelease,
    { uuid },
    { ...pageSubject, refetchEveryMs: (answer) => (answer && isReading(answer.release) ? readingMs : usualMs) },
  )
  const release = data?.release
  usePageTitle(release ? `${release.software.name} ${release.version}` : 'SBOM')
  return (
    <div className="sb-page">
      <Loaded
        what="The release"
        data={release}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={16} columns={['240px', '1fr', '120px']} />}
      >
        {(shown) => <ReleaseView {...props} release={shown} onChanged={refetch} />}
      </Loaded>
    </div>
  )
}

const isReading = ({ latest }: Release): boolean => latest?.state === 'READING'
