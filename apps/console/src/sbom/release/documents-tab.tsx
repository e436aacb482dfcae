import { DocumentIcon } from '@blueprintjs/icons'
import {
  type BomDocument,
  deleteBomDocument,
  downloadBom,
  listBomDocuments,
  readBomAgain,
  uploadBom,
  useBomDocument as makeCurrent,
} from '@carapace/shared/sbom/bom-documents.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { bytesText, dateTime, number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { Faults } from '../upload/reading.tsx'
import { componentsText, originNames } from '../words.ts'
import { ExportMenu } from './export-menu.tsx'
import type { TabProps } from './page-props.ts'
import { SignatureFact } from './signature-fact.tsx'
import { UploadButton } from './upload-button.tsx'

const readingMs = 1_500

/** The documents of a release, the latest first: origin, state, faults, signature, bytes (rule SBOM-UI-10). */
export function DocumentsTab({ release, onChanged, onUpload }: TabProps) {
  const { data, problem, refetch } = useEndpoint(
    listBomDocuments,
    { release_uuid: release.uuid },
    {
      keepPrevious: false,
      refetchEveryMs: (answer) => (answer?.documents.some(({ state }) => state === 'READING') ? readingMs : false),
    },
  )
  const changed = () => {
    refetch()
    onChanged()
  }
  return (
    <div className="sb-main sb-scroll">
      <Loaded
        what="The documents"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={6} columns={['240px', '1fr']} />}
      >
        {({ documents }) =>
          documents.length === 0 ? (
            <EmptyState
              icon={<DocumentIcon size={24} />}
              title="No documents yet"
              action={<UploadButton onUpload={onUpload} />}
            >
              CycloneDX, SPDX, OpenVEX and CSAF documents are kept byte for byte as they come.
            </EmptyState>
          ) : (
            documents.map((document) => <OneDocument key={document.uuid} document={document} onChanged={changed} />)
          )
        }
      </Loaded>
    </div>
  )
}

interface OneDocumentProps {
  readonly document: BomDocument
  readonly onChanged: () => void
}

function OneDocument({ document, onChanged }: OneDocumentProps) {
  const { file_name: name, state, faults, ignored, head } = document
  const tools = (head?.['tools'] as readonly string[] | undefined) ?? []
  return (
    <section className="c-panel sb-document" aria-label={name}>
      <header className="c-panel-head">
        <h2>{name}</h2>
        <span className="sb-verdicts">
          {document.is_current && <Badge tone="blue">In use</Badge>}
          {document.has_statements_alone && <Badge tone="purple">Statements</Badge>}
          <StatusBadge status={state} />
        </span>
      </header>
      <dl className="sb-figures">
        <Fact name="Origin" value={originNames[document.origin]} />
        <Fact name="Added" value={`${dateTime(document.added_at)} by ${document.added_by}`} />
        <Fact name="Size" value={bytesText(document.bytes)} />
        {document.format !== null && <Fact name="Format" value={`${document.format} ${textIn(head, 'specVersion')}`} />}
        {state === 'READY' && !document.has_statements_alone && (
          <Fact name="Index" value={`${componentsText(document.components)}, ${number(document.edges)} dependencies`} />
        )}
        {tools.length > 0 && <Fact name="Tools" value={tools.slice(0, 3).join(', ')} />}
        {document.source !== '' && <Fact name="Source" value={document.source} />}
        <SignatureFact signature={document.signature} />
        <div className="sb-wide">
          <dt>SHA-256</dt>
          <dd className="mono">{document.sha256}</dd>
        </div>
      </dl>
      {state === 'FAILED' && <Faults faults={faults} />}
      {ignored.length > 0 && (
        <details className="sb-pad">
          <summary>{number(ignored.length)} things are in the document, but not in the index</summary>
          <ul className="sb-lines">
            {ignored.map((line, at) => (
              <li key={at}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <DocumentActions document={document} onChanged={onChanged} />
    </section>
  )
}

function DocumentActions({ document, onChanged }: OneDocumentProps) {
  const [isAsking, setAsking] = useState(false)
  const refusal = useRefusal(uploadBom)
  const action = useAction()
  const { uuid, state, file_name: name, has_statements_alone: hasStatementsAlone } = document
  const act = (perform: () => Promise<unknown>) =>
    void action.run(async () => {
      await perform()
      setAsking(false)
      onChanged()
    })
  return (
    <footer className="sb-actions">
      <ActButton
        text="Download"
        refusal={undefined}
        onClick={() => void action.run(() => download(downloadBom, { uuid }, name))}
      />
      {state === 'READY' && !hasStatementsAlone && <ExportMenu document={document} />}
      {state === 'READY' && !hasStatementsAlone && !document.is_current && (
        <ActButton text="Use" refusal={refusal} onClick={() => act(() => call(makeCurrent, { uuid }))} />
      )}
      {state === 'FAILED' && (
        <ActButton text="Read again" refusal={refusal} onClick={() => act(() => call(readBomAgain, { uuid }))} />
      )}
      <ActButton text="Delete" refusal={refusal} onClick={() => setAsking(true)} />
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${name}?`}
        action="Delete"
        isDanger
        isBusy={action.busy}
        onConfirm={() => act(() => call(deleteBomDocument, { uuid }))}
        onClose={() => setAsking(false)}
      >
        Its bytes and all that was read from it are deleted. Findings that only it made are kept with their history, as
        no longer current.
      </ConfirmDialog>
    </footer>
  )
}

function textIn(head: BomDocument['head'], field: string): string {
  const value = head?.[field]
  return typeof value === 'string' ? value : ''
}

export function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
