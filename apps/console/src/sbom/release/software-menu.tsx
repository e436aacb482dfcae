import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { deleteRelease, type Release } from '@carapace/shared/sbom/releases.contract'
import { deleteSoftware, listSoftware, saveSoftware, type Software } from '@carapace/shared/sbom/software.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { SoftwareDialog } from '../list/software-dialog.tsx'
import { releasesText } from '../words.ts'

interface SoftwareMenuProps {
  readonly release: Release
  readonly onChanged: () => void
  readonly onLeave: () => void
}

/** Changes or deletes the software of a release, or the release (rule SBOM-UI-21). */
export function SoftwareMenu({ release, onChanged, onLeave }: SoftwareMenuProps) {
  const { uuid, name } = release.software
  const { data, refetch } = useEndpoint(listSoftware, { q: name.slice(0, 100) })
  const software = data?.software.find((each) => each.uuid === uuid)
  const [open, setOpen] = useState<'edit' | 'delete software' | 'delete release'>()
  const refusal = useRefusal(saveSoftware)
  const close = () => setOpen(undefined)
  if (refusal !== undefined) return <ActButton size="medium" text="Software" refusal={refusal} />
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        content={
          <Menu aria-label="Software">
            <MenuItem
              roleStructure="menuitem"
              text={`Edit ${name}…`}
              disabled={software === undefined}
              onClick={() => setOpen('edit')}
            />
            <MenuItem
              roleStructure="menuitem"
              intent="danger"
              text={`Delete release ${release.version}…`}
              onClick={() => setOpen('delete release')}
            />
            <MenuItem
              roleStructure="menuitem"
              intent="danger"
              text={`Delete ${name} with all releases…`}
              disabled={software === undefined}
              onClick={() => setOpen('delete software')}
            />
          </Menu>
        }
      >
        <Button size="medium" variant="outlined" text="Software" endIcon={<CaretDownIcon />} />
      </PopoverNext>
      {open === 'edit' && software !== undefined && (
        <SoftwareDialog
          software={software}
          onDone={() => {
            refetch()
            onChanged()
          }}
          onClose={close}
        />
      )}
      {open === 'delete software' && software !== undefined && (
        <DeleteSoftware software={software} onLeave={onLeave} onClose={close} />
      )}
      {open === 'delete release' && <DeleteRelease release={release} onLeave={onLeave} onClose={close} />}
    </>
  )
}

interface DeleteProps {
  readonly onLeave: () => void
  readonly onClose: () => void
}

function DeleteSoftware({ software, ...on }: DeleteProps & { readonly software: Software }) {
  const { uuid, revision, name, releases } = software
  const isOne = releases === 1
  return (
    <Question
      {...on}
      title={`Delete ${name}?`}
      done={`${name} is deleted.`}
      act={() => call(deleteSoftware, { uuid, revision })}
    >
      {`${releasesText(releases)} with documents, components and findings ${isOne ? 'is' : 'are'} deleted, too.`}
    </Question>
  )
}

function DeleteRelease({ release, ...on }: DeleteProps & { readonly release: Release }) {
  const { uuid, revision, version, software } = release
  return (
    <Question
      {...on}
      title={`Delete ${software.name} ${version}?`}
      done={`${software.name} ${version} is deleted.`}
      act={() => call(deleteRelease, { uuid, revision })}
    >
      Its documents, and components and findings that no other release has, are deleted, too.
    </Question>
  )
}

interface QuestionProps extends DeleteProps {
  readonly title: string
  readonly done: string
  readonly act: () => Promise<unknown>
  readonly children: string
}

function Question({ title, done, act, children, onLeave, onClose }: QuestionProps) {
  const action = useAction()
  const confirm = () =>
    void action.run(async () => {
      await act()
      toast.success(done)
      onLeave()
    })
  return (
    <ConfirmDialog
      isOpen
      title={title}
      action="Delete"
      isDanger
      isBusy={action.busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      {children}
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
    </ConfirmDialog>
  )
}
