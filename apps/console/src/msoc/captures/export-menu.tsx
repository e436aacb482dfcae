import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { exportFormats, type ExportFormat, formatNames } from '@carapace/shared/msoc/can/captures'
import { type Capture, exportFrames } from '@carapace/shared/msoc/can/captures.contract'
import { useState } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { toast } from '../../core/ui/toast.ts'
import { exportName } from './export-name.ts'

/** Exports a capture as a file in one of the formats of other tools. */
export function ExportMenu({ capture: { uuid, name } }: { readonly capture: Capture }) {
  const [isBusy, setBusy] = useState(false)
  const save = async (format: ExportFormat) => {
    setBusy(true)
    await download(exportFrames, { capture: uuid, format }, exportName(name, format)).catch((problem: unknown) =>
      toast.error(messageOf(problem)),
    )
    setBusy(false)
  }
  return (
    <PopoverNext
      placement="bottom-start"
      content={
        <Menu>
          {exportFormats.map((format) => (
            <MenuItem key={format} text={formatNames[format]} onClick={() => void save(format)} />
          ))}
        </Menu>
      }
    >
      <Button size="small" variant="outlined" icon={<DownloadIcon />} text="Export" loading={isBusy} />
    </PopoverNext>
  )
}
