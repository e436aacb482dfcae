import { Button } from '@blueprintjs/core'
import { DocumentIcon } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { bytesText } from '../format/format.ts'
import './file-drop.css'

interface FileDropProps {
  /** What is taken, behind "or drop it here: ". */
  readonly accepts: string
  readonly file: File | undefined
  /** How much of it was sent, from 0 to 1; undefined: it is not being sent. */
  readonly progress: number | undefined
  readonly onFile: (file: File) => void
}

/** Takes a file that is dropped on it or chosen. */
export function FileDrop({ accepts, file, progress, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div
      className={isOver ? 'c-drop c-drop-over' : 'c-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const dropped = event.dataTransfer.files[0]
        if (dropped) onFile(dropped)
      }}
    >
      <Button
        variant="outlined"
        icon={<DocumentIcon />}
        text={file?.name ?? 'Choose a file'}
        disabled={progress !== undefined}
        onClick={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        hidden
        type="file"
        aria-label="File"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) onFile(chosen)
          event.target.value = ''
        }}
      />
      <span className="c-note">{file ? bytesText(file.size) : `or drop it here: ${accepts}`}</span>
      {progress !== undefined && (
        <progress className="c-drop-progress" aria-label="Uploaded" max={1} value={progress}>
          {Math.round(progress * 100)} %
        </progress>
      )}
    </div>
  )
}
