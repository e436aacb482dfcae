import { EditIcon, UploadIcon } from '@blueprintjs/icons'
import { uploadBom } from '@carapace/shared/sbom/bom-documents.contract'
import { type Release, setReleaseState } from '@carapace/shared/sbom/releases.contract'
import type { ReleaseState } from '@carapace/shared/sbom/sbom'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { age, dateTime, number, sentenceCase, useNow } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePanels } from '../../core/page/panels.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { ReleaseDialog } from '../list/release-dialog.tsx'
import { type ReleaseTab, releaseTabs } from '../search.ts'
import { UploadDialog } from '../upload/upload-dialog.tsx'
import type { ReleaseViewProps } from './page-props.ts'
import { ReleaseTabContent } from './release-tabs.tsx'
import { SoftwareMenu } from './software-menu.tsx'

const tabKeys: Partial<Record<ReleaseTab, string>> = { diff: 'd' }

/** The head of a release, its figures and its tabs. */
export function ReleaseView(props: ReleaseViewProps) {
  const { release, search, go, onChanged, onLeave } = props
  const tab = search.tab ?? 'tree'
  const panels = usePanels('release-tab')
  const [panel, setPanel] = useState<string>()
  const [open, setOpen] = useState<'edit' | 'upload'>()
  const refusal = useRefusal(uploadBom)
  const show = (next: ReleaseTab) => {
    setPanel(undefined)
    go({ projectId: search.projectId, release: release.uuid, ...(next !== 'tree' && { tab: next }) })
  }
  useHotkeys([
    { keys: 'd', title: 'Compare with another release', group: 'Release', run: () => show('diff') },
    {
      keys: 'u',
      title: 'Upload a bill of materials',
      group: 'Release',
      run: () => refusal === undefined && setOpen('upload'),
    },
    { keys: 'Backspace', title: 'Back to the releases', group: 'Release', run: onLeave },
  ])
  const Extra = panels.find(({ title }) => title === panel)?.Panel
  const shown = { uuid: release.uuid, software: release.software.name, version: release.version }
  return (
    <>
      <PageHead title={`${release.software.name} ${release.version}`} tabs={<StatusBadge status={release.state} />}>
        <States release={release} onChanged={onChanged} />
        <SoftwareMenu release={release} onChanged={onChanged} onLeave={onLeave} />
        <ActButton size="medium" icon={<EditIcon />} text="Edit" refusal={refusal} onClick={() => setOpen('edit')} />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<UploadIcon />}
          keys="u"
          text="Upload"
          refusal={refusal}
          onClick={() => setOpen('upload')}
        />
      </PageHead>
      <Figures release={release} />
      <nav className="sb-tabs c-tabs" aria-label="Views of this release">
        {releaseTabs.map((each) => (
          <button
            key={each}
            type="button"
            className="c-tab"
            aria-current={panel === undefined && tab === each ? 'page' : undefined}
            onClick={() => show(each)}
          >
            {sentenceCase(each)}
            {tabKeys[each] !== undefined && <kbd className="c-kbd">{tabKeys[each]}</kbd>}
          </button>
        ))}
        {panels.map(({ title }) => (
          <button
            key={title}
            type="button"
            className="c-tab"
            aria-current={panel === title ? 'page' : undefined}
            onClick={() => setPanel(title)}
          >
            {title}
          </button>
        ))}
      </nav>
      {Extra ? (
        <Extra release={shown} />
      ) : (
        <ReleaseTabContent {...props} tab={tab} onUpload={() => setOpen('upload')} />
      )}
      {open === 'edit' && <ReleaseDialog release={release} onDone={onChanged} onClose={() => setOpen(undefined)} />}
      {open === 'upload' && (
        <UploadDialog releaseUuid={release.uuid} onDone={onChanged} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

const nextStates: Readonly<Record<ReleaseState, readonly (readonly [ReleaseState, string])[]>> = {
  DRAFT: [['APPROVED', 'Approve']],
  APPROVED: [
    ['WITHDRAWN', 'Withdraw'],
    ['DRAFT', 'Make a draft'],
  ],
  WITHDRAWN: [['DRAFT', 'Make a draft']],
}

function States({ release, onChanged }: Pick<ReleaseViewProps, 'release' | 'onChanged'>) {
  const refusal = useRefusal(setReleaseState)
  const action = useAction()
  const move = (state: ReleaseState) =>
    void action.run(async () => {
      const { uuid, revision } = release
      await call(setReleaseState, { uuid, revision, state }).then(
        () => toast.success(`The release is ${state === 'DRAFT' ? 'a draft again' : state.toLowerCase()}.`),
        (thrown: Error) => toast.error(thrown.message),
      )
      onChanged()
    })
  return nextStates[release.state].map(([state, text]) => (
    <ActButton
      key={state}
      size="medium"
      text={text}
      refusal={refusal}
      loading={action.busy}
      onClick={() => move(state)}
    />
  ))
}

/** The figures of a release: what it has, how good its document is, how old it is. */
function Figures({ release }: { readonly release: Release }) {
  const now = useNow(60_000)
  const { document, latest, software } = release
  return (
    <dl className="sb-figures">
      <Figure name="Components" value={document ? number(document.components) : '–'} />
      <Figure name="Quality" value={document?.quality == null ? '–' : `${Math.round(document.quality)} of 100`} />
      {release.findings !== null && <Figure name="Open findings" value={number(release.findings)} />}
      <Figure name="Format" value={document?.format ?? '–'} />
      <Figure name="ECU" value={software.ecu || '–'} />
      <Figure name="Supplier" value={software.supplier || '–'} />
      {release.rxswin !== '' && <Figure name="RXSWIN" value={release.rxswin} />}
      {release.approved_by !== null && (
        <Figure name="Approved" value={`${release.approved_by}, ${dateTime(release.approved_at!)}`} />
      )}
      <Figure name="Age" value={age(now - Date.parse(release.created_at))} />
      {latest && latest.state !== 'READY' && (
        <div>
          <dt>Latest document</dt>
          <dd>
            <StatusBadge status={latest.state} /> {latest.file_name}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
