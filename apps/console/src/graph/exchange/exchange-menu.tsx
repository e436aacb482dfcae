import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { exportArtefacts, type exportForms } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import { useState } from 'react'
import { download } from '../../core/call/download.ts'
import { tried, useDesk } from '../page/desk.tsx'
import { ImportDialog } from './import-dialog.tsx'

type Form = (typeof exportForms)[number]

/** Takes a list out as a file, and brings one in. */
export function ExchangeMenu() {
  const {
    program: { programUuid },
    kind,
    refusal,
    search,
  } = useDesk()
  const [isImporting, setImporting] = useState(false)
  const { plural } = artefactKindNamed(kind)!
  const take = (form: Form, name: string) =>
    void tried(() =>
      download(
        exportArtefacts,
        {
          program_uuid: programUuid,
          ...(search.projectId !== undefined && { project_uuid: search.projectId }),
          ...(form !== 'json' && { kind }),
          form,
        },
        name,
      ),
    )
  const base = plural.toLowerCase().replaceAll(' ', '-')
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        content={
          <Menu aria-label="Export and import">
            <MenuItem
              roleStructure="menuitem"
              text={`${plural} as XLSX`}
              onClick={() => take('xlsx', `${base}.xlsx`)}
            />
            <MenuItem roleStructure="menuitem" text={`${plural} as CSV`} onClick={() => take('csv', `${base}.csv`)} />
            {kind === 'requirement' && (
              <MenuItem
                roleStructure="menuitem"
                text="Requirements as ReqIF"
                onClick={() => take('reqif', 'requirements.reqif')}
              />
            )}
            {kind === 'threat-scenario' && (
              <MenuItem
                roleStructure="menuitem"
                text="Threat analysis as JSON"
                onClick={() => take('json', 'threat-analysis.json')}
              />
            )}
            <MenuDivider />
            <MenuItem
              roleStructure="menuitem"
              text={`Import ${plural.toLowerCase()}`}
              disabled={refusal !== undefined}
              onClick={() => setImporting(true)}
            />
          </Menu>
        }
      >
        <Button variant="outlined" icon={<DownloadIcon />}>
          Export
        </Button>
      </PopoverNext>
      {isImporting && <ImportDialog kind={kind} onClose={() => setImporting(false)} />}
    </>
  )
}
