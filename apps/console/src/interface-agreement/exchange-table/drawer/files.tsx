import { CrossIcon, PaperclipIcon } from '@blueprintjs/icons'
import {
  type AgreementFile,
  downloadAgreementFile,
  removeAgreementFile,
  uploadAgreementFile,
} from '@carapace/shared/interface-agreement/row-details.contract'
import { useRef, useState } from 'react'
import { call, messageOf, uploadFile } from '../../../core/call/call.ts'
import { download } from '../../../core/call/download.ts'
import { bytesText, dateTime } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { partyNameOf } from '../../words.ts'
import type { DetailsProps } from './row-context.ts'
import { DrawerSection } from './section.tsx'

const plainType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

/** The files of the row, as far as this person may see them. */
export function Files({ agreement, row, refusal, details: { files, is_limited: isLimited }, reread }: DetailsProps) {
  const [sent, setSent] = useState<number>()
  const chooser = useRef<HTMLInputElement>(null)
  const here = { agreement_uuid: agreement.uuid }
  const report = (thrown: unknown) => toast.error(messageOf(thrown))
  const upload = async (file: File) => {
    setSent(0)
    const input = {
      ...here,
      row: row.id,
      file_name: file.name,
      ...(plainType.test(file.type) && { content_type: file.type }),
    }
    await uploadFile(uploadAgreementFile, input, file, { onProgress: setSent }).then(reread, report)
    setSent(undefined)
  }
  return (
    <DrawerSection
      title="Files"
      beside={
        <ActButton
          variant="minimal"
          icon={<PaperclipIcon size={12} />}
          text={sent === undefined ? 'Attach a file' : `${Math.round(sent * 100)} %`}
          disabled={sent !== undefined}
          refusal={refusal}
          onClick={() => chooser.current?.click()}
        />
      }
    >
      <input
        ref={chooser}
        hidden
        type="file"
        aria-label="File to attach"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) void upload(chosen)
          event.target.value = ''
        }}
      />
      {files.length === 0 && <p className="ia-faint ia-text">No files.</p>}
      <ul className="ia-comments">
        {files.map((file) => (
          <OneFile
            key={file.uuid}
            file={file}
            party={partyNameOf(agreement, file.side) ?? file.side}
            onOpen={() => void download(downloadAgreementFile, { ...here, uuid: file.uuid }, file.name).catch(report)}
            onRemove={
              file.side === agreement.side && file.delivery_uuid === null && refusal === undefined
                ? () => void call(removeAgreementFile, { ...here, uuid: file.uuid }).then(reread, report)
                : undefined
            }
          />
        ))}
      </ul>
      {isLimited && (
        <p className="c-note">
          The other side has put more here than you may see: the level of confidentiality decides.
        </p>
      )}
    </DrawerSection>
  )
}

interface OneFileProps {
  readonly file: AgreementFile
  readonly party: string
  readonly onOpen: () => void
  readonly onRemove: (() => void) | undefined
}

function OneFile({ file, party, onOpen, onRemove }: OneFileProps) {
  return (
    <li>
      <div className="ia-line-head">
        <button type="button" className="ia-file" title={`SHA-256 ${file.sha256}`} onClick={onOpen}>
          {file.name}
        </button>
        <span className="num ia-faint">{bytesText(file.bytes)}</span>
        {onRemove && (
          <IconButton icon={<CrossIcon size={12} />} size="small" label={`Remove ${file.name}`} onClick={onRemove} />
        )}
      </div>
      <p className="ia-faint num">{`${file.author}, ${party}, ${dateTime(file.at)}`}</p>
    </li>
  )
}
