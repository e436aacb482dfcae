import { captureLimits } from '@carapace/shared/msoc/can/captures'
import { uploadCapture } from '@carapace/shared/msoc/can/captures.contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf, uploadFile } from '../../core/call/call.ts'
import { toast } from '../../core/ui/toast.ts'
import { sizeText } from './words.ts'

export interface Upload {
  readonly id: number
  readonly name: string
  readonly bytes: number
  /** The part that was sent, 0 to 1. */
  readonly sent: number
}

/**
 * Maximum number of parallel uploads: an organisation's members share the server's limit, and all files share the
 * bandwidth.
 */
const filesAtOnce = 2

/** Uploads files to the server, two at a time; each upload can be cancelled, and all are when the page is left. */
export function useUploads(onDone: (captureUuid: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const lanes = useRef<Promise<void>[]>(Array.from({ length: filesAtOnce }, () => Promise.resolve()))
  const next = useRef(0)
  const forget = useCallback((id: number) => setUploads((before) => before.filter((each) => each.id !== id)), [])

  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all.values()) stop.abort()
    }
  }, [])

  const send = useCallback(
    (file: File) => {
      if (file.size > captureLimits.fileBytes)
        return toast.error(
          `${file.name} has ${sizeText(file.size)}; a capture has at most ${sizeText(captureLimits.fileBytes)}`,
        )
      const id = next.current++
      const stop = new AbortController()
      stops.current.set(id, stop)
      setUploads((before) => [...before, { id, name: file.name, bytes: file.size, sent: 0 }])
      const onProgress = (sent: number) =>
        setUploads((before) => before.map((each) => (each.id === id ? { ...each, sent } : each)))
      const upload = async () => {
        try {
          const { capture } = await uploadFile(uploadCapture, { file_name: file.name.slice(0, 200) }, file, {
            signal: stop.signal,
            onProgress,
          })
          onDone(capture.uuid)
        } catch (problem) {
          if (!stop.signal.aborted) toast.error(`${file.name}: ${messageOf(problem)}`)
        }
        stops.current.delete(id)
        forget(id)
      }
      lanes.current[id % filesAtOnce] = lanes.current[id % filesAtOnce]!.then(upload)
    },
    [onDone, forget],
  )

  // a waiting upload is removed at once
  const stop = (id: number) => {
    stops.current.get(id)?.abort()
    forget(id)
  }
  return { uploads, send: (files: Iterable<File>) => [...files].forEach(send), stop }
}
