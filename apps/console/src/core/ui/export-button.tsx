import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DownloadIcon } from '@blueprintjs/icons'
import type { ReactElement } from 'react'

/** The button in the head of an editor that opens a menu of what can be exported. */
export function ExportButton({ menu }: { readonly menu: ReactElement }) {
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={menu}>
      <Button variant="outlined" icon={<DownloadIcon />} endIcon={<CaretDownIcon />}>
        Export
      </Button>
    </PopoverNext>
  )
}
