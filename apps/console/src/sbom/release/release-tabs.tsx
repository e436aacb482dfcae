import { BoxIcon } from '@blueprintjs/icons'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import type { ReleaseTab } from '../search.ts'
import { ComponentDrawer } from './component-drawer.tsx'
import { DiffTab } from './diff-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { GraphTab } from './graph-tab.tsx'
import { LicencesTab } from './licences-tab.tsx'
import type { TabProps } from './page-props.ts'
import { QualityTab } from './quality-tab.tsx'
import { TableTab } from './table-tab.tsx'
import { TreeTab } from './tree-tab.tsx'
import { UploadButton } from './upload-button.tsx'

interface ReleaseTabContentProps extends Omit<TabProps, 'onOpen'> {
  readonly tab: ReleaseTab
}

const tabs = {
  tree: TreeTab,
  table: TableTab,
  graph: GraphTab,
  licences: LicencesTab,
  quality: QualityTab,
  documents: DocumentsTab,
  diff: DiffTab,
} as const

/** The content of a tab, with the open component beside it. */
export function ReleaseTabContent({ tab, ...props }: ReleaseTabContentProps) {
  const { release, search, go, onUpload } = props
  if (release.document === null && tab !== 'documents')
    return (
      <EmptyState
        icon={<BoxIcon size={24} />}
        title={release.latest?.state === 'READING' ? 'The document is being read' : 'No bill of materials yet'}
        action={<UploadButton onUpload={onUpload} />}
      >
        {release.latest?.state === 'FAILED'
          ? 'The document that was added last could not be read: the tab Documents states why.'
          : 'Its components are shown here once a document was read.'}
      </EmptyState>
    )
  const Tab = tabs[tab]
  const open = (position: number | undefined) => go({ ...search, open: position }, true)
  return (
    <div className="sb-body">
      <Tab {...props} onOpen={open} />
      {search.open !== undefined && release.document !== null && tab !== 'documents' && tab !== 'quality' && (
        <ComponentDrawer
          key={search.open}
          releaseUuid={release.uuid}
          position={search.open}
          onOpen={open}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  )
}
