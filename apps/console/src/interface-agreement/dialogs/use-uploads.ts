import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import { type AgreementFile, uploadAgreementFile } from '@carapace/shared/interface-agreement/row-details.contract'
import { useState } from 'react'
import { uploadFile } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { bytesText } from '../../core/format/format.ts'
import { contentTypeOf } from './content-type.ts'

/** Attaches files to a row, one after the other. */
export function useUploads(agreementUuid: string, row: number) {
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<number>()
  const [files, setFiles] = useState<readonly AgreementFile[]>([])
  const { problem, run } = useAction()
  const send = (chosen: File) =>
    run(async () => {
      if (chosen.size > agreementLimits.fileBytes)
        throw new Error(
          `${chosen.name} is too large: ${bytesText(chosen.size)} of at most ${bytesText(agreementLimits.fileBytes)}.`,
        )
      setFile(chosen)
      setProgress(0)
      try {
        const answer = await uploadFile(
          uploadAgreementFile,
          { agreement_uuid: agreementUuid, row, file_name: chosen.name, content_type: contentTypeOf(chosen.type) },
          chosen,
          { onProgress: setProgress },
        )
        setFiles((before) => [...before, answer.file])
      } finally {
        setFile(undefined)
        setProgress(undefined)
      }
    })
  return { file, progress, files, problem, send }
}
