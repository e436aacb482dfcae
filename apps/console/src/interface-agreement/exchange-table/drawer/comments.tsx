import { CrossIcon } from '@blueprintjs/icons'
import { addAgreementComment, removeAgreementComment } from '@carapace/shared/interface-agreement/row-details.contract'
import { call, messageOf } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { AreaField } from '../../dialogs/area-field.tsx'
import { partyNameOf } from '../../words.ts'
import type { DetailsProps } from './row-context.ts'
import { DrawerSection } from './section.tsx'

/** What both sides write to each other about the row. */
export function Comments({ agreement, row, details: { comments }, reread, unsent }: DetailsProps) {
  const text = unsent.comment ?? ''
  const { busy, problem, run } = useAction()
  const add = () =>
    void run(async () => {
      await call(addAgreementComment, { agreement_uuid: agreement.uuid, row: row.id, text })
      unsent.keep({ comment: undefined })
      reread()
    })
  const remove = (uuid: string) =>
    void call(removeAgreementComment, { agreement_uuid: agreement.uuid, uuid })
      .then(reread)
      .catch((thrown: unknown) => toast.error(messageOf(thrown)))
  return (
    <DrawerSection title="Comments" beside={<span className="ia-faint">both sides see them</span>}>
      <ul className="ia-comments">
        {comments.map((comment) => (
          <li key={comment.uuid}>
            <div className="ia-line-head">
              <b>{comment.author}</b>
              <span className="ia-faint">{partyNameOf(agreement, comment.side)}</span>
              <span className="num ia-faint ia-when">{dateTime(comment.at)}</span>
              {comment.is_mine && (
                <IconButton
                  icon={<CrossIcon size={12} />}
                  size="small"
                  label="Remove the comment"
                  onClick={() => remove(comment.uuid)}
                />
              )}
            </div>
            <p className="ia-text">{comment.text}</p>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '' && !busy) add()
        }}
      >
        <AreaField
          label="Write to both sides"
          rows={2}
          value={text}
          maxLength={4_000}
          onChange={(comment) => unsent.keep({ comment })}
        />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="ia-acts">
          <ActButton type="submit" text="Comment" loading={busy} disabled={text.trim() === ''} refusal={undefined} />
        </div>
      </form>
    </DrawerSection>
  )
}
