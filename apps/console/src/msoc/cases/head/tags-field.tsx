import { Button } from '@blueprintjs/core'
import { AddIcon, CrossIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { tagsIn } from '../list/tags.ts'
import { useCasePage } from '../page-context.tsx'

/** The tags of the case: each can be removed, and others are typed. */
export function TagsField() {
  const { detail, refusal, change } = useCasePage()
  const { tags } = detail.case
  const [typed, setTyped] = useState<string>()
  const add = async () => {
    const added = tagsIn(typed ?? '').filter((tag) => !tags.includes(tag))
    if (added.length === 0 || (await change({ tags: [...tags, ...added] }))) setTyped(undefined)
  }
  return (
    <span className="cs-row cs-tags" role="group" aria-label="Tags">
      {tags.map((tag) => (
        <span key={tag} className="cs-tag">
          {tag}
          {refusal === undefined && (
            <button
              type="button"
              aria-label={`Remove the tag ${tag}`}
              onClick={() => void change({ tags: tags.filter((each) => each !== tag) })}
            >
              <CrossIcon size={10} />
            </button>
          )}
        </span>
      ))}
      {typed === undefined ? (
        <Button
          size="small"
          variant="minimal"
          icon={<AddIcon size={12} />}
          text="Tag"
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => setTyped('')}
        />
      ) : (
        <input
          className="bp6-input cs-tag-input"
          aria-label="New tag"
          placeholder="lot-11, Enter"
          maxLength={64}
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => typed.trim() === '' && setTyped(undefined)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void add()
            if (event.key === 'Escape') setTyped(undefined)
          }}
        />
      )}
    </span>
  )
}
