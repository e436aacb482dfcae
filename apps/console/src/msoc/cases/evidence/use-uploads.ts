import { uploadEvidence } from '@carapace/shared/msoc/cases/case-evidence.contract'
import { caseLimits } from '@carapace/shared/msoc/cases/cases'
import { useEffect, useRef, useState } from 'react'
import { messageOf, uploadFile } from '../../../core/call/call.ts'
import { toast } from '../../../core/ui/toast.ts'
import { sizeText } from '../../captures/words.ts'

export interface Upload {
  readonly id: number
  readonly name: string
  /** The part that was sent, 0 to 1. */
  readonly sent: number
}

/** A type as the server accepts it; browsers name some types with parameters. */
const plainType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

/**
 * Sends files to the evidence of a case, one after the other; each can be stopped, and all are when the page is left.
 */
export function useUploads(caseUuid: string, onDone: () => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const lane = useRef(Promise.resolve())
  const next = useRef(0)
  const forget = (id: number) => {
    stops.current.delete(id)
    setUploads((before) => before.filter((each) => each.id !== id))
  }
  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all.values()) stop.abort()
    }
  }, [])

  const sendOne = (file: File) => {
    if (file.size > caseLimits.fileBytes)
      return toast.error(
        `${file.name} has ${sizeText(file.size)}; a file has at most ${sizeText(caseLimits.fileBytes)}`,
      )
    const id = next.current++
    const stop = new AbortController()
    stops.current.set(id, stop)
    setUploads((before) => [...before, { id, name: file.name, sent: 0 }])
    lane.current = lane.current.then(async () => {
      if (!stop.signal.aborted) await upload(file, id, stop.signal)
      forget(id)
    })
  }
  const upload = async (file: File, id: number, signal: AbortSignal) => {
    const onProgress = (sent: number) =>
      setUploads((before) => before.map((each) => (each.id === id ? { ...each, sent } : each)))
    const input = {
      case_uuid: caseUuid,
      file_name: file.name.slice(0, 200),
      ...(plainType.test(file.type) && { content_type: file.type }),
    }
    try {
      await uploadFile(uploadEvidence, input, file, { signal, onProgress })
      onDone()
    } catch (problem) {
      if (!signal.aborted) toast.error(`${file.name}: ${messageOf(problem)}`)
    }
  }
  const stop = (id: number) => {
    stops.current.get(id)?.abort()
    forget(id)
  }
  return { uploads, send: (files: Iterable<File>) => [...files].forEach(sendOne), stop }
}
