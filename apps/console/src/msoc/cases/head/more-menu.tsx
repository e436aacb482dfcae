import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { GitBranchIcon, GitMergeIcon, MoreIcon } from '@blueprintjs/icons'
import { useCasePage } from '../page-context.tsx'

/** The rarer actions: merging with another case, and splitting off a part. */
export function MoreMenu({ ask }: { readonly ask: (about: 'merge' | 'split') => void }) {
  const { refusal } = useCasePage()
  const disabled = refusal !== undefined
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={
        <Menu aria-label="More">
          <MenuItem
            icon={<GitMergeIcon />}
            text="Merge with another case"
            disabled={disabled}
            title={refusal}
            onClick={() => ask('merge')}
          />
          <MenuItem
            icon={<GitBranchIcon />}
            text="Split off a new case"
            disabled={disabled}
            title={refusal}
            onClick={() => ask('split')}
          />
        </Menu>
      }
    >
      <Button size="small" variant="outlined" icon={<MoreIcon size={14} />} aria-label="More actions" />
    </PopoverNext>
  )
}
