import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { installPack, listPacks } from '@carapace/shared/msoc/rules/rules.contract'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { rulesText } from '../words.ts'

type Pack = z.output<typeof listPacks.output>['packs'][number]

interface PacksDialogProps {
  readonly onChanged: () => void
  readonly onShow: (pack: string) => void
  readonly onClose: () => void
}

/** The packs of rules that come with the product, to install or to update (rule RULE-UI-7). */
export function PacksDialog({ onChanged, onShow, onClose }: PacksDialogProps) {
  const { data, problem, refetch } = useEndpoint(listPacks, {})
  return (
    <Dialog className="ru-dialog" isOpen title="Rule packs" onClose={onClose}>
      <DialogBody>
        <Loaded
          what="The packs"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={3} columns={['1fr', '120px']} />}
        >
          {({ packs }) => (
            <ul className="ru-packs" aria-label="Packs">
              {packs.map((pack) => (
                <PackItem
                  key={pack.name}
                  pack={pack}
                  onShow={() => onShow(pack.name)}
                  onInstalled={() => {
                    refetch()
                    onChanged()
                  }}
                />
              ))}
              {packs.length === 0 && <li className="c-note">This installation comes without packs.</li>}
            </ul>
          )}
        </Loaded>
      </DialogBody>
      <DialogFooter actions={<Button variant="outlined" text="Close" onClick={onClose} />} />
    </Dialog>
  )
}

interface PackItemProps {
  readonly pack: Pack
  readonly onShow: () => void
  readonly onInstalled: () => void
}

function PackItem({ pack, onShow, onInstalled }: PackItemProps) {
  const { name, version, description, rules, installed, outdated } = pack
  const verb = installed === 0 ? 'Install' : outdated > 0 || installed < rules ? 'Update' : 'Install again'
  const refusal = useRefusal(installPack)
  const action = useAction()
  const install = () =>
    action.run(async () => {
      const { created, updated, kept } = await call(installPack, { name })
      toast.success(
        `${name}: ${rulesText(created)} created as drafts, ${number(updated)} updated, ${number(kept)} kept.`,
      )
      onInstalled()
    })
  return (
    <li>
      <div className="ru-pack-name">
        <strong>{name}</strong>
        <span className="c-note num">
          {version}, {rulesText(rules)}
        </span>
        {installed > 0 && <Badge tone="green">{`${number(installed)} installed`}</Badge>}
        {outdated > 0 && <Badge tone="yellow">{`${number(outdated)} outdated`}</Badge>}
      </div>
      <p>{description}</p>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <div className="ru-pack-actions">
        {installed > 0 && <Button size="small" variant="minimal" text="Show its rules" onClick={onShow} />}
        <ActButton
          text={verb}
          aria-label={`${verb} ${name}`}
          refusal={refusal}
          loading={action.busy}
          onClick={() => void install()}
        />
      </div>
    </li>
  )
}
