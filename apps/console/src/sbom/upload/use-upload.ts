import { type BomDocument, fetchBom, getBomDocument, uploadBom } from '@carapace/shared/sbom/bom-documents.contract'
import type { AddedOrigin } from '@carapace/shared/sbom/sbom'
import { useState } from 'react'
import { call, uploadFile } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { usePolled } from '../../core/call/use-polled.ts'

export interface Target {
  readonly release_uuid?: string
  readonly software?: string
  readonly version?: string
}

export interface Upload {
  readonly target: Target
  readonly origin: AddedOrigin
  readonly content: File | string
}

/** A document that is being read is looked at again this often, ms. */
const everyMs = 500

/** Sends a document, or has it fetched from a URL, and follows its reading. */
export function useUpload() {
  const action = useAction()
  const [progress, setProgress] = useState<number>()
  const [sent, setSent] = useState<{ readonly document: BomDocument; readonly isKnown: boolean }>()
  const reading = usePolled(
    [getBomDocument.path, sent?.document.uuid],
    async (signal) =>
      sent ? (await call(getBomDocument, { uuid: sent.document.uuid }, { signal })).document : undefined,
    { everyMs },
  )
  const send = ({ target, origin, content }: Upload) =>
    action.run(async () => {
      setProgress(0)
      const answer =
        typeof content === 'string'
          ? await call(fetchBom, { ...target, origin, url: content })
          : await uploadFile(
              uploadBom,
              { ...target, origin, file_name: content.name.slice(0, 200) || 'bom' },
              content,
              { onProgress: setProgress },
            )
      setSent({ document: answer.document, isKnown: answer.is_known })
    })
  return {
    send,
    busy: action.busy,
    problem: action.problem,
    /** How much of the file was sent, from 0 to 1. */
    progress,
    document: sent && (reading.data ?? sent.document),
    isKnown: sent?.isKnown ?? false,
  }
}
