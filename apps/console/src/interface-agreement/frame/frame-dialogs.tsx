import {
  type Agreement,
  deleteAgreement,
  discardDrafts,
  listAgreements,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { useNavigate } from '@tanstack/react-router'
import { call, messageOf } from '../../core/call/call.ts'
import { queryClient } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { HistoryDialog } from '../dialogs/history-dialog.tsx'
import { ProgramDialog } from '../dialogs/program-dialog.tsx'
import { ProposalsDialog } from '../dialogs/proposals-dialog.tsx'
import { SendDialog } from '../dialogs/send-dialog.tsx'
import { SignDialog } from '../dialogs/sign-dialog.tsx'
import { TemplateDialog } from '../dialogs/template-dialog.tsx'
import { counted } from '../words.ts'
import type { OpenAgreement } from '../use-agreement.ts'

export type FrameDialog = 'send' | 'proposals' | 'sign' | 'history' | 'program' | 'template' | 'discard' | 'delete'

interface FrameDialogsProps {
  readonly open: OpenAgreement
  readonly dialog: FrameDialog
  readonly onClose: () => void
}

/** The dialog of an action on the whole agreement. */
export function FrameDialogs({ open, dialog, onClose }: FrameDialogsProps) {
  const { agreement, pages, refetch } = open
  const props = { agreement, onDone: refetch, onClose }
  switch (dialog) {
    case 'send':
      return <SendDialog {...props} />
    case 'proposals':
      return <ProposalsDialog {...props} />
    case 'sign':
      return <SignDialog {...props} pages={pages} />
    case 'history':
      return <HistoryDialog agreementUuid={agreement.uuid} code={agreement.code} onClose={onClose} />
    case 'program':
      return <ProgramDialog {...props} />
    case 'template':
      return <TemplateDialog agreement={agreement} onClose={onClose} />
    case 'discard':
      return <DiscardDialog {...props} />
    case 'delete':
      return <DeleteDialog agreement={agreement} onClose={onClose} />
  }
}

interface ConfirmProps {
  readonly agreement: Agreement
  readonly onDone: () => void
  readonly onClose: () => void
}

function DiscardDialog({ agreement, onDone, onClose }: ConfirmProps) {
  const { busy, run } = useAction()
  const discard = () =>
    void run(async () => {
      await call(discardDrafts, { agreement_uuid: agreement.uuid }).catch((thrown: unknown) =>
        toast.error(messageOf(thrown)),
      )
      onDone()
      onClose()
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Discard ${counted(agreement.drafts.length, 'change')}?`}
      action="Discard"
      isDanger
      isBusy={busy}
      onConfirm={discard}
      onClose={onClose}
    >
      What your side has typed and not sent is lost, for all members of your side. The agreed values stay.
    </ConfirmDialog>
  )
}

function DeleteDialog({ agreement, onClose }: Omit<ConfirmProps, 'onDone'>) {
  const { busy, run } = useAction()
  const navigate = useNavigate()
  const remove = () =>
    void run(async () => {
      // leaves the page first: it would read the agreement again as soon as it is gone
      await navigate({ to: '/org/interface-agreement/agreements', search: {} })
      try {
        await call(deleteAgreement, { agreement_uuid: agreement.uuid })
        toast.success(`${agreement.code} is deleted`)
      } catch (thrown) {
        toast.error(messageOf(thrown))
      }
      await queryClient.refetchQueries({ queryKey: [listAgreements.path] })
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${agreement.code}?`}
      action="Delete"
      isDanger
      isBusy={busy}
      onConfirm={remove}
      onClose={onClose}
    >
      {agreement.title} was not sent to anybody. Its rows and files are deleted for good.
    </ConfirmDialog>
  )
}
